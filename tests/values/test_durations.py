from __future__ import annotations

import pytest

from loanproof.values.duration.find import find_durations
from loanproof.values.duration.parse import parse_duration, read_duration
from loanproof.values.duration.value import Duration
from loanproof.values.reading import Read
from loanproof.values.text.tokens import tokenize

YEAR = Duration(months=12)


@pytest.mark.parametrize(
    ("text", "extensions"),
    [
        ("3+1+1", (YEAR, YEAR)),
        ("3 + 1 + 1 years", (YEAR, YEAR)),
        ("3 years (+1+1 at the Borrower's request)", (YEAR, YEAR)),
        ("3 years with two 1-year extension options", (YEAR, YEAR)),
        ("3 years plus two one-year extension options", (YEAR, YEAR)),
        ("3 years, extendable by twelve months", (YEAR,)),
        ("3 years (+6 months)", (Duration(months=6),)),
        ("3 years", ()),
    ],
)
def test_options_to_extend_stand_beside_the_period(text: str, extensions: tuple[Duration, ...]) -> None:
    assert parse_duration(text) == Read(value=Duration(months=36, extensions=extensions))


@pytest.mark.parametrize("text", ["5 years (derived)", "5 years [calculated]", "5 years, derived"])
def test_a_declared_derivation_is_kept(text: str) -> None:
    assert parse_duration(text) == Read(value=Duration(months=60, derived=True))


def test_single_letters_are_units_only_when_asked_for() -> None:
    tokens = tokenize("36M")
    assert read_duration(tokens, 0) is None
    found = read_duration(tokens, 0, letters=True)
    assert found is not None
    assert found.candidates == (Duration(months=36),)


def test_a_period_in_running_text_has_its_place() -> None:
    text = "a tenor of five (5) years and one day, then 90 days’ notice"
    assert [found.span.of(text) for found in find_durations(tokenize(text))] == [
        "five (5) years and one day",
        "90 days’",
    ]


def test_parts_that_do_not_descend_are_separate_periods() -> None:
    text = "30 days and 5 years"
    assert [found.candidates for found in find_durations(tokenize(text))] == [
        (Duration(days=30),),
        (Duration(months=60),),
    ]
