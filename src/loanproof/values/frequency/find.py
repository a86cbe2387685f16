"""Frequencies in running text."""

from __future__ import annotations

from loanproof.values.frequency.forms import FREQUENCY_STARTS, read_frequency
from loanproof.values.frequency.value import Frequency
from loanproof.values.reading import NO_CONTEXT, Context, Found
from loanproof.values.text.tokens import Tokens

_LOOKED_AT = frozenset("rolling trailing last preceding previous past consecutive ltm".split())


def find_frequencies(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[Frequency], ...]:
    """Find every frequency in running text; the period that a test looks at is left out."""
    results: list[Found[Frequency]] = []
    end = 0
    for at in FREQUENCY_STARTS.within(tokens):
        found = read_frequency(tokens, at, context=context) if at >= end else None
        if found is None:
            continue
        end = found.end
        if tokens[at - 1].lower not in _LOOKED_AT:
            results.append(Found(span=tokens.span(at, end), reading=found.reading))
    return tuple(results)
