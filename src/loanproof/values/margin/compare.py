"""How two margins compare."""

from __future__ import annotations

from dataclasses import replace

from loanproof.core import Reason
from loanproof.values.grid.compare import compare_grids
from loanproof.values.margin.value import Margin, MarginOption
from loanproof.values.percentage.compare import compare_rates, rates_agree
from loanproof.values.percentage.value import Percentage
from loanproof.values.reading import EQUAL, Comparison, Relation, different, partial
from loanproof.values.reference_rate.value import ReferenceRate
from loanproof.values.schedule.compare import compare_levels
from loanproof.values.schedule.value import Level


def compare_margins(expected: Margin, given: Margin) -> Comparison:
    """Compare two margins: structure first, then the adjustment."""
    if expected.rows:
        result = _compare_with_grid(expected, given)
    elif expected.steps:
        result = _compare_with_steps(expected, given)
    else:
        result = _compare_with_options(expected, given)
    return _compare_adjustments(expected, given) if result.relation is Relation.EQUAL else result


def _compare_with_grid(expected: Margin, given: Margin) -> Comparison:
    if given.opening is not None and expected.opening is not None:
        opening = compare_rates(expected.opening, given.opening)
        if opening.relation is Relation.DIFFERENT:
            is_second = not given.rows and _is_second_option(expected, (given.opening,))
            return partial(Reason.WRONG_OPTION) if is_second else opening
    if given.rows:
        return compare_grids(expected.rows, given.rows, expected.opening)
    wanted = expected.rates if expected.opening is None else (expected.opening,)
    agrees = any(rates_agree(one, other) for one in wanted for other in given.rates[:1])
    return partial(Reason.GRID_INCOMPLETE, "the grid is missing") if agrees else different()


def _compare_with_steps(expected: Margin, given: Margin) -> Comparison:
    steps = given.steps or tuple(Level(value=rate) for rate in given.rates)
    if not steps or not rates_agree(expected.steps[0].value, steps[0].value):
        return different()
    result = compare_levels(expected.steps, steps, compare_rates)
    # The opening rate is right here, so a wrong later step is one wrong row.
    return partial(Reason.ROW_DIFFERS) if result.relation is Relation.DIFFERENT else result


def _compare_with_options(expected: Margin, given: Margin) -> Comparison:
    """Compare margins without grid and steps. The margin over a base rate may be left out."""
    if given.rows or given.steps:
        agrees = any(rates_agree(one, other) for one in expected.rates[:1] for other in given.rates)
        return partial(Reason.LIST_EXTRA, "more rates than expected") if agrees else different()
    if expected.options and given.options:
        return _compare_options(_named_options(expected, given.options), _named_options(given, expected.options))
    wanted, offered = _main_rates(expected), _main_rates(given)
    if not wanted or not offered:
        return different(Reason.NOT_READABLE)
    results = [compare_rates(one, other) for one in wanted for other in offered]
    if all(result.relation is not Relation.DIFFERENT for result in results):
        return next((result for result in results if result.relation is Relation.PARTIAL), EQUAL)
    if any(result.relation is not Relation.DIFFERENT for result in results):
        return partial(Reason.LIST_INCOMPLETE if len(wanted) > len(offered) else Reason.LIST_EXTRA)
    return partial(Reason.WRONG_OPTION) if _is_second_option(expected, offered) else results[0]


def _is_second_option(expected: Margin, offered: tuple[Percentage, ...]) -> bool:
    second = [option.value for option in expected.options if option.is_second]
    return any(rates_agree(one, other) for one in second for other in offered)


def _named_options(margin: Margin, others: tuple[MarginOption, ...]) -> tuple[MarginOption, ...]:
    """Return the options of a margin; if it names only second ones, its opening is over the main rate of the others."""
    main = [option for option in others if not option.is_second]
    if margin.opening is None or len(main) != 1 or any(not option.is_second for option in margin.options):
        return margin.options
    return (replace(main[0], value=margin.opening), *margin.options)


def _compare_options(expected: tuple[MarginOption, ...], given: tuple[MarginOption, ...]) -> Comparison:
    missing = False
    for option in expected:
        same = [one.value for one in given if _same_rate(option.rate, one.rate)]
        if not same:
            missing = missing or not option.is_second
        elif not rates_agree(option.value, same[0]):
            return partial(Reason.ROW_DIFFERS) if option.is_second else different()
    extra = [one for one in given if not any(_same_rate(option.rate, one.rate) for option in expected)]
    if len(extra) == len(given):
        return different(detail="other reference rates than expected")
    if any(not one.is_second for one in extra):
        return partial(Reason.LIST_EXTRA)
    return partial(Reason.LIST_INCOMPLETE) if missing else EQUAL


def _compare_adjustments(expected: Margin, given: Margin) -> Comparison:
    if expected.adjustment is None:
        return EQUAL if given.adjustment is None else partial(Reason.LIST_EXTRA, "an adjustment")
    if given.adjustment is None:
        return partial(Reason.ADJUSTMENT_MISSING, expected.adjustment.canonical)
    if rates_agree(expected.adjustment, given.adjustment):
        return EQUAL
    return partial(Reason.DETAIL_DIFFERS, "the adjustment")


def _same_rate(one: ReferenceRate, other: ReferenceRate) -> bool:
    """Return whether two options are over the same rate; the method may be left out (``SOFR Loans``)."""
    return one.family is other.family and (one.style is other.style or None in (one.style, other.style))


def _main_rates(margin: Margin) -> tuple[Percentage, ...]:
    main = tuple(option.value for option in margin.options if not option.is_second)
    opening = () if margin.opening is None else (margin.opening,)
    return opening or main or margin.rates
