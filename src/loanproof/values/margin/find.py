"""Margins in running text."""

from __future__ import annotations

from loanproof.values.margin.parse import flat_margin
from loanproof.values.margin.value import Margin
from loanproof.values.percentage.find import find_percentages
from loanproof.values.reading import NO_CONTEXT, Context, Found
from loanproof.values.text.tokens import Tokens


def find_margins(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[Margin], ...]:
    """Find every rate in running text that could be a margin; shares of the margin are left out."""
    results: list[Found[Margin]] = []
    for found in find_percentages(tokens, context):
        reading = flat_margin(found.reading)
        if not any(one.of_margin for one in found.candidates):
            results.append(Found(span=found.span, reading=reading))
    return tuple(results)
