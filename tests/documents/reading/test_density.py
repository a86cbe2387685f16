"""A text that is nothing but one thing over and over is refused with a sentence; both sides of each limit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from loanproof.core import FileError
from loanproof.documents import DEFAULT_LIMITS, load_document
from loanproof.documents.reading.density import refuse_dense

SMALL = replace(DEFAULT_LIMITS, figures=10, signs=10, same_words=10)
OTHER_WORDS = " ".join("abcdefghijklmnopqrstuvwxyz")


@pytest.mark.parametrize("text", ["1 " * 10, "( ) " * 5, "half " * 10])
def test_as_much_as_the_limit_is_not_refused(text: str) -> None:
    refuse_dense([text], SMALL, file=Path("deal.txt"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 " * 11, "holds more than 10 figures"),
        ("66⅔% " * 11, "holds more than 10 figures"),
        ("( " * 11, "holds more than 10 signs"),
        ("e\u0301" * 11, "holds more than 10 signs"),
        ("Half " * 11, "says 'half' 11 times"),
    ],
)
def test_one_more_is_refused_with_a_sentence(text: str, said: str) -> None:
    with pytest.raises(FileError, match=said):
        refuse_dense([text[:10], text[10:]], SMALL, file=Path("deal.txt"))


def test_a_word_that_is_a_small_part_of_the_text_may_stand_there_as_often_as_it_likes() -> None:
    refuse_dense([f"{OTHER_WORDS} the the the " * 100], SMALL, file=Path("deal.txt"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\f" * 2_000_000, "the file has 2,000,000 pages; at most 5,000 are read"),
        ("USD 1,234,567.89 " * 50_000, "more than 100,000 figures"),
        ("five hundred and twenty million " * 40_000, "says 'five' 40,000 times|says 'hundred' 40,000 times"),
        ("([{" * 110_000, "more than 300,000 signs"),
    ],
    ids=["form feeds", "amounts", "number words", "brackets"],
)
def test_a_hostile_file_is_refused_before_anything_is_looked_for_in_it(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "deal.txt"
    path.write_text(text, "utf-8")
    with pytest.raises(FileError, match=said):
        load_document(path)
