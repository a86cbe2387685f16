"""How two commitment fees compare."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from loanproof.core import Reason
from loanproof.values.commitment_fee.value import CommitmentFee, FeeBase, FeeBasis, FeeType
from loanproof.values.grid.compare import compare_grids
from loanproof.values.margin.priced_text import read_price
from loanproof.values.margin.value import Margin
from loanproof.values.percentage.compare import compare_rates
from loanproof.values.percentage.value import Percentage, Period, RateUnit
from loanproof.values.reading import EQUAL, NO_CONTEXT, Comparison, Relation, different, partial
from loanproof.values.schedule.compare import compare_levels
from loanproof.values.schedule.parse import read_levels
from loanproof.values.schedule.value import Level
from loanproof.values.text.tokens import tokenize


def compare_commitment_fees(expected: CommitmentFee, given: CommitmentFee) -> Comparison:
    """Compare two fees; a share of the margin and a rate are different values here."""
    wordless = (FeeBasis.FEE_LETTER, FeeBasis.NONE)
    if expected.basis in wordless or given.basis in wordless:
        return EQUAL if expected.basis is given.basis else different()
    if expected.rows or given.rows:
        result = _compare_rows(expected, given)
    elif expected.value is None or given.value is None:
        return different(Reason.NOT_READABLE)
    else:
        result = compare_rates(expected.value, given.value)
    if result.relation is Relation.EQUAL and _is_other_base(expected, given):
        return partial(Reason.WRONG_BASIS, "charged on other commitments")
    return result


def compare_fees_under_margin(expected: CommitmentFee, given: CommitmentFee, margin: Margin) -> Comparison:
    """Compare two fees where the margin is known: 40 % of a flat 2.25 % is 0.90 %.

    Under a margin with several rates the product holds for only one of them, so it agrees in part.
    """
    result = compare_commitment_fees(expected, given)
    share, rate = expected.value, given.value
    if result.relation is not Relation.DIFFERENT or share is None or rate is None or not share.of_margin:
        return result
    products = [fee_under(share, one) for one in dict.fromkeys(margin.rates)]
    agreeing = [one for one in products if one is not None and compare_rates(one, rate) == EQUAL]
    if not agreeing:
        return result
    return EQUAL if len(products) == 1 else partial(Reason.GRID_INCOMPLETE, "true for one rate of the margin only")


def fee_under(share: Percentage, margin: Percentage) -> Percentage | None:
    """Return the rate that a share of a margin comes to; ``None`` if a unit is missing."""
    if share.bps is None or margin.bps is None:
        return None
    return Percentage(figure=share.bps * margin.bps / Decimal(10_000), unit=RateUnit.BPS, per=Period.ANNUM)


def _compare_rows(expected: CommitmentFee, given: CommitmentFee) -> Comparison:
    if not expected.rows:
        agrees = expected.value is not None and _agrees_with_any(expected.value, (row.value for row in given.rows))
        return partial(Reason.LIST_EXTRA) if agrees else different()
    steps = _steps(expected), _steps(given)
    if all(steps):
        return _compare_steps(*steps)
    in_steps = bool(steps[0]) or expected.fee_type is FeeType.TICKING
    if given.rows:
        return compare_grids(expected.rows, given.rows, expected.rows[0].value if in_steps else None)
    # Steps apply in order, but nothing says which row of a grid applies first.
    rows = expected.rows[:1] if in_steps else expected.rows
    agrees = given.value is not None and any(_agrees_with_any(row.value, (given.value,)) for row in rows)
    return partial(Reason.GRID_INCOMPLETE, "one rate of several only") if agrees else different()


def _compare_steps(expected: tuple[Level[Percentage], ...], given: tuple[Level[Percentage], ...]) -> Comparison:
    """Compare fees that change on dates. If the first rate is right, a wrong later one counts as one wrong row."""
    if not _agrees_with_any(expected[0].value, (given[0].value,)):
        return different()
    result = compare_levels(expected, given, compare_rates)
    return partial(Reason.ROW_DIFFERS) if result.relation is Relation.DIFFERENT else result


def _steps(fee: CommitmentFee) -> tuple[Level[Percentage], ...]:
    """Return the rows of a fee as rates that change on dates; empty if they depend on something else."""
    written = "; ".join(f"{row.value.canonical} {row.when.words}" for row in fee.rows)
    return read_levels(tokenize(written), NO_CONTEXT, read_price) if fee.rows else ()


def _agrees_with_any(expected: Percentage, given: Iterable[Percentage]) -> bool:
    return any(compare_rates(expected, one).relation is not Relation.DIFFERENT for one in given)


def _is_other_base(expected: CommitmentFee, given: CommitmentFee) -> bool:
    return _base(expected) is not _base(given)


def _base(fee: CommitmentFee) -> FeeBase:
    if fee.on is not None:
        return fee.on
    return FeeBase.TOTAL if fee.fee_type is FeeType.FACILITY else FeeBase.UNDRAWN
