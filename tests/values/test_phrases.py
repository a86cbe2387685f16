"""Phrases in running text: one behind the other, the longest first, and up to where they may end."""

from __future__ import annotations

import pytest

from loanproof.values import Phrases, tokenize

_TABLE = Phrases.of([("limit", ["at most", "not more than"]), ("more", ["more than"]), ("last", ["at"])])
_TEXT = "At most five, and not-more than six at most"  # at most five , and not - more than six at most


def _found(start: int = 0, end: int | None = None, *, beyond: bool = False) -> list[tuple[str, int, int]]:
    return list(_TABLE.each_in(tokenize(_TEXT), start, end, beyond=beyond))


def test_each_phrase_is_found_once_the_longest_first_and_none_inside_another() -> None:
    assert _found() == [("limit", 0, 2), ("limit", 5, 9), ("limit", 10, 12)]


def test_from_inside_a_phrase_the_shorter_one_in_it_is_found() -> None:
    assert _found(6) == [("more", 7, 9), ("limit", 10, 12)]


@pytest.mark.parametrize(("end", "last"), [(10, ("limit", 5, 9)), (11, ("limit", 5, 9)), (12, ("limit", 10, 12))])
def test_a_phrase_ends_before_the_stretch_does(end: int, last: tuple[str, int, int]) -> None:
    assert _found(0, end)[-1] == last


def test_a_phrase_may_end_beyond_the_stretch_where_that_is_told() -> None:
    assert _found(0, 11, beyond=True)[-1] == ("limit", 10, 12)


def test_where_a_longer_phrase_does_not_fit_one_behind_its_first_word_is_still_found() -> None:
    long = Phrases.of([("limit", ["not more than five"]), ("more", ["more than"])])
    assert list(long.each_in(tokenize("not more than five"), 0, 3)) == [("more", 1, 3)]


@pytest.mark.parametrize(("start", "end"), [(-3, 2), (0, 2), (0, -1), (12, 40), (-9, -1)])
def test_a_stretch_that_reaches_beyond_the_text_finds_what_is_in_the_text(start: int, end: int) -> None:
    assert _found(start, end) == ([("limit", 0, 2)] if end == 2 else [])


def test_the_first_phrase_is_the_first_of_all() -> None:
    assert _TABLE.first_in(tokenize(_TEXT), 2) == ("limit", 5, 9)
    assert _TABLE.first_in(tokenize(_TEXT), 11) is None
