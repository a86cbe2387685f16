"""Schedules of thresholds in running text."""

from __future__ import annotations

from loanproof.values.reading import NO_CONTEXT, Context, Found, Read
from loanproof.values.schedule.value import Level, Schedule
from loanproof.values.text.tokens import Tokens
from loanproof.values.threshold.find import find_thresholds
from loanproof.values.threshold.value import Threshold


def find_threshold_schedules(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[Schedule[Threshold]], ...]:
    """Find every threshold in running text, each as a schedule of one level."""
    return tuple(
        Found(span=found.span, reading=Read(value=Schedule(levels=(Level(value=found.candidates[0]),))))
        for found in find_thresholds(tokens, context)
        if len(found.candidates) == 1
    )
