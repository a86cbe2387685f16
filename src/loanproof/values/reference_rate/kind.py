"""Reference rates: family, tenor and method."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from loanproof.core import Span
from loanproof.values.kind import Kind, Part
from loanproof.values.mentions import Mentions, Strictness
from loanproof.values.percentage.kind import CHARGED_RATE_KIND
from loanproof.values.reading import Comparison, Context, Found, Reading
from loanproof.values.reference_rate.compare import compare_reference_rates
from loanproof.values.reference_rate.find import find_reference_rates
from loanproof.values.reference_rate.parse import parse_reference_rate
from loanproof.values.reference_rate.structure import REFERENCE_RATE_STRUCTURE
from loanproof.values.reference_rate.value import ReferenceRate, ReferenceRates
from loanproof.values.reference_rate.writing import write_rate_name
from loanproof.values.text.tokens import Tokens


class ReferenceRateKind(Kind[ReferenceRates]):
    """Reference rates: family, tenor and method."""

    name = "reference_rate"
    noun = "reference rate"
    structure = REFERENCE_RATE_STRUCTURE
    is_name = True
    joins_lists = True

    def parse(self, text: str, context: Context) -> Reading[ReferenceRates]:
        """Read a text that names one or more reference rates."""
        return parse_reference_rate(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[ReferenceRates], ...]:
        """Find every one in running text."""
        return find_reference_rates(tokens, context)

    def canonical(self, value: ReferenceRates) -> str:
        """Return the one text that equal values share."""
        return value.canonical

    def compare(self, expected: ReferenceRates, given: ReferenceRates) -> Comparison:
        """Compare a given value with the expected one."""
        return compare_reference_rates(expected, given)

    def forms(self, value: ReferenceRates) -> tuple[str, ...]:
        """Return the market names of the rates with method and tenor; a fixed rate with its figure."""
        return ("; ".join(map(write_rate_name, value.rates)), value.canonical)

    def parts(self, value: ReferenceRates) -> tuple[Part[Any], ...]:
        """Return each of the rates."""
        return tuple(self.part(ReferenceRates(rates=(rate,))) for rate in value.rates)

    def keys(self, value: ReferenceRates) -> Iterator[str]:
        """Yield the families."""
        return (rate.family.value for rate in value.rates)

    def appears(self, value: ReferenceRates, mentions: Mentions, strictness: Strictness) -> tuple[Span, ...]:
        """Return where the family is named, unless with another method; a fixed rate is found by its figure."""
        found: list[Span] = []
        for rate in value.rates:
            spans = (
                [one.span for one in mentions.of(self) if any(_may_be(rate, other) for other in _rates_of(one))]
                if rate.fixed_at is None
                else CHARGED_RATE_KIND.appears(rate.fixed_at, mentions, strictness)
                # the period of a fixed rate may follow further behind than that of other rates
                or [one.span for one in mentions.of(self) if rate in _rates_of(one)]
            )
            if not spans:
                return ()
            found += spans
        return tuple(found)


def _rates_of(found: Found[ReferenceRates]) -> Iterator[ReferenceRate]:
    return (rate for value in found.candidates for rate in value.rates)


def _may_be(rate: ReferenceRate, other: ReferenceRate) -> bool:
    return other.family is rate.family and (None in (rate.style, other.style) or other.style is rate.style)


REFERENCE_RATE_KIND = ReferenceRateKind()
