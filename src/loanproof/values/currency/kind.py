"""The kind of value: currencies."""

from __future__ import annotations

from loanproof.values.currency.compare import compare_currencies
from loanproof.values.currency.find import find_currencies
from loanproof.values.currency.parse import parse_currency
from loanproof.values.currency.value import Currency
from loanproof.values.kind import Kind

CURRENCY_KIND: Kind[Currency] = Kind(
    name="currency",
    parse=parse_currency,
    find=find_currencies,
    canonical=lambda currency: currency.canonical,
    compare=compare_currencies,
)
