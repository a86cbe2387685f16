"""The sections that a citation names, read from whatever it writes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from loanproof.provenance.described_places import spelled_out
from loanproof.values import NO_CONTEXT, SECTION_KIND, Read, SectionId, tokenize

_MOST = 12  # sections that one citation may list
_LONGEST = 2000  # characters of a section reference that are read
_GROUP = re.compile(r"\W{0,3}(?:section|article)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedSections:
    """The sections that a citation names; none where it names none that can be read.

    Attributes:
        group: What else ``Section 2`` may name: the clauses below a heading SECTION 2 that have numbers of their own.
    """

    given: bool
    ids: tuple[SectionId, ...] = ()
    group: SectionId | None = None


@lru_cache(maxsize=4096)
def read_cited_sections(cited: str | None, *, described: bool = False) -> CitedSections:
    """Read the section of a citation: one, or each of several. Any string is accepted.

    Args:
        cited: The section as it was cited.
        described: Whether signs for a section are read as well (C-34).
    """
    if cited is None:
        return CitedSections(given=False)
    cited = spelled_out(cited) if described else cited
    reading = SECTION_KIND.parse(cited, NO_CONTEXT)
    if isinstance(reading, Read):
        return CitedSections(given=True, ids=(reading.value,), group=_group_of(cited, reading.value))
    found = SECTION_KIND.find(tokenize(cited[:_LONGEST]), NO_CONTEXT)
    return CitedSections(given=True, ids=tuple(candidate for one in found[:_MOST] for candidate in one.candidates))


def _group_of(cited: str, section: SectionId) -> SectionId | None:
    is_whole = len(section.path) == 1 and section.path[0].isdigit()
    return SectionId(path=(f"group.{section.path[0]}",)) if is_whole and _GROUP.match(cited) else None
