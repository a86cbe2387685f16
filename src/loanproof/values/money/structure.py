"""From its structured form to an amount of money."""

from __future__ import annotations

from decimal import Decimal

from loanproof.core import Reason
from loanproof.values.currency.parse import parse_currency
from loanproof.values.currency.value import Currency
from loanproof.values.kind import Structure
from loanproof.values.money.parse import parse_money
from loanproof.values.money.value import Money
from loanproof.values.number.value import last_digit
from loanproof.values.reading import Ambiguous, Read, Unreadable, candidates_of
from loanproof.values.structure import Fields, UnreadField, exact_number


def money_of(fields: Fields) -> Read[Money] | Ambiguous[Money]:
    """Return the money of ``{amount, currency}``; without a currency it is an amount of unknown currency.

    A bare ``$`` as currency, or an amount in text that may be two numbers, is ambiguous here as in texts.
    """
    amounts, unclear_amount = _amounts(fields)
    currencies, unclear_currency = _currencies(fields)
    money = tuple(
        Money(amount=amount.amount, currency=currency.code if currency else amount.currency, step=amount.step)
        for amount in amounts
        for currency in currencies
        if currency is None or amount.currency in (None, currency.code)
    )
    if not money:
        raise UnreadField("The amount is in another currency than the one beside it.")
    reason = unclear_amount or unclear_currency
    distinct = tuple(dict.fromkeys(money))
    if len(distinct) == 1 or reason is None:
        return Read(value=distinct[0])
    return Ambiguous(candidates=distinct, reason=reason)


def _amounts(fields: Fields) -> tuple[tuple[Money, ...], Reason | None]:
    written = fields.needed("amount")
    exact = exact_number(written)
    if exact is not None:
        return (plain_money(exact),), None
    reading = parse_money(fields.text("amount") or "", fields.context)
    if isinstance(reading, Unreadable):
        raise UnreadField(f"amount: {reading.why}")
    return candidates_of(reading), reading.reason if isinstance(reading, Ambiguous) else None


def _currencies(fields: Fields) -> tuple[tuple[Currency | None, ...], Reason | None]:
    written = fields.text("currency")
    if written is None:
        return (None,), None
    reading = parse_currency(written, fields.context)
    if isinstance(reading, Unreadable):
        raise UnreadField(f"currency: {reading.why}")
    return candidates_of(reading), reading.reason if isinstance(reading, Ambiguous) else None


def plain_money(exact: Decimal) -> Money:
    """Return an amount that was written as a number, without a currency."""
    return Money(amount=exact, currency=None, step=last_digit(exact))


def write_money(value: Money) -> dict[str, object]:
    """Return the structured form of an amount."""
    return {"amount": value.amount} if value.currency is None else {"amount": value.amount, "currency": value.currency}


MONEY_STRUCTURE: Structure[Money] = Structure(read=money_of, write=write_money, of_number="amount")
