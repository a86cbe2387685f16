"""Amounts of money, periods and repayment schedules from their structured form."""

from __future__ import annotations

from decimal import Decimal

from loanproof.core import Reason
from loanproof.values.currencies import Currency, parse_currency
from loanproof.values.duration_units import Duration
from loanproof.values.frequencies import parse_frequency
from loanproof.values.frequency_words import Rhythm
from loanproof.values.money import Money, parse_money
from loanproof.values.percentages import Percentage, RateUnit, parse_percentage
from loanproof.values.reading import Ambiguous, NotOne, Read, candidates_of
from loanproof.values.repayment import Repayment, parse_repayment
from loanproof.values.repayment_text import MONTHS_OF, Amount, InstalmentRow, RepaymentClass
from loanproof.values.structure_parts import Parts, UnreadPart, exact_number, last_digit


def money_of(parts: Parts) -> Read[Money] | Ambiguous[Money]:
    """Return the money of ``{amount, currency}``; without a currency it is an amount of unknown currency.

    A bare ``$`` as currency, or an amount in text that may be two numbers, is as ambiguous here as in texts.
    """
    amounts, unclear_amount = _amounts(parts)
    currencies, unclear_currency = _currencies(parts)
    money = tuple(
        Money(amount=amount.amount, currency=currency.code if currency else amount.currency, step=amount.step)
        for amount in amounts
        for currency in currencies
        if currency is None or amount.currency in (None, currency.code)
    )
    if not money:
        raise UnreadPart("The amount is in another currency than the one beside it.")
    reason = unclear_amount or unclear_currency
    distinct = tuple(dict.fromkeys(money))
    if len(distinct) == 1 or reason is None:
        return Read(value=distinct[0])
    return Ambiguous(candidates=distinct, reason=reason)


def _amounts(parts: Parts) -> tuple[tuple[Money, ...], Reason | None]:
    written = parts.needed("amount")
    exact = exact_number(written)
    if exact is not None:
        return (_plain_money(exact),), None
    reading = parse_money(parts.text("amount") or "", parts.context)
    if isinstance(reading, NotOne):
        raise UnreadPart(f"amount: {reading.why}")
    return candidates_of(reading), reading.reason if isinstance(reading, Ambiguous) else None


def _currencies(parts: Parts) -> tuple[tuple[Currency | None, ...], Reason | None]:
    written = parts.text("currency")
    if written is None:
        return (None,), None
    reading = parse_currency(written, parts.context)
    if isinstance(reading, NotOne):
        raise UnreadPart(f"currency: {reading.why}")
    return candidates_of(reading), reading.reason if isinstance(reading, Ambiguous) else None


def _plain_money(exact: Decimal) -> Money:
    return Money(amount=exact, currency=None, step=last_digit(exact))


def duration_of(parts: Parts) -> Duration:
    """Return the period of ``{months}`` or ``{days}``; both together are a sum, as in ``5 years and 1 day``."""
    months, days = parts.whole("months") or 0, parts.whole("days") or 0
    if not months and not days:
        raise UnreadPart("The period has neither months nor days.")
    return Duration(months=months, days=days)


def repayment_of(parts: Parts) -> Repayment:
    """Return the schedule of ``{class, count, frequency, first, last, amount, rows}``."""
    parts.needed("class")
    named = _class(parts)
    rows = sorted((_instalment(row) for row in parts.rows("rows")), key=lambda row: row.day)
    return Repayment(
        repayment_class=named.repayment_class,
        count=parts.whole("count"),
        frequency=_frequency(parts),
        first=parts.day("first"),
        last=parts.day("last"),
        amount=_amount(parts, "amount"),
        rows=tuple(rows),
        sweep=named.sweep,
    )


def _class(parts: Parts) -> Repayment:
    written = parts.text("class") or ""
    listed = next((one for one in RepaymentClass if one.value == written.strip().casefold()), None)
    if listed is not None:
        return Repayment(repayment_class=listed, sweep=listed is RepaymentClass.SWEEP)
    return parts.only("class", parse_repayment(written, parts.context))


def _frequency(parts: Parts) -> Rhythm | None:
    written = parts.text("frequency")
    if written is None:
        return None
    rhythm = parts.only("frequency", parse_frequency(written.replace("_", "-"), parts.context)).rhythm
    return rhythm if rhythm in MONTHS_OF else None


def _amount(parts: Parts, key: str) -> Amount | None:
    """Return an instalment as money or, where it has a unit, as a share; a bare number is an amount."""
    written = parts.get(key)
    exact = exact_number(written)
    if exact is not None:
        return _plain_money(exact)
    text = parts.text(key)
    if text is None:
        return None
    share = parse_percentage(text, parts.context)
    if isinstance(share, Read) and share.value.unit is not RateUnit.MISSING:
        return share.value
    return parts.only(key, parse_money(text, parts.context))


def _instalment(parts: Parts) -> InstalmentRow:
    parts.needed("date")
    day = parts.day("date")
    if day is None:
        raise parts.unread("date", "is no calendar date")
    percent = parts.rate("percent")
    amount: Amount | None = _amount(parts, "amount")
    if percent is not None:
        amount = Percentage(figure=percent.figure, step=percent.step)
    if amount is None:
        raise UnreadPart("An instalment has neither an amount nor a percent.")
    return InstalmentRow(day=day, amount=amount)
