"""Numbers in running text."""

from __future__ import annotations

from loanproof.values.number.parse import read_number
from loanproof.values.number.value import Number
from loanproof.values.number.words import NUMBER_STARTS
from loanproof.values.reading import NO_CONTEXT, Context, Found
from loanproof.values.text.finding import find_each
from loanproof.values.text.tokens import Tokens


def find_numbers(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[Number], ...]:
    """Find every number in running text, in figures or words; ordinals and signs are left out."""
    return find_each(tokens, lambda at: read_number(tokens, at, context=context), NUMBER_STARTS.within(tokens))
