"""Conditions precedent: content words, the rule of half, keywords, recall and bare references."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.rows import each_row

from loanproof.core import load_yaml
from loanproof.values import (
    CONDITION_KIND,
    NO_CONTEXT,
    Mentions,
    Strictness,
    answers_condition,
    match_conditions,
    parts_of,
)
from loanproof.values.condition.parse import (
    is_reference_only,
    split_conditions,
)
from loanproof.values.condition.value import ExpectedCondition
from loanproof.values.text.content_words import are_akin, content_words, fold_word, singular

EIGHT = tuple(
    ExpectedCondition(name=name)
    for name in (
        "Constitutional documents",
        "Board resolutions",
        "Specimen signatures",
        "Legal opinions",
        "Process agent acceptance",
        "Know your customer evidence",
        "Financial statements",
        "Payment of fees",
    )
)


def test_content_words_drop_small_words_and_fold_plurals() -> None:
    assert content_words("A copy of the Board's resolutions, and the Subsidiaries") == {
        "copy",
        "board",
        "resolution",
        "subsidiary",
    }


@pytest.mark.parametrize(
    ("plural", "word"),
    [
        ("losses", "loss"),
        ("taxes", "tax"),
        ("breaches", "breach"),
        ("leases", "lease"),
        ("fees", "fee"),
        ("series", "series"),
        ("basis", "basis"),
        ("parties", "party"),
    ],
)
def test_a_plural_is_folded_to_its_own_singular(plural: str, word: str) -> None:
    assert singular(plural) == singular(word) == word


def test_the_forms_of_do_are_small_words() -> None:
    assert content_words("The Borrower does not do what it did.") == {"borrower", "what"}


@pytest.mark.parametrize(
    ("item", "answers"),
    [
        ("board resolution", True),
        ("resolutions of shareholders", True),  # one of two words: exactly half
        ("resolutions of the shareholders in meeting", False),  # one of three
        ("insurance", False),
        ("", False),
        ("of the and", False),
    ],
)
def test_half_of_the_content_words_make_an_answer(item: str, answers: bool) -> None:
    assert answers_condition(ExpectedCondition(name="Board resolutions"), item) is answers


def test_the_quote_of_an_item_lends_it_its_words() -> None:
    bare = ExpectedCondition(name="Corporate authorisations")
    quoted = ExpectedCondition(name=bare.name, quotes=("a copy of a resolution of the board of directors",))
    assert not answers_condition(bare, "Board resolution")
    assert answers_condition(quoted, "Board resolution")


@pytest.mark.parametrize(
    ("item", "answers"), [("Opinion of counsel", True), ("Counsel's fees", False), ("legal opinions", True)]
)
def test_with_keywords_one_of_them_must_stand_in_the_item(item: str, answers: bool) -> None:
    condition = ExpectedCondition(name="Opinions", any_of=("legal opinion", "opinion of counsel"))
    assert answers_condition(condition, item) is answers


def test_seven_of_eight_categories_are_a_recall_of_seven_eighths() -> None:
    given = [condition.name for condition in EIGHT[:7]]
    match = match_conditions(EIGHT, given)
    assert match.recall == Fraction(7, 8)
    assert (match.missing, match.unmatched) == ((7,), ())


def test_four_of_eight_categories_are_a_recall_of_one_half() -> None:
    assert match_conditions(EIGHT, [condition.name for condition in EIGHT[4:]]).recall == Fraction(1, 2)


def test_an_item_that_answers_nothing_is_kept_for_the_presence_test() -> None:
    given = [*(condition.name for condition in EIGHT), "Ratings letter"]
    match = match_conditions(EIGHT, given)
    assert match.recall == 1
    assert match.unmatched == (8,)
    [letter] = parts_of(CONDITION_KIND, "Ratings letter")
    other, own = (
        Mentions.in_text(text, NO_CONTEXT)
        for text in ("A copy of the constitutional documents.\n\nFees.", "the letter from the agency")
    )
    assert not other.appears(letter, Strictness.PRESENCE)
    assert own.appears(letter, Strictness.PRESENCE)


def test_one_item_may_answer_two_categories() -> None:
    match = match_conditions(EIGHT, ["Constitutional documents and board resolutions"])
    assert match.answered == (0, 1)


def test_without_expected_items_there_is_no_recall() -> None:
    assert match_conditions((), ["Fees"]).recall is None


@pytest.mark.parametrize(
    "text",
    [
        "See Schedule 2",
        "as set out in Schedule 2",
        "Schedule 2 (Conditions Precedent)",
        "Refer to Clause 4.1 and Part I of Schedule 2.",
    ],
)
def test_a_bare_reference_is_recognised(text: str) -> None:
    assert is_reference_only(text)


@pytest.mark.parametrize(
    "text", ["Legal opinions as set out in Schedule 2", "Legal opinions", "", "conditions precedent"]
)
def test_an_item_with_content_is_no_bare_reference(text: str) -> None:
    assert not is_reference_only(text)


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("(a) Board resolutions;\n(b) Legal opinions.", ("Board resolutions", "Legal opinions")),
        ("Board resolutions, legal opinions, and fees", ("Board resolutions", "legal opinions", "fees")),
        ("1. Fees\n- Opinions", ("Fees", "Opinions")),
        ("", ()),
    ],
)
def test_a_list_in_one_text_is_split(text: str, items: tuple[str, ...]) -> None:
    assert split_conditions(text) == items


def listed_conditions() -> list[Any]:
    rows = load_yaml(Path(__file__).with_name("conditions.yaml")).data
    assert isinstance(rows, list)
    return rows


def expected_of(entry: Any) -> ExpectedCondition:
    if isinstance(entry, str):
        return ExpectedCondition(name=entry)
    keywords, quotes = entry.get("any", ()), entry.get("quotes", ())
    return ExpectedCondition(name=entry["name"], any_of=tuple(keywords), quotes=tuple(quotes))


@each_row("row", listed_conditions(), ids=lambda row: row["id"])
def test_a_list_answers_what_the_table_says(row: dict[str, Any]) -> None:
    match = match_conditions([expected_of(entry) for entry in row["expected"]], row["given"])
    assert match.answered == tuple(int(place) for place in row["answered"])
    assert match.unmatched == tuple(int(place) for place in row["unmatched"])


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("pay", "payment", True),
        ("comply", "compliance", True),
        ("terminate", "termination", True),
        ("proceeds", "proceeds", True),
        ("proceeds", "proceedings", False),
        ("term", "termination", False),
        ("capital", "cap", False),
        ("parties", "parts", False),
    ],
)
def test_words_that_only_begin_alike_are_not_forms_of_one(one: str, other: str, *, expected: bool) -> None:
    assert are_akin(fold_word(one), fold_word(other)) is expected
