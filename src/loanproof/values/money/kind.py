"""Amounts of money."""

from __future__ import annotations

from collections.abc import Iterator

from loanproof.core import Span
from loanproof.values.kind import Kind
from loanproof.values.mentions import Mentions, Strictness
from loanproof.values.money.compare import compare_money
from loanproof.values.money.find import find_money
from loanproof.values.money.parse import parse_money
from loanproof.values.money.structure import MONEY_STRUCTURE
from loanproof.values.money.tables import amounts_under_headings
from loanproof.values.money.value import Money
from loanproof.values.reading import Comparison, Context, Found, Reading
from loanproof.values.text.labels import labels
from loanproof.values.text.tokens import Tokens


class MoneyKind(Kind[Money]):
    """Amounts of money."""

    name = "money"
    noun = "amount of money"
    labels = labels(
        "amount", "facility amount", "loan amount", "total", "total amount", "total facility amount",
        "principal amount", "aggregate amount", "commitment", "commitments", "total commitment", "total commitments",
        "facility size", "facility limit",
    )  # fmt: skip
    structure = MONEY_STRUCTURE

    def parse(self, text: str, context: Context) -> Reading[Money]:
        """Read a text that is an amount of money."""
        return parse_money(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[Money], ...]:
        """Find every one in running text."""
        return find_money(tokens, context)

    def canonical(self, value: Money) -> str:
        """Return the one text that equal values share."""
        return value.canonical

    def compare(self, expected: Money, given: Money) -> Comparison:
        """Compare a given value with the expected one."""
        return compare_money(expected, given)

    def forms(self, value: Money) -> tuple[str, ...]:
        """Return the plain ways to write a value, the best first."""
        return (f"{value.currency} {value.amount:,f}" if value.currency else f"{value.amount:,f}", value.canonical)

    def keys(self, value: Money) -> Iterator[str]:
        """Yield the amount with its currency, and without it to match amounts that lack one."""
        yield value.canonical
        yield value.number.canonical

    def appears(self, value: Money, mentions: Mentions, strictness: Strictness) -> tuple[Span, ...]:
        """Return where an amount appears with its currency, else under a column heading that names it."""
        return super().appears(value, mentions, strictness) or amounts_under_headings(value, mentions)


MONEY_KIND = MoneyKind()
