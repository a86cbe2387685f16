"""From a text to a schedule of thresholds."""

from __future__ import annotations

from dataclasses import replace

from loanproof.values.reading import NO_CONTEXT, Context, Read, Reading, Unreadable, candidates_of
from loanproof.values.schedule.parse import read_levels
from loanproof.values.schedule.value import Level, Schedule
from loanproof.values.text.phrases import sentence_of
from loanproof.values.text.tokens import tokenize
from loanproof.values.threshold.parse import parse_threshold, read_threshold, with_operator
from loanproof.values.threshold.value import Threshold


def parse_threshold_schedule(text: str, context: Context = NO_CONTEXT) -> Reading[Schedule[Threshold]]:
    """Read a text that states the levels of a covenant, or one threshold alone.

    A comparison written once applies to all levels.
    """
    tokens = tokenize(text)
    levels = read_levels(tokens, context, lambda tokens, at, context: read_threshold(tokens, at, context=context))
    if levels:
        operator = next((level.value.operator for level in levels if level.value.operator is not None), None)
        shared = tuple(replace(level, value=with_operator(level.value, operator)) for level in levels)
        return Read(value=Schedule(levels=shared))
    single = candidates_of(parse_threshold(text, context))
    if len(single) != 1:
        return Unreadable(sentence_of(text, "states no threshold, and no levels with their dates"))
    return Read(value=Schedule(levels=(Level(value=single[0]),)))
