"""The minus of an amount is never lost, and a dash that separates is none."""

from __future__ import annotations

from loanproof.values import MONEY_KIND, NO_CONTEXT, Mentions
from loanproof.values.reading import Read
from loanproof.values.threshold.parse import parse_threshold

BELOW_ZERO = ["-GBP 85,500,000", "GBP -85,500,000", "minus GBP 85,500,000", "− GBP 85,500,000", "£-85,500,000"]
SEPARATED = [
    "Facility A - GBP 85,500,000",
    "- GBP 85,500,000 for Facility A\n- GBP 1 for Facility B",
    "Loan – GBP 85,500,000",
]


def test_an_amount_with_a_minus_is_another_amount() -> None:
    for written in BELOW_ZERO:
        compared = MONEY_KIND.compare_texts("GBP 85,500,000", written, NO_CONTEXT)
        assert compared.relation == "different", (written, compared)


def test_a_dash_behind_a_label_is_no_minus() -> None:
    for written in ("Total amount – GBP 85,500,000", "Amount - GBP 85,500,000", "Principal amount — GBP 85.5m"):
        compared = MONEY_KIND.compare_texts("GBP 85,500,000", written, NO_CONTEXT)
        assert compared.relation == "equal", (written, compared)
    assert MONEY_KIND.compare_texts("GBP 85,500,000", "Amount -GBP 85,500,000", NO_CONTEXT).relation == "different"


def test_a_dash_before_an_amount_separates_it_in_running_text() -> None:
    for text in SEPARATED:
        found = Mentions.in_text(text, NO_CONTEXT).of(MONEY_KIND)
        assert all(one.candidates[0].amount > 0 for one in found), text
        assert found, text


def test_no_threshold_is_below_zero() -> None:
    for text in ("not more than -3.50:1", "at least minus USD 5,000,000"):
        assert not isinstance(parse_threshold(text), Read), text
    assert isinstance(parse_threshold("not more than 3.50:1"), Read)
