"""``loanproof find``: one line of YAML a place, near misses told, the exit code by what was found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml
from tests.cli.terminal import call_on
from tests.runs.small_suite import DOCUMENT, NAME, make_suite

if TYPE_CHECKING:
    pass


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / NAME
    path.write_text(DOCUMENT, encoding="utf-8")
    return path


call = call_on()


def test_each_line_is_a_citation_that_a_case_can_take(document: Path) -> None:
    called = call("find", document, "Termination Date")
    assert called.exit_code == 0
    [citation] = yaml.safe_load(f"[{called.stdout}]")
    assert citation == {"page": 1, "section": "1.1", "quote": '"Termination Date" means 15 March 2031.'}


def test_what_it_prints_stands_the_check(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "suite")
    printed = call("find", suite / "documents" / NAME, "to and including 31 March 2027").stdout.strip()
    cases = next((suite / "cases").glob("*.yaml"))
    before = '{page: 1, section: "1.1", quote: "to and including 31 March 2027"}'
    text = cases.read_text(encoding="utf-8")
    assert before in text
    cases.write_text(text.replace(before, printed), encoding="utf-8")
    assert call("check", suite).exit_code == 0


def test_a_page_that_the_document_does_not_have_is_told_as_that(document: Path) -> None:
    called = call("find", document, "Termination Date", "--page", "99")
    assert str(called.exception).startswith(f"there is no page 99 in {NAME}.")


def test_a_near_miss_is_told_and_exits_with_1(document: Path) -> None:
    called = call("find", document, "means the period to and including 31 March 2028")
    assert called.exit_code == 1
    assert "31 March 2027" in called.stdout
    assert "The words do not appear as they are." in called.stderr
    assert "you wrote “31 March 2028”" in called.stderr


def test_nothing_is_nothing(document: Path) -> None:
    called = call("find", document, "the lessee shall repaint the hull each spring")
    assert (called.exit_code, called.stdout) == (1, "")


def test_json_has_what_was_found_apart_from_what_is_near(document: Path) -> None:
    data = json.loads(call("find", document, "15 March 2031", "--json").stdout)
    assert ([one["page"] for one in data["found"]], data["near"]) == ([1], [])
    data = json.loads(call("find", document, "15 March 2031", "--page", "2", "--json").stdout)
    assert (data["found"], [one["page"] for one in data["near"]]) == ([], [1])


UNPAGED = DOCUMENT.replace("\f", "\n")


def test_what_it_prints_of_a_file_without_pages_stands_the_check_too(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "suite")
    (suite / "documents" / NAME).write_text(UNPAGED, encoding="utf-8")
    called = call("find", suite / "documents" / NAME, "to and including 31 March 2027")
    assert yaml.safe_load(called.stdout) == {"section": "1.1", "quote": "to and including 31 March 2027"}
    cases = next((suite / "cases").glob("*.yaml"))
    text = cases.read_text(encoding="utf-8")
    cases.write_text(
        text.replace('{page: 1, section: "1.1", quote: "to and including 31 March 2027"}', called.stdout.strip())
    )
    assert call("check", suite).exit_code == 0


def test_why_a_citation_names_no_page_is_told_and_no_page_is_invented(tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_text(UNPAGED, encoding="utf-8")
    called = call("find", path, "means the period to and including 31 March 2028")
    assert "a form feed ends one" in called.stderr
    assert "page 1" not in called.stderr
    assert "alters a passage in section 1.1:" in called.stderr


def test_a_file_with_pages_needs_no_word_on_them(document: Path) -> None:
    assert "form feed" not in call("find", document, "Termination Date").stderr


def test_nothing_is_said_of_a_difference_that_has_no_words(tmp_path: Path) -> None:
    path = tmp_path / NAME
    words = "The Borrower shall pay " + "on each of the days named there " * 12 + "to the account 610 019"
    path.write_text(f"1. DUTIES\n\n1.1 Duties\n\n{words} 209 000.\n", encoding="utf-8")
    called = call("find", path, words)
    assert "cuts a figure in two" in called.stderr
    assert "you left it out" not in called.stderr


def test_a_terminal_is_told_that_the_document_is_read(document: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Reading" not in call("find", document, "Termination Date").stderr
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert f"Reading {NAME}" in call("find", document, "Termination Date").stderr
