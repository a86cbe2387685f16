"""How two reference rates compare."""

from __future__ import annotations

from dataclasses import replace

from loanproof.core import Reason
from loanproof.values.percentage.compare import compare_rates
from loanproof.values.reading import EQUAL, Comparison, Relation, different, partial
from loanproof.values.reference_rate.names import RateFamily, Style, Timing
from loanproof.values.reference_rate.tenors import RateTenor
from loanproof.values.reference_rate.value import ReferenceRate, ReferenceRates

# Plain "compounded" means in arrears in these markets; SORA is quoted both ways.
_USUALLY_IN_ARREARS = frozenset(
    {RateFamily.SOFR, RateFamily.SONIA, RateFamily.ESTR, RateFamily.SARON, RateFamily.TONA, RateFamily.CORRA}
)


def compare_reference_rates(expected: ReferenceRates, given: ReferenceRates) -> Comparison:
    """Compare rate by rate: one of several expected rates is partial, an unexpected rate differs."""
    wanted, offered = expected.main, given.main
    worst = EQUAL
    for rate in offered:
        best = min((compare_one_rate(one, rate) for one in wanted), key=lambda one: list(Relation).index(one.relation))
        if best.relation is Relation.DIFFERENT:
            known = len(offered) > 1 and any(
                compare_one_rate(one, other).relation is not Relation.DIFFERENT for one in wanted for other in offered
            )
            return partial(Reason.LIST_EXTRA) if known else best
        worst = best if best.relation is Relation.PARTIAL else worst
    return partial(Reason.LIST_INCOMPLETE) if len(offered) < len(wanted) else worst


def compare_with_elective_tenors(expected: ReferenceRates, given: ReferenceRates) -> Comparison:
    """Compare where a borrower may choose among tenors: the same set in any order and notation is equal (C-26).

    A choice given where none is expected adds detail to the same rate; the other fields show whether the documents
    offer it. A true subset stays partial.
    """
    wanted, offered = _with_choices(expected), _with_choices(given)
    known = {(rate.family, rate.style) for rate in wanted.rates if rate.tenor is None}
    plain = tuple(
        replace(rate, tenor=None) if (rate.family, rate.style) in known and _is_choice(rate) else rate
        for rate in offered.rates
    )
    return compare_reference_rates(wanted, ReferenceRates(rates=plain))


def _with_choices(rates: ReferenceRates) -> ReferenceRates:
    """Return the rates, merging those that differ only in tenor: ``1M Term SOFR or 3M Term SOFR``."""
    merged: dict[ReferenceRate, RateTenor | None] = {}
    for rate in rates.rates:
        name = replace(rate, tenor=None)
        before, periods = merged.get(name), () if rate.tenor is None else rate.tenor.periods
        both = {*(() if before is None else before.periods), *periods}
        ordered = tuple(sorted(both, key=lambda one: (one.months, one.days)))
        merged[name] = RateTenor(periods=ordered) if ordered else None
    return ReferenceRates(rates=tuple(replace(name, tenor=tenor) for name, tenor in merged.items()))


def _is_choice(rate: ReferenceRate) -> bool:
    return rate.tenor is not None and len(rate.tenor.periods) > 1


def compare_one_rate(expected: ReferenceRate, given: ReferenceRate) -> Comparison:
    """Compare two rates by family, method and tenor, in this order."""
    if expected.family is not given.family:
        return different()
    if expected.family is RateFamily.FIXED:
        return _compare_fixed(expected, given)
    if expected.style is not given.style:
        if expected.style is not None and given.style is not None:
            return different(detail=f"{given.style.value} is another rate than {expected.style.value}")
        return partial(Reason.METHOD_MISSING if given.style is None else Reason.METHOD_DIFFERS)
    timings = _timing(expected), _timing(given)
    if timings[0] is not timings[1]:
        return partial(Reason.METHOD_MISSING if timings[1] is None else Reason.METHOD_DIFFERS)
    if expected.tenor == given.tenor:
        return EQUAL
    return partial(Reason.TENOR_MISSING if given.tenor is None else Reason.TENOR_DIFFERS)


def _compare_fixed(expected: ReferenceRate, given: ReferenceRate) -> Comparison:
    if expected.fixed_at is None or given.fixed_at is None:
        return EQUAL if expected.fixed_at is given.fixed_at else partial(Reason.DETAIL_MISSING, "the fixed rate")
    return compare_rates(expected.fixed_at, given.fixed_at)


def _timing(rate: ReferenceRate) -> Timing | None:
    if rate.timing is None and rate.style is Style.COMPOUNDED and rate.family in _USUALLY_IN_ARREARS:
        return Timing.ARREARS
    return rate.timing
