"""The values a threshold may have, each with its unit: ratios, percentages, amounts and periods."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum

from loanproof.values.comparator.parse import read_operator
from loanproof.values.duration.parse import DURATION_STARTS, read_duration
from loanproof.values.duration.value import Duration
from loanproof.values.money.parse import MONEY_STARTS, read_amount, read_money
from loanproof.values.number.parse import interpret_digits, read_number
from loanproof.values.number.value import Setting
from loanproof.values.percentage.forms import PERCENTAGE_STARTS, read_percentage
from loanproof.values.ratio.find import is_ratio_here
from loanproof.values.ratio.parse import read_ratio
from loanproof.values.reading import Context, Match
from loanproof.values.text.tokens import TokenKind, Tokens

_FIGURE = re.compile(r"[0-9][0-9.,]{0,38}")
_LONGEST_OPERATOR = 7  # tokens
MEASURE_STARTS = PERCENTAGE_STARTS | MONEY_STARTS | DURATION_STARTS


class ThresholdUnit(StrEnum):
    """What the value of a threshold counts."""

    RATIO = "ratio"
    PERCENT = "percent"
    MONEY = "money"
    DAYS = "days"
    BUSINESS_DAYS = "business_days"
    MONTHS = "months"
    COUNT = "count"
    MISSING = "missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A value with its unit, or a range from ``value`` to ``upper``."""

    value: Decimal
    unit: ThresholdUnit
    currency: str | None = None
    upper: Decimal | None = None


def read_measure(tokens: Tokens, at: int, context: Context) -> Match[Measure] | None:
    """Read the value with a unit that begins at ``at``."""
    ratio = read_ratio(tokens, at, context=context)
    is_all = ratio is not None and ratio.end == len(tokens) and _begins_text(tokens, at)
    if ratio is not None and (is_all or is_ratio_here(tokens, at, ratio.end)):
        ratios = tuple(Measure(value=one.value, unit=ThresholdUnit.RATIO) for one in ratio.candidates)
        return Match(candidates=ratios, end=ratio.end, reason=ratio.reason)
    percentage = read_percentage(tokens, at, context=context)
    if percentage is not None:
        known = [one.bps for one in percentage.candidates if one.bps is not None]
        shares = tuple(Measure(value=bps / 100, unit=ThresholdUnit.PERCENT) for bps in known)
        return Match(candidates=shares, end=percentage.end, reason=percentage.reason) if shares else None
    return _read_amount(tokens, at, context) or _read_period(tokens, at, context)


def _begins_text(tokens: Tokens, at: int) -> bool:
    """Return whether a value opens its text, apart from its comparison: ``not less than three times``."""
    compared = (read_operator(tokens, start) for start in range(min(at, _LONGEST_OPERATOR)))
    return at == 0 or any(one is not None and one.start == 0 and one.end == at for one in compared)


def read_range(tokens: Tokens, at: int, low: Match[Measure] | None, context: Context) -> Match[Measure] | None:
    """Read ``3.5x-4.0x``, ``between 3.5x and 4.0x`` (from the first value on) or ``3.5 to 4.0x``.

    ``low`` is the value at ``at``; without one, a bare figure there may be the lower end.
    """
    if low is None:
        number = read_number(tokens, at, setting=Setting.RATE, context=context)
        if number is None:
            return None
        bare = tuple(Measure(value=one.value, unit=ThresholdUnit.MISSING) for one in number.candidates)
        low = Match(candidates=bare, end=number.end)
    joiner = tokens[low.end].lower
    if joiner not in ("-", "to") and not (joiner == "and" and tokens[at - 1].lower == "between"):
        return None
    bottom = low.candidates[0]
    high = read_measure(tokens, low.end + 1, context) or _read_upper_amount(tokens, low.end + 1, bottom, context)
    if high is None:
        return None
    top = high.candidates[0]
    if tokens[low.end - 1].kind is TokenKind.NUMBER:
        bottom = _in_unit_of(top, bottom, tokens[low.end + 1].text, context)
    if bottom.unit not in (top.unit, ThresholdUnit.MISSING) or bottom.value >= top.value:
        return None
    return Match(candidates=(replace(top, value=bottom.value, upper=top.value),), end=high.end)


def _read_upper_amount(tokens: Tokens, at: int, low: Measure, context: Context) -> Match[Measure] | None:
    """Read the upper end of a range of amounts, whose currency is at the lower end only."""
    number = read_amount(tokens, at, context)
    if number is None or low.unit is not ThresholdUnit.MONEY:
        return None
    return Match(candidates=tuple(replace(low, value=one.value) for one in number.candidates), end=number.end)


def _in_unit_of(top: Measure, bottom: Measure, figure: str, context: Context) -> Measure:
    """Return the lower end in the unit and scale of the upper end: ``25-50 bps``, ``USD 5-10 million``.

    ``figure`` is the upper end as written. A lower end that would exceed it has a scale of its own.
    """
    setting = Setting.MONEY if top.unit is ThresholdUnit.MONEY else Setting.RATE
    figures = interpret_digits(figure, setting, context.number_locale) if _FIGURE.fullmatch(figure) else ()
    if len(figures) != 1 or not figures[0]:
        return bottom
    scaled = bottom.value * top.value / figures[0]
    return replace(bottom, value=scaled) if scaled < top.value else bottom


def _read_amount(tokens: Tokens, at: int, context: Context) -> Match[Measure] | None:
    money = read_money(tokens, at, context=context)
    if money is None:
        return None
    amounts = tuple(
        Measure(value=one.amount, unit=ThresholdUnit.MONEY, currency=one.currency) for one in money.candidates
    )
    return Match(candidates=amounts, end=money.end, reason=money.reason)


def _read_period(tokens: Tokens, at: int, context: Context) -> Match[Measure] | None:
    duration = read_duration(tokens, at, context=context)
    if duration is None:
        return None
    periods = [_period(one) for one in duration.candidates]
    known = tuple(period for period in periods if period is not None)
    return Match(candidates=known, end=duration.end, reason=duration.reason) if known else None


def _period(duration: Duration) -> Measure | None:
    """Return a period in a single unit; ``5 years and 1 day`` is not a threshold."""
    units = (ThresholdUnit.MONTHS, ThresholdUnit.DAYS, ThresholdUnit.BUSINESS_DAYS)
    counted = [(count, unit) for count, unit in zip(duration.length, units, strict=True) if count]
    return Measure(value=Decimal(counted[0][0]), unit=counted[0][1]) if len(counted) == 1 else None
