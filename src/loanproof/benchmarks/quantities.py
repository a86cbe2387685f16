"""The figures in a written value: rates, amounts, periods and ratios, each a point or a range, with its precision.

``2.00% per annum`` is one quantity, ``1.00%-2.00%`` and ``25-50 bps`` are ranges, and ``USD 1m (term loan), USD 5m
(revolver)`` are two. Words around them are ignored; a bare figure is a quantity without a unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from itertools import product
from typing import TYPE_CHECKING, Any

from loanproof.core import Span
from loanproof.values import (
    DURATION_KIND,
    MONEY_KIND,
    PERCENTAGE_KIND,
    RATIO_KIND,
    Duration,
    Money,
    Percentage,
    Ratio,
    candidates_of,
    tokenize,
)

if TYPE_CHECKING:
    from loanproof.values import Context

_MOST_DIGITS = 30
_KINDS: tuple[Any, ...] = (MONEY_KIND, RATIO_KIND, PERCENTAGE_KIND, DURATION_KIND)
_JOINED = re.compile(r"\s{0,3}(?:-|–|—|to|and)\s{0,3}", re.IGNORECASE)
_UPPER_END = re.compile(
    r"\s{0,3}(?:[-–—]|to)\s{0,3}([0-9](?:[0-9.,']{0,24}[0-9])?)(\s?(?:million|billion|[mk]|bn)\b)?(?![\w%])"
)
_LOWER_END = re.compile(r"(?<![\w.,])(\d{1,15}(?:\.\d{1,6})?)\s{0,3}(?:-|–|—|to)\s{0,3}$", re.IGNORECASE)
_OF_SOMETHING = re.compile(r"\s{0,3}of\b(?!\s{1,3}(?:one|1)\b)", re.IGNORECASE)
_BPS = re.compile(r"b\.?p\.?s?\b|basis", re.IGNORECASE)
_SPELLED_OUT = (
    (re.compile(r"(?<![A-Za-z])p\.?p\.?t?s?(?![A-Za-z])", re.IGNORECASE), " percentage points"),
    (
        re.compile(r"\b(?:RFR|U\.?S\.? Government Securities) (?:Banking|Business) Days?\b", re.IGNORECASE),
        "Business Days",
    ),
    (re.compile(r"\bBDs?\b"), "Business Days"),
    (re.compile(r"\btwo[- ]thirds\b", re.IGNORECASE), "66⅔%"),
    (re.compile(r"(\d) (more|fewer|less) ((?:Business |calendar )?(?:days?|months?))\b", re.IGNORECASE), r"\1 \3 \2"),
)
_ZERO = re.compile(r"\bzero\b", re.IGNORECASE)


class Unit(StrEnum):
    """What a quantity counts. Rates and shares are in basis points."""

    BPS = "bps"
    MONEY = "money"
    RATIO = "ratio"
    DAYS = "days"
    BUSINESS_DAYS = "Business Days"
    MONTHS = "months"
    MISSING = "no unit"


PERIODS = frozenset({Unit.DAYS, Unit.BUSINESS_DAYS, Unit.MONTHS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """A figure, or a range from ``low`` to ``high``; for a point the two are equal.

    Attributes:
        step: The value of the last digit shown; 0 if the figure cannot be written out.
        currency: The code of an amount's currency, if one is written.
        is_share: A part of something, such as two thirds of the commitments.
        is_rate: The text says that it is a rate: per annum, or in basis points.
    """

    low: Decimal
    high: Decimal
    unit: Unit
    step: Decimal
    currency: str | None = None
    is_share: bool = False
    is_rate: bool = False

    @property
    def is_range(self) -> bool:
        """Whether it has two ends."""
        return self.low != self.high

    @property
    def is_nothing(self) -> bool:
        """Whether it is a zero without a unit: nothing is nothing in every unit."""
        return self.unit is Unit.MISSING and not self.low and not self.is_range

    def like(self, other: Quantity) -> Quantity:
        """Return a zero without a unit in the unit of another figure."""
        if not self.is_nothing:
            return self
        return replace(self, unit=other.unit, currency=other.currency, is_share=other.is_share)

    def counts_as(self, other: Quantity) -> bool:
        """Return whether both have the same unit."""
        return self.unit is other.unit and self.currency == other.currency


@dataclass(frozen=True, slots=True, kw_only=True)
class QuantityMention:
    """The possible meanings of the figure at one place; several only if its notation is ambiguous."""

    span: Span
    candidates: tuple[Quantity, ...]


def read_places(text: str, notation: Context) -> tuple[QuantityMention, ...]:
    """Return the quantities of a text in order, with ranges joined. Any text is accepted."""
    places = tuple(_joined(_found(text, notation), text, notation))
    if places:
        return places
    bare = tuple(_bare(one) for one in candidates_of(PERCENTAGE_KIND.read(text, notation)))
    if not bare and _ZERO.search(text):
        bare = (_point(Decimal(0), Unit.MISSING, Decimal(1)),)  # a zero floor
    return (QuantityMention(span=Span(0, len(text)), candidates=bare),) if bare else ()


def spell_out(text: str) -> str:
    """Return a text with the abbreviations of the trade spelled out: ``pp``, ``BD``, ``two-thirds``."""
    for pattern, words in _SPELLED_OUT:
        text = pattern.sub(words, text)
    return text


def read_value(text: str, notation: Context) -> tuple[QuantityMention, ...]:
    """Return the quantities of a value: a period next to another figure only says when or how long."""
    places = read_places(spell_out(text), notation)
    others = tuple(place for place in places if place.candidates[0].unit not in PERIODS)
    return others or places


def only_quantity(text: str | None, notation: Context) -> tuple[Quantity, ...]:
    """Return the possible meanings of the one figure in a text; empty if it has none or several."""
    places = () if text is None else read_value(text, notation)
    return places[0].candidates if len(places) == 1 else ()


def _found(text: str, notation: Context) -> list[QuantityMention]:
    tokens = tokenize(text)
    places: list[QuantityMention] = []
    for kind in _KINDS:
        for found in kind.find(tokens, notation):
            known = tuple(quantity for value in found.candidates if (quantity := _quantity(value)) is not None)
            if known and not any(_overlap(found.span, place.span) for place in places):
                places.append(QuantityMention(span=found.span, candidates=_with_share(known, text[found.span.end :])))
    return sorted(places, key=lambda place: place.span.start)


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _with_share(candidates: tuple[Quantity, ...], after: str) -> tuple[Quantity, ...]:
    if _OF_SOMETHING.match(after) is None:
        return candidates
    return tuple(replace(one, is_share=one.is_share or one.unit is Unit.BPS) for one in candidates)


def _joined(places: list[QuantityMention], text: str, notation: Context) -> Iterator[QuantityMention]:
    """Join two figures, or a bare one and the next, into a range if a dash or ``to`` is between them."""
    waiting: QuantityMention | None = None
    for place in places:
        if waiting is not None:
            between = text[waiting.span.end : place.span.start]
            both = _range(waiting.candidates, place.candidates) if _JOINED.fullmatch(between) else ()
            if both:
                yield QuantityMention(span=Span(waiting.span.start, place.span.end), candidates=both)
                waiting = None
                continue
            yield _with_upper_end(waiting, text[: place.span.start], notation)
        waiting = _with_lower_end(place, text)
    if waiting is not None:
        yield _with_upper_end(waiting, text, notation)


def _with_lower_end(place: QuantityMention, text: str) -> QuantityMention:
    lower = _LOWER_END.search(text[: place.span.start])
    if lower is None:
        return place
    both = _range_from(Decimal(lower[1]), place.candidates, text[place.span.start : place.span.end])
    return QuantityMention(span=Span(lower.start(), place.span.end), candidates=both) if both else place


def _with_upper_end(place: QuantityMention, text: str, notation: Context) -> QuantityMention:
    """Return a range of amounts whose currency is given once: ``EUR 1,500-3,500``."""
    upper = _UPPER_END.match(text, place.span.end)
    low = place.candidates[0]
    if upper is None or low.unit is not Unit.MONEY or low.currency is None or low.is_range:
        return place
    scale = upper[2] or ""
    is_shared = scale and text[place.span.start : place.span.end].rstrip()[-1].isdecimal()  # USD 5-10 million
    lows = _amounts(text[place.span.start : place.span.end] + scale, notation) if is_shared else place.candidates
    both = _range(lows, _amounts(f"{low.currency} {upper[1]}{scale}", notation))
    return QuantityMention(span=Span(place.span.start, upper.end()), candidates=both) if both else place


def _amounts(text: str, notation: Context) -> tuple[Quantity, ...]:
    amounts = candidates_of(MONEY_KIND.read(text, notation))
    return tuple(quantity for amount in amounts if (quantity := _quantity(amount)) is not None)


def _range_from(figure: Decimal, highs: tuple[Quantity, ...], upper_end: str) -> tuple[Quantity, ...]:
    """Return the ranges from a bare figure in the unit of the upper end: the ``1`` of ``1-2%`` is 100 bps."""
    in_percent = highs[0].unit is Unit.BPS and _BPS.search(upper_end) is None
    low = figure * 100 if in_percent else figure
    return tuple(replace(high, low=low) for high in highs if low < high.high)


def _range(lows: tuple[Quantity, ...], highs: tuple[Quantity, ...]) -> tuple[Quantity, ...]:
    """Return the ranges between two figures; if both notations are possible, both ends use the same one."""
    pairs = zip(lows, highs, strict=True) if len(lows) == len(highs) else product(lows, highs)
    return tuple(
        replace(high, low=low.low)
        for low, high in pairs
        if low.counts_as(high) and not low.is_range and low.low < high.high
    )


def _quantity(value: object) -> Quantity | None:
    match value:
        case Percentage():
            return _rate(value)
        case Money():
            return _point(value.amount, Unit.MONEY, value.step, currency=value.currency)
        case Ratio():
            return _point(value.value, Unit.RATIO, step_of(value.value))
        case Duration():
            return _period(value)
        case _:
            return None


def _rate(value: Percentage) -> Quantity | None:
    if value.bps is None:
        return None
    factor = 1 if value.unit == "bps" else 100
    quantity = _point(value.bps, Unit.BPS, value.step * factor)
    return replace(quantity, is_share=value.of_margin, is_rate=value.per_annum or factor == 1)


def _period(value: Duration) -> Quantity | None:
    units = (Unit.MONTHS, Unit.DAYS, Unit.BUSINESS_DAYS)
    counted = [(count, unit) for count, unit in zip(value.length, units, strict=True) if count]
    return _point(Decimal(counted[0][0]), counted[0][1], Decimal(1)) if len(counted) == 1 else None


def _bare(value: Percentage) -> Quantity:
    return _point(value.figure, Unit.MISSING, value.step)


def _point(value: Decimal, unit: Unit, step: Decimal, *, currency: str | None = None) -> Quantity:
    return Quantity(low=value, high=value, unit=unit, step=step, currency=currency)


def step_of(value: Decimal) -> Decimal:
    """Return the value of the last digit of a decimal, at most one; 0 beyond any plausible precision."""
    exponent = value.as_tuple().exponent
    if not isinstance(exponent, int) or exponent >= 0:
        return Decimal(1)
    return Decimal(1).scaleb(exponent) if exponent > -_MOST_DIGITS else Decimal(0)
