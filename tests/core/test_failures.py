"""What is written down about an unexpected error: one line, the same on every machine, with the place in our code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest

from loanproof.core import canonical_json, describe_error

pytestmark = pytest.mark.usefixtures("breakable")
PLACE = r" \(loanproof\.core\.digests:\d+\)"


class Trap(Mapping[str, object]):
    """Data that raises when our code looks into it."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def __getitem__(self, key: str) -> object:
        raise self._error

    def __iter__(self) -> Iterator[str]:
        raise self._error

    def __len__(self) -> int:
        return 1


class Mute(Exception):
    """An error that cannot say what it is."""

    def __str__(self) -> str:
        raise ValueError


def describe(error: Exception) -> str:
    with pytest.raises(type(error)) as caught:
        canonical_json(Trap(error))
    return describe_error(caught.value)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (RuntimeError("it broke"), "RuntimeError: it broke"),
        (RuntimeError(), "RuntimeError"),
        (Mute(), "Mute"),
        (KeyError("margin"), "KeyError: 'margin'"),
        (ValueError("two\nlines\tand \x1b[31m red"), "ValueError: two lines and ␛[31m red"),
        (ValueError("no /home/anna/suite/cases/a.yaml there"), "ValueError: no a.yaml there"),
        (ValueError(r"no 'C:\Users\anna\a.yaml' there"), "ValueError: no 'a.yaml' there"),
        (ValueError("3/4 and/or http://127.0.0.1:1/v1/ask"), "ValueError: 3/4 and/or http://127.0.0.1:1/v1/ask"),
        (ValueError("<Item at 0x7f2a10c3d4e0>"), "ValueError: <Item at 0x…>"),
    ],
)
def test_an_error_is_one_line_without_folders_addresses_and_control_characters(error: Exception, said: str) -> None:
    assert re.fullmatch(re.escape(said) + PLACE, describe(error))


def test_an_endless_message_is_cut() -> None:
    assert len(describe(ValueError("x" * 100_000))) < 400


def test_an_error_that_never_came_through_our_code_has_no_place() -> None:
    assert describe_error(RuntimeError("raised nowhere")) == "RuntimeError: raised nowhere (unknown place)"
