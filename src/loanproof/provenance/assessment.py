"""One citation checked against one document: where its text is, what is wrong with it, what it supports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any

from loanproof.core import Reason, Span
from loanproof.documents import Fold, QuoteVerdict, without_habits
from loanproof.provenance.citation_result import ClassName, Fault, Remark, gravest
from loanproof.provenance.cited_sections import CitedSections, read_cited_sections
from loanproof.provenance.pages import CitedPages, PageMatch
from loanproof.provenance.place_faults import CitedPlace, place_faults, section_remarks
from loanproof.provenance.quote_classes import quote_fault
from loanproof.provenance.sections import SectionMatch
from loanproof.provenance.support import (
    StatedIn,
    Supported,
    locate_stated,
    narrow_faults,
    shows_replaced,
    supported_parts,
)

if TYPE_CHECKING:
    from loanproof.core import Citation
    from loanproof.documents import QuoteResult
    from loanproof.provenance.claims import Claim
    from loanproof.provenance.document_set import Source
    from loanproof.standards import EvalStandard
    from loanproof.values import Part

_MOST_PAGES = 4  # pages that a number may mean, each tried if a wording appears several times
_UNFOUND = frozenset({QuoteVerdict.ABSENT, QuoteVerdict.TOO_SHORT})
_PAGE_ORDER = list(PageMatch)
_SECTION_ORDER = list(SectionMatch)


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    """The result: the place, the faults, further remarks, and the indices of the supported parts.

    ``shows_replaced`` says that struck words show the value that was in force before.
    """

    place: CitedPlace
    faults: tuple[Fault, ...]
    remarks: tuple[Remark, ...] = ()
    supported: frozenset[int] = frozenset()
    shows_replaced: bool = False
    quote: QuoteResult | None = None
    spans: tuple[Span, ...] = ()

    @property
    def decisive(self) -> Fault | None:
        """The worst fault, if there is any."""
        return gravest(self.faults)

    @property
    def rank(self) -> int:
        """The rank from worst to best."""
        return ClassName.OK.rank if self.decisive is None else self.decisive.class_name.rank


@dataclass(frozen=True, slots=True, kw_only=True)
class _Quoted:
    """A quote as found: everything that does not depend on what it should support.

    ``stated`` returns where the quote states a value; each value is looked for once.
    """

    quote: str
    result: QuoteResult
    place: CitedPlace
    fault: Fault | None
    remarks: tuple[Remark, ...]
    stated: Callable[[Part[Any]], StatedIn]


class Assessor:
    """Checks one citation against one document, for any claim.

    The same citation is checked for several claims: the expected value and the given value. What does not depend on the
    claim is computed once.
    """

    def __init__(self, citation: Citation, source: Source, standard: EvalStandard) -> None:
        self._citation = citation
        self._source = source
        self._standard = standard
        self._pages: CitedPages = source.pages_of(citation.page)
        described = standard.parameters.clarifications.described_places
        self._sections: CitedSections = read_cited_sections(citation.section, described=described)

    def assess(self, claim: Claim) -> Assessment:
        """Assess the citation by its quote or, without one, by the place that it names."""
        return self._assess_place(claim) if self._quoted is None else self._assess_quote(self._quoted, claim)

    def _assess_quote(self, quoted: _Quoted, claim: Claim) -> Assessment:
        """Assess a citation by the place where its quote is, or comes from."""
        result = quoted.result
        place = self._with_value(quoted.place, claim)
        supported = supported_parts(quoted.quote, result, claim, self._source, quoted.stated)
        faults = [] if quoted.fault is None else [quoted.fault]
        if result.marks and (not supported.parts if claim.parts else self._is_left_out(result)):
            faults.append(_left_out(result))
        elif claim.parts and not supported.parts and result.verdict not in _UNFOUND:
            faults.append(_no_support(claim, supported, quoted.quote, self._source))
        faults += place_faults(self._citation, place, self._standard)
        faults += narrow_faults(result, supported.parts, claim, self._source, self._standard)
        replaced = shows_replaced(result, claim, self._source)
        return Assessment(
            place=place,
            faults=tuple(faults),
            remarks=tuple(one for one in quoted.remarks if not (replaced and one.reason is Reason.STRUCK_TEXT)),
            supported=frozenset(supported.parts),
            shows_replaced=replaced,
            quote=result,
            spans=result.spans,
        )

    def _is_left_out(self, result: QuoteResult) -> bool:
        """Whether none of the quoted words are in the document's text, or the quote has the wording before a change."""
        if result.is_before:
            return True
        text = self._source.document.text
        return not any(character.isalnum() for span in result.spans for character in span.of(text))

    @cached_property
    def _quoted(self) -> _Quoted | None:
        """The quote and where it is; ``None`` if the citation has none."""
        quote = self._citation.quote
        if quote is None:
            return None
        result = self._search(quote)
        place = self._place(result.spans, result.section)
        said = self._as_said(quote, result)
        return _Quoted(
            quote=said,
            result=result,
            place=place,
            fault=quote_fault(quote, result, self._pages.numbers, self._standard),
            remarks=(*section_remarks(self._citation, place), *self._remarks(quote, result)),
            stated=cache(partial(locate_stated, said, result, self._source)),
        )

    def _as_said(self, quote: str, result: QuoteResult) -> str:
        """Return the quote in which values are read: without markup, if it was not found as it is."""
        is_plain = result.verdict is QuoteVerdict.VERBATIM and Fold.MARKUP not in result.folds
        return (
            quote if is_plain or not self._standard.parameters.clarifications.written_forms else without_habits(quote)
        )

    def _assess_place(self, claim: Claim) -> Assessment:
        """Assess a citation without a quote by the best place where the value appears."""
        missing = Fault(
            class_name=ClassName.NOQUOTE,
            reason=Reason.QUOTE_MISSING,
            sentence="The citation has no quote.",
        )
        places = [self._places_of(self._located(part), claim) for part in claim.parts]
        known = [place for group in places for place in group]
        if not known:
            nowhere = [self._value_nowhere(claim)] if claim.parts else []
            place = self._with_value(self._place((), None), claim)
            faults = (missing, *nowhere, *place_faults(self._citation, place, self._standard))
            return Assessment(place=place, faults=faults)
        best = min(known, key=self._order)
        supported = (
            at for at, group in enumerate(places) if any(self._order(one) == self._order(best) for one in group)
        )
        return Assessment(
            place=best,
            faults=(missing, *place_faults(self._citation, best, self._standard)),
            remarks=tuple(section_remarks(self._citation, best)),
            supported=frozenset(supported),
            spans=tuple(group[best] for group in places if best in group)[:1],
        )

    def _located(self, part: Part[Any]) -> tuple[Span, ...]:
        """Return where a part of a claim appears in the document."""
        return self._source.locate(part)

    def _places_of(self, spans: Iterable[Span], claim: Claim) -> dict[CitedPlace, Span]:
        """Return the distinct places of spans, each with its first span; a value may appear often in one place."""
        found: dict[tuple[int, int, str | None], Span] = {}
        for span in spans:
            pages = self._source.document.pages_of(span)
            found.setdefault((pages[0].number, pages[-1].number, self._section_id(span)), span)
        return {self._with_value(self._place((span,), section), claim): span for (_, _, section), span in found.items()}

    def _search(self, quote: str) -> QuoteResult:
        """Search for a quote, trying each page that the citation may mean until it appears on one of them."""
        section = self._source.sections.nearest_id(self._sections)
        numbers: Sequence[int | None] = self._pages.numbers[:_MOST_PAGES] or (None,)
        search = self._source.searcher.search
        result = search(quote, page=numbers[0], section=section)
        for number in numbers[1:]:
            if result.on_cited_page or result.verdict in _UNFOUND:
                break
            again = search(quote, page=number, section=section)
            result = again if again.on_cited_page else result
        return result

    def _place(self, spans: Sequence[Span], section_id: str | None) -> CitedPlace:
        pages = tuple(sorted({page.number for span in spans for page in self._source.document.pages_of(span)}))
        offset = spans[0].start if spans else None
        return CitedPlace(
            document=self._source.document.name,
            page=self._pages.match(pages),
            section=self._source.sections.match(self._sections, section_id, offset),
            pages=pages,
            section_id=section_id,
        )

    def _with_value(self, place: CitedPlace, claim: Claim) -> CitedPlace:
        """Note on a wholly wrong place whether the cited one contains the value all the same."""
        is_wrong = place.page is PageMatch.WRONG and not place.section.is_right
        return replace(place, holds_value=True) if is_wrong and self._value_is_at_cited_place(claim) else place

    def _value_is_at_cited_place(self, claim: Claim) -> bool:
        """Return whether the whole value is on the cited page or in the cited section."""
        if not claim.parts:
            return False
        sections = [section.span for section in self._source.sections.sections_of(self._sections)]
        pages = [page.span for page in self._source.document.pages if page.number in self._pages.numbers]
        return any(
            all(any(self._is_in(part, stretch, claim) for stretch in stretches) for part in claim.parts)
            for stretches in (sections, pages)
        )

    def _is_in(self, part: Part[Any], stretch: Span, claim: Claim) -> bool:
        """Return whether a part is in a span and the words there do not tie it to another term (C-31)."""
        spans = [span for span in self._located(part) if span.overlaps(stretch)]
        naming = self._source.naming_of(stretch.of(self._source.document.text), claim.term) if spans else None
        return any(
            naming is None
            or not stretch.contains(span)
            or naming.tied_elsewhere(part, span.shift(-stretch.start)) is None
            for span in spans
        )

    def _section_id(self, span: Span) -> str | None:
        section = self._source.document.section_at(span.start)
        return None if section is None else section.id

    def _order(self, place: CitedPlace) -> tuple[int, int]:
        worst = min(
            (fault.class_name.rank for fault in place_faults(self._citation, place, self._standard)), default=99
        )
        return (-worst, _PAGE_ORDER.index(place.page) + _SECTION_ORDER.index(place.section))

    def _remarks(self, quote: str, result: QuoteResult) -> Iterator[Remark]:
        longest = self._standard.parameters.quote.broad_characters
        if len(quote.strip()) > longest:
            sentence = f"The quote has more than {longest} characters; a shorter one would be easier to check."
            yield Remark(reason=Reason.BROAD_QUOTE, sentence=sentence)
        if result.ocr_errors:
            sentence = f"Characters that differ as recognition of a scanned page misreads them: {result.ocr_errors}."
            yield Remark(reason=Reason.OCR_TOLERANCE, sentence=sentence)
        if result.marks:
            yield Remark(reason=_reason_of(result), sentence=_left_out(result).sentence)

    def _value_nowhere(self, claim: Claim) -> Fault:
        shown = claim.parts[0].written[:80]
        return Fault(
            class_name=ClassName.WRONGLOC,
            reason=Reason.VALUE_NOT_THERE,
            sentence=f"The cited place does not hold “{shown}”, nor does the rest of {self._source.document.name}.",
        )


