"""Reads the gap between deal and benchmark as a case or an output gives it: its figures, and what its words say.

A gap is deal minus benchmark, so it is positive if the deal is higher. Its figures may be in basis points, percentage
points or days. For a gap in words, the figure next to the direction counts: *50 bps above the upper end*.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from loanproof.benchmarks import PERIODS, Quantity, QuantityMention, Unit, read_places, spell_out, step_of
from loanproof.core import Span
from loanproof.scoring.bmt.agreement import is_stated
from loanproof.statements import Lead, Leads, Measure, Side, StatedText, Statement, read_leads, read_statement
from loanproof.values import CARDINALS

if TYPE_CHECKING:
    from loanproof.cases import ExpectedGap
    from loanproof.outputs import GapOutput
    from loanproof.values import Absence, Context

_PLUS = re.compile(r"(?<![\w.,])\+(?=[0-9])")  # dropped, because a gap without a sign is upwards anyway
_MINUS = re.compile(r"(?<![\w.,])(?:[-–−]|minus\s)\s?$", re.IGNORECASE)
_BY = re.compile(
    r"(?:=|\b(?:by|(?:gap|difference|spread|distance)(?: of| is|:)))\s(?:about |exactly |some )?$", re.IGNORECASE
)
_APART = re.compile(r"\b(?:gap|difference|distance) (?:of|is) (?:about |exactly |some )?$", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z]{1,30}")
_NUMBER = re.compile(r"(?<![\w.,%])(\d{1,4}|[a-z]{3,9}(?:-[a-z]{3,5})?) $", re.IGNORECASE)
_DIRECTION_REACH = 3  # fewer words than this may stand between a figure and its direction: "50 bps p.a. above"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """What a case or an output says about a gap.

    Attributes:
        figures: The gap as a signed figure, once for each way in which it is given; each with its alternatives if the
            notation is ambiguous.
        is_described: Whether it is described in words.
        is_distance: Whether its figure is how far apart the sides are: a number always is, a figure in words by *above*
            or *below*, or as *a difference of*. A bare figure may be one of the two values.
        leads: Which side its words call ahead.
        said: What its words say about the figure in them.
        words: The words, as they were read.
    """

    figures: tuple[tuple[Quantity, ...], ...] = ()
    is_described: bool = False
    is_distance: bool = False
    leads: Leads = field(default_factory=Leads)
    said: Statement | None = None
    words: str = ""


def read_gap(
    gap: ExpectedGap | GapOutput | None, notation: Context, absence: Absence, associations: Collection[str]
) -> Gap:
    """Return a gap as a case or an output gives it; next to a number, the words only give its direction."""
    if gap is None:
        return Gap()
    is_described = is_stated(gap.text, absence)
    words = " ".join(_PLUS.sub(" ", spell_out(gap.text or "")).split()) if is_described else ""
    text = StatedText(text=words, notation=notation)
    leads = read_leads(text, associations)
    levels = [lead for lead in leads.stated if lead.measure is Measure.LEVEL]
    given = ((gap.bps, Unit.BPS, 1), (gap.percentage_points, Unit.BPS, 100), (gap.days, Unit.DAYS, 1))
    stated = [
        _figure(number * factor, unit, step_of(number) * factor) for number, unit, factor in given if number is not None
    ]
    said = place = None
    if stated:
        # A positive 75 next to the words "below the benchmark" means -75: the words give the sign.
        falls = bool(levels) and levels[0].side is Side.BENCHMARK
        figures: tuple[tuple[Quantity, ...], ...] = tuple(
            (_negated(one) if falls and one.low > 0 else one,) for one in stated
        )
    else:
        place = _gap_in_words(words, levels, notation)
        figures = () if place is None else (_signed(place, words, levels),)
        said = None if place is None else read_statement(text, place.span)
    return Gap(
        figures=figures,
        is_described=is_described,
        is_distance=bool(stated or levels or (place and _APART.search(words[: place.span.start]))),
        leads=leads,
        said=said,
        words=words,
    )


def _gap_in_words(words: str, levels: list[Lead], notation: Context) -> QuantityMention | None:
    """Return the figure of a gap in words: the one after *by*, or before a direction, otherwise the only one.

    *3.00% against 2.00%* gives both values but no gap. In *3 Business Days against 5: two fewer*, *two* means days.
    """
    places = [place for place in read_places(words, notation) if place.candidates[0].unit is not Unit.MISSING]
    behind_by = [place for place in places if _BY.search(words[: place.span.start])]
    directed = [place for place in places if any(_is_followed_by(place, lead, words) for lead in levels)]
    counted = [place for lead in levels for place in _counted(words, lead, places)]
    found = behind_by or counted or directed
    if not found and len(places) != 1:  # several figures, and nothing shows which of them is the gap
        return None
    return (found or places)[0]


def _is_followed_by(place: QuantityMention, lead: Lead, words: str) -> bool:
    """Return whether a direction follows a figure, with at most a few words and no other figure in between."""
    between = words[place.span.end : lead.span.start]
    is_behind = lead.span.start >= place.span.end and len(between) < _DIRECTION_REACH * 30
    return is_behind and len(_WORD.findall(between)) < _DIRECTION_REACH and not any(map(str.isdigit, between))


def _counted(words: str, lead: Lead, places: list[QuantityMention]) -> list[QuantityMention]:
    """Return a bare number before a direction as a period if the figures before it are periods: *two fewer*."""
    number = _NUMBER.search(words[: lead.span.start])
    if number is None or not places or places[0].candidates[0].unit not in PERIODS:
        return []
    count = int(number[1]) if number[1].isdigit() else CARDINALS.get(number[1].lower())
    if count is None or any(place.span.end > number.start(1) for place in places):
        return []
    quantity = _figure(Decimal(count), places[0].candidates[0].unit, Decimal(1))
    return [QuantityMention(span=Span(number.start(1), number.end(1)), candidates=(quantity,))]


def _signed(place: QuantityMention, words: str, levels: list[Lead]) -> tuple[Quantity, ...]:
    """Return the readings of a figure with its sign, from the direction after it or otherwise the first direction."""
    nearest = next((lead for lead in levels if lead.span.start >= place.span.end), levels[0] if levels else None)
    is_minus = _MINUS.search(words[: place.span.start]) is not None
    falls = is_minus or (nearest is not None and nearest.side is Side.BENCHMARK)
    return tuple(_negated(one) if falls and one.low > 0 else one for one in place.candidates)


def _figure(value: Decimal, unit: Unit, step: Decimal) -> Quantity:
    return Quantity(low=value, high=value, unit=unit, step=step)


def _negated(quantity: Quantity) -> Quantity:
    return replace(quantity, low=-quantity.low, high=-quantity.high)
