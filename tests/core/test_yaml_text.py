"""YAML stays what its author wrote, every fault has its line, and no file can exhaust the process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.core import Data, FileError, FormatError, YamlText, load_yaml, parse_yaml
from loanproof.core.yaml_text import MAX_BYTES, MAX_DEPTH

if TYPE_CHECKING:
    from pathlib import Path


def parse(text: str) -> YamlText:
    return parse_yaml(text.encode(), file="a.yaml")


def data_of(text: str) -> Data:
    return parse(text).data


def refused(content: bytes) -> FormatError:
    with pytest.raises(FormatError) as caught:
        parse_yaml(content, file="a.yaml")
    return caught.value


@pytest.mark.parametrize(
    "written",
    ["NO", "no", "Yes", "on", "Y", "true", "2.50", "1_000", "0x10", "1e3", "12:30", "2031-03-15", ".inf", "=", "!a"],
)
def test_a_scalar_stays_the_text_that_was_written(written: str) -> None:
    quoted = written if written != "!a" else '"!a"'
    assert data_of(f"a: {quoted}\n") == {"a": written}


@pytest.mark.parametrize("written", ["", "~", "null", "Null", "NULL"])
def test_only_null_is_typed(written: str) -> None:
    assert data_of(f"a: {written}\n") == {"a": None}


@pytest.mark.parametrize("written", ['"null"', "'~'", '""'])
def test_a_quoted_null_is_text(written: str) -> None:
    assert data_of(f"a: {written}\n") == {"a": written[1:-1]}


def test_a_key_that_stands_twice_is_refused_with_the_line_of_the_second() -> None:
    error = refused(b"a: 1\nb:\n  c: 1\n  d: 2\n  c: 3\n")
    assert (error.problem.file, error.problem.line) == ("a.yaml", 5)
    assert "'c' appears twice" in str(error)


def test_the_same_key_in_two_mappings_is_fine() -> None:
    assert data_of("a: {c: 1}\nb: {c: 2}\n") == {"a": {"c": "1"}, "b": {"c": "2"}}


def test_200_000_opening_brackets_are_refused_and_do_not_end_the_process() -> None:
    assert f"more than {MAX_DEPTH} levels" in str(refused(b"[" * 200_000))


def test_data_as_deep_as_the_limit_is_read() -> None:
    data = data_of("[" * MAX_DEPTH + "x" + "]" * MAX_DEPTH)
    for _ in range(MAX_DEPTH):
        assert isinstance(data, list)
        data = data[0]
    assert data == "x"
    assert "levels deep" in str(refused(b"[" * (MAX_DEPTH + 1) + b"x" + b"]" * (MAX_DEPTH + 1)))


def test_an_alias_bomb_is_refused_by_the_count_of_what_it_stands_for() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    for number in range(1, 12):
        lines.append(f"a{number}: &a{number} [{', '.join([f'*a{number - 1}'] * 10)}]")
    error = refused("\n".join(lines).encode())
    assert "aliases counted" in str(error)


def test_a_chain_of_aliases_cannot_nest_without_end() -> None:
    lines = ["a0: &a0 [x]", *(f"a{number}: &a{number} [*a{number - 1}]" for number in range(1, 5000))]
    error = refused("\n".join(lines).encode())
    assert "levels deep" in str(error)
    # a0 holds its text at depth 2, each further line one deeper: depth 65 is reached in line 64
    assert error.problem.line == 64


def test_an_alias_gives_the_data_of_its_anchor() -> None:
    assert data_of("a: &here {b: 1}\nc: *here\n") == {"a": {"b": "1"}, "c": {"b": "1"}}


@pytest.mark.parametrize("text", ["a: *nowhere\n", "a: &a [*a]\n"])
def test_an_alias_that_nothing_before_it_defines_is_refused(text: str) -> None:
    assert "nothing before this line is named" in str(refused(text.encode()))


def test_a_byte_order_mark_is_passed_over() -> None:
    assert parse_yaml(b"\xef\xbb\xbfa: 1\n", file="a.yaml").data == {"a": "1"}


def test_text_that_is_not_utf_8_is_refused_with_its_line() -> None:
    error = refused(b"a: 1\nb: 2\nc: caf\xe9\n")
    assert error.problem.line == 3
    assert "not UTF-8" in str(error)


@pytest.mark.parametrize("text", ["a: !!python/object:os.system x\n", "a: !x y\n", "a: !!str 5\n", "a: !!set {b}\n"])
def test_a_tag_is_refused(text: str) -> None:
    assert "is not allowed" in str(refused(text.encode()))


def test_a_merge_key_is_refused_and_a_quoted_one_is_a_key() -> None:
    error = refused(b"a: &a {b: 1}\nc:\n  <<: *a\n")
    assert error.problem.line == 3
    assert data_of('"<<": 1\n') == {"<<": "1"}


def test_a_second_document_is_refused_with_its_line() -> None:
    assert refused(b"a: 1\n---\nb: 2\n").problem.line == 2


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "---\n"])
def test_an_empty_file_is_null(text: str) -> None:
    source = parse(text)
    assert source.data is None
    assert source.line_of(("a", 3)) >= 1


@pytest.mark.parametrize("text", ["a: [1\n", "a: b: c\n", "\tb: 1\n", "a: 'x\n", "? [a]\n: b\n", "a: \x01\n"])
def test_what_is_no_yaml_is_refused(text: str) -> None:
    assert refused(text.encode()).problem.file == "a.yaml"


def test_every_node_keeps_its_line() -> None:
    source = parse("a:\n  - x\n  - b:\n      c: 1\n      d:\n        - y\n\ne: z\n")
    assert source.line_of(()) == 1
    assert source.line_of(("a",)) == 1
    assert source.line_of(("a", 0)) == 2
    assert source.line_of(("a", 1, "b")) == 3
    assert source.line_of(("a", 1, "b", "c")) == 4
    assert source.line_of(("a", 1, "b", "d", 0)) == 6
    assert source.line_of(("e",)) == 8


def test_a_step_that_is_not_in_the_file_is_passed_over() -> None:
    source = parse("a:\n  b:\n    c: 1\n")
    assert source.line_of(("a", "SomeUnionMember", "b", "missing")) == 2


def test_a_file_over_the_limit_is_refused_unread() -> None:
    assert "larger than" in str(refused(b" " * (MAX_BYTES + 1)))


def test_a_file_that_cannot_be_read_is_an_error_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"none\.yaml: the file cannot be read"):
        load_yaml(tmp_path / "none.yaml")
    with pytest.raises(FileError, match="cannot be read"):
        load_yaml(tmp_path)


def test_a_file_is_read_with_its_own_name(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("a: 1\n")
    assert load_yaml(path) == YamlText(file=str(path), data={"a": "1"}, lines={(): 1, ("a",): 1})


@given(st.binary(max_size=200) | st.text(alphabet="ab:-[]{}&*!<>|'\"#\n ,?%", max_size=200).map(str.encode))
def test_any_bytes_are_read_or_refused_with_a_format_error(content: bytes) -> None:
    try:
        lines = parse_yaml(content, file="a.yaml").lines
    except FormatError as error:
        lines = {(): error.problem.line or 1}
    assert lines[()] >= 1
