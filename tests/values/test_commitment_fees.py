"""Fees that are a share of the margin, and the margin that they are a share of."""

from __future__ import annotations

from decimal import Decimal

import pytest

from loanproof.core import Reason
from loanproof.values.commitment_fee.compare import compare_fees_under_margin, fee_under
from loanproof.values.commitment_fee.value import CommitmentFee, FeeBasis
from loanproof.values.grid.value import Condition, GridRow
from loanproof.values.margin.value import Margin
from loanproof.values.percentage.value import Percentage, Period, RateUnit
from loanproof.values.reading import Relation

SHARE = CommitmentFee(basis=FeeBasis.SHARE_OF_MARGIN, value=Percentage(figure=Decimal(40), of_margin=True))
FLAT = Margin(opening=Percentage(figure=Decimal("2.25")))
GRID = Margin(
    opening=Percentage(figure=Decimal("2.25")),
    rows=(
        GridRow(when=Condition(words="Level I"), value=Percentage(figure=Decimal("2.25"))),
        GridRow(when=Condition(words="Level II"), value=Percentage(figure=Decimal("2.00"))),
    ),
)


def per_annum(figure: str) -> CommitmentFee:
    return CommitmentFee(basis=FeeBasis.PER_ANNUM, value=Percentage(figure=Decimal(figure), per=Period.ANNUM))


def test_a_share_of_a_flat_margin_equals_its_product() -> None:
    assert compare_fees_under_margin(SHARE, per_annum("0.90"), FLAT).relation is Relation.EQUAL  # FEE-3


def test_a_share_of_a_grid_agrees_in_part_with_the_product_of_one_row() -> None:
    comparison = compare_fees_under_margin(SHARE, per_annum("0.90"), GRID)  # FEE-4
    assert (comparison.relation, comparison.reason) == (Relation.PARTIAL, Reason.GRID_INCOMPLETE)


@pytest.mark.parametrize("margin", [FLAT, GRID])
def test_the_figure_of_a_share_is_no_rate_under_any_margin(margin: Margin) -> None:
    assert compare_fees_under_margin(SHARE, per_annum("0.40"), margin).relation is Relation.DIFFERENT  # FEE-6


def test_a_rate_is_never_turned_into_a_share() -> None:
    assert compare_fees_under_margin(per_annum("0.90"), SHARE, FLAT).relation is Relation.DIFFERENT


def test_equal_shares_need_no_margin() -> None:
    assert compare_fees_under_margin(SHARE, SHARE, GRID).relation is Relation.EQUAL


def test_a_share_of_a_margin_without_unit_is_unknown() -> None:
    share = Percentage(figure=Decimal(40), of_margin=True)
    assert fee_under(share, Percentage(figure=Decimal("2.25"), unit=RateUnit.MISSING)) is None
    product = fee_under(share, Percentage(figure=Decimal(225), unit=RateUnit.BPS))
    assert product is not None
    assert product.bps == 90
