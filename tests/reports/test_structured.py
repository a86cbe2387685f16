"""Structured values are written as people read them, and everything else is left as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.reports import write_structured
from loanproof.reports.structured import write_differing


@pytest.mark.parametrize(
    ("raw", "written"),
    [
        ('{"name":"Leverage","threshold":"3.75:1"}', "name: Leverage; threshold: 3.75:1"),
        ('{"testing_frequency":"annual","type":["financial","information"]}',
         "testing frequency: annual; type: financial, information"),
        ('{"present":true,"steps":[{"from":"2027-01-01","threshold":"3.50:1"}]}',
         "present: yes; steps: (from: 1 January 2027; threshold: 3.50:1)"),
        ('{"class":"amortising.table","rows":[{"amount":"US$7,500,000","date":"15 December 2027"}]}',
         "instalments by a table; US$7,500,000 on 15 December 2027"),
        ('{"opening":"2.50%","rows":[{"value":"2.25%","when":"below 3.00:1"}]}',
         "2.50% to begin with; 2.25% (below 3.00:1)"),
        ("USD 120,000,000", "USD 120,000,000"),
        ("{}", "{}"),
        ("{not JSON", "{not JSON"),
        ("{" * 5000, "{" * 5000),
    ],
)  # fmt: skip
def test_an_object_becomes_pairs_and_all_else_stays(raw: str, written: str) -> None:
    assert write_structured(raw) == written


def test_days_that_are_only_written_otherwise_are_not_shown_as_a_difference() -> None:
    one = '{"class":"murabaha","rows":[{"amount":"US$5","date":"15 December 2027"}]}'
    other = '{"class":"amortising.table","rows":[{"amount":"US$5","date":"2027-12-15"}]}'
    assert write_differing(one, other) == ("murabaha", "instalments by a table")


def test_a_day_that_does_not_exist_is_shown_as_it_was_written() -> None:
    assert write_structured('{"first":"2027-02-30"}') == "first: 2027-02-30"


@given(st.text())
def test_any_text_is_accepted(raw: str) -> None:
    assert isinstance(write_structured(raw), str)
    assert isinstance(write_structured("{" + raw), str)
