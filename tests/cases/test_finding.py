"""One case of a suite is found by its id, as its file has it now."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.runs.small_suite import CASES, make_suite

from loanproof.cases import CaseFinder, QaCase
from loanproof.core import FormatError


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    return make_suite(tmp_path / "suite")


def test_a_case_is_found_among_several_of_a_file(suite: Path) -> None:
    found = CaseFinder(suite).find("Q-2")
    assert found is not None
    assert found.case.id == "Q-2"


@pytest.mark.parametrize("case_id", ["Q-9", "", "31 March 2027", "id", "Q-1\n"])
def test_what_is_not_the_id_of_a_case_finds_nothing(suite: Path, case_id: str) -> None:
    assert CaseFinder(suite).find(case_id) is None


def test_a_line_of_jsonl_is_a_case_too(suite: Path) -> None:
    line = '{"capability": "qa", "id": "Q-3", "document": "pine-facility-agreement.txt", "question": "What?",'
    line += ' "expected": {"answerable": false, "topic": "the moon", "topic_terms": ["moon"]}}\n'
    (suite / "cases" / "more.jsonl").write_text(line, encoding="utf-8")
    found = CaseFinder(suite).find("Q-3")
    assert found is not None


def test_a_case_that_was_changed_is_read_anew_and_one_that_is_wrong_now_says_so(suite: Path) -> None:
    finder, path = CaseFinder(suite), suite / "cases" / "questions.yaml"
    assert finder.find("Q-1") is not None
    path.write_text(CASES.replace("When does", "On which day does"), encoding="utf-8")
    changed = finder.find("Q-1")
    assert changed is not None
    assert isinstance(changed.case, QaCase)
    assert changed.case.question == "On which day does the Availability Period end?"
    path.write_text(CASES.replace("capability: qa", "capability: magic"), encoding="utf-8")
    with pytest.raises(FormatError, match="magic"):
        finder.find("Q-1")