def _reason_of(result: QuoteResult) -> Reason:
    return Reason.STRUCK_TEXT if all(mark.is_struck for mark in result.marks) else Reason.HIDDEN_TEXT


def _left_out(result: QuoteResult) -> Fault:
    reason = _reason_of(result)
    why = "are struck out there" if reason is Reason.STRUCK_TEXT else "cannot be seen there by a person"
    return Fault(
        class_name=ClassName.NOSUPPORT,
        reason=reason,
        sentence=f"{result.sentence} Words of it {why}, and support nothing that is in force.",
        needs_review=reason is Reason.HIDDEN_TEXT,
    )


def _no_support(claim: Claim, supported: Supported, quote: str, source: Source) -> Fault:
    if supported.tied is not None and claim.term is not None:
        value, words = (" ".join(text.split())[:80] for text in supported.tied)
        name = claim.term.field.replace("_", " ").replace("mac ", "MAC ")
        sentence = f"The quote ties “{value}” to “{words}”, not to the {name}."
        if not words:
            sentence = f"The quote names “{value}”, but forbids nobody to create or to permit security."
        return Fault(class_name=ClassName.NOSUPPORT, reason=Reason.QUOTE_OTHER_TERM, sentence=sentence)
    shown = claim.parts[0].written[:80]
    sentence = f"The quoted text does not show “{shown}”."
    if source.gives_other_period(quote, claim.parts[0]):
        sentence = f"The quote gives the figure of “{shown}” for another period; a rate without a period is per year."
    return Fault(class_name=ClassName.NOSUPPORT, reason=Reason.QUOTE_NO_SUPPORT, sentence=sentence)
