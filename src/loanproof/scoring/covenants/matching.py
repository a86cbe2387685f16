"""Which reported covenant answers which expected one: by clause, then by name, then by type and threshold.

Each answers one at most. Neither the order of the output nor that of equal candidates changes the result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.scoring.covenants.classes import read_classes
from loanproof.scoring.covenants.clauses import clauses_of, expected_clauses, judge_each, relation_of
from loanproof.scoring.covenants.thresholds import same_threshold
from loanproof.values import SectionRelation

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCovenant
    from loanproof.outputs import CovenantOutput
    from loanproof.scoring.covenants.ground import Ground
    from loanproof.scoring.covenants.names import Namer


@dataclass(frozen=True, slots=True, kw_only=True)
class Matches:
    """The position of the reported covenant for each expected one that was found, and the positions left over."""

    found: Mapping[int, int]
    left_over: tuple[int, ...]


def match_covenants(
    expected: Sequence[ExpectedCovenant], given: Sequence[CovenantOutput], namer: Namer, ground: Ground
) -> Matches:
    """Match reported covenants with expected ones, the surest pairs first."""
    clauses = [clauses_of(judge_each(one.citations, ground)) for one in given]
    ranked: list[tuple[int, bool, int, str, int]] = []
    for position, wanted in enumerate(expected):
        own = expected_clauses(wanted, ground)
        for other, covenant in enumerate(given):
            is_value = same_threshold(wanted, covenant, ground)
            is_kind = is_value and wanted.type in read_classes(list(covenant.types), ground).named
            rank = _rank(relation_of(own, clauses[other]), is_named=namer.agrees(wanted, covenant), is_alike=is_kind)
            if rank is not None:
                ranked.append((rank, not is_value, position, repr(covenant), other))
    found: dict[int, int] = {}
    for _, _, position, _, other in sorted(ranked):
        if position not in found and other not in found.values():
            found[position] = other
    used = set(found.values())
    return Matches(found=found, left_over=tuple(other for other in range(len(given)) if other not in used))


def _rank(relation: SectionRelation, *, is_named: bool, is_alike: bool) -> int | None:
    """Return how sure a pair is, the surest first; nothing where it is none.

    A clause that only holds the other, or lies in it, may hold several covenants and is no match by itself.
    """
    if relation is SectionRelation.SAME:
        return 0 if is_named else 1 if is_alike else 2
    if is_named:
        return 4 if relation is SectionRelation.OTHER else 3
    if is_alike:
        return 6 if relation is SectionRelation.OTHER else 5
    return None
