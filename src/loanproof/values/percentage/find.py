"""Percentages in running text."""

from __future__ import annotations

from loanproof.values.percentage.forms import PERCENTAGE_STARTS, read_figure_and_unit, read_percentage
from loanproof.values.percentage.value import Percentage
from loanproof.values.reading import NO_CONTEXT, Context, Found
from loanproof.values.text.finding import find_each
from loanproof.values.text.tokens import Tokens, tokenize


def find_percentages(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[Percentage], ...]:
    """Find every percentage with its unit in running text; bare figures are left out."""

    def find() -> tuple[Found[Percentage], ...]:
        starts = PERCENTAGE_STARTS.within(tokens)
        return find_each(tokens, lambda at: read_percentage(tokens, at, context=context), starts)

    return tokens.cached((find_percentages, context), find)  # margins and fees use the same matches


def rate_text(found: Found[Percentage], text: str) -> str:
    """Return the figure and unit of a found rate: ``2.25 per cent.`` from ``2.25 per cent. per annum``."""
    written = found.span.of(text)
    tokens = tokenize(written)
    figure = read_figure_and_unit(tokens, 0)
    return written if figure is None else tokens.span(0, figure.end).of(written)
