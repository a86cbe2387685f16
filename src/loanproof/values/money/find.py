"""Amounts of money in running text."""

from __future__ import annotations

from loanproof.values.money.parse import MONEY_STARTS, read_money
from loanproof.values.money.value import Money
from loanproof.values.reading import NO_CONTEXT, Context, Found
from loanproof.values.text.finding import find_each
from loanproof.values.text.tokens import Tokens


def find_money(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[Money], ...]:
    """Find every amount in running text that has a currency next to it."""
    return find_each(tokens, lambda at: read_money(tokens, at, context=context), MONEY_STARTS.within(tokens))
