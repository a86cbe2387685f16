"""A grid sum has the mean of its terms: exactly where a decimal holds it, to a hundred digits elsewhere."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.stats import GridSum


def summed(terms: list[Fraction]) -> GridSum:
    made = GridSum()
    for term in terms:
        made.add(term)
    return made


def test_nothing_has_no_mean() -> None:
    assert GridSum().mean is None


@pytest.mark.parametrize("count", [3, 3000])
def test_thirds_that_add_up_to_a_limit_are_at_it(count: int) -> None:
    assert summed([Fraction(1, 3), Fraction(2, 3), Fraction(7, 5)] * count).mean == Fraction("0.8")


@given(st.lists(st.fractions(0, 1, max_denominator=10**9), min_size=1, max_size=30))
def test_the_mean_is_the_mean_in_whatever_order(terms: list[Fraction]) -> None:
    exact = sum(terms, Fraction(0)) / len(terms)
    found = summed(terms).mean
    assert found is not None
    assert abs(found - exact) <= Fraction(1, 10**100)
    assert float(found) == float(exact)
    turned = summed(terms[1:])
    turned.merge(summed(terms[:1]))
    assert (turned.mean, turned.count) == (found, len(terms))
