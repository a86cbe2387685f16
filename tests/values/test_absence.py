"""The one list of words for nothing said: what it forgives, what it leaves alone, and that the lists agree."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from tests.rows import each_row

from loanproof.core import FormatError
from loanproof.core.word_files import read_words
from loanproof.values.text.absence import (
    NOTHING,
    UNDETERMINABLE,
    WORDS,
    AbsenceWords,
    leaves_open,
    names_no_place,
    says_nothing,
    says_undeterminable,
)

# Typed from ruling C-17, not from the file.
WORDS_FOR_NOTHING = ["n/a", "N.A.", "none", "nil", "not stated", "–", "null", ""]
OF_A_PLACE = ["unknown", "not available", "not specified"]
WORDS_FOR_UNKNOWN = ["unknown", "not available"]
FORGIVEN = [
    "N/A", "n/a.", "N.A", "n. a.", "N / A", "NA", "Ｎ／Ａ", "None.", "NONE", "(none)", "[None]", "<none>", "“none”",
    "*none*", "_none_", "Nil", "NOT STATED", "not_stated", "not-stated", "Not  stated", "(not stated)", "none stated",
    "nil payable", "None (N/A)", "N/A - not stated", "none / nil", "Not Applicable (N/A)", "-", "--", "———", "-–—",
    "[]", "[ ]", "{}", "...", "…", "____", "/", " ", "\t\n", "\u00a0", "\u200b", "- " * 5000, "(" * 5000,
    '"null"', "'none'",
]  # fmt: skip
SAYING_SOMETHING = [
    "None Such Limited", "NA Holdings", "N.A. Holdings", "Citibank, N.A.", "nonesuch", "No", "0", "nil-paid shares",
    "?", "??", "$", "€", "%", "#", "not", "stated", "no agent", "not less than 4.00:1", "none of the Lenders", "2.25%",
    "nullified", "unknown", "TBD", "N&A", "N/A LLP", "n", "a", "not stated " * 30,
]  # fmt: skip


@each_row("text", [*WORDS_FOR_NOTHING, *FORGIVEN, *WORDS.nothing])
def test_a_word_for_nothing_says_nothing_however_it_is_written(text: str) -> None:
    assert says_nothing(text)
    assert names_no_place(text)
    assert not says_undeterminable(text)


@each_row("text", SAYING_SOMETHING)
def test_every_other_text_says_something(text: str) -> None:
    assert not says_nothing(text)


@pytest.mark.parametrize(
    "text", [*OF_A_PLACE, *WORDS.nothing_of_a_place, *WORDS.undeterminable, "[Unknown]", "NOT_AVAILABLE", "?"]
)
def test_a_place_that_is_unknown_is_no_place(text: str) -> None:
    assert names_no_place(text)


@pytest.mark.parametrize("text", [*WORDS_FOR_UNKNOWN, *WORDS.undeterminable, "Unknown.", "(unknown)", "Not-available"])
def test_unknown_as_a_value_is_undeterminable_and_not_absent(text: str) -> None:
    assert says_undeterminable(text)
    assert not says_nothing(text)


@pytest.mark.parametrize("text", [*OF_A_PLACE, *WORDS.nothing_of_a_place, "", " ", "\u200b"])
def test_a_flag_that_is_unknown_is_left_open(text: str) -> None:
    assert leaves_open(text)


@pytest.mark.parametrize("text", ["n/a", "N.A.", "none", "nil", "not stated", "null", "–", "No"])
def test_a_flag_that_there_is_none_of_is_not_left_open(text: str) -> None:
    assert not leaves_open(text)


@pytest.mark.parametrize(
    "text", ["5", "page 5", "middle", "Unknown Risks", "Clause 1.1", "unknown-pages.pdf", "None.pdf"]
)
def test_a_place_that_is_named_is_one(text: str) -> None:
    assert not names_no_place(text)


@pytest.mark.parametrize(
    "text",
    ["N/A – no agent", "N/A–no agent", "none", "None. The agreement names nobody.", "Not stated in the document",
     "none payable under this Agreement", "n.a. (bilateral)", "“Not specified”: see page 4",
     "None of the parties is an agent"],
)  # fmt: skip
def test_an_explanation_may_follow_the_word(text: str) -> None:
    assert NOTHING.begins(text)


@pytest.mark.parametrize(
    "text", ["None Such Limited", "N.A. Holdings", "NA Capital plc", "nil-paid", "Blank Rome LLP", "", "–",
             "unknown - see 4", "Nil for Facility A, 0.40% for Facility B"]
)  # fmt: skip
def test_a_name_that_begins_with_the_word_is_a_name(text: str) -> None:
    assert not NOTHING.begins(text)


def test_unknown_may_be_explained_too() -> None:
    assert UNDETERMINABLE.begins("Unknown – the Closing Date is not stated")
    assert UNDETERMINABLE.begins("cannot be determined: it depends on the Closing Date")
    assert not UNDETERMINABLE.begins("Unknown Holdings Limited")


@given(st.text(max_size=300))
def test_any_text_is_accepted(text: str) -> None:
    for predicate in (says_nothing, says_undeterminable, names_no_place, leaves_open, NOTHING.begins, NOTHING.opens):
        assert predicate(text) in (True, False)
    if says_nothing(text):
        assert names_no_place(text)


def test_a_word_that_denies_in_a_sentence_is_of_the_one_list() -> None:
    words = {name: ", ".join(getattr(WORDS, name)) for name in AbsenceWords.model_fields}
    table = yaml.safe_dump({**words, "nothing_in_a_sentence": "none, zero"}).encode()
    with pytest.raises(FormatError, match="'zero' is not among the words for nothing"):
        read_words(table, file="absence.words.yaml", model=AbsenceWords)
