"""The period of a rate, in each kind that holds one: a rate for another period is another rate."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from tests.rows import each_row

from loanproof.core import Reason, load_yaml
from loanproof.values import (
    KINDS,
    PERCENTAGE_KIND,
    Context,
    Mentions,
    Relation,
    Strictness,
    candidates_of,
    parts_of,
)

DATA: Any = load_yaml(Path(__file__).parent / "rate_periods.yaml").data
EQUAL = {Relation.EXACT, Relation.EQUAL}


def compared(name: str, ending: str) -> tuple[Relation, Reason]:
    """Compare a rate of the table with itself in another ending."""
    rate = DATA["rates"][name]
    given = rate["given"].replace(" {}", "{}" if ending.startswith(",") else " {}").replace("{}", ending)
    comparison = KINDS[rate.get("kind", name)].compare_texts(rate["expected"], given)
    return comparison.relation, comparison.reason


@each_row(("name", "ending"), product(DATA["rates"], DATA["another_period"]))
def test_a_rate_for_another_period_is_another_rate(name: str, ending: str) -> None:
    relation, reason = compared(name, ending)
    assert relation == DATA["rates"][name].get("wrong", "different")
    assert relation is Relation.PARTIAL or reason in (Reason.PERIOD_DIFFERS, Reason.NOT_READABLE)


@each_row(("name", "ending"), product(DATA["rates"], [*DATA["a_year"], ""]))
def test_a_rate_a_year_is_the_same_however_it_is_written(name: str, ending: str) -> None:
    assert compared(name, ending)[0] in EQUAL


@each_row(("name", "ending"), product(sorted(set(DATA["rates"]) - {"percentage", "row of a grid"}), DATA["rhythms"]))
def test_the_rhythm_of_payments_is_no_period(name: str, ending: str) -> None:
    assert compared(name, ending)[0] in EQUAL


@pytest.mark.parametrize("row", DATA["apart"], ids=lambda row: row["given"])
def test_a_period_may_be_apart_from_its_rate(row: dict[str, str]) -> None:
    relation = KINDS[row["kind"]].compare_texts(row["expected"], row["given"]).relation
    assert (Relation.EQUAL if relation in EQUAL else relation) == row["relation"]


@pytest.mark.parametrize(
    ("value", "passage", "supported"),
    [
        ("2.50% per month", "at the rate of 2.50 per cent. per annum", False),
        ("2.50% per annum", "at the rate of 2.50 per cent. per month", False),
        ("2.50% per month", "at the rate of 2.50 per cent.", False),
        ("2.50% per month", "at the rate of 2.50 per cent. a month", True),
        ("2.50% per annum", "at the rate of 2.50 per cent.", True),
        ("2.50%", "at the rate of 2.50 per cent. per month", True),
        ("2.50% per annum", "at the rate of 2.50 per cent. per annum, payable monthly", True),
    ],
)
def test_a_rate_is_supported_by_one_for_its_own_period(value: str, passage: str, supported: bool) -> None:
    reading = PERCENTAGE_KIND.read(value)
    mentions = Mentions.in_text(passage, Context())
    part = PERCENTAGE_KIND.part(*candidates_of(reading))
    assert bool(mentions.appears(part, Strictness.SUPPORT)) is supported
    assert mentions.appears(part, Strictness.PRESENCE)  # the figure is there: wrong, and not invented


@pytest.mark.parametrize(
    ("passage", "supported"),
    [
        ('"Margin" means 2.50 per cent. per month.', False),
        ('"Margin" means 2.50 per cent. a quarter.', False),
        ('"Margin" means 2.50 per cent. per annum.', True),
        ('"Margin" means 2.50 per cent.', True),
        ('"Margin" means 2.50 per cent., and interest is payable monthly in arrear.', True),
    ],
)
def test_a_margin_without_a_period_is_a_yearly_one(passage: str, supported: bool) -> None:
    (part,) = parts_of(KINDS["margin"], "2.50%", Context())
    assert bool(Mentions.in_text(passage, Context()).appears(part, Strictness.SUPPORT)) is supported
