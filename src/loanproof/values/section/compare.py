"""How two section references compare."""

from __future__ import annotations

from functools import lru_cache

from loanproof.core import Reason
from loanproof.values.reading import EQUAL, Comparison, different, partial
from loanproof.values.section.value import SectionId, SectionRelation


def relate_sections(place: SectionId, cited: SectionId, *, one_numbering: bool = False) -> SectionRelation:
    """Return how a cited section relates to the section where the text is.

    Args:
        place: The section in which the text is.
        cited: The section that a citation names.
        one_numbering: The document's index writes either ``2.05`` or ``2.5`` but never both, so that leading
            zeros may be ignored.
    """
    here, there = (_steps(section, ignore_zeros=one_numbering) for section in (place, cited))
    if here == there:
        return SectionRelation.SAME
    if here[: len(there)] == there:
        return SectionRelation.ANCESTOR
    if there[: len(here)] == here:
        return SectionRelation.DESCENDANT
    if there[0].startswith("#") and len(there) > 1 and there[0] in here:
        inside = here[here.index(there[0]) :]  # the clause of the definition is not given
        if inside[: len(there)] == there:
            return SectionRelation.ANCESTOR
        return SectionRelation.DESCENDANT if there[: len(inside)] == inside else SectionRelation.OTHER
    if _is_definition_alone(there) and here[-1] == there[-1]:
        return SectionRelation.ANCESTOR
    if _is_definition_alone(here) and here[-1] == there[-1]:
        return SectionRelation.DESCENDANT
    return SectionRelation.OTHER


def compare_sections(expected: SectionId, given: SectionId) -> Comparison:
    """Compare two sections; a coarser or finer one agrees in part, and the reason says which."""
    match relate_sections(expected, given):
        case SectionRelation.SAME:
            return EQUAL
        case SectionRelation.ANCESTOR:
            return partial(Reason.COARSE_SECTION, f"{given.canonical} holds {expected.canonical}")
        case SectionRelation.DESCENDANT:
            return partial(Reason.FINER_SECTION, f"{given.canonical} lies in {expected.canonical}")
        case SectionRelation.OTHER:
            return different(detail=f"{given.canonical} for {expected.canonical}")


@lru_cache(maxsize=16384)
def _steps(section: SectionId, *, ignore_zeros: bool) -> tuple[str, ...]:
    """Return the steps of a section for comparison: ``paragraph 3`` of a letter may be cited as ``Clause 3``."""
    first, *others = section.path
    steps = (first.removeprefix("para."), *others)
    if not ignore_zeros:
        return steps
    return tuple("." + (step[1:].lstrip("0") or "0") if step[:1] == "." else step for step in steps)


def _is_definition_alone(path: tuple[str, ...]) -> bool:
    return len(path) == 1 and path[0].startswith("#")
