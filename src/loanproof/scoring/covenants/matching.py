"""Which reported covenant answers which expected one: by clause, then by name, then by type and threshold.

Each report answers at most one. The order of the reports never changes the result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.scoring.covenants.classes import read_classes
from loanproof.scoring.covenants.clauses import clauses_of, expected_clauses, relation_of
from loanproof.scoring.covenants.pairing import pair_off
from loanproof.scoring.covenants.thresholds import Opening
from loanproof.scoring.covenants.words import text_of
from loanproof.values import SectionRelation

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCovenant
    from loanproof.outputs import CovenantOutput
    from loanproof.scoring.context import ScoringContext
    from loanproof.scoring.covenants.clauses import Clause
    from loanproof.scoring.covenants.names import Namer


@dataclass(frozen=True, slots=True, kw_only=True)
class Matches:
    """The position of the report for each expected covenant that was found, and the positions of the other reports."""

    found: Mapping[int, int]
    left_over: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Candidate:
    """What is compared of a reported covenant, read once; ``content`` breaks ties independently of position."""

    clauses: tuple[Clause, ...]
    opening: Opening
    classes: frozenset[str]
    content: str

    @classmethod
    def of(cls, given: CovenantOutput, context: ScoringContext) -> _Candidate:
        return cls(
            clauses=clauses_of(context.places_of(given.citations)),
            opening=Opening.of(text_of(given.threshold), context),
            classes=read_classes(list(given.types), context).named,
            content=repr(given),
        )


def match_covenants(
    expected: Sequence[ExpectedCovenant], given: Sequence[CovenantOutput], namer: Namer, context: ScoringContext
) -> Matches:
    """Match reported covenants with expected ones, starting with the most certain pairs."""
    candidates = [_Candidate.of(one, context) for one in given]
    ranked: list[tuple[tuple[int, bool, int, str], int, int]] = []
    for position, wanted in enumerate(expected):
        own, opening = expected_clauses(wanted, context), Opening.of(wanted.threshold, context)
        for other, candidate in enumerate(candidates):
            is_value = opening.equals(candidate.opening)
            rank = _rank(
                relation_of(own, candidate.clauses),
                is_named=namer.agrees(wanted, given[other]),
                is_alike=is_value and wanted.type in candidate.classes,
            )
            if rank is not None:
                ranked.append(((rank, not is_value, position, candidate.content), position, other))
    found = pair_off(ranked)
    return Matches(found=found, left_over=tuple(other for other in range(len(given)) if other not in found.values()))


def _rank(relation: SectionRelation, *, is_named: bool, is_alike: bool) -> int | None:
    """Return how certain a pair is, 0 for the most certain, or None if the two do not match.

    A clause that encloses the other, or lies inside it, may contain several covenants and is not a match by itself.
    """
    if relation is SectionRelation.SAME:  # the same clause is a match whatever the report says
        return 0 if is_named else 1 if is_alike else 2
    if is_named:
        return 4 if relation is SectionRelation.OTHER else 3
    if is_alike:
        return 6 if relation is SectionRelation.OTHER else 5
    return None
