"""The sources that the specifics of one answer are checked against: documents, case and cited passages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from loanproof.documents import Legibility, TextSource
from loanproof.scoring.qa.specifics.held import Held, held_in, stem_of
from loanproof.statements import stated_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from loanproof.cases import QaCase
    from loanproof.core import Citation
    from loanproof.scoring.context import ScoringContext

_BLANK_LINE = "\n\n"
_MAX_PASSAGE = 6000  # characters that are searched on each side of a quote for the ends of its paragraph


@dataclass(frozen=True)
class Sources:
    """The texts behind one answer; whatever the case itself asks or expects is always allowed in the answer."""

    case: QaCase
    citations: Sequence[Citation]
    context: ScoringContext

    @cached_property
    def documents(self) -> tuple[Held, ...]:
        """What the documents contain, struck and hidden words included."""
        return tuple(held_in(source.whole_text, source.mentions.context) for source in self.context.documents)

    @cached_property
    def allowed(self) -> Held:
        """What the question and the case say, together with the names of the files."""
        expected = self.case.expected
        facts = (form for fact in expected.facts for form in fact.any)
        said = [self.case.question, expected.topic or "", *expected.topic_terms, *facts, *expected.derivable]
        said += [*expected.qualified, *expected.pointers, expected.reference_answer or ""]
        # Words of a file name are separated by hyphens or underscores.
        files = (name.replace("-", " ").replace("_", " ") for name in self.context.documents.names)
        return held_in("\n".join((*said, *(one.quote for one in expected.citations), *files)), self.context.notation)

    @cached_property
    def allowed_numbers(self) -> frozenset[str]:
        """The numbers in the question and the case; the numbers inside dates do not count."""
        return frozenset(number for number, _ in stated_in(self.allowed.text, self.context.notation).numbers)

    @cached_property
    def every(self) -> tuple[Held, ...]:
        """The documents and what the case allows; what is in none of them is the answer's own."""
        return (*self.documents, self.allowed)

    @cached_property
    def quotes(self) -> tuple[str, ...]:
        """The quotes that the answer gives."""
        return tuple(one.quote for one in self.citations if one.quote)

    @cached_property
    def held_quotes(self) -> tuple[str, ...]:
        """The quotes that are in the documents word for word, and so really say what the source says."""
        return tuple(quote for quote in self.quotes if self.context.has_wording(quote))

    @cached_property
    def passages(self) -> tuple[str, ...]:
        """The quotes, and the paragraphs of the documents that contain them."""
        return tuple(dict.fromkeys((*self.quotes, *self._paragraphs())))

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """The passages, and the clauses and schedules that contain the quotes, whose items an answer may count."""
        return tuple(dict.fromkeys((*self.passages, *self._sections())))

    def definitions_used(self, answer: str) -> Iterator[str]:
        """Yield the definitions of the terms that an answer or a cited passage uses."""
        used = " ".join((answer, *self.passages)).casefold()
        for document in self.documents:
            yield from (text for term, text in document.definitions.items() if term in used)

    def terms_unquoted(self, answer: str) -> Iterator[str]:
        """Yield the defined terms in an answer that are in neither the question, the passages nor their definitions."""
        passages = " ".join((self.case.question, *self.passages))
        known = " ".join((passages, *self.definitions_used(""))).casefold()
        for document in self.documents:
            terms = (term for term in document.definitions if " " in term and term not in known)
            yield from (term.title() for term in terms if re.search(rf"\b{re.escape(term.title())}\b", answer))

    def know(self, word: str) -> bool:
        """Return whether a document contains a word, in any form."""
        return any(stem_of(word) in held.stems for held in self.documents)

    @cached_property
    def are_readable(self) -> bool:
        """Whether every page was read reliably; otherwise nobody can say what the documents do not contain."""
        pages = (page for source in self.context.documents for page in source.document.pages)
        return all(
            page.source is TextSource.TRUTH
            or (page.source is TextSource.NATIVE and page.legibility is Legibility.CLEAN)
            for page in pages
        )

    @cached_property
    def _spans(self) -> tuple[tuple[str, int, int], ...]:
        found = (one.evidence for one in self.context.places_of(self.citations))
        held = (one for one in found if one is not None and one.document in self.context.documents.names)
        return tuple(
            (one.document, span.start, span.end) for one in held if one.quote is not None for span in one.quote.spans
        )

    def _paragraphs(self) -> Iterable[str]:
        for name, start, end in self._spans:
            text = self.context.documents[name].document.text
            first = text.rfind(_BLANK_LINE, max(0, start - _MAX_PASSAGE), start)
            last = text.find(_BLANK_LINE, end, end + _MAX_PASSAGE)
            yield text[start if first < 0 else first : end if last < 0 else last].strip()

    def _sections(self) -> Iterable[str]:
        for name, start, _ in self._spans:
            document = self.context.documents[name].document
            section = document.section_at(start)
            if section is not None:
                yield section.span.of(document.text)[:_MAX_PASSAGE]
