"""How good citations are part by part: file, place and quote. Figures for diagnosis, no part of any score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING

from loanproof.documents import QuoteVerdict
from loanproof.provenance import FileMatch, PageMatch

if TYPE_CHECKING:
    from loanproof.provenance import Evidence, ItemProvenance

_NEAR_PAGES = 2
_FILE = {FileMatch.EXACT: Fraction(1), FileMatch.ABBREVIATED: Fraction(1, 2)}
_QUOTE = {
    QuoteVerdict.VERBATIM: Fraction(1),
    QuoteVerdict.ALTERED: Fraction(3, 4),
    QuoteVerdict.PARAPHRASE: Fraction(1, 2),
    QuoteVerdict.PARTIAL: Fraction(1, 2),
    QuoteVerdict.SPLICED: Fraction(1, 2),
}
_PAGE_RIGHT = frozenset({PageMatch.RIGHT, PageMatch.NOT_NEEDED})


def provenance_parts(items: Iterable[ItemProvenance]) -> Mapping[str, Fraction | None]:
    """Return the means of the three parts over the items that have a decisive citation; none without one."""
    evidence = [
        (one.decisive.evidence, one.decisive.citation.page)
        for one in items
        if one.decisive is not None and one.decisive.evidence is not None
    ]
    parts = [(_file(seen), _place(seen, page), _quote(seen)) for seen, page in evidence]
    names = ("provenance_file", "provenance_place", "provenance_quote")
    if not parts:
        return MappingProxyType(dict.fromkeys(names))
    means = (sum(column, Fraction(0)) / len(parts) for column in zip(*parts, strict=True))
    return MappingProxyType(dict(zip(names, means, strict=True)))


def _file(seen: Evidence) -> Fraction:
    return _FILE.get(seen.file, Fraction(0))


def _quote(seen: Evidence) -> Fraction:
    return Fraction(0) if seen.quote is None else _QUOTE.get(seen.quote.verdict, Fraction(0))


def _place(seen: Evidence, cited_page: str | None) -> Fraction:
    """Return the worth of page and section: a right section outweighs a page that is off."""
    if seen.page in _PAGE_RIGHT:
        return Fraction(1) if seen.in_section.is_right else Fraction(3, 4)
    if not seen.in_section.is_right:
        return Fraction(1, 4) if seen.page is PageMatch.WRONG else Fraction(0)
    if seen.page is PageMatch.MISSING or not seen.pages or cited_page is None or not cited_page.isdecimal():
        return Fraction(1, 2)
    off = min(abs(number - int(cited_page[:9])) for number in seen.pages)
    return Fraction(3, 4) if off <= _NEAR_PAGES else Fraction(1, 2)
