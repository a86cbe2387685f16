"""Rates and shares in per cent or basis points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from loanproof.core import Span, plain_decimal
from loanproof.values.kind import Kind
from loanproof.values.mentions import Mentions, Strictness
from loanproof.values.number.kind import NUMBER_KIND
from loanproof.values.percentage.compare import compare_percentages, compare_rates
from loanproof.values.percentage.discounts import is_taken_off
from loanproof.values.percentage.find import find_percentages
from loanproof.values.percentage.parse import parse_percentage
from loanproof.values.percentage.tables import figures_near_units, table_rates
from loanproof.values.percentage.value import UNIT_SIGNS, Percentage, Period, period_sign
from loanproof.values.reading import Comparison, Context, Found, Reading, Relation, candidates_of
from loanproof.values.text.labels import labels
from loanproof.values.text.tokens import Tokens

_ZERO = "zero"
_OTHER_PERIODS = "for another period"
_RECURRING = "per month, per day or the like"


class PercentageKind(Kind[Percentage]):
    """Rates and shares in per cent or basis points."""

    name = "percentage"
    noun = "percentage"
    labels = labels("rate", "percentage", "margin", "spread", "interest rate")

    def parse(self, text: str, context: Context) -> Reading[Percentage]:
        """Read a text that is one rate."""
        return parse_percentage(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[Percentage], ...]:
        """Find every one in running text."""
        return find_percentages(tokens, context)

    def canonical(self, value: Percentage) -> str:
        """Return the one text that equal values share."""
        return value.canonical

    def compare(self, expected: Percentage, given: Percentage) -> Comparison:
        """Compare a given value with the expected one."""
        return compare_percentages(expected, given)

    def compare_readings(self, expected: Reading[Percentage], given: Reading[Percentage]) -> Comparison:
        """Compare two rates given on their own; their periods count too."""
        compared = super().compare_readings(expected, given)
        pairs = ((one, other) for one in candidates_of(expected) for other in candidates_of(given))
        found = [compare_rates(*pair) for pair in pairs]
        is_same = any(one.relation is not Relation.DIFFERENT for one in found)
        return compared if is_same or compared.relation is Relation.DIFFERENT else found[0]

    def forms(self, value: Percentage) -> tuple[str, ...]:
        """Return a rate in the unit it was written in, then in basis points."""
        sign = "±" if value.either_way else ""
        share = " of the margin" if value.of_margin else ""
        figure = f"{sign}{plain_decimal(value.figure)}{UNIT_SIGNS[value.unit]}"
        return (f"{figure}{share}{period_sign(value)}", value.canonical)

    def keys(self, value: Percentage) -> Iterator[str]:
        """Yield the rate, its bare figure (to match one without a unit), and the rate shown by a margin share."""
        yield value.canonical
        yield f"{plain_decimal(value.figure)} without unit"
        if value.bps is not None:
            yield f"{plain_decimal(value.bps)} bps"
        if value.other_period is not None:
            yield _OTHER_PERIODS
            if value.other_period is not Period.FLAT:
                yield _RECURRING
            yield f"{value.canonical}{period_sign(value)}"

    def appears(self, value: Percentage, mentions: Mentions, strictness: Strictness) -> tuple[Span, ...]:
        """Return where a rate appears with its unit or, in a table whose heading names the unit, without it.

        Only a rate can show a rate: clause and page numbers do not (C-20). A monthly rate does not support an annual
        one, even with the same figure. The word shows a rate of nothing, too: ``floored at zero``; and a text that
        takes a rate off another shows one below zero: ``2.00% below Prime``.
        """
        if strictness is Strictness.SUPPORT and value.other_period is not None:
            return mentions.places(self, f"{value.canonical}{period_sign(value)}")
        plain = value.canonical if value.bps is None else f"{plain_decimal(value.bps)} bps"
        with_unit = mentions.places(self, value.canonical) or mentions.places(self, plain)
        if strictness.is_loose and with_unit:
            return with_unit
        if strictness is Strictness.LOOSE_PRESENCE:
            return (*with_unit, *figures_near_units(value, mentions, mentions.of(self)))
        if strictness is Strictness.SUPPORT and value.per_annum:
            others = frozenset(mentions.places(self, _OTHER_PERIODS))
            with_unit = tuple(span for span in with_unit if span not in others)
        if value.figure < 0:
            with_unit = (*with_unit, *self._taken_off(value, mentions))
        over_pages = not strictness.is_loose
        if over_pages and not value.figure:
            with_unit = (*with_unit, *mentions.phrase((_ZERO,)))
        return (*with_unit, *table_rates(value, mentions, mentions.of(self), over_pages=over_pages))

    def _taken_off(self, value: Percentage, mentions: Mentions) -> tuple[Span, ...]:
        """Return where a rate below zero is written without its sign and taken off another."""
        places = mentions.places(self, replace(value, figure=-value.figure).canonical)
        return tuple(span for span in places if is_taken_off(mentions.text, span))


class ChargedRateKind(PercentageKind):
    """The rates of a margin or a fee, and fixed rates: per year, unless they say otherwise."""

    name = "charged_rate"
    noun = "rate"

    def appears(self, value: Percentage, mentions: Mentions, strictness: Strictness) -> tuple[Span, ...]:
        """Return where a rate appears.

        A quote of a monthly rate does not support one without a period (0171). In revision 1 any bare number does.
        """
        found = PERCENTAGE_KIND.appears(value, mentions, strictness)
        if strictness is Strictness.SUPPORT and value.per is None:
            others = frozenset(mentions.places(PERCENTAGE_KIND, _RECURRING))
            found = tuple(span for span in found if span not in others)
        if found or strictness is not Strictness.LOOSE_SUPPORT:
            return found
        return mentions.places(NUMBER_KIND, plain_decimal(value.figure))


PERCENTAGE_KIND = PercentageKind()
CHARGED_RATE_KIND = ChargedRateKind()
