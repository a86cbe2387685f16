"""From a text to a percentage."""

from __future__ import annotations

from loanproof.values.percentage.forms import read_bare_figure, read_percentage
from loanproof.values.percentage.periods import after_period
from loanproof.values.percentage.value import Percentage
from loanproof.values.reading import NO_CONTEXT, Context, Reading, Unreadable
from loanproof.values.text.phrases import inside, sentence_of
from loanproof.values.text.tokens import tokenize


def parse_percentage(text: str, context: Context = NO_CONTEXT) -> Reading[Percentage]:
    """Read a text that is one percentage; a bare figure is one whose unit is missing."""
    tokens = tokenize(text)
    start, end = inside(tokens)
    found = read_percentage(tokens, start, context=context) or read_bare_figure(tokens, start, context=context)
    if found is None or after_period(tokens, found.end, found.candidates[0].per) < end:
        return Unreadable(sentence_of(text, "is not one percentage or number of basis points"))
    return found.reading
