"""How two schedules of thresholds compare."""

from __future__ import annotations

from loanproof.values.reading import Comparison
from loanproof.values.schedule.compare import compare_levels
from loanproof.values.schedule.value import Schedule
from loanproof.values.threshold.compare import compare_thresholds
from loanproof.values.threshold.value import Threshold


def compare_threshold_schedules(expected: Schedule[Threshold], given: Schedule[Threshold]) -> Comparison:
    """Compare two schedules: the opening level alone is partial, any wrong level differs."""
    return compare_levels(expected.levels, given.levels, compare_thresholds)
