"""Work in the background is done once, is remembered, and what it raised is raised where it was asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from threading import Event

import pytest

from loanproof.service import Background


@pytest.fixture
def background() -> Iterator[Background[int]]:
    with closing(Background[int](most_kept=2)) as found:
        yield found


def test_a_result_is_none_until_it_is_there_and_then_is_kept(background: Background[int]) -> None:
    may_end, asked = Event(), []

    def work() -> int:
        asked.append(1)
        may_end.wait(30)
        return 7

    assert background.ask("key", work) is None
    may_end.set()
    assert background.ask("key", work, wait_s=30) == 7
    assert background.ask("key", work) == 7
    assert asked == [1]


def test_work_that_fails_says_so_and_is_tried_anew(background: Background[int]) -> None:
    tries: list[int] = []

    def work() -> int:
        tries.append(1)
        if len(tries) == 1:
            raise ValueError("broken")
        return 3

    with pytest.raises(ValueError, match="broken"):
        background.ask("key", work, wait_s=30)
    assert background.ask("key", work, wait_s=30) == 3


def test_only_so_many_results_are_kept(background: Background[int]) -> None:
    done: list[int] = []

    def work(number: int) -> int:
        done.append(number)
        return number

    for number in (1, 2, 3, 1):
        background.ask(number, partial(work, number), wait_s=30)
    assert done == [1, 2, 3, 1]
