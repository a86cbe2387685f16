"""One citation held against one document: where its text stands, what is wrong with it, what it carries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from loanproof.core import Reason, Span
from loanproof.documents import QuoteVerdict
from loanproof.provenance.judgement import ClassName, Fault, Remark, gravest
from loanproof.provenance.pages import CitedPages, PageMatch
from loanproof.provenance.place_faults import Place, place_faults, section_remarks
from loanproof.provenance.quote_classes import quote_fault
from loanproof.provenance.sections import CitedSections, SectionMatch, read_cited_sections
from loanproof.provenance.support import is_bare, locate

if TYPE_CHECKING:
    from loanproof.core import Citation
    from loanproof.documents import QuoteResult
    from loanproof.provenance.claims import Claim
    from loanproof.provenance.document_set import Source
    from loanproof.standards import EvalStandard

_MOST_PAGES = 4  # pages that a figure may mean, each tried when a wording stands several times
_UNFOUND = frozenset({QuoteVerdict.ABSENT, QuoteVerdict.TOO_SHORT})
_PAGE_ORDER = list(PageMatch)
_SECTION_ORDER = list(SectionMatch)


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    """What was seen: the place, the faults, further remarks, and the positions of the parts that are carried."""

    place: Place
    faults: tuple[Fault, ...]
    remarks: tuple[Remark, ...] = ()
    carried: frozenset[int] = frozenset()
    quote: QuoteResult | None = None
    spans: tuple[Span, ...] = ()

    @property
    def decisive(self) -> Fault | None:
        """The gravest fault, if there is any."""
        return gravest(self.faults)

    @property
    def rank(self) -> int:
        """From worst to best."""
        return ClassName.OK.rank if self.decisive is None else self.decisive.class_name.rank


class Assessor:
    """Holds one citation against one document."""

    def __init__(self, citation: Citation, source: Source, claim: Claim, standard: EvalStandard) -> None:
        self._citation = citation
        self._source = source
        self._claim = claim
        self._standard = standard
        self._pages: CitedPages = source.pages_of(citation.page)
        self._sections: CitedSections = read_cited_sections(citation.section)

    def assess_quote(self, quote: str) -> Assessment:
        """Judge a citation by the place where its quote stands, or comes from."""
        result = self._search(quote)
        place = self._place(result.spans, result.section)
        carried = self._carried_by(quote)
        fault = quote_fault(quote, result, self._pages.numbers, self._standard)
        faults = [] if fault is None else [fault]
        if self._claim.parts and not carried and result.verdict not in _UNFOUND:
            faults.append(self._no_support())
        faults += place_faults(self._citation, place, self._standard)
        faults += self._narrow(quote, result, carried)
        return Assessment(
            place=place,
            faults=tuple(faults),
            remarks=(*section_remarks(self._citation, place), *self._remarks(quote, result)),
            carried=carried,
            quote=result,
            spans=result.spans,
        )

    def assess_place(self) -> Assessment:
        """Judge a citation without a quote by the best of the places where the value stands."""
        missing = Fault(
            class_name=ClassName.NOQUOTE,
            reason=Reason.QUOTE_MISSING,
            sentence="The citation has no quote.",
        )
        places = [self._places_of(spans) for spans in self._located]
        known = [place for group in places for place in group]
        if not known:
            nowhere = [self._value_nowhere()] if self._claim.parts else []
            place = self._place((), None)
            faults = (missing, *nowhere, *place_faults(self._citation, place, self._standard))
            return Assessment(place=place, faults=faults)
        best = min(known, key=self._order)
        carried = (at for at, group in enumerate(places) if any(self._order(one) == self._order(best) for one in group))
        return Assessment(
            place=best,
            faults=(missing, *place_faults(self._citation, best, self._standard)),
            remarks=tuple(section_remarks(self._citation, best)),
            carried=frozenset(carried),
            spans=tuple(group[best] for group in places if best in group)[:1],
        )

    @cached_property
    def _located(self) -> tuple[tuple[Span, ...], ...]:
        """Where each part of the claim stands in the document."""
        return tuple(locate(part, self._source.facts) for part in self._claim.parts)

    def _places_of(self, spans: Iterable[Span]) -> dict[Place, Span]:
        """Return the different places of spans, each with its first span; a value may stand in one place often."""
        found: dict[tuple[int, int, str | None], Span] = {}
        for span in spans:
            pages = self._source.document.pages_of(span)
            found.setdefault((pages[0].number, pages[-1].number, self._section_id(span)), span)
        return {self._place((span,), section): span for (_, _, section), span in found.items()}

    def _search(self, quote: str) -> QuoteResult:
        """Search a quote, trying each page that the citation may mean until it stands on one of them."""
        section = self._source.sections.nearest_id(self._sections)
        numbers: Sequence[int | None] = self._pages.numbers[:_MOST_PAGES] or (None,)
        result = self._source.search(quote, page=numbers[0], section=section)
        for number in numbers[1:]:
            if result.on_cited_page or result.verdict in _UNFOUND:
                break
            again = self._source.search(quote, page=number, section=section)
            result = again if again.on_cited_page else result
        return result

    def _place(self, spans: Sequence[Span], section_id: str | None) -> Place:
        pages = tuple(sorted({page.number for span in spans for page in self._source.document.pages_of(span)}))
        offset = spans[0].start if spans else None
        page = self._pages.match(pages)
        section = self._source.sections.match(self._sections, section_id, offset)
        return Place(
            document=self._source.document.name,
            page=page,
            section=section,
            pages=pages,
            section_id=section_id,
            holds_value=page is PageMatch.WRONG and not section.is_right and self._value_is_at_cited_place,
        )

    @cached_property
    def _value_is_at_cited_place(self) -> bool:
        """Tell whether the whole value stands on the cited page, or in the cited section."""
        if not self._claim.parts:
            return False
        sections = [section.span for section in self._source.sections.sections_of(self._sections)]
        pages = [page.span for page in self._source.document.pages if page.number in self._pages.numbers]
        return any(
            all(any(span.overlaps(stretch) for span in spans for stretch in stretches) for spans in self._located)
            for stretches in (sections, pages)
        )

    def _section_id(self, span: Span) -> str | None:
        section = self._source.document.section_at(span.start)
        return None if section is None else section.id

    def _order(self, place: Place) -> tuple[int, int]:
        worst = min(
            (fault.class_name.rank for fault in place_faults(self._citation, place, self._standard)), default=99
        )
        return (-worst, _PAGE_ORDER.index(place.page) + _SECTION_ORDER.index(place.section))

    def _carried_by(self, quote: str) -> frozenset[int]:
        if not self._claim.parts:
            return frozenset()
        facts = self._source.facts_of(quote)
        return frozenset(position for position, part in enumerate(self._claim.parts) if locate(part, facts))

    def _narrow(self, quote: str, result: QuoteResult, carried: frozenset[int]) -> Iterator[Fault]:
        """Yield a fault where a quote is the bare value and the value stands on its page more than once."""
        if not result.spans or not carried:
            return
        facts = self._source.facts_of(quote)
        bare = (position for position in sorted(carried) if is_bare(self._claim.parts[position], facts))
        times = max((self._times_on(result.pages, self._located[position]) for position in bare), default=0)
        if times > 1:
            yield Fault(
                class_name=ClassName(self._standard.parameters.quote.not_sufficient),
                reason=Reason.NOT_SUFFICIENT,
                sentence=f"The quote is the bare value, which stands {times} times on its page.",
            )

    def _times_on(self, pages: Sequence[int], spans: Iterable[Span]) -> int:
        """Count the spans on some pages; spans that overlap, as an amount and its currency do, are one place."""
        end, times = -1, 0
        for span in sorted(spans):
            if any(page.number in pages for page in self._source.document.pages_of(span)):
                times += span.start >= end
                end = max(end, span.end)
        return times

    def _remarks(self, quote: str, result: QuoteResult) -> Iterator[Remark]:
        longest = self._standard.parameters.quote.broad_characters
        if len(quote.strip()) > longest:
            sentence = f"The quote has more than {longest} characters; a shorter one would be easier to check."
            yield Remark(reason=Reason.BROAD_QUOTE, sentence=sentence)
        if result.ocr_errors:
            sentence = f"Letters that differ as recognition of a scanned page misreads them: {result.ocr_errors}."
            yield Remark(reason=Reason.OCR_TOLERANCE, sentence=sentence)

    def _no_support(self) -> Fault:
        shown = self._claim.parts[0].text[:80]
        return Fault(
            class_name=ClassName.NOSUPPORT,
            reason=Reason.QUOTE_NO_SUPPORT,
            sentence=f"The quoted text does not carry “{shown}”.",
        )

    def _value_nowhere(self) -> Fault:
        shown = self._claim.parts[0].text[:80]
        return Fault(
            class_name=ClassName.WRONGLOC,
            reason=Reason.VALUE_NOT_THERE,
            sentence=f"The cited place does not hold “{shown}”, nor does the rest of {self._source.document.name}.",
        )
