"""Step-downs and step-ups of a covenant: thresholds that change on dates."""

from __future__ import annotations

from dataclasses import replace

from loanproof.values.kinds import Kind
from loanproof.values.phrases import sentence_of
from loanproof.values.reading import (
    UNKNOWN,
    Comparison,
    Context,
    Found,
    NotOne,
    Read,
    Reading,
    candidates_of,
)
from loanproof.values.schedule_comparison import compare_levels
from loanproof.values.schedules import Level, Schedule, read_levels
from loanproof.values.thresholds import (
    Threshold,
    compare_thresholds,
    find_thresholds,
    parse_threshold,
    read_threshold,
    with_operator,
)
from loanproof.values.tokens import Tokens, tokenize


def parse_threshold_schedule(text: str, context: Context = UNKNOWN) -> Reading[Schedule[Threshold]]:
    """Read a text that states the levels of a covenant, or one threshold alone.

    A comparison that is written once holds for all levels.
    """
    tokens = tokenize(text)
    levels = read_levels(tokens, context, lambda tokens, at, context: read_threshold(tokens, at, context=context))
    if levels:
        operator = next((level.value.operator for level in levels if level.value.operator is not None), None)
        shared = tuple(replace(level, value=with_operator(level.value, operator)) for level in levels)
        return Read(value=Schedule(levels=shared))
    single = candidates_of(parse_threshold(text, context))
    if len(single) != 1:
        return NotOne(sentence_of(text, "states no threshold, and no levels with their dates"))
    return Read(value=Schedule(levels=(Level(value=single[0]),)))


def find_threshold_schedules(tokens: Tokens, context: Context = UNKNOWN) -> tuple[Found[Schedule[Threshold]], ...]:
    """Find every threshold in running text, each as a schedule of one level."""
    return tuple(
        Found(span=found.span, reading=Read(value=Schedule(levels=(Level(value=found.candidates[0]),))))
        for found in find_thresholds(tokens, context)
        if len(found.candidates) == 1
    )


def compare_threshold_schedules(expected: Schedule[Threshold], given: Schedule[Threshold]) -> Comparison:
    """Compare two schedules: only the opening level is a part, any wrong level differs."""
    return compare_levels(expected.levels, given.levels, compare_thresholds)


def _canonical(schedule: Schedule[Threshold]) -> str:
    return "; ".join(
        f"{level.start or ''}..{level.end or ''} {level.value.canonical}"
        if level.start or level.end
        else level.value.canonical
        for level in schedule.levels
    )


THRESHOLD_SCHEDULE_KIND: Kind[Schedule[Threshold]] = Kind(
    name="threshold_schedule",
    parse=parse_threshold_schedule,
    find=find_threshold_schedules,
    canonical=_canonical,
    compare=compare_threshold_schedules,
)
