"""Where a party is at home: its seat, its legal form and register, and its address, as far as the document says.

Documents say it in many ways: *a company incorporated in …*, *a Delaware corporation*, *Pte. Ltd.*, *ACN …*, a mere
address, a column of a schedule, or the clause on notices.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.benchmark_terms.market_words import (
    MARKETS,
    OFFSHORE,
    WORDS,
    cities_in,
    country_of,
    market_of_law,
)
from loanproof.core import Span
from loanproof.documents import SectionKind
from loanproof.values import LAW_KIND, PARTY_KIND, LawUse, candidates_of

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper

_FRONT = 6000  # characters at the start of a document that may describe its parties
_MAX_DESCRIPTION = 450  # characters about one party
_CUE = 70  # characters between a place and the word that makes it a seat
# The end of what is said about one party.
_END_OF_PARTY = re.compile(
    r"\n[ \t]*\n|\n\s*\(?(?:[0-9]{1,2}|[a-z])[.)]\s|;|\n\s*(?:and|with|between|among)\b[ \t]*\n", re.IGNORECASE
)
# A kind of company right after a place.
_COMPANY_AFTER = re.compile(rf"\A[\w\s’',-]{{0,40}}?(?:{WORDS.company.pattern})", re.IGNORECASE)
# A street or a house right after a place, which is then only part of an address.
_STREET_AFTER = re.compile(rf"\A[’'s]{{0,2}}\s(?:{WORDS.streets.pattern})", re.IGNORECASE)
# *A Delaware corporation*.
_PLACE_AS_ADJECTIVE = re.compile(
    rf"\b(?:an?|the)\s+(?P<place>[A-Z]\w+(?:\s[A-Z]\w+)?)\s(?:[\w-]+\s){{0,4}}?(?:{WORDS.company.pattern})\b"
)
_LINE = re.compile(r"^[^\n]*$", re.MULTILINE)
_MAX_HEADING = 60  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """The markets that show where a party is at home, the strongest sign first.

    Attributes:
        seats: The markets of the places where it is incorporated.
        told: The markets of its legal form, its register and its address.
        is_offshore: Whether it is incorporated offshore, where companies of every market are.
    """

    seats: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    is_offshore: bool = False

    @property
    def market(self) -> str | None:
        """The market of its seat, or else of its other signs; None if nothing shows one."""
        return next(iter((*self.seats, *self.told)), None)


def homes_of(paper: Paper, names: Iterable[str]) -> tuple[Home, ...]:
    """Return the homes of the named parties, by what follows their names; unknown ones are left out."""
    zones = tuple(_zones(paper))
    found = (_home(paper, _after_name(paper, name, zones), _form(name)) for name in dict.fromkeys(names))
    return tuple(one for one in found if one.market is not None or one.is_offshore)


def homes_of_role(paper: Paper) -> tuple[Home, ...]:
    """Return the homes of parties only called borrowers, from representations, lists, notices and the front."""
    stretches = (*_represented(paper), *_lists(paper), *_notices(paper), *_items(paper))
    found = (_home(paper, (one,), "") for one in stretches)
    return tuple(one for one in found if one.market is not None or one.is_offshore)


def _form(name: str) -> str:
    """Return the legal form of a party, or an empty text."""
    return next((one.form for one in candidates_of(PARTY_KIND.read(name))), "")


def _zones(paper: Paper) -> Iterator[Span]:
    """Yield the parts of a document that describe parties: its front, and later covers, schedules and notices."""
    kinds = (SectionKind.COVER, SectionKind.PARTIES, SectionKind.SIGNATURE, SectionKind.SCHEDULE, SectionKind.PART)
    yield Span(0, min(_FRONT, len(paper.text)))
    for one in paper.document.sections:
        if one.kind in kinds and one.span.end > _FRONT and not paper.is_attached(one.span.start):
            yield Span(max(one.span.start, _FRONT), one.span.end)
    yield from (span for span in paper.roles.spans(Role.NOTICES) if span.start >= _FRONT)


def _after_name(paper: Paper, name: str, zones: Iterable[Span]) -> Iterator[Span]:
    """Yield what follows each mention of a name, up to the next party."""
    pattern = re.compile(r"\s+".join(map(re.escape, name.split())), re.IGNORECASE)
    for zone in zones:
        for match in pattern.finditer(paper.text, zone.start, zone.end):
            yield _of_one(paper, match.end(), zone.end)


def _of_one(paper: Paper, start: int, limit: int) -> Span:
    """Return what is said about one party from a position on."""
    section = paper.document.section_at(start)
    end = limit if section is None else min(limit, section.span.end)
    reach = Span(start, max(start, min(start + _MAX_DESCRIPTION, end)))
    stop = _END_OF_PARTY.search(paper.text, start + 1, reach.end)
    others = [one.span.start for one in paper.inside(PARTY_KIND, reach) if one.span.start > start + 1]
    return Span(start, min([reach.end, *others, *([] if stop is None else [stop.start()])]))


def _items(paper: Paper) -> Iterator[Span]:
    """Yield the paragraphs and lines at the front that call somebody the borrower."""
    front = paper.text[: _FRONT // 2]
    start = 0
    for stop in (*_END_OF_PARTY.finditer(front), None):
        end = len(front) if stop is None else stop.start()
        found = WORDS.borrowers.search(front, start, end)
        if found is not None:
            yield Span(start, end)
        start = end if stop is None else stop.end()


def _represented(paper: Paper) -> Iterator[Span]:
    """Yield the rest of each sentence in which a borrower represents where it is incorporated."""
    for zone in paper.roles.spans(Role.REPRESENTATIONS):
        for match in WORDS.borrowers.finditer(paper.text, zone.start, zone.end):
            rest = Span(match.end(), min(paper.passages.sentence_at(match.start()).end, match.end() + _MAX_DESCRIPTION))
            if WORDS.seated.search(rest.of(paper.text)):
                yield rest


def _notices(paper: Paper) -> Iterator[Span]:
    """Yield the addresses for notices to a borrower."""
    for zone in paper.roles.spans(Role.NOTICES):
        for match in WORDS.notices_to.finditer(paper.text, zone.start, zone.end):
            yield _of_one(paper, match.end(), zone.end)


def _lists(paper: Paper) -> Iterator[Span]:
    """Yield the lines of a schedule below a heading about borrowers, up to the next heading."""
    for section in paper.document.sections:
        if section.kind is not SectionKind.SCHEDULE or paper.is_attached(section.span.start):
            continue
        start: int | None = None
        for line in _LINE.finditer(paper.text, section.span.start, section.span.end):
            is_heading = len(line[0]) <= _MAX_HEADING and not any(map(str.isdigit, line[0]))
            if start is not None and is_heading and WORDS.other_lists.search(line[0]):
                yield Span(start, line.start())
                start = None
            if is_heading and start is None and WORDS.borrowers.search(line[0]):
                start = line.end()
        if start is not None:
            yield Span(start, section.span.end)


def _home(paper: Paper, stretches: Iterable[Span], form: str) -> Home:
    """Return the home that passages about a party, and its legal form, show."""
    seats: list[str] = []
    told = [name for name, market in MARKETS.items() if {form, form.removeprefix("company ")} & set(market.forms)]
    is_offshore = False
    for span in stretches:
        words = span.of(paper.text)
        for code, is_seat in _places(paper, span):
            is_offshore = is_offshore or (is_seat and code in OFFSHORE)
            market = market_of_law(code)
            if market is not None:
                (seats if is_seat else told).append(market)
        told += [name for name, market in MARKETS.items() if market.registers and market.registers.search(words)]
        told += cities_in(words, _STREET_AFTER)
    return Home(seats=tuple(dict.fromkeys(seats)), told=tuple(dict.fromkeys(told)), is_offshore=is_offshore)


def _places(paper: Paper, span: Span) -> Iterator[tuple[str, bool]]:
    """Yield the country of each place that a passage names, and whether a company has its seat there."""
    text = paper.text
    for found in paper.inside(LAW_KIND, span):
        if found.candidates[0].use in (LawUse.GOVERNING, LawUse.COURTS):
            continue
        before = text[max(span.start, found.span.start - _CUE) : found.span.start]
        behind = text[found.span.end : span.end]
        is_seat = bool(WORDS.seated.search(before) or _COMPANY_AFTER.match(behind.split(",")[0]))
        if is_seat or not _STREET_AFTER.match(behind):
            yield country_of(found.candidates[0].codes[0]), is_seat
    for match in _PLACE_AS_ADJECTIVE.finditer(text, span.start, span.end):
        codes = [code for one in candidates_of(LAW_KIND.read(match["place"])) for code in one.codes]
        yield from ((country_of(code), True) for code in codes)
