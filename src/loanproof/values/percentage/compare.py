"""How two percentages compare."""

from __future__ import annotations

from loanproof.core import Reason
from loanproof.values.number.compare import is_rounding
from loanproof.values.number.value import Number
from loanproof.values.percentage.value import Percentage, RateUnit
from loanproof.values.reading import EQUAL, Comparison, Relation, different, partial


def compare_rates(expected: Percentage, given: Percentage) -> Comparison:
    """Compare two rates with their periods; a rate without a period is per year.

    In running text the period is not part of the figure; there it is compared with the other statements about it.
    """
    if expected.other_period is not given.other_period:
        return different(Reason.PERIOD_DIFFERS, "a rate for another period")
    return compare_percentages(expected, given)


def rates_agree(expected: Percentage, given: Percentage) -> bool:
    """Return whether two rates agree, at least in part."""
    return compare_rates(expected, given).relation is not Relation.DIFFERENT


def compare_percentages(expected: Percentage, given: Percentage) -> Comparison:
    """Compare two rates in basis points.

    A wrong unit is a wrong value; a missing unit is a partial agreement. A rounding agrees in part only where the
    expected rate cannot be written out (66⅔ %); ``2.3%`` for ``2.25%`` is another rate.
    """
    if expected.either_way != given.either_way:
        return different(detail="one is an adjustment up or down, the other is not")
    if expected.bps is None or given.bps is None:
        return _compare_without_unit(expected, given)
    if expected.of_margin != given.of_margin:
        if expected.of_margin and expected.bps == given.bps and not given.per_annum:
            return partial(Reason.BASIS_MISSING, "a share of the margin")
        return different(detail="a share of the margin is not a rate")
    if expected.bps == given.bps:
        return EQUAL
    if _is_endless(expected) and is_rounding(_number(expected), _number(given)):
        return partial(Reason.ROUNDED)
    same_figure = expected.figure == given.figure
    return different(detail="the same figure in another unit" if same_figure else "")


def _compare_without_unit(expected: Percentage, given: Percentage) -> Comparison:
    if expected.unit is given.unit:
        return EQUAL if expected.figure == given.figure and expected.of_margin == given.of_margin else different()
    with_unit, bare = (expected, given) if given.unit is RateUnit.MISSING else (given, expected)
    bps = with_unit.bps
    agrees = bps is not None and bare.figure in (bps, bps / 100) and not with_unit.of_margin
    return partial(Reason.UNIT_MISSING) if agrees else different(Reason.UNIT_MISSING)


def _is_endless(value: Percentage) -> bool:
    exponent = value.figure.as_tuple().exponent
    return isinstance(exponent, int) and exponent < -12


def _number(value: Percentage) -> Number:
    factor = 100 if value.unit is RateUnit.PERCENT else 1
    return Number(value=value.figure * factor, step=value.step * factor)
