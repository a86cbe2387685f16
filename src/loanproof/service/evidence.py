"""Locates the evidence for a value: from citations to exact places with boxes, and from a passport back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.core import Capability, Citation, FieldId, Span
from loanproof.documents import QuoteVerdict, page_boxes
from loanproof.outputs import parse_output
from loanproof.provenance import ClassName, DocumentSet, ExtractionRule, assess_item
from loanproof.reviews import AROUND, BrokenRule, QuotedPassage, is_same_value, write_citation
from loanproof.scoring import Guard

if TYPE_CHECKING:
    from loanproof.documents import Box, Document
    from loanproof.reviews import Plain
    from loanproof.standards import EvalStandard


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedAnswer:
    """A value to check against a document, with the citations given for it."""

    field: FieldId
    tranche: str | None
    status: str
    value: Plain
    citations: Sequence[Citation]
    derived_from: Sequence[Citation] = ()


class EvidenceReader:
    """Looks up places and rules in one document, which is read once."""

    def __init__(self, path: Path, document: Document, standard: EvalStandard) -> None:
        self._path = path
        self._document = document
        self._standard = standard
        self._documents = DocumentSet([document], standard)
        self._source = next(iter(self._documents))
        self._guard = Guard(self._documents, standard)

    def places(self, citations: Sequence[Citation]) -> tuple[QuotedPassage, ...]:
        """Locate the quotes of citations; a quote that is not verbatim has no place."""
        found = (self._place(span) for citation in citations for span in self._spans(citation))
        return tuple(dict.fromkeys(found))

    def broken_rules(self, answer: CheckedAnswer) -> tuple[BrokenRule, ...]:
        """Run the guard on a value in this document, exactly as when it was queued."""
        fields = {str(answer.field): _written(answer)}
        in_tranche = {"tranches": [{"label": answer.tranche, "fields": fields}]}
        said = json.dumps({"fields": fields} if answer.tranche is None else in_tranche)
        output = parse_output(said, Capability.EXTRACTION, standard=self._standard)
        items = self._guard.check(output, Capability.EXTRACTION).items
        if not items:  # an unknown field or value
            return (BrokenRule(rule=ExtractionRule.PARSES.value, sentence="The value cannot be read."),)
        return tuple(BrokenRule(rule=str(fault.code), sentence=fault.sentence) for one in items for fault in one.faults)

    def is_same(self, field: FieldId, one: Plain, other: Plain) -> bool:
        """Return whether two values of a field mean the same, read in this document's notation."""
        return is_same_value(field, one, other, self._standard, self._source.mentions.context)

    def is_fabricated(self, citations: Sequence[Citation]) -> bool:
        """Whether any citation gives words or a place that the document does not have."""
        return assess_item(citations, documents=self._documents, standard=self._standard).class_name is ClassName.FAKE

    def has_passage(self, place: QuotedPassage) -> bool:
        """Whether the document has exactly this passage: words, context, pages and boxes."""
        return bool(place.exact) and any(self._place(span) == place for span in self._occurrences(place))

    def _occurrences(self, place: QuotedPassage) -> Iterator[Span]:
        text, around = self._document.text, place.prefix + place.exact + place.suffix
        start = text.find(around)
        while start >= 0:
            at = start + len(place.prefix)
            yield Span(at, at + len(place.exact))
            start = text.find(around, start + 1)

    def _spans(self, citation: Citation) -> tuple[Span, ...]:
        if not citation.quote:
            return ()
        cited = citation.page if citation.page is not None and citation.page.isdigit() else None
        result = self._source.searcher.search(citation.quote, page=None if cited is None else int(cited))
        return result.spans if result.verdict is QuoteVerdict.VERBATIM else ()

    def _place(self, span: Span) -> QuotedPassage:
        text = self._document.text
        return QuotedPassage(
            exact=span.of(text),
            prefix=text[max(0, span.start - AROUND) : span.start],
            suffix=text[span.end : span.end + AROUND],
            pages=tuple(page.number for page in self._document.pages_of(span)) if self._document.paged else (),
            boxes=tuple(_box(one) for one in page_boxes(self._path, self._document, span)),
        )


def _written(answer: CheckedAnswer) -> dict[str, object]:
    """Write an answer in the output format of a system."""
    written: dict[str, object] = {
        "status": answer.status,
        "value": answer.value,
        "provenance": [write_citation(one) for one in answer.citations],
    }
    if answer.derived_from:
        written["derived"] = {"how": "", "from": [write_citation(one) for one in answer.derived_from]}
    return written


def _box(box: Box) -> str:
    shape = (box.left, box.top, box.right - box.left, box.bottom - box.top)
    return f"page={box.page_number}&xywh=percent:" + ",".join(f"{100 * side:.2f}" for side in shape)
