"""Sums and rates that an answer works out: a product of a count and an amount, a sum of what is listed, a share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any

from loanproof.scoring.qa.specifics.words import WORDS
from loanproof.statements import stated_in
from loanproof.values import Money, Percentage

if TYPE_CHECKING:
    from loanproof.values import Context, Part

_SHARING = frozenset(WORDS.sharing)
_MOST = 40  # amounts, rates or numbers with which an answer may reckon
_MOST_PAYMENTS = 400
_MOST_SUMS = 4000
_WHOLE = Decimal(10_000)  # basis points of one


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The figures of the texts behind an answer.

    Attributes:
        listed: The amounts of each text by itself.
        rates: The rates and shares, in basis points.
        counts: The whole numbers that may count payments.
        are_shared: Whether a text says that two share something, so that each has half.
    """

    listed: tuple[tuple[Money, ...], ...]
    rates: tuple[Decimal, ...]
    counts: tuple[int, ...]
    are_shared: bool

    def give(self, part: Part[Any]) -> bool:
        """Return whether a sum of money or a rate follows from the figures."""
        return any(
            value.amount in self._amounts(value.currency)
            if isinstance(value, Money)
            else isinstance(value, Percentage) and value.bps in set(self._rates())
            for value in part.candidates
        )

    def _amounts(self, currency: str | None) -> set[Decimal]:
        """Return what amounts of one currency give: payments together, two of them, a share of one, all of a list."""
        lists = [[one.amount for one in amounts if currency in (None, one.currency)] for amounts in self.listed]
        amounts = list(islice(dict.fromkeys(amount for one in lists for amount in one), _MOST))
        given = {amount * count for amount in amounts for count in self.counts}
        given |= {amount * rate / _WHOLE for amount in amounts for rate in self.rates}
        given |= {amount / 2 for amount in amounts if self.are_shared}
        given |= {value for one, other in combinations(amounts, 2) for value in (one + other, abs(one - other))}
        given |= {one + other for one in list(given)[:_MOST_SUMS] for other in amounts}
        return given | {sum(one, Decimal(0)) for one in lists if len(one) > 1}

    def _rates(self) -> Iterator[Decimal]:
        for one, other in combinations(self.rates, 2):
            yield from (one * other / _WHOLE, one + other, abs(one - other))


def figures_of(texts: Iterable[str], notation: Context) -> Figures:
    """Return the figures of some texts."""
    stated = [stated_in(text, notation) for text in texts]
    values = [[one for value in text.values for one in value.part.candidates] for text in stated]
    rates = (one.bps for text in values for one in text if isinstance(one, Percentage) and one.bps is not None)
    numbers = (int(number) for text in stated for number, _ in text.numbers if number.isdigit() and len(number) <= 3)
    return Figures(
        listed=tuple(tuple(one for one in text if isinstance(one, Money)) for text in values),
        rates=tuple(islice(dict.fromkeys(rates), _MOST)),
        are_shared=any(token.lower in _SHARING for text in stated for token in text.tokens.items),
        counts=tuple(islice(dict.fromkeys(one for one in numbers if 1 < one <= _MOST_PAYMENTS), _MOST)),
    )
