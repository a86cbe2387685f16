"""The case linter: a quote, page, section or value that the document does not bear out is named with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from loanproof.cases import lint_suite, load_suite, make_suite
from loanproof.cli.check import command
from loanproof.core import FileError


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    make_suite(tmp_path / "suite")
    return tmp_path / "suite"


def change(suite: Path, old: str, new: str) -> int:
    """Replace the first occurrence of a text in the extraction case and return its line."""
    path = suite / "cases" / "extraction.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def problems(suite: Path) -> list[tuple[str, int | None, str]]:
    lint = lint_suite(load_suite(suite))
    return [(Path(str(one.file)).name, one.line, one.message) for one in lint.problems]


def test_the_worked_cases_of_a_new_suite_are_borne_out_by_their_document(suite: Path) -> None:
    seen: list[int] = []
    lint = lint_suite(load_suite(suite), on_case=lambda: seen.append(1))
    assert lint.problems == ()
    assert lint.citations > 20
    assert len(seen) == lint.cases


@pytest.mark.parametrize(
    ("old", "new", "field", "says"),
    [
        ('(the "Guarantor")\'', '(the "Surety")\'', "guarantors", "alters"),
        ('page: 1, section: "2.1"', 'page: 3, section: "2.1"', "facility_amount", "page"),
        ('page: 1, section: "2.1"', 'page: 1, section: "9.7"', "facility_amount", "9.7"),
        ('page: 1, section: "2.1"', 'page: 99, section: "2.1"', "facility_amount", "99"),
        ("value: USD 120,000,000", "value: USD 125,000,000", "facility_amount", "does not carry"),
        ("value: 2031-03-15", "value: 2031-03-16", "maturity_date", "does not carry"),
    ],
    ids=["quote altered", "wrong page", "unknown section", "no such page", "amount not quoted", "date not quoted"],
)
def test_what_the_document_does_not_bear_out_is_named_with_its_line(
    suite: Path, old: str, new: str, field: str, says: str
) -> None:
    line = change(suite, old, new)
    ((file, found, message),) = problems(suite)
    assert (file, found) == ("extraction.yaml", line)
    assert field in message
    assert says in message


def test_a_quote_that_stands_nowhere_is_proven_absent(suite: Path) -> None:
    change(
        suite,
        "a term loan facility in an aggregate amount of USD 120,000,000",
        "the lessee shall repaint the hull each spring",
    )
    messages = [message for _, _, message in problems(suite)]
    assert any("No passage of the document comes within" in message for message in messages)


def test_the_command_prints_each_problem_and_the_counts(suite: Path) -> None:
    good = CliRunner().invoke(command, [str(suite)])
    assert good.exit_code == 0
    assert good.stdout.endswith("citations: no problem.\n")
    line = change(suite, "value: 2031-03-15", "value: 2031-03-16")
    bad = CliRunner().invoke(command, [str(suite)])
    assert bad.exit_code == 2
    assert f"extraction.yaml:{line}: EX-001: fields.maturity_date: " in bad.stdout
    assert bad.stdout.endswith("citations: 1 problem.\n")


def test_a_document_that_cannot_be_read_is_an_error_of_its_own(suite: Path) -> None:
    (document,) = (suite / "documents").glob("*.txt")
    document.write_bytes(b"")
    with pytest.raises(FileError, match="the file is empty"):
        lint_suite(load_suite(suite))
