"""What is said about a value is read by parts, from any text, in time that grows with its length alone."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rows import each_row
from tests.tables import load_table

from loanproof.statements import Statement, contradictions, names_month, plain_text, read_statement, stated_in
from loanproof.values import NO_CONTEXT

ROWS: list[dict[str, Any]] = load_table(Path(__file__).parent / "statements.yaml")


def read(row: dict[str, Any]) -> Statement:
    text = stated_in(row["text"], NO_CONTEXT)
    start = text.text.index(row["of"])
    spans = [value.span for value in text.values] + [span for _, span in text.numbers]
    return read_statement(text, next(span for span in spans if span.start == start))


def part_of(statement: Statement, name: str, text: str) -> Any:
    """Return one part as the table writes it."""
    match name:
        case "polarity":
            return statement.polarity.value
        case "bound" | "side" | "per":
            said = getattr(statement, name)
            return None if said is None else said.means.value
        case "base":
            return None if statement.of is None or not statement.of.means else statement.of.words
        case "giver" | "taker" | "counts_from":
            said = getattr(statement, name)
            return None if said is None else said.words
        case "is_required" | "is_kept":
            return statement.bound is not None and getattr(statement.bound, name)
        case "subjects":
            return ", ".join(said.words for said in statement.subjects.values())
        case _:
            return [span.of(text) for span in statement.alternatives]


@each_row("row", ROWS, ids=lambda row: f"{row['text']} [{row['of']}]")
def test_each_part_is_read_as_a_person_reads_it(row: dict[str, Any]) -> None:
    statement = read(row)
    for name in row.keys() - {"text", "of"}:
        assert part_of(statement, name, plain_text(row["text"])) == row[name], name


@pytest.mark.parametrize(
    ("text", "is_month"),
    [
        ("by 31 May 2026", True),
        ("on May 31", True),
        ("May 2026 is the last month.", True),
        ("each May", True),
        ("in February, May, August and November", True),
        ("BY 31 MAY", True),
        ("on 31 may 2026", True),
        ("The Borrower may prepay.", False),
        ("THE BORROWER SHALL NOT, AND MAY NOT, PREPAY", False),
        ("May the Borrower prepay?", False),
        ("Lender 2 may cancel 30 Loans.", False),
        ("Clause 4 may apply.", False),
    ],
)
def test_the_month_of_may_is_told_from_the_verb(text: str, is_month: bool) -> None:
    tokens = stated_in(text, NO_CONTEXT).tokens
    assert names_month(tokens, tokens.places["may"][0]) is is_month


PIECES = st.sampled_from(
    [
        "not ", "no ", "at least ", "at most ", "USD 5,000,000 ", "2.75% ", "4.75:1 ", "31 March 2027 ", "ten days ",
        "or ", "of the Margin ", "per month ", "the Borrower ", "pays ", "by ", "to ", "instead of ", "; ", ". ", "(",
        "seven ", "It is not true that ", "unless ", "Facility A ", "before ", "'s ",
    ]
)  # fmt: skip
TEXTS = st.text(max_size=60) | st.lists(PIECES | st.text(max_size=5), max_size=25).map("".join)


@given(text=TEXTS, other=TEXTS)
def test_any_text_is_read_and_held_against_any_other(text: str, other: str) -> None:
    stated = stated_in(text, NO_CONTEXT)
    for value in stated.values:
        assert read_statement(stated, value.span).span == value.span
    list(contradictions(text, other, [text], NO_CONTEXT))


@given(text=TEXTS)
def test_no_text_contradicts_itself_in_what_it_says_of_one_value(text: str) -> None:
    """Values that appear once: of one that appears twice two things may be said."""
    stated = stated_in(text, NO_CONTEXT)
    if len(stated.values) == 1 and read_statement(stated, stated.values[0].span).polarity == "stated":
        assert list(contradictions(text, text, (), NO_CONTEXT)) == []


@pytest.mark.parametrize(
    "piece", ["not more than 4.75:1 or ", "USD 5 of the ", "the Agent pays 2% a month, ", "not caused by error ", "("]
)
def test_a_text_four_times_as_long_takes_about_four_times_the_steps(piece: str) -> None:
    def steps(count: int) -> int:
        text = stated_in(piece * count + f"4.75:1 {count}", NO_CONTEXT)
        counted = 0

        def add(*_: object) -> None:
            nonlocal counted
            counted += 1

        sys.setprofile(add)
        try:
            for value in text.values:
                read_statement(text, value.span)
        finally:
            sys.setprofile(None)
        return counted

    steps(50)  # loads the tables of words
    assert steps(204) < 6 * steps(51)
