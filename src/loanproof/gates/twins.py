"""Twins: whether a system follows a fact that was changed in its document, and keeps everything else. Not a gate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.stats import share

if TYPE_CHECKING:
    from fractions import Fraction

    from loanproof.cases import Twin
    from loanproof.scoring import CaseScore


@dataclass(frozen=True, slots=True, kw_only=True)
class TwinFigures:
    """The results for the twins that differ in one fact.

    Attributes:
        n: How many pairs were counted, each once regardless of repeats.
        follows: The share of pairs and repeats in which the fact is right in both cases.
        holds: The share in which every other item is answered alike; ``None`` if there is no other.
    """

    n: int
    follows: Fraction | None
    holds: Fraction | None


@dataclass(frozen=True, slots=True)
class _Given:
    """One answer to an item: whether it is right, whether its value alone is, and the value."""

    is_right: bool
    has_right_value: bool
    value: str | None

    def is_like(self, other: _Given) -> bool:
        """Return whether two answers say the same: both the right value in any form, or the same wrong one."""
        if self.has_right_value or other.has_right_value:
            return self.has_right_value and other.has_right_value
        return self.value == other.value


@dataclass(slots=True)
class _Sample:
    """The answers of a sample that waits for its twins, and how many of them are still missing."""

    answers: Mapping[tuple[str, str | None], _Given]
    is_answered: bool
    is_scored: bool
    waits_for: int


class TwinTally:
    """Counts twins as their samples come, in any order; a sample is kept only until all its twins have come."""

    def __init__(self, twins: Sequence[Twin]) -> None:
        self._twins: dict[str, list[Twin]] = {}
        for twin in twins:
            for case_id in (twin.original, twin.twin):
                self._twins.setdefault(case_id, []).append(twin)
        self._waiting: dict[tuple[str, int], _Sample] = {}
        self._facts = tuple(dict.fromkeys(twin.fact for twin in twins))
        self._pairs: dict[str, set[str]] = {fact: set() for fact in self._facts}
        self._asked: Counter[str] = Counter()
        self._follows: Counter[str] = Counter()
        self._with_others: Counter[str] = Counter()
        self._holds: Counter[str] = Counter()

    def add(self, score: CaseScore, repeat: int) -> None:
        """Count one case in one repeat; a case without twins is skipped."""
        twins = self._twins.get(score.case_id, ())
        if not twins:
            return
        sample = _sample_of(score)
        for twin in twins:
            key = (twin.twin if score.case_id == twin.original else twin.original), repeat
            other = self._waiting.get(key)
            if other is None:
                sample.waits_for += 1
                continue
            self._count(twin, sample, other)
            other.waits_for -= 1
            if not other.waits_for:
                del self._waiting[key]
        if sample.waits_for:
            self._waiting[score.case_id, repeat] = sample

    def _count(self, twin: Twin, one: _Sample, other: _Sample) -> None:
        """Count a pair, unless gold or a scorer failed; a missing answer does not follow the fact."""
        if not one.is_scored or not other.is_scored:
            return
        fact = twin.fact
        self._pairs[fact].add(twin.twin)
        self._asked[fact] += 1
        is_answered = one.is_answered and other.is_answered
        own = [item for side in (one, other) for key, item in side.answers.items() if key[0] == fact]
        self._follows[fact] += is_answered and bool(own) and all(item.is_right for item in own)
        others = [key for key in one.answers if key[0] != fact and key in other.answers]
        if others:
            self._with_others[fact] += 1
            alike = all(one.answers[key].is_like(other.answers[key]) for key in others)
            self._holds[fact] += is_answered and alike

    def figures(self) -> Iterator[tuple[str, TwinFigures]]:
        """Yield the results for each fact, in the order of the suite."""
        for fact in self._facts:
            follows = share(self._follows[fact], self._asked[fact])
            holds = share(self._holds[fact], self._with_others[fact])
            yield fact, TwinFigures(n=len(self._pairs[fact]), follows=follows, holds=holds)


def _sample_of(score: CaseScore) -> _Sample:
    own = (item for item in score.items if not item.head.is_extra)
    return _Sample(
        answers={
            (item.head.item, item.head.tranche): _Given(
                item.label.is_right,
                item.value_label.is_right,
                item.compared.output_canonical or item.compared.output_raw,
            )
            for item in own
        },
        is_answered=score.is_answered,
        is_scored=score.is_scored,
        waits_for=0,
    )
