"""Models of files: exact numbers, plain flags, and errors that name the file, the line and the nearest key."""

from __future__ import annotations

from decimal import Decimal

import pytest
from pydantic import ValidationError

from loanproof.core import Exact, FileModel, Flag, FormatError, Whole, parse_yaml, validate_yaml


class Inner(FileModel):
    weight: Exact
    strict: Flag = False


class Outer(FileModel):
    name: str
    count: Whole = 0
    rows: tuple[Inner, ...] = ()


def read(text: str) -> Outer:
    return validate_yaml(Outer, parse_yaml(text.encode(), file="a.yaml"))


def refused(text: str) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read(text)
    return caught.value


def test_a_file_is_read_into_its_model() -> None:
    outer = read("name: NO\ncount: 3\nrows:\n  - {weight: 2.50, strict: true}\n")
    assert outer == Outer(name="NO", count=3, rows=(Inner(weight=Decimal("2.50"), strict=True),))


def test_a_decimal_keeps_its_digits() -> None:
    text = "0.1000000000000000000000000001"
    assert read(f"name: a\nrows: [{{weight: {text}}}]\n").rows[0].weight == Decimal(text)


@pytest.mark.parametrize("written", ["1,5", "1e3", "+1", ".5", "5.", "0x1", "1 000", "NaN", "٣", "[1]", "5 %"])
def test_what_is_not_a_plain_decimal_is_refused_with_its_line(written: str) -> None:
    error = refused(f"name: a\nrows:\n  - weight: {written}\n")
    assert error.problem.line == 3
    assert "rows.0.weight: must be a number" in str(error)


@pytest.mark.parametrize("written", ["yes", "True", "NO", "1", "on", "[true]"])
def test_only_true_and_false_are_flags(written: str) -> None:
    error = refused(f"name: a\nrows:\n  - weight: 1\n    strict: {written}\n")
    assert error.problem.line == 4
    assert "must be true or false" in str(error)


@pytest.mark.parametrize("written", ["1.0", "1e3", "+1", "three", "", "1" * 19])
def test_what_is_not_a_whole_number_is_refused(written: str) -> None:
    assert "count: must be a whole number" in str(refused(f"name: a\ncount: {written}\n"))


def test_a_boolean_is_never_a_number() -> None:
    with pytest.raises(ValidationError):
        Outer.model_validate({"name": "a", "count": True})
    with pytest.raises(ValidationError):
        Inner.model_validate({"weight": True})


def test_numbers_that_are_numbers_already_are_taken_as_they_are() -> None:
    assert Inner.model_validate({"weight": Decimal("1.50")}).weight == Decimal("1.50")
    assert Inner.model_validate({"weight": 3, "strict": True}) == Inner(weight=Decimal(3), strict=True)


def test_a_float_is_never_a_decimal() -> None:
    with pytest.raises(ValidationError):
        Inner.model_validate({"weight": 0.1})


def test_an_unknown_key_is_refused_with_the_nearest_known_one_at_its_line() -> None:
    error = refused("name: a\nrows:\n  - weight: 1\n  - wieght: 2\n")
    assert error.problem.message == "unknown key 'wieght'."
    assert (error.problem.file, error.problem.line) == ("a.yaml", 4)
    assert error.problem.hint == "Did you mean 'weight'?"


def test_an_unknown_key_like_no_other_is_refused_with_the_known_ones() -> None:
    assert refused("name: a\nzzz: 1\n").problem.hint == "Known keys: count, name, rows."


def test_a_very_long_unknown_key_is_shown_in_short() -> None:
    assert len(str(refused(f"name: a\n{'z' * 900}: 1\n"))) < 200


def test_a_missing_key_is_named_at_the_line_of_what_lacks_it() -> None:
    error = refused("name: a\nrows:\n  - strict: true\n")
    assert error.problem.message == "rows.0.weight is missing."
    assert error.problem.line == 3


def test_all_problems_are_reported_together() -> None:
    error = refused("count: x\nrows:\n  - weight: y\n")
    assert len(error.problems) == 3
    assert [problem.line for problem in error.problems] == [1, 1, 3]


def test_a_file_that_is_no_mapping_is_refused() -> None:
    assert refused("- a\n").problem.file == "a.yaml"


def test_a_model_cannot_be_changed_after_reading() -> None:
    outer = read("name: a\n")
    with pytest.raises(ValidationError, match="frozen"):
        outer.name = "b"


def test_of_very_many_unknown_keys_the_first_twenty_are_shown_and_the_rest_is_counted() -> None:
    class Small(FileModel):
        name: str = ""

    source = parse_yaml("".join(f"nane{at}: 1\n" for at in range(20_000)).encode(), file="t.yaml")
    with pytest.raises(FormatError) as refused:
        validate_yaml(Small, source)
    lines = str(refused.value).splitlines()
    assert len(lines) == 21
    assert "Did you mean 'name'?" in lines[0]
    assert lines[-1] == "There are 19,980 more problems; mend these first."
