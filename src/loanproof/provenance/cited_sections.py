"""The sections that a citation names, however it writes them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from loanproof.provenance.described_places import spelled_out
from loanproof.values import NO_CONTEXT, SECTION_KIND, Read, SectionId, roman_value, tokenize

_MOST = 12  # most sections that one citation may list
_BRACKETED = re.compile(r"\([0-9]{1,2}\)")
_NUMERAL = re.compile(r"(?<![\w.])[IVX]{1,5}(?=\.[0-9])")
_JOINT = re.compile(r"\s{1,4}[–—>→|/-]\s{1,4}")
_HEADED = re.compile(r"\s{1,4}(?:table|box|row|item|heading|sub-?heading)\s{0,4}$", re.IGNORECASE)
_MOST_STEPS = 4
_LETTER = re.compile(r"(?:(?i:section|clause|article|paragraph|part|item|heading)\s{1,3})?([A-Z][0-9]{0,2})\W{0,2}")
_GROUP = re.compile(r"\W{0,3}(?:section|article)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedSections:
    """The sections that a citation names; empty if none can be read.

    Attributes:
        also: What else the section may be: the group of clauses below a heading SECTION 2, clause 2 written ``(2)``,
            clause ``I.1`` behind ``H.4`` where else it is a numeral, and the heading of clauses ``E``.
        steps: A heading and the one below it, each by itself: ``Interest – Default rate``. Both must lead to the place.
    """

    given: bool
    ids: tuple[SectionId, ...] = ()
    also: SectionId | None = None
    steps: tuple[SectionId, ...] = ()


@lru_cache(maxsize=4096)
def read_cited_sections(cited: str | None, *, described: bool = False) -> CitedSections:
    """Read the section, or sections, of a citation. Any string is accepted.

    Args:
        cited: The section as it was cited.
        described: Whether signs for a section are read as well (C-34).
    """
    if cited is None:
        return CitedSections(given=False)
    written = spelled_out(cited) if described else cited
    cited = _NUMERAL.sub(_in_figures, written)
    reading = SECTION_KIND.parse(cited, NO_CONTEXT)
    if isinstance(reading, Read):
        steps = _steps(cited) if described and reading.value.path[0].startswith("head:") else ()
        return CitedSections(given=True, ids=(reading.value,), also=_also(written, reading.value), steps=steps)
    found = SECTION_KIND.find(tokenize(cited), NO_CONTEXT)
    listed = found if len(found) <= _MOST else ()  # a citation of half the agreement names no place
    return CitedSections(given=True, ids=tuple(candidate for one in listed for candidate in one.candidates))


def _steps(cited: str) -> tuple[SectionId, ...]:
    """Return the headings that a description joins by dashes, arrows or bars."""
    written = [_HEADED.sub("", one) for one in _JOINT.split(cited)]
    readings = [SECTION_KIND.parse(one, NO_CONTEXT) for one in written]
    steps = tuple(one.value for one in readings if isinstance(one, Read))
    return steps if len(steps) == len(written) <= _MOST_STEPS and written != [cited] else ()


def _also(cited: str, section: SectionId) -> SectionId | None:
    first, *below = section.path
    if _BRACKETED.fullmatch(first):
        return SectionId(path=(first[1:-1], *below))
    lettered = _LETTER.fullmatch(cited)
    if lettered is not None:
        return SectionId(path=(lettered[1],))
    if _NUMERAL.search(cited):
        reading = SECTION_KIND.parse(cited, NO_CONTEXT)
        return reading.value if isinstance(reading, Read) else None
    is_whole = not below and first.isdigit()
    return SectionId(path=(f"group.{first}",)) if is_whole and _GROUP.match(cited) else None


def _in_figures(numeral: re.Match[str]) -> str:
    """Return the numeral of ``II.1`` in figures, as in the index."""
    value = roman_value(numeral[0])
    return numeral[0] if value is None else str(value)
