"""Currencies."""

from __future__ import annotations

from loanproof.core import Span
from loanproof.values.currency.compare import compare_currencies
from loanproof.values.currency.find import find_currencies
from loanproof.values.currency.parse import parse_currency
from loanproof.values.currency.value import Currency
from loanproof.values.kind import Kind
from loanproof.values.mentions import Mentions, Strictness
from loanproof.values.money.kind import MONEY_KIND
from loanproof.values.reading import Comparison, Context, Found, Reading
from loanproof.values.text.labels import labels
from loanproof.values.text.tokens import Tokens


class CurrencyKind(Kind[Currency]):
    """Currencies."""

    name = "currency"
    noun = "currency"
    labels = labels("currency", "base currency", "facility currency", "loan currency")
    is_name = True

    def parse(self, text: str, context: Context) -> Reading[Currency]:
        """Read a text that is a currency."""
        return parse_currency(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[Currency], ...]:
        """Find every one in running text."""
        return find_currencies(tokens, context)

    def canonical(self, value: Currency) -> str:
        """Return the one text that equal values share."""
        return value.canonical

    def compare(self, expected: Currency, given: Currency) -> Comparison:
        """Compare a given value with the expected one."""
        return compare_currencies(expected, given)

    def forms(self, value: Currency) -> tuple[str, ...]:
        """Return the plain ways to write a value, the best first."""
        return (value.code,)

    def appears(self, value: Currency, mentions: Mentions, strictness: Strictness) -> tuple[Span, ...]:
        """Return where a currency is named, and where an amount is stated in it."""
        del strictness
        named = [one.span for one in mentions.of(self) if any(value.code == other.code for other in one.candidates)]
        amounts = [
            one.span for one in mentions.of(MONEY_KIND) if any(value.code == money.currency for money in one.candidates)
        ]
        return (*named, *amounts)


CURRENCY_KIND = CurrencyKind()
