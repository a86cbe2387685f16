"""The cited section compared with the section where a text is.

A coarser section around the place is right, and so is a finer one inside it. A section that is not in the index is
invented only if a person confirmed that the index is complete; a list made by this tool proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, TypeAlias

from loanproof.documents import doubt_about, holds_place
from loanproof.provenance.described_places import (
    is_description,
    is_front,
    is_in_body,
    is_in_definition,
    names_front,
)
from loanproof.provenance.other_ids import other_ids
from loanproof.provenance.signature_blocks import is_in_signatures
from loanproof.provenance.written_headings import begins_line, is_in_part, is_under_heading
from loanproof.values import NO_CONTEXT, SECTION_KIND, Read, SectionId, SectionRelation, relate_sections

if TYPE_CHECKING:
    from loanproof.documents import Document, Section
    from loanproof.provenance.cited_sections import CitedSections

_Related: TypeAlias = "tuple[Section, SectionId, SectionRelation]"


class SectionMatch(StrEnum):
    """How a cited section relates to the place, best first."""

    EXACT = "exact"
    FINER = "finer"
    COARSE = "coarse"
    NOT_NEEDED = "not_needed"  # none is cited for text before the first clause
    MISSING = "missing"
    UNVERIFIED = "unverified"  # the section cannot be located: the clause tree looks wrong, or lacks its place
    UNRESOLVED = "unresolved"  # not in an unconfirmed index, or a description that matches nothing
    OTHER = "other"
    NOT_THERE = "not_there"  # not in a complete index

    @property
    def is_right(self) -> bool:
        """Whether the section leads to the place."""
        return self in (SectionMatch.EXACT, SectionMatch.FINER, SectionMatch.COARSE, SectionMatch.NOT_NEEDED)


_BEST_FIRST = list(SectionMatch)
_COVER = ("cover",)
# How the head of an agreement or letter is cited if it has no heading.
_OPENINGS = frozenset(
    {("parties",), _COVER}
    | {
        (f"head:{words}",)
        for words in (
            "to|addressee|address|address block|letterhead|letter head|header|heading|title|subject|subject line|"
            "introduction|introductory paragraph|opening paragraph|first paragraph|the first paragraph|salutation"
        ).split("|")
    }
)
_OF_RELATION = {
    SectionRelation.SAME: SectionMatch.EXACT,
    SectionRelation.DESCENDANT: SectionMatch.FINER,
    SectionRelation.ANCESTOR: SectionMatch.COARSE,
    SectionRelation.OTHER: SectionMatch.OTHER,
}


class SectionIndex:
    """The sections of one document as comparable ids, read once."""

    def __init__(self, document: Document, *, front_matter: bool = False, described_places: bool = False) -> None:
        """Read the sections of a document.

        Args:
            document: The document.
            front_matter: Whether the text before the first clause is one place (C-18).
            described_places: Whether a description is never invented, and a doubtful tree proves nothing (C-34).
        """
        self._document = document
        self._front_matter = front_matter
        self._described_places = described_places
        self._known: dict[SectionId, bool] = {}
        self._nearest: dict[tuple[SectionId, ...], str | None] = {}
        self._relations: dict[SectionId, tuple[_Related, ...]] = {}

    @cached_property
    def _entries(self) -> tuple[tuple[Section, SectionId], ...]:
        return tuple((section, SectionId.of_canonical(section.id)) for section in self._document.sections)

    @cached_property
    def _ids(self) -> dict[str, SectionId]:
        return {section.id: known for section, known in self._entries}

    @cached_property
    def _aliases(self) -> Mapping[str, Sequence[SectionId]]:
        return other_ids(self._document.sections, described_places=self._described_places)

    @cached_property
    def _inside(self) -> dict[tuple[str, ...], list[tuple[Section, SectionId]]]:
        """The entries under the steps of each section around them, including their own."""
        groups: dict[tuple[str, ...], list[tuple[Section, SectionId]]] = {}
        for section, known in self._entries:
            steps = _steps(known)
            for length in range(1, len(steps) + 1):
                groups.setdefault(steps[:length], []).append((section, known))
        return groups

    @cached_property
    def _definitions_alone(self) -> tuple[tuple[Section, SectionId], ...]:
        """The definitions whose place the index does not give."""
        return tuple(entry for entry in self._entries if entry[1].path[0].startswith("#"))

    @cached_property
    def _one_numbering(self) -> bool:
        """Whether ``2.05`` and ``2.5`` cannot be two sections here."""
        ids = {entry.path for _, entry in self._entries}
        plain = {tuple(_without_zeros(step) for step in path) for path in ids}
        return len(plain) == len(ids)

    def match(self, cited: CitedSections, place: str | None, offset: int | None) -> SectionMatch:
        """Compare with the section of a place, given by its id and an offset in it. The best of several decides.

        A non-existent section is never outweighed by another one that exists.
        """
        is_at_front = self._front_matter and is_front(self._document, offset)
        if not cited.given:
            return SectionMatch.NOT_NEEDED if is_at_front else SectionMatch.MISSING
        if self._described_places and self._is_in_doubt:
            return SectionMatch.UNVERIFIED
        if not cited.ids:
            return SectionMatch.UNRESOLVED
        if is_at_front and any(map(names_front, cited.ids)):
            return SectionMatch.EXACT
        matches = [self._match_one(one, place, offset) for one in cited.ids]
        if cited.also is not None and self._related(cited.also):
            matches = [min(*matches, self._match_one(cited.also, place, offset), key=_BEST_FIRST.index)]
        if SectionMatch.NOT_THERE in matches:
            return SectionMatch.NOT_THERE
        best = min(matches, key=_BEST_FIRST.index)
        if not best.is_right and cited.steps and all(self._leads_to(step, place, offset) for step in cited.steps):
            return SectionMatch.COARSE
        return best

    def _leads_to(self, step: SectionId, place: str | None, offset: int | None) -> bool:
        """Return whether one of several headings in a description leads to a place, or begins its line in a table."""
        if self._match_one(step, place, offset).is_right:
            return True
        heading = step.path[0].removeprefix("head:")
        return offset is not None and _is_heading(step) and begins_line(self._document.text, heading, offset)

    @cached_property
    def _is_in_doubt(self) -> bool:
        return doubt_about(self._document) is not None

    def nearest_id(self, cited: CitedSections) -> str | None:
        """Return the document's own id of the cited section, or of the deepest indexed section around it."""
        if cited.ids not in self._nearest:
            self._nearest[cited.ids] = self._find_nearest(cited)
        return self._nearest[cited.ids]

    def _find_nearest(self, cited: CitedSections) -> str | None:
        best: tuple[int, str] | None = None
        for one in cited.ids:
            for section, known, relation in self._related(one):
                if relation in (SectionRelation.SAME, SectionRelation.DESCENDANT):
                    best = max(best or (0, ""), (len(known.path), section.id), key=lambda found: found[0])
        if best is not None:
            return best[1]
        return next((section.id for section in self.sections_of(cited)), None)

    def sections_of(self, cited: CitedSections) -> Sequence[Section]:
        """Return the sections of the document that the citation names, in order."""
        same = {
            section.id
            for one in cited.ids
            for section, _, relation in self._related(one)
            if relation is SectionRelation.SAME
        }
        titles = [one for one in cited.ids if _is_heading(one)]
        return [
            section
            for section, _ in self._entries
            if section.id in same or any(_titled(section, one) for one in titles)
        ]

    def _match_one(self, cited: SectionId, place: str | None, offset: int | None) -> SectionMatch:
        here = None if place is None else self._ids.get(place)
        match = SectionMatch.OTHER if here is None else _OF_RELATION[self._relate(here, cited)]
        if match is SectionMatch.OTHER and place is not None and here is not None:
            match = self._match_alias(cited, place, here)
        if match is SectionMatch.OTHER and offset is not None and self._is_around(cited, offset):
            match = SectionMatch.COARSE
        if cited.path in _OPENINGS and self._is_before_all(here, offset) and not self._related(cited):
            return SectionMatch.EXACT  # the text before the first clause names the parties, with or without a heading
        if self._described_places and match is SectionMatch.FINER and here is not None and offset is not None:
            match = SectionMatch.OTHER if self._is_elsewhere(cited, here, offset) else match
        if self._described_places and not match.is_right and offset is not None and self._describes(cited, offset):
            return SectionMatch.COARSE
        if not match.is_right and self._has_no_place(cited):
            return SectionMatch.UNVERIFIED
        if cited not in self._known:
            self._known[cited] = self._exists(cited)
        if self._known[cited]:
            return match
        if self._described_places and is_description(cited):
            return match if match.is_right else SectionMatch.UNRESOLVED
        if self._document.sections_complete:
            return SectionMatch.NOT_THERE
        return match if match.is_right else SectionMatch.UNRESOLVED

    def _is_elsewhere(self, cited: SectionId, here: SectionId, offset: int) -> bool:
        """Whether the text marks the cited paragraph, and the place is in another one of its list."""
        section = self._document.section_at(offset)
        below = _below(here, cited)[:1]
        if section is None or not below or not below[0].startswith("("):
            return False
        return holds_place(self._document.text, section.span, below[0][1:-1], offset) is False

    def _has_no_place(self, cited: SectionId) -> bool:
        """Return whether a person stated the section, or one around it, without a known place."""
        around = (SectionRelation.SAME, SectionRelation.DESCENDANT)
        return any(relation in around and not section.span for section, _, relation in self._related(cited))

    def _describes(self, cited: SectionId, offset: int) -> bool:
        """Return whether a description leads to a place: definition, heading in short, the body, the signatures."""
        around = [(section, self._ids[section.id]) for section in self._document.sections_around(offset)]
        return (
            is_in_definition(self._document, cited, around, offset)
            or is_in_body(self._document, cited, offset)
            or is_in_signatures(self._document, cited, offset)
            or any(_is_titled_in_short(section, cited) for section, _ in around)
        )

    def _is_before_all(self, here: SectionId | None, offset: int | None) -> bool:
        """Return whether a place is before every section except the cover."""
        if here is not None:
            return here.path == _COVER
        sections = self._document.sections
        return offset is not None and bool(sections) and offset < sections[0].span.start

    def _match_alias(self, cited: SectionId, place: str, here: SectionId) -> SectionMatch:
        """Compare by the second ids of either side; a definition never matches a different one."""
        if place in self._aliases:
            matches = (_OF_RELATION[self._relate(alias, cited)] for alias in self._aliases[place])
            return min(matches, key=_BEST_FIRST.index)
        same = {section.id for section, _, relation in self._related(cited) if relation is SectionRelation.SAME}
        aliases = (alias for one in same for alias in self._aliases.get(one, ()))
        holds = any(self._relate(here, alias) is SectionRelation.SAME for alias in aliases)
        return SectionMatch.FINER if holds else SectionMatch.OTHER

    def _exists(self, cited: SectionId) -> bool:
        """Return whether the index has a section, a part of it, or is not detailed enough to say."""
        related = self._related(cited)
        if any(relation in (SectionRelation.SAME, SectionRelation.ANCESTOR) for _, _, relation in related):
            return True
        if _is_heading(cited) and any(_titled(section, cited) for section, _ in self._entries):
            return True
        if any(alias == cited for aliases in self._aliases.values() for alias in aliases):
            return True
        if not related:
            return False
        deepest = max((known for _, known, _ in related), key=lambda known: len(known.path))
        return not any(relation is SectionRelation.ANCESTOR for _, _, relation in self._related(deepest))

    def _is_around(self, cited: SectionId, offset: int) -> bool:
        """Return whether the cited section contains a place by its heading, or without sharing the place's id.

        The clauses of a restated agreement in a schedule have plain numbers, and are cited with or without the
        schedule.
        """
        inner: list[SectionId] = []
        for section in self._document.sections_around(offset):
            known = self._ids[section.id]
            if _titled(section, cited) or self._holds(known, cited, inner):
                return True
            inner.append(known)
        if not _is_heading(cited) or self._exists(cited):
            return False
        heading = cited.path[0].removeprefix("head:")
        return is_under_heading(self._document.text, heading, offset) or is_in_part(self._document, heading, offset)

    def _holds(self, outer: SectionId, cited: SectionId, inner: Sequence[SectionId]) -> bool:
        """Return whether a section around a place is the cited one, or its first part with ``inner`` as the rest."""
        relation = self._relate(outer, cited)
        if relation is not SectionRelation.DESCENDANT:
            return relation is SectionRelation.SAME
        rest = SECTION_KIND.parse("".join(_below(outer, cited)).removeprefix("/para."), NO_CONTEXT)
        return isinstance(rest, Read) and any(
            self._relate(one, rest.value) in (SectionRelation.SAME, SectionRelation.ANCESTOR) for one in inner
        )

    def _related(self, cited: SectionId) -> tuple[_Related, ...]:
        """Return the entries that are the cited section, contain it or are inside it; cached."""
        if cited not in self._relations:
            found = ((section, known, self._relate(known, cited)) for section, known in self._near(cited))
            self._relations[cited] = tuple(one for one in found if one[2] is not SectionRelation.OTHER)
        return self._relations[cited]

    def _near(self, cited: SectionId) -> Iterator[tuple[Section, SectionId]]:
        """Yield the entries that can be related at all: those inside the cited section, and those around it."""
        steps = _steps(cited)
        if steps[0].startswith("#"):  # a definition cited without its section may appear anywhere
            yield from self._entries
            return
        yield from self._inside.get(steps, ())
        for length in range(1, len(steps)):
            yield from (entry for entry in self._inside.get(steps[:length], ()) if len(entry[1].path) == length)
        yield from self._definitions_alone

    def _relate(self, place: SectionId, cited: SectionId) -> SectionRelation:
        return relate_sections(place, cited, one_numbering=self._one_numbering)


