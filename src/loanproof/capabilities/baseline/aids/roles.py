"""What each section is for, judged by the words of its heading.

A role comes from the words of a heading, never from a number or a name. A section without a role of its own has the
roles of its parent, so ``6.1(a)`` under *Conditions precedent* is a condition. A section may have several roles.
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
_LONGEST_TITLE = 120  # characters of a heading that are read


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
    """For each role: phrases of its headings, openings that introduce a list of it, and cues.

    A cue is a phrase in the clause itself; it counts only if no heading says what the clause is for.
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
_OPENING = 500  # characters of a clause in which a cue counts
_MIN_ITEMS = 3  # a section with this many sections below it introduces a list
_LONGEST_OPENING = 400  # characters in which a list is introduced
_VERB = re.compile(r"\b(?:shall|agrees?|will|may|must|is|are|has|have)\b")
_LONGEST_PHRASE = max(map(len, _PHRASES))
_CLAUSES = frozenset({SectionKind.CLAUSE, SectionKind.ARTICLE, SectionKind.HEADING})
_ATTACHED = frozenset({SectionKind.SCHEDULE, SectionKind.EXHIBIT, SectionKind.ANNEX, SectionKind.APPENDIX})


def roles_of_title(title: str) -> frozenset[Role]:
    """Return the roles that a heading names; if two phrases overlap, the longer one counts."""
    words = _WORD.findall(title[:_LONGEST_TITLE].lower().replace("’", "'"))
    found: set[Role] = set()
    at = 0
    while at < len(words):
        sizes = range(min(_LONGEST_PHRASE, len(words) - at), 0, -1)
        size = next((one for one in sizes if tuple(words[at : at + one]) in _PHRASES), 0)
        if size:
            found.add(_PHRASES[tuple(words[at : at + size])])
        at += max(size, 1)
    return frozenset(found)


class Roles:
    """The roles of all sections of one document."""

    def __init__(self, document: Document) -> None:
        """Give each section the roles of its own heading, or else those of its parent."""
        self._sections = document.sections
        items = Counter(one.parent for one in document.sections)
        self._own: list[frozenset[Role]] = []
        inherited: list[frozenset[Role]] = []
        for position, section in enumerate(document.sections):
            own = _own_roles(section)
            if not own and items[position] >= _MIN_ITEMS:
                own = _introduced(section, document.text)
            above = frozenset() if section.parent is None else inherited[section.parent]
            if not own and not above and section.kind in _CLAUSES:
                own = _by_cue(section, document.text)
            self._own.append(own)
            inherited.append(own or above)
        found = find_headed(document, lambda title: bool(roles_of_title(title)))
        self._headed = [(one.span, roles_of_title(one.title), one.title) for one in found]

    def at(self, offset: int) -> frozenset[Role]:
        """Return the roles of the innermost heading around a character that has any."""
        return next(self._around(offset), frozenset())

    def above(self, offset: int) -> frozenset[Role]:
        """Return the roles of all headings around a character."""
        return frozenset().union(*self._around(offset))

    def is_only(self, offset: int, roles: AbstractSet[Role]) -> bool:
        """Return whether a heading around a character names nothing but the given roles.

        A heading that names other things too, such as ``Commitments, Fees and Prepayments``, leaves open which one
        applies.
        """
        return any(own <= roles for own in self._around(offset))

    def part(self, offset: int) -> int:
        """Return how many of the headings that the clause tree lacks are above a character; this numbers the parts."""
        return bisect_right(self._headed, offset, key=lambda one: one[0].start)

    def bare_heading(self, offset: int) -> str | None:
        """Return the nearest heading above a character, if it is one that the clause tree lacks."""
        position = bisect_right(self._sections, offset, key=lambda one: one.span.start) - 1
        at = bisect_right(self._headed, offset, key=lambda one: one[0].start) - 1
        is_nearest = at >= 0 and (position < 0 or self._sections[position].span.start < self._headed[at][0].start)
        return self._headed[at][2] if is_nearest else None

    def _around(self, offset: int) -> Iterator[frozenset[Role]]:
        """Yield the roles of the headings around a character that have any, the innermost first.

        A heading that the clause tree lacks covers what is below it; a section that begins above it belongs to another
        part.
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
        """Return where the sections of a role are, in order; a section inside another one of the role is left out."""
        found: list[Span] = []
        for section, own in zip(self._sections, self._own, strict=True):
            if role in own and (not found or section.span.start >= found[-1].end):
                found.append(section.span)
        headed = [span for span, own, _ in self._headed if role in own]
        return tuple(sorted((*(one for one in found if not any(span.contains(one) for span in headed)), *headed)))


def _by_cue(section: Section, text: str) -> frozenset[Role]:
    """Return the role of a clause from its first words, for a clause that no heading describes."""
    opening = " ".join(text[section.span.start : min(section.span.end, section.span.start + _OPENING)].lower().split())
    found = _CUE.search(opening)
    return frozenset() if found is None else frozenset({_CUES[found[0]]})


def _introduced(section: Section, text: str) -> frozenset[Role]:
    """Return the roles of a list from the words that introduce it, for a list whose heading says nothing."""
    opening = " ".join(text[section.span.start : section.span.start + _LONGEST_OPENING].lower().split())
    first = re.split(r"\([a-z0-9]{1,3}\)", opening, maxsplit=1)[0]
    return frozenset(role for phrase, role in _OPENINGS if phrase in first)


def _own_roles(section: Section) -> frozenset[Role]:
    """Return the roles of a section from its kind and its own heading."""
    match section.kind:
        # These are not clauses, whatever their titles say.
        case SectionKind.DEFINITION | SectionKind.CONTENTS | SectionKind.COVER | SectionKind.SIGNATURE:
            return frozenset()
        case SectionKind.PARTIES:
            return frozenset({Role.PARTIES})
        case _:
            named = roles_of_title(_heading_of(section.title or ""))
            is_form = section.kind in _ATTACHED and (section.title or "").lower().startswith("form of")
            return named | {Role.FORM} if is_form else named


def _heading_of(title: str) -> str:
    """Return a title without the aside between a subject and its verb, which only mentions things.

    A clause without a heading has its first words as its title: *The Lender, relying upon the representations, agrees
    to lend*.
    """
    verb = _VERB.search(title)
    if verb is None:
        return title
    subject, _, aside = title[: verb.start()].partition(",")
    return f"{subject} {title[verb.start() :]}" if aside else title
