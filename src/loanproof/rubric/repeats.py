"""The two figures that vary from repeat to repeat, and their spread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.rubric.latencies import Latencies
from loanproof.stats import GridSum, exact_mean, percentile, standard_deviation

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from loanproof.rubric.sample import SampleFigures
    from loanproof.stats import Ordered

_GATED_PERCENT = 95


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Mean and standard deviation (n - 1) of a figure over the repeats; null if a repeat lacks the figure."""

    mean: Fraction | None
    std: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatFigures:
    """How many repeats there were, and the spread of the two figures reported over them."""

    n: int
    aggregate_score: Spread
    latency_e2e_p95_ms: Spread


class RepeatTally:
    """The contribution of one repeat to the aggregate score and the latency."""

    def __init__(self) -> None:
        self._scores = GridSum()
        self._scores_missing = 0
        self._latencies = Latencies()
        self._latencies_missing = 0

    @classmethod
    def pooled(cls, repeats: Iterable[RepeatTally]) -> RepeatTally:
        """Return all repeats combined."""
        pool = cls()
        for repeat in repeats:
            pool._scores.merge(repeat._scores)
            pool._scores_missing += repeat._scores_missing
            pool._latencies.update(repeat._latencies)
            pool._latencies_missing += repeat._latencies_missing
        return pool

    def add(self, sample: SampleFigures) -> None:
        """Count one sample; one without scores is not part of the aggregate score."""
        if sample.sample_score is not None:
            self._scores.add(sample.sample_score)
        elif sample.is_judged:
            self._scores_missing += 1
        if sample.latency_e2e_ms is None:
            self._latencies_missing += 1
        else:
            self._latencies.add(sample.latency_e2e_ms)

    @property
    def aggregate_score(self) -> Fraction | None:
        """The mean of the sample scores; null if a judged sample has none."""
        return None if self._scores_missing else self._scores.mean

    def latencies(self) -> Ordered:
        """Return all latencies in ascending order; empty if any sample lacks one, because figures need all."""
        return [] if self._latencies_missing else self._latencies.in_order()


def figures_of_repeats(repeats: Iterable[RepeatTally]) -> RepeatFigures:
    """Return mean and deviation over the repeats, each repeat counting once."""
    listed = tuple(repeats)
    return RepeatFigures(
        n=len(listed),
        aggregate_score=_spread([repeat.aggregate_score for repeat in listed]),
        latency_e2e_p95_ms=_spread([percentile(repeat.latencies(), _GATED_PERCENT) for repeat in listed]),
    )


def _spread(figures: list[Fraction | None]) -> Spread:
    measured = [figure for figure in figures if figure is not None]
    if len(measured) < len(figures):
        return Spread(mean=None, std=None)
    return Spread(mean=exact_mean(measured), std=standard_deviation(measured))
