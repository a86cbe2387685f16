"""Computes the amounts and rates that an answer may derive: a count times an amount, the sum of a list, a share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any

from loanproof.scoring.qa.arithmetic import BPS_OF_WHOLE, sums_and_differences
from loanproof.scoring.qa.specifics.words import WORDS
from loanproof.statements import stated_in
from loanproof.values import Money, Percentage

if TYPE_CHECKING:
    from loanproof.values import Context, Part

_SHARING_WORDS, _LOWERING_WORDS = frozenset(WORDS.sharing), frozenset(WORDS.lowering)
_MAX_FIGURES = 40  # how many amounts, rates or counts are combined
_MAX_PAYMENTS = 400
_MAX_SUMS = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The figures of the texts behind an answer.

    Attributes:
        listed: The amounts of each text, kept apart.
        rates: The rates and shares, in basis points.
        rests: What the shares leave of the whole, in basis points.
        counts: The whole numbers that may count payments.
        payments: How often a year something is paid.
        are_shared: Whether a text says that something is shared equally, so that each of two has half.
        are_lowered: Whether a text says that something is reduced, so that a rate may be told with a minus.
    """

    listed: tuple[tuple[Money, ...], ...]
    rates: tuple[Decimal, ...]
    rests: tuple[Decimal, ...]
    counts: tuple[int, ...]
    payments: tuple[int, ...]
    are_shared: bool
    are_lowered: bool

    def give(self, part: Part[Any]) -> bool:
        """Return whether an amount of money or a rate follows from the figures."""
        return any(
            value.amount in self._amounts(value.currency)
            if isinstance(value, Money)
            else isinstance(value, Percentage) and value.bps in set(self._rates())
            for value in part.candidates
        )

    def _amounts(self, currency: str | None) -> set[Decimal]:
        """Return the amounts that follow from those of one currency.

        These are multiples by a count, what is paid in a year or each time, shares, equal parts, sums and differences
        of two, each of them plus another amount, and the total of each text.
        """
        lists = [[one.amount for one in amounts if currency in (None, one.currency)] for amounts in self.listed]
        amounts = list(islice(dict.fromkeys(amount for one in lists for amount in one), _MAX_FIGURES))
        given = {amount * count for amount in amounts for count in self.counts}
        given.update(self._in_a_year(amounts))
        given |= {amount * rate / BPS_OF_WHOLE for amount in amounts for rate in self.rates}
        given |= {amount / count for amount in amounts for count in (2, *self.counts) if self.are_shared}
        given.update(sums_and_differences(amounts))
        given |= {one + other for one in list(given)[:_MAX_SUMS] for other in amounts}
        return given | {sum(one, Decimal(0)) for one in lists if len(one) > 1}

    def _rates(self) -> Iterator[Decimal]:
        yield from self.rests
        yield from (-rate for rate in self.rates if self.are_lowered)
        yield from self._in_a_year(self.rates)
        yield from sums_and_differences(self.rates)
        yield from (one * other / BPS_OF_WHOLE for one, other in combinations(self.rates, 2))

    def _in_a_year(self, figures: Iterable[Decimal]) -> Iterator[Decimal]:
        """Yield what a figure comes to in a year, and what a figure for a year comes to each time."""
        for figure in figures:
            for times in self.payments:
                yield figure * times
                yield figure / times


def figures_of(texts: Iterable[str], notation: Context, payments: Iterable[int]) -> Figures:
    """Return the figures in some texts, which are paid so many times a year."""
    stated = [stated_in(text, notation) for text in texts]
    words = {token.lower for text in stated for token in text.tokens.items}
    values = [[one for value in text.values for one in value.part.candidates] for text in stated]
    shares = [one for text in values for one in text if isinstance(one, Percentage)]
    rates = (one.bps for one in shares if one.bps is not None)
    rests = (BPS_OF_WHOLE - one.bps for one in shares if one.bps is not None and one.per is None)
    numbers = (int(number) for text in stated for number, _ in text.numbers if number.isdigit() and len(number) <= 3)
    return Figures(
        listed=tuple(tuple(one for one in text if isinstance(one, Money)) for text in values),
        rates=tuple(islice(dict.fromkeys(rates), _MAX_FIGURES)),
        rests=tuple(islice((rest for rest in dict.fromkeys(rests) if rest > 0), _MAX_FIGURES)),
        payments=tuple(dict.fromkeys(payments)),
        are_shared=not _SHARING_WORDS.isdisjoint(words),
        are_lowered=not _LOWERING_WORDS.isdisjoint(words),
        counts=tuple(islice(dict.fromkeys(one for one in numbers if 1 < one <= _MAX_PAYMENTS), _MAX_FIGURES)),
    )
