"""Recognises figures that an answer may have computed from those it quotes: a sum, a difference, a share.

Only gold can say which computation was asked for. But a figure that follows from quoted figures is not invented.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING, Any

from loanproof.values import MONEY_KIND, PERCENTAGE_KIND, Money, Percentage

if TYPE_CHECKING:
    from loanproof.values import Part

_MAX_FIGURES = 24  # how many figures of the quotes are combined
BPS_OF_WHOLE = Decimal(10_000)
"""How many basis points the whole of something has."""


def follows(part: Part[Any], known: Iterable[Part[Any]]) -> bool:
    """Return whether an amount or a rate results exactly from two known figures, or is the sum of all amounts."""
    quoted = list(dict.fromkeys(known))[:_MAX_FIGURES]
    amounts = [value for one in quoted if one.kind is MONEY_KIND for value in one.candidates]
    rates = [value.bps for one in quoted if one.kind is PERCENTAGE_KIND for value in one.candidates]
    shares = [rate / BPS_OF_WHOLE for rate in rates if rate is not None]
    if part.kind is MONEY_KIND:
        return any(_is_amount(value, amounts, shares) for value in part.candidates)
    if part.kind is PERCENTAGE_KIND:
        return any(_is_rate(value, shares) for value in part.candidates)
    return False


def _is_amount(value: Money, amounts: Sequence[Money], shares: Sequence[Decimal]) -> bool:
    own = [one.amount for one in amounts if value.currency is None or one.currency == value.currency]
    return value.amount in {*sums_and_differences(own), *(one * share for one in own for share in shares), sum(own)}


def _is_rate(value: Percentage, shares: Sequence[Decimal]) -> bool:
    if value.bps is None:
        return False
    made = {*sums_and_differences(shares), *(one * other for one, other in combinations(shares, 2))}
    return value.bps / BPS_OF_WHOLE in made


def sums_and_differences(figures: Sequence[Decimal]) -> Iterator[Decimal]:
    """Yield the sum and the difference of every two figures."""
    for one, other in combinations(figures, 2):
        yield one + other
        yield abs(one - other)
