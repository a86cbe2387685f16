"""Rates the file, the place and the quote of a citation separately; a diagnostic that affects no label or score."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.documents import Fold, QuoteVerdict
from loanproof.provenance import ClassName, FileMatch, PageMatch, SectionMatch
from loanproof.values import NO_CONTEXT, PAGE_KIND, Read

if TYPE_CHECKING:
    from loanproof.provenance import CitationResult, Evidence, ItemProvenance

_NOTHING, _QUARTER, _HALF = Fraction(0), Fraction(1, 4), Fraction(1, 2)
_THREE_QUARTERS, _WHOLE = Fraction(3, 4), Fraction(1)
_NEAR_PAGES = 2  # how many pages a citation may be off and still be nearly right

_FILES = {FileMatch.EXACT: _WHOLE, FileMatch.ABBREVIATED: _HALF}
_NO_SECTION = frozenset({SectionMatch.MISSING, SectionMatch.UNVERIFIED, SectionMatch.UNRESOLVED})
_QUOTES = {
    QuoteVerdict.VERBATIM: _WHOLE,
    QuoteVerdict.ALTERED: _THREE_QUARTERS,
    QuoteVerdict.PARAPHRASE: _HALF,
    QuoteVerdict.SPLICED: _HALF,
    QuoteVerdict.PARTIAL: _QUARTER,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvenanceParts:
    """The ratings of the three elements of the deciding citation, each from 0 to 1.

    Attributes:
        file: 1 for the exact file name, 0.5 for an abbreviation.
        place: 1 for the right page and section; 0.75 for the right page without a section, or the right section with
            a page at most two off; 0.5 for the right section without a page or with one further off, or the right
            page with a wrong section; 0.25 for a wrong page without the right section.
        quote: 1 if word for word; 0.75 with a marked elision or a change that is not material; 0.5 for a paraphrase
            or a quote spliced from several places; 0.25 if only a part of it is found; 0 with a material change.
    """

    file: Fraction
    place: Fraction
    quote: Fraction


def provenance_parts_of(provenance: ItemProvenance) -> ProvenanceParts | None:
    """Return the ratings for an item's provenance, or ``None`` if provenance does not apply."""
    if provenance.class_name is ClassName.NA:
        return None
    assessed = provenance.decisive or max(provenance.citations, key=lambda one: one.class_name.rank, default=None)
    evidence = None if assessed is None else assessed.evidence
    if assessed is None or evidence is None:
        return ProvenanceParts(file=_NOTHING, place=_NOTHING, quote=_NOTHING)
    file = _FILES.get(evidence.file, _NOTHING)
    return ProvenanceParts(file=file, place=_place(assessed, evidence), quote=_quote(evidence))


def _place(assessed: CitationResult, evidence: Evidence) -> Fraction:
    """Return the rating of page and section together, on the scale of :class:`ProvenanceParts`."""
    page_is_right = evidence.page in (PageMatch.RIGHT, PageMatch.NOT_NEEDED)
    if evidence.in_section.is_right:
        if page_is_right:
            return _WHOLE
        return _THREE_QUARTERS if _is_near(assessed, evidence) else _HALF
    if page_is_right:
        return _THREE_QUARTERS if evidence.in_section in _NO_SECTION else _HALF
    return _QUARTER if evidence.page in (PageMatch.WRONG, PageMatch.WIDE) else _NOTHING


def _is_near(assessed: CitationResult, evidence: Evidence) -> bool:
    """Return whether the cited page is a number at most two away from a page on which the quote is."""
    reading = PAGE_KIND.parse(assessed.citation.page or "", NO_CONTEXT)
    if not isinstance(reading, Read) or not reading.value.first.isdecimal():
        return False
    return any(abs(int(reading.value.first) - page) <= _NEAR_PAGES for page in evidence.pages)


def _quote(evidence: Evidence) -> Fraction:
    if evidence.quote is None or evidence.quote.material:
        return _NOTHING
    best = _THREE_QUARTERS if Fold.ELISION in evidence.quote.folds else _WHOLE
    return min(best, _QUOTES.get(evidence.quote.verdict, _NOTHING))
