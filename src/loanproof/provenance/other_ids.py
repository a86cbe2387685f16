"""The other ids under which a section may be cited: in a definition, a bound-in agreement, or a schedule in Parts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from loanproof.values import NO_CONTEXT, SECTION_KIND, Read, SectionId

if TYPE_CHECKING:
    from loanproof.documents import Section

_IN_SCHEDULE = "/para."
_PART = re.compile(r"/pt\.[^/]+")
_TOP = re.compile(r"(?:[a-z]+\.[^/]+/para\.)?[0-9]{1,3}")  # a clause, or a paragraph of a schedule
_FEW_CLAUSES = 9  # a document with no more than these is a notice or certificate


def other_ids(sections: Sequence[Section], *, described_places: bool) -> Mapping[str, Sequence[SectionId]]:
    """Return the other ids of sections, by their own; ``described_places`` is ruling C-34.

    The clauses of an agreement that a schedule contains are cited by their own numbers, and the paragraphs of a
    schedule whose numbers run through all its Parts by theirs, with or without the schedule or the Part.
    """
    found = _in_definitions(sections)
    if not described_places:
        return found
    bound_in, through_parts = _bound_in(sections), _through_parts(sections)
    for section in sections:
        holder, in_schedule, own = section.id.partition(_IN_SCHEDULE)
        if in_schedule and holder == bound_in:
            found.setdefault(section.id, []).append(SectionId.of_canonical(own))
        elif in_schedule and through_parts[_without_part(section.id).partition("(")[0]] == 1:
            found.setdefault(section.id, []).append(SectionId.of_canonical(_without_part(section.id)))
    return found


def _in_definitions(sections: Sequence[Section]) -> dict[str, list[SectionId]]:
    """Return the second ids of definitions inside a lettered paragraph, and of everything below them.

    ``2.2#window(i)`` in the paragraph ``2.2(a)`` may also be cited as ``2.2(a)(i)``. A term that is defined twice in a
    clause has an id for each place.
    """
    found: dict[str, list[SectionId]] = {}
    written: dict[int, str] = {}
    for at, section in enumerate(sections):
        if "#" not in section.id or section.parent is None:
            continue
        holder = sections[section.parent].id
        if "#" in holder and section.parent in written:
            written[at] = written[section.parent] + section.id.removeprefix(holder)
        elif "#" not in holder and holder.endswith(")"):
            written[at] = holder
        reading = SECTION_KIND.parse(written[at], NO_CONTEXT) if at in written else None
        if isinstance(reading, Read):
            found.setdefault(section.id, []).append(reading.value)
    return found


def _bound_in(sections: Sequence[Section]) -> str | None:
    """Return the schedule that contains an agreement of its own, such as a restated one: most clauses are in it."""
    tops = [section.id for section in sections if _TOP.fullmatch(section.id) is not None]
    counts = Counter(one.rpartition(_IN_SCHEDULE)[0] for one in tops)
    holder, count = max(counts.items(), key=lambda one: one[1], default=("", 0))
    return holder if holder and count > _FEW_CLAUSES and 2 * count > len(tops) else None


def _through_parts(sections: Sequence[Section]) -> Counter[str]:
    """Count the paragraphs of each number in a schedule, whatever their Part; one that is alone needs no Part."""
    paragraphs = (one.id for one in sections if _IN_SCHEDULE in one.id and "(" not in one.id and "#" not in one.id)
    parted = [one for one in paragraphs if _PART.search(one)]
    return Counter(map(_without_part, parted))


def _without_part(section_id: str) -> str:
    return _PART.sub("", section_id)
