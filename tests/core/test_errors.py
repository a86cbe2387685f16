"""Errors say one sentence, with the place and a hint, and survive the way between processes."""

from __future__ import annotations

import pickle

import pytest

from loanproof.core import (
    FileError,
    FormatError,
    InputError,
    LoanproofError,
    OutsideError,
    PartMissing,
    Problem,
    StandardRefused,
    UsageError,
)


def test_a_problem_shows_its_place_its_message_and_its_hint() -> None:
    problem = Problem(message="it is wrong.", file="a.yaml", line=3, hint="Mend it.")
    assert str(problem) == "a.yaml:3: it is wrong. Mend it."


def test_a_problem_without_a_line_shows_the_file_only() -> None:
    assert str(Problem(message="it is wrong.", file="a.yaml")) == "a.yaml: it is wrong."


def test_a_problem_without_a_file_shows_the_message_only() -> None:
    assert str(Problem(message="it is wrong.", line=3)) == "it is wrong."


@pytest.mark.parametrize("error", [UsageError, FileError, FormatError, StandardRefused])
def test_what_the_user_must_mend_is_an_input_error_and_exits_with_2(error: type[LoanproofError]) -> None:
    assert issubclass(error, InputError)
    assert error("no.").exit_code == 2


def test_what_the_operator_must_mend_is_an_outside_error_and_exits_with_3() -> None:
    assert issubclass(PartMissing, OutsideError)
    assert PartMissing("no.").exit_code == 3
    assert not issubclass(PartMissing, InputError)


def test_several_problems_make_one_error_of_the_class_that_was_asked() -> None:
    problems = [Problem(message="first.", file="a", line=1), Problem(message="second.", file="a", line=2)]
    error = StandardRefused.of(problems)
    assert type(error) is StandardRefused
    assert error.problems == tuple(problems)
    assert error.problem.message == "first."
    assert str(error) == "a:1: first.\na:2: second."


def test_an_error_keeps_all_its_problems_when_it_is_pickled() -> None:
    error = FormatError.of([Problem(message="first.", file="a", line=1), Problem(message="second.")])
    again = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own bytes
    assert again.problems == error.problems
    assert str(again) == str(error)


def test_an_error_is_one_line_that_can_be_seen_whatever_it_quotes() -> None:
    problem = Problem(message="no such key 'a\x1b[31m\nerror: none\u202e'.", file="b\x07\n.yaml", line=3)
    assert str(problem) == "b␇ .yaml:3: no such key 'a␛[31m error: none⟨U+202E⟩'."
