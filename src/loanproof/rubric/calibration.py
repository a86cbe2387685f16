"""How reliable a judge is: its scores compared with people's, on the same samples.

The figures apply to one judge and one prompt; they say nothing about another version of either.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.core import FormatError, Problem
from loanproof.stats import Kappa, quadratic_weights, weighted_kappa

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.rubric.human_labels import HumanLabels
    from loanproof.standards import RubricStandard

LEAST_LABELS = 50
"""With fewer compared labels an interval is too wide to call a judge calibrated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedSample:
    """One sample of a run: the scores of its evaluator, or none."""

    accuracy_score: int | None
    faithfulness_score: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AxisAgreement:
    """How well people and judge agree on one score.

    Attributes:
        axis: ``accuracy_score`` or ``faithfulness_score``.
        categories: The possible scores, in the order of the table.
        table: Counts, with people's scores as rows and the judge's as columns.
        agreement: The share of equal scores; null if nothing was compared.
        kappa: Quadratically weighted, with its 95 % interval; null if all scores are the same.
    """

    axis: str
    categories: tuple[int, ...]
    table: tuple[tuple[int, ...], ...]
    agreement: Fraction | None
    kappa: Kappa | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """The result of a comparison with labels.

    Attributes:
        compared: How many labelled samples have scores of the judge.
        unjudged: How many have none.
        axes: One for each score.
    """

    compared: int
    unjudged: int
    axes: tuple[AxisAgreement, ...]

    @property
    def is_calibrated(self) -> bool:
        """Whether enough was compared to say anything about the judge."""
        return self.compared >= LEAST_LABELS


def calibrate_judge(
    labels: HumanLabels, samples: Mapping[tuple[str, int], JudgedSample], standard: RubricStandard
) -> Calibration:
    """Compare people's labels with a judge's scores.

    Args:
        labels: People's labels.
        samples: The judge's scores, by case and repeat. A label for an unknown sample is an error at its line, so that
            a calibration on the wrong run is noticed.
        standard: The rubric whose scores both use.
    """
    unknown = [label for label in labels.labels if (label.case_id, label.repeat) not in samples]
    if unknown:
        raise FormatError.of(
            Problem(
                message=f"the run has no case {label.case_id[:80]!r} in repeat {label.repeat}.",
                file=labels.file,
                line=label.line,
            )
            for label in unknown
        )
    pairs = [(label, samples[label.case_id, label.repeat]) for label in labels.labels]
    judged = [(label, sample) for label, sample in pairs if sample.accuracy_score is not None]
    scores = standard.rubric.judge.reply.scores
    axes = tuple(
        _agreement(axis, allowed, [(getattr(label, axis), getattr(sample, axis)) for label, sample in judged])
        for axis, allowed in scores.items()
    )
    return Calibration(compared=len(judged), unjudged=len(pairs) - len(judged), axes=axes)


def _agreement(axis: str, allowed: Sequence[int], pairs: Sequence[tuple[int, int]]) -> AxisAgreement:
    categories = tuple(sorted(allowed))
    counts = [[0] * len(categories) for _ in categories]
    for person, judge in pairs:
        counts[categories.index(person)][categories.index(judge)] += 1
    equal = sum(person == judge for person, judge in pairs)
    return AxisAgreement(
        axis=axis,
        categories=categories,
        table=tuple(map(tuple, counts)),
        agreement=Fraction(equal, len(pairs)) if pairs else None,
        kappa=weighted_kappa(counts, quadratic_weights(len(categories))),
    )
