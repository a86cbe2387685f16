"""Figures of a covenants case in addition to its score: precision, recall, coverage, and one for each dimension."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING

from loanproof.cases import CovenantFrequency
from loanproof.scoring.checks import worst
from loanproof.scoring.covenants.dimensions import Dimension
from loanproof.standards import Label
from loanproof.stats import exact_mean, share

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCovenant
    from loanproof.scoring.context import ScoringContext
    from loanproof.scoring.items import ScoredItem


def diagnose(
    expected: Sequence[ExpectedCovenant],
    covenants: Sequence[ScoredItem],
    flags: Sequence[ScoredItem],
    extras: Sequence[ScoredItem],
    context: ScoringContext,
) -> Mapping[str, Fraction | None]:
    """Return the figures of a case; a figure is None if there is nothing to count.

    Precision counts a real but unlisted covenant as right. Recall is over covenants, coverage over covenants and flags.
    Type, threshold and frequency are means over the covenants that were found and have that dimension.
    """
    found = [(one, result) for one, result in zip(expected, covenants, strict=True) if result.is_stated]
    real = sum(one.item.label is Label.CORRECT for one in extras)
    stated = [result.is_stated for result in covenants] + [flag.is_stated for flag in flags]
    tested = [result for one, result in found if one.testing_frequency is not CovenantFrequency.NONE]
    limited = [result for one, result in found if one.threshold is not None]
    flagged = [result for one, result in found if _has_flag(one)]
    edges = [_label_of(result, Dimension.EDGE_CASES) for result in flagged] + [flag.item.value_label for flag in flags]
    return MappingProxyType(
        {
            "precision": share(len(found) + real, len(found) + len(extras)),
            "recall": share(len(found), len(covenants)),
            "coverage": share(sum(stated), len(stated)),
            "type": _mean((_label_of(result, Dimension.TYPE) for _, result in found), context),
            "threshold": _mean((_label_of(result, Dimension.THRESHOLD) for result in limited), context),
            "frequency": _mean((_label_of(result, Dimension.FREQUENCY) for result in tested), context),
            "edge_cases": _mean(edges, context),
        }
    )


def _label_of(covenant: ScoredItem, dimension: Dimension) -> Label:
    """Return the label of one dimension of a covenant; it is correct if no check says otherwise."""
    return worst(one for one in covenant.checks if one.aspect is dimension)


def _has_flag(expected: ExpectedCovenant) -> bool:
    flags = (expected.waiver, expected.grace_period, expected.cross_default)
    return bool(expected.carve_outs) or any(flag is not None for flag in flags)


def _mean(labels: Iterable[Label], context: ScoringContext) -> Fraction | None:
    return exact_mean([Fraction(context.standard.score_of(label)) for label in labels])