def _steps(section: SectionId) -> tuple[str, ...]:
    """Return the steps for the loosest comparison: without leading zeros and the word of a letter's paragraph."""
    first, *others = section.path
    return (first.removeprefix("para."), *map(_without_zeros, others))


def _below(outer: SectionId, cited: SectionId) -> tuple[str, ...]:
    """Return the steps of a cited section below an outer one; a definition may be cited without its clause."""
    first = cited.path[0]
    return cited.path[len(outer.path) - (outer.path.index(first) if first in outer.path else 0) :]


def _is_heading(cited: SectionId) -> bool:
    return cited.path[0].startswith("head:")


def _titled(section: Section, cited: SectionId) -> bool:
    """Return whether a section is cited by its heading alone: ``Negative pledge`` for 22.3."""
    if section.title is None or not _is_heading(cited):
        return False
    return _heading_of(section.title) == cited


def _is_titled_in_short(section: Section, cited: SectionId) -> bool:
    """Return whether a section is cited by the first words of its heading: ``Interest`` for Interest Rates."""
    heading = None if section.title is None or not _is_heading(cited) else _heading_of(section.title)
    return heading is not None and heading.path[0].startswith(cited.path[0] + " ")


@lru_cache(maxsize=4096)
def _heading_of(title: str) -> SectionId | None:
    reading = SECTION_KIND.parse("head:" + title, NO_CONTEXT)
    return reading.value if isinstance(reading, Read) else None


def _without_zeros(step: str) -> str:
    return "." + (step[1:].lstrip("0") or "0") if step.startswith(".") else step
