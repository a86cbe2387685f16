"""Latencies come back as the decimals they were, in order, whatever their form."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.rubric.latencies import Latencies
from loanproof.stats import Ordered

texts = (
    st.floats(0, 1e9).map(repr)
    | st.decimals(0, 10**9, places=3).map(str)
    | st.decimals(0, 10**6, places=30).map(str)
    | st.sampled_from(["0", "-0", "1E+399", "1E-399", "0.1", "812.40", "790.0832109451294", "0.1000000000000000055"])
)


def values(ordered: Ordered) -> list[Decimal]:
    return [ordered[rank] for rank in range(len(ordered))]


@given(st.lists(texts), st.lists(texts))
def test_every_latency_comes_back_exactly(first: list[str], second: list[str]) -> None:
    bag, other = Latencies(), Latencies()
    for text in first:
        bag.add(Decimal(text))
    for text in second:
        other.add(Decimal(text))
    bag.update(other)
    assert values(bag.in_order()) == sorted(map(Decimal, first + second))


@pytest.mark.parametrize("text", ["0.1000000000000000055", "123456789.123456789123456789", "1E+399"])
def test_what_no_double_spells_is_not_rounded(text: str) -> None:
    bag = Latencies()
    bag.add(Decimal(text))
    assert values(bag.in_order()) == [Decimal(text)]
