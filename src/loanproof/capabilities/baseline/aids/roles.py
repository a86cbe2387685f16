"""What a section is for: its heading's family, its parent, and the clauses of the form that it answers to.

A role is told by words of the heading, never by a number or a name. A section without a family of its own has those of
its parent, so that ``6.1(a)`` under *Conditions precedent* is a condition. A section may have several roles.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from enum import StrEnum
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids.bare_headings import find_headed
from loanproof.core import Words, WordTable, load_words
from loanproof.documents import SectionKind

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.documents import Document, Section

_WORD = re.compile(r"[a-z0-9]+")
_LONGEST_TITLE = 120


class Role(StrEnum):
    """What a section is for."""

    DEFINITIONS = "definitions"
    FACILITY = "facility"
    PURPOSE = "purpose"
    CONDITIONS = "conditions"
    REPAYMENT = "repayment"
    PREPAYMENT = "prepayment"
    INTEREST = "interest"
    INTEREST_PERIODS = "interest_periods"
    DEFAULT_INTEREST = "default_interest"
    RATE_FALLBACK = "rate_fallback"
    PRICING = "pricing"
    FEES = "fees"
    COMMITMENT_FEE = "commitment_fee"
    GUARANTEE = "guarantee"
    REPRESENTATIONS = "representations"
    INFORMATION = "information"
    FINANCIAL_COVENANTS = "financial_covenants"
    COVENANTS = "covenants"
    NEGATIVE_PLEDGE = "negative_pledge"
    EVENTS_OF_DEFAULT = "events_of_default"
    AGENT = "agent"
    TRANSFERS = "transfers"
    AMENDMENTS = "amendments"
    EFFECTIVENESS = "effectiveness"
    LENDERS = "lenders"
    PARTIES = "parties"
    INCREASE = "increase"
    LETTERS_OF_CREDIT = "letters_of_credit"
    GOVERNING_LAW = "governing_law"
    ENFORCEMENT = "enforcement"
    NOTICES = "notices"
    COSTS = "costs"
    FORM = "form"


class _Families(WordTable):
    """For each role the phrases that a heading of it holds, those with which a list below it is introduced, and cues.

    A cue is a phrase of the clause itself; it counts only where no heading says what the clause is for.
    """

    families: dict[Role, Words]
    openings: dict[Role, Words]
    cues: dict[Role, Words]


_TABLE = load_words(__package__, "roles", _Families)
_PHRASES = {
    tuple(_WORD.findall(phrase.lower())): role for role, phrases in _TABLE.families.items() for phrase in phrases
}
_OPENINGS = [(phrase.lower(), role) for role, phrases in _TABLE.openings.items() for phrase in phrases]
_CUES = {phrase.lower(): role for role, phrases in _TABLE.cues.items() for phrase in phrases}
_CUE = re.compile("|".join(rf"\b{re.escape(one)}\b" for one in sorted(_CUES, key=len, reverse=True)))
_OPENING = 500  # characters of a clause in which it says what it does
_FEWEST_ITEMS = 3
_LONGEST_OPENING = 400
_LONGEST = max(map(len, _PHRASES))
_CLAUSES = frozenset({SectionKind.CLAUSE, SectionKind.ARTICLE, SectionKind.HEADING})
_ATTACHED = frozenset({SectionKind.SCHEDULE, SectionKind.EXHIBIT, SectionKind.ANNEX, SectionKind.APPENDIX})


def roles_of_title(title: str) -> frozenset[Role]:
    """Return the roles that a heading names; of two phrases that overlap the longer one counts."""
    words = _WORD.findall(title[:_LONGEST_TITLE].lower().replace("’", "'"))
    found: set[Role] = set()
    at = 0
    while at < len(words):
        sizes = range(min(_LONGEST, len(words) - at), 0, -1)
        size = next((one for one in sizes if tuple(words[at : at + one]) in _PHRASES), 0)
        if size:
            found.add(_PHRASES[tuple(words[at : at + size])])
        at += max(size, 1)
    return frozenset(found)


class Roles:
    """The roles of all sections of one document."""

    def __init__(self, document: Document) -> None:
        """Give each section the roles of its own heading, else those of its parent."""
        self._sections = document.sections
        items = Counter(one.parent for one in document.sections)
        self._own: list[frozenset[Role]] = []
        self._all: list[frozenset[Role]] = []
        for position, section in enumerate(document.sections):
            own = _own_roles(section)
            if not own and items[position] >= _FEWEST_ITEMS:
                own = _introduced(section, document.text)
            above = frozenset() if section.parent is None else self._all[section.parent]
            if not own and not above and section.kind in _CLAUSES:
                own = _by_cue(section, document.text)
            self._own.append(own)
            self._all.append(own or above)
        found = find_headed(document, lambda title: bool(roles_of_title(title)))
        self._headed = [(one.span, roles_of_title(one.title), one.title) for one in found]

    def of(self, position: int) -> frozenset[Role]:
        """Return the roles of the section at a position of the document's list."""
        return self._all[position]

    def at(self, offset: int) -> frozenset[Role]:
        """Return the roles of the innermost heading around a character that has any."""
        return next(self._around(offset), frozenset())

    def above(self, offset: int) -> frozenset[Role]:
        """Return the roles of all headings around a character, the innermost and those that hold it."""
        return frozenset().union(*self._around(offset))

    def is_only(self, offset: int, roles: AbstractSet[Role]) -> bool:
        """Return whether a heading around a character says that what it heads is about nothing but some roles.

        One that names other things too, ``Commitments, Fees and Prepayments``, leaves open which of them a place is of.
        """
        return any(own <= roles for own in self._around(offset))

    def part(self, offset: int) -> int:
        """Return which of the headings that the clause tree does not have is above a character, counted from one."""
        return bisect_right(self._headed, offset, key=lambda one: one[0].start)

    def bare_heading(self, offset: int) -> str | None:
        """Return the heading nearest above a character, where the clause tree does not have it."""
        position = bisect_right(self._sections, offset, key=lambda one: one.span.start) - 1
        at = bisect_right(self._headed, offset, key=lambda one: one[0].start) - 1
        is_nearest = at >= 0 and (position < 0 or self._sections[position].span.start < self._headed[at][0].start)
        return self._headed[at][2] if is_nearest else None

    def _around(self, offset: int) -> Iterator[frozenset[Role]]:
        """Yield the roles of the headings around a character that have any, the innermost first.

        A heading that the clause tree does not have holds what is below it; what is above it is of another part.
        """
        position = bisect_right(self._sections, offset, key=lambda one: one.span.start) - 1
        at = bisect_right(self._headed, offset, key=lambda one: one[0].start) - 1
        begins, headed = (self._headed[at][0].start, self._headed[at][1]) if at >= 0 else (0, frozenset[Role]())
        while position >= 0:
            section = self._sections[position]
            if section.span.start < begins:
                break
            if offset < section.span.end and self._own[position]:
                yield self._own[position]
            position = -1 if section.parent is None else section.parent
        if headed:
            yield headed

    def sections(self, role: Role) -> Iterator[Section]:
        """Yield the sections whose own heading has a role, in the order of the document."""
        return (one for one, own in zip(self._sections, self._own, strict=True) if role in own)

    def spans(self, role: Role) -> tuple[Span, ...]:
        """Return where the sections of a role are, in order; one inside another is told once."""
        found: list[Span] = []
        for section, own in zip(self._sections, self._own, strict=True):
            if role in own and (not found or section.span.start >= found[-1].end):
                found.append(section.span)
        headed = [span for span, own, _ in self._headed if role in own]
        return tuple(sorted((*(one for one in found if not any(span.contains(one) for span in headed)), *headed)))


