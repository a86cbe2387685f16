"""Currencies in running text."""

from __future__ import annotations

from loanproof.values.currency.parse import CURRENCY_STARTS, HAN_NAMES, read_currency
from loanproof.values.currency.table import ALSO_WORDS
from loanproof.values.currency.value import Currency
from loanproof.values.reading import NO_CONTEXT, Context, Found, Match
from loanproof.values.text.finding import find_each
from loanproof.values.text.tokens import Tokens


def find_currencies(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[Currency], ...]:
    """Find every currency in running text, except words that are also ordinary words or labels."""

    def read_at(at: int) -> Match[Currency] | None:
        found = read_currency(tokens, at, context=context)
        if found is None or tokens.text(at, found.end) in ALSO_WORDS or tokens[at].text[:1] in HAN_NAMES:
            return None
        return found

    return find_each(tokens, read_at, CURRENCY_STARTS.within(tokens))
