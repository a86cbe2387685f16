"""Numbers: the table of section 1.0.2 as data, writing and reading back, rounding and running text."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rows import each_row

from loanproof.core import load_yaml
from loanproof.values.number.compare import compare_numbers, is_rounding
from loanproof.values.number.find import find_numbers, find_written_numbers
from loanproof.values.number.parse import parse_number
from loanproof.values.number.value import Number, Setting
from loanproof.values.reading import Ambiguous, Context, NumberLocale, Relation, Unreadable, candidates_of
from loanproof.values.text.tokens import tokenize


def table() -> list[Any]:
    data = load_yaml(Path(__file__).with_name("numbers.yaml")).data
    assert isinstance(data, dict)
    rows = data["readings"]
    assert isinstance(rows, list)
    return rows


@each_row("row", table(), ids=lambda row: f"{row['text']}-{row.get('setting')}-{row.get('locale')}")
def test_a_number_reads_as_the_table_says(row: dict[str, Any]) -> None:
    locale = NumberLocale(row["locale"]) if "locale" in row else None
    setting = Setting(row.get("setting", "plain"))
    reading = parse_number(row["text"] or "", Context(number_locale=locale), setting=setting)
    if "not_one" in row:
        assert isinstance(reading, Unreadable), row["not_one"]
    else:
        assert [number.value for number in candidates_of(reading)] == [Decimal(value) for value in row["values"]]
    assert (reading.reason if isinstance(reading, Ambiguous) else None) == row.get("reason")


def indian(digits: str) -> str:
    head, tail = digits[:-3], digits[-3:]
    groups: list[str] = []
    while head:
        groups.insert(0, head[-2:])
        head = head[:-2]
    return ",".join([*groups, tail])


def written(value: int, cents: int, locale: NumberLocale) -> str:
    western = f"{value:,}"
    match locale:
        case NumberLocale.EN:
            return f"{western}.{cents:02}"
        case NumberLocale.DE:
            return f"{western.replace(',', '.')},{cents:02}"
        case NumberLocale.FR:
            return f"{western.replace(',', chr(0x202F))},{cents:02}"
        case NumberLocale.CH:
            return f"{western.replace(',', chr(39))}.{cents:02}"
        case NumberLocale.IN:
            return f"{indian(str(value))}.{cents:02}"


@given(value=st.integers(0, 10**15), cents=st.integers(0, 99), locale=st.sampled_from(NumberLocale))
def test_an_amount_written_in_any_locale_reads_back(value: int, cents: int, locale: NumberLocale) -> None:
    text = written(value, cents, locale)
    reading = parse_number(text, Context(number_locale=locale), setting=Setting.MONEY)
    assert [number.value for number in candidates_of(reading)] == [Decimal(f"{value}.{cents:02}")]


@given(
    text=st.one_of(st.text(), st.text(alphabet="0123456789.,'_ /-()½m"), st.text(alphabet="0123456789", min_size=50))
)
def test_no_text_raises_and_what_is_found_reads_back(text: str) -> None:
    for setting in Setting:
        parse_number(text, setting=setting)
    for one in find_numbers(tokenize(text)):
        values = [number.value for number in one.candidates]
        assert [number.value for number in candidates_of(parse_number(one.span.of(text)))] == values


def test_a_fraction_sign_stays_a_fraction_before_a_slash() -> None:
    text = "¼/year"
    assert [one.candidates[0].value for one in find_numbers(tokenize(text))] == [Decimal("0.25")]


def test_numbers_are_found_in_running_text() -> None:
    text = "pay USD 500,000,000 in five (5) parts at 2½% or 1.5 billion"
    assert [one.span.of(text) for one in find_numbers(tokenize(text))] == [
        "500,000,000",
        "five (5)",
        "2½",
        "1.5 billion",
    ]


def test_written_numbers_are_ordinals_too() -> None:
    text = "within thirty days of the second anniversary, the 21st day or one third of a year"
    assert [(one.span.of(text), one.candidates[0].value) for one in find_written_numbers(tokenize(text))] == [
        ("thirty", 30),
        ("second", 2),
        ("21st", 21),
        ("one third", Decimal(1) / 3),
    ]


@pytest.mark.parametrize(
    ("expected", "given_", "rounded"),
    [
        ("1494000000", "1.49bn", True),
        ("1495000000", "1.5bn", True),
        ("1600000000", "1.5bn", False),
        ("2.2541", "2.25", True),
        ("500000000", "50000000", False),
        ("5", "5", False),
    ],
)
def test_a_rounding_is_told_from_another_number(expected: str, given_: str, rounded: bool) -> None:
    one, other = (candidates_of(parse_number(text))[0] for text in (expected, given_))
    assert is_rounding(one, other) is rounded
    relation = compare_numbers(one, other).relation
    assert relation is (Relation.PARTIAL if rounded else relation)
    assert (relation is Relation.EQUAL) == (one.value == other.value)


def test_the_canonical_form_is_a_plain_decimal() -> None:
    assert Number(value=Decimal("1250000.00")).canonical == "1250000"
    assert Number(value=Decimal("2.50")).canonical == "2.5"