def _by_cue(section: Section, text: str) -> frozenset[Role]:
    """Return the role of a clause by what it says first, where neither its heading nor one above it tells."""
    opening = " ".join(text[section.span.start : min(section.span.end, section.span.start + _OPENING)].lower().split())
    found = _CUE.search(opening)
    return frozenset() if found is None else frozenset({_CUES[found[0]]})


def _introduced(section: Section, text: str) -> frozenset[Role]:
    """Return the role of a list by the words that introduce it, where its heading says nothing."""
    opening = " ".join(text[section.span.start : section.span.start + _LONGEST_OPENING].lower().split())
    first = re.split(r"\([a-z0-9]{1,3}\)", opening, maxsplit=1)[0]
    return frozenset(role for phrase, role in _OPENINGS if phrase in first)


def _own_roles(section: Section) -> frozenset[Role]:
    match section.kind:
        case SectionKind.DEFINITION | SectionKind.CONTENTS | SectionKind.COVER | SectionKind.SIGNATURE:
            return frozenset()
        case SectionKind.PARTIES:
            return frozenset({Role.PARTIES})
        case _:
            named = roles_of_title(section.title or "")
            is_form = section.kind in _ATTACHED and (section.title or "").lower().startswith("form of")
            return named | {Role.FORM} if is_form else named
