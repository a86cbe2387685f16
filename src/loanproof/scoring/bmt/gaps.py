"""The gap between deal and benchmark: read from figures or words, and held against the expected one.

A gap is deal less benchmark, so above is positive. Figures may be in basis points or percentage points; a gap in
words counts by the figure beside its direction: ``50 bps above the upper end``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.scoring.bmt.agreement import is_stated, tolerance_for
from loanproof.scoring.bmt.leanings import SIZE, Leaning, read_leaning
from loanproof.scoring.bmt.quantities import PERIODS, Quantity, Unit, read_places, spell_out, step_of

if TYPE_CHECKING:
    from loanproof.cases import ExpectedGap
    from loanproof.outputs import GapOutput
    from loanproof.scoring.bmt.agreement import Tolerance
    from loanproof.values import Absence, Context

_UP = frozenset("above over higher more greater longer larger wider exceeds exceed exceeding".split())
_DOWN = frozenset("below under lower less fewer shorter smaller tighter".split())
_WORD = re.compile(r"[A-Za-z]{1,30}")
_PLUS = re.compile(r"(?<![\w.,])\+(?=[0-9])")  # without a sign a gap is upwards
_MINUS = re.compile(r"(?<![\w.,])(?:[-–−]|minus\s)\s?$", re.IGNORECASE)
_UNIT = re.compile(
    r"\b(?:Business Days?|(?:calendar )?days?|months?|bps|basis points|percentage points)\b", re.IGNORECASE
)
_COUNT = re.compile(
    r"\b(\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty) "
    r"(fewer|more|less|longer|shorter|higher|lower)\b(?! (?:business|calendar|days?|months?|bps|basis|percent))",
    re.IGNORECASE,
)
_DIRECTION_REACH = 3  # words between a figure and its direction: "50 bps p.a. above"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """What is said about a gap.

    Attributes:
        figures: The gap as a signed figure, once for each way it is given; alternatives where a notation is ambiguous.
        is_described: Whether words say something about it.
        is_directed: Whether it says which way the deal lies: in figures it always does, in words by above or below.
        leaning: Which way it says that the deal lies, where words are read so (C-23).
    """

    figures: tuple[tuple[Quantity, ...], ...] = ()
    is_described: bool = False
    is_directed: bool = False
    leaning: Leaning | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GapRule:
    """How a gap is checked: its tolerance, and whether the direction must agree."""

    tolerance: Tolerance
    direction_must_agree: bool


def read_leaning_gap(gap: ExpectedGap | GapOutput | None, notation: Context, absence: Absence) -> Gap:
    """Read a gap whose words tell which side is higher, longer, stricter or lacking, or that there is no gap."""
    read = read_gap(gap, notation, absence)
    words = _with_units(spell_out(gap.text or "")) if gap is not None and read.is_described else ""
    leaning = read_leaning(words)
    if leaning is None or gap is None:
        return read
    has_figures = (gap.bps, gap.percentage_points, gap.days) != (None,) * 3
    figures = read.figures if has_figures else tuple(filter(None, (_figure_in_words(words, notation),)))
    if leaning.measure == SIZE and leaning.sign:
        figures = tuple(tuple(_signed(one, leaning) for one in each) for each in figures)
    return replace(read, figures=figures, leaning=leaning, is_directed=has_figures or bool(leaning.sign))


def _signed(figure: Quantity, leaning: Leaning) -> Quantity:
    """Return a figure with the sign of its words."""
    size = replace(figure, low=abs(figure.low), high=abs(figure.high))
    return _negated(size) if leaning.sign < 0 else size


def _with_units(words: str) -> str:
    """Give a bare count before its direction the unit of the other figures: ``3 days against 5: two fewer``."""
    unit = _UNIT.search(words)
    return words if unit is None else _COUNT.sub(rf"\1 {unit[0]} \2", words)


def read_gap(gap: ExpectedGap | GapOutput | None, notation: Context, absence: Absence) -> Gap:
    """Read a gap as a case or an output gives it. Words beside a figure only tell its direction."""
    if gap is None:
        return Gap()
    is_described = is_stated(gap.text, absence)
    words = _PLUS.sub(" ", spell_out(gap.text or "")) if is_described else ""
    given = ((gap.bps, Unit.BPS, 1), (gap.percentage_points, Unit.BPS, 100), (gap.days, Unit.DAYS, 1))
    stated = [
        _figure(number * factor, unit, step_of(number) * factor) for number, unit, factor in given if number is not None
    ]
    if stated:
        falls = _direction(words) < 0
        figures: tuple[tuple[Quantity, ...], ...] = tuple(
            (_negated(one) if falls and one.low > 0 else one,) for one in stated
        )
    else:
        in_words = _figure_in_words(words, notation)
        figures = (in_words,) if in_words else ()
    return Gap(figures=figures, is_described=is_described, is_directed=bool(stated) or _direction(words) != 0)


def gap_fault(expected: Gap, given: Gap, rule: GapRule) -> Reason | None:
    """Return what is wrong with a gap, or nothing where it is the expected one.

    Where gold has a figure, every figure that is given must agree with it; where gold has words, words are needed.
    """
    if given.leaning is not None and not given.leaning.sign:
        return Reason.GAP_DENIED
    if not expected.figures:
        is_exchanged = _is_exchanged(expected.leaning, given.leaning)
        return Reason.GAP_SIGN if is_exchanged else None if given.is_described else Reason.INCOMPLETE_C
    if not given.figures:
        return _unquantified_fault(expected, given)
    faults = [_first_fault(expected.figures[0], alternatives, rule) for alternatives in given.figures]
    return next((fault for fault in faults if fault is not None), None)


def is_unquantified(expected: Gap, given: Gap) -> bool:
    """Tell whether figures are compared, and the gap only names the right side (C-23)."""
    return bool(expected.figures) and not given.figures and _unquantified_fault(expected, given) is None


def _unquantified_fault(expected: Gap, given: Gap) -> Reason | None:
    if given.leaning is None or given.leaning.measure != SIZE:
        return Reason.INCOMPLETE_C
    return None if given.leaning.sign == _sign(expected.figures[0][0].low) else Reason.GAP_SIGN


def _is_exchanged(expected: Leaning | None, given: Leaning | None) -> bool:
    """Tell whether two gaps in words lean different ways by one measure; two measures are not compared."""
    if expected is None or given is None or expected.measure != given.measure:
        return False
    return expected.sign == -given.sign


def is_zero(gap: Gap, tolerance: Tolerance) -> bool:
    """Tell whether a gap says that there is none, as far as the tolerance allows."""
    return all(any(_accepts(one.low, one, tolerance) for one in alternatives) for alternatives in gap.figures)


def _first_fault(expected: tuple[Quantity, ...], given: tuple[Quantity, ...], rule: GapRule) -> Reason | None:
    faults = [_fault(one, other, rule) for one in expected for other in given]
    return None if None in faults else faults[0]


def _fault(expected: Quantity, given: Quantity, rule: GapRule) -> Reason | None:
    if not _same_unit(expected, given):
        return Reason.GAP_OUT_OF_TOLERANCE
    if rule.direction_must_agree:
        if expected.low and _sign(expected.low) != _sign(given.low):
            return Reason.GAP_SIGN
        error = given.low - expected.low
    else:
        error = min(given.low - expected.low, abs(given.low) - abs(expected.low), key=abs)
    # gold may itself be rounded: 16.57 for 16.566…
    shown = replace(given, step=max(given.step, expected.step))
    return None if _accepts(error, shown, rule.tolerance) else Reason.GAP_OUT_OF_TOLERANCE


def _accepts(error: Decimal, figure: Quantity, tolerance: Tolerance) -> bool:
    return tolerance_for(figure.unit, tolerance).accepts(error, step=figure.step)


def _same_unit(expected: Quantity, given: Quantity) -> bool:
    if {expected.unit, given.unit} <= PERIODS - {Unit.MONTHS}:
        return True  # a gap in days does not repeat which days the term counts
    return expected.counts_as(given)


def _figure_in_words(words: str, notation: Context) -> tuple[Quantity, ...]:
    """Return the figure of a gap in words: the one before a direction, else the only one.

    ``3.00% against 2.00%`` names both values and no gap.
    """
    places = [place for place in read_places(words, notation) if place.candidates[0].unit is not Unit.MISSING]
    ends = [*(place.span.start for place in places[1:]), len(words)][: len(places)]
    directed = [
        place
        for place, end in zip(places, ends, strict=True)
        if _direction(words[place.span.end : end], reach=_DIRECTION_REACH)
    ]
    if not directed and len(places) != 1:
        return ()
    chosen = (directed or places)[0]
    is_minus = _MINUS.search(words[: chosen.span.start]) is not None
    sign = -1 if is_minus else _direction(words[chosen.span.end :]) or _direction(words)
    return tuple(_negated(one) if sign < 0 and one.low > 0 else one for one in chosen.candidates)


def _direction(words: str, reach: int = 200) -> int:
    """Return 1 for above, -1 for below, 0 where no word of the first few tells."""
    for count, word in enumerate(_WORD.finditer(words.casefold())):
        if count >= reach:
            return 0
        if word[0] in _UP:
            return 1
        if word[0] in _DOWN:
            return -1
    return 0


def _figure(value: Decimal, unit: Unit, step: Decimal) -> Quantity:
    return Quantity(low=value, high=value, unit=unit, step=step)


def _negated(quantity: Quantity) -> Quantity:
    return replace(quantity, low=-quantity.low, high=-quantity.high)


def _sign(value: Decimal) -> int:
    return (value > 0) - (value < 0)
