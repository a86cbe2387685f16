"""How two amounts of money compare."""

from __future__ import annotations

from decimal import Decimal

from loanproof.core import Reason, plain_decimal
from loanproof.values.money.parse import SHORT_AMOUNT
from loanproof.values.money.value import Money
from loanproof.values.number.compare import is_rounding
from loanproof.values.reading import EQUAL, Comparison, different, partial


def compare_money(expected: Money, given: Money) -> Comparison:
    """Compare two amounts: equal, a rounding, the currency missing, one digit or the sign off, or different."""
    if None not in (expected.currency, given.currency) and expected.currency != given.currency:
        return different(detail=f"the currency is {given.currency}, not {expected.currency}")
    if expected.amount.is_signed() != given.amount.is_signed() and expected.amount != given.amount:
        return different(detail="the sign differs")
    if expected.amount != given.amount and not is_rounding(expected.number, given.number):
        return different(Reason.DIGIT_ERROR if _is_slip(expected.amount, given.amount) else Reason.DIFFERENT)
    if expected.currency != given.currency:
        return partial(Reason.CURRENCY_MISSING)
    return EQUAL if expected.amount == given.amount else partial(Reason.ROUNDED)


def _is_slip(one: Decimal, other: Decimal) -> bool:
    """Return whether two amounts are one dropped, added or changed digit apart."""
    short, long = sorted((plain_decimal(one), plain_decimal(other)), key=len)
    if len(long) < SHORT_AMOUNT or len(long) - len(short) > 1:
        return False
    at = next((place for place, digit in enumerate(short) if digit != long[place]), len(short))
    if len(short) == len(long):
        return short[at + 1 :] == long[at + 1 :]
    return short[at:] == long[at + 1 :]
