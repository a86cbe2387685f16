"""Numbers in running text."""

from __future__ import annotations

from loanproof.values.number.parse import read_number
from loanproof.values.number.value import Number
from loanproof.values.number.words import NUMBER_STARTS, read_ordinal
from loanproof.values.reading import NO_CONTEXT, Context, Found, Match
from loanproof.values.text.finding import find_each
from loanproof.values.text.tokens import Tokens


def find_numbers(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[Number], ...]:
    """Find every number in running text, in figures or words; ordinals and signs are left out."""
    return find_each(tokens, lambda at: read_number(tokens, at, context=context), NUMBER_STARTS.within(tokens))


def find_written_numbers(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[Number], ...]:
    """Find every number in running text, ordinals too; signs are left out."""

    def read_at(at: int) -> Match[Number] | None:
        ordinal = read_ordinal(tokens, at)
        if ordinal is not None:
            return Match(candidates=(Number(value=ordinal[0]),), end=ordinal[1])
        return read_number(tokens, at, context=context)

    return find_each(tokens, read_at, NUMBER_STARTS.within(tokens))
