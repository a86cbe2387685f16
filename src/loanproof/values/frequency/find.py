"""Frequencies in running text."""

from __future__ import annotations

from loanproof.values.frequency.forms import FREQUENCY_STARTS, read_frequency
from loanproof.values.frequency.value import Frequency
from loanproof.values.frequency.words import LOOKED_AT
from loanproof.values.reading import NO_CONTEXT, Context, Found
from loanproof.values.text.tokens import Tokens


def find_frequencies(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[Frequency], ...]:
    """Find every frequency in running text, except the period that a test covers."""
    results: list[Found[Frequency]] = []
    end = 0
    for at in FREQUENCY_STARTS.within(tokens):
        found = read_frequency(tokens, at, context=context) if at >= end else None
        if found is None:
            continue
        belongs = end > 0 and at == end + 1 and tokens[end].lower == "of"  # "each quarter of each year" is quarterly
        end = found.end
        if tokens[at - 1].lower not in LOOKED_AT and not belongs:
            results.append(Found(span=tokens.span(at, end), reading=found.reading))
    return tuple(results)
