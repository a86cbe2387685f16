"""The documents of a suite that is checked again and again: kept while their bytes stay the same, and no longer."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.runs.small_suite import DOCUMENT, NAME, make_suite

from loanproof.cases import LintMemory, Severity, check_suite, load_suite
from loanproof.standards import load_contract

R1, R2 = load_contract("eval-standards@1.0+r1"), load_contract("eval-standards@1.0+r2")
NAMES = (NAME,)


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    return make_suite(tmp_path / "suite")


def test_a_document_that_did_not_change_is_not_read_again(suite: Path) -> None:
    memory = LintMemory()
    first = memory.library(load_suite(suite), R2, None).cache(NAMES)
    assert memory.library(load_suite(suite), R2, None).cache(NAMES) is first


def test_a_document_or_a_truth_file_that_changed_is_read_again(suite: Path) -> None:
    memory = LintMemory()
    first = memory.library(load_suite(suite), R2, None).cache(NAMES)
    path = suite / "documents" / NAME
    path.write_text(DOCUMENT.replace("31 March", "30 June"), encoding="utf-8")
    second = memory.library(load_suite(suite), R2, None).cache(NAMES)
    path.with_name(f"{NAME}.truth.yaml").write_text("number_locale: en\n", encoding="utf-8")
    third = memory.library(load_suite(suite), R2, None).cache(NAMES)
    assert len({id(first), id(second), id(third)}) == 3


def test_another_contract_begins_anew(suite: Path) -> None:
    memory = LintMemory()
    first = memory.library(load_suite(suite), R1, None).cache(NAMES)
    assert memory.library(load_suite(suite), R2, None).cache(NAMES) is not first


def test_a_check_with_a_memory_sees_what_changed_in_the_document(suite: Path) -> None:
    memory = LintMemory()
    assert check_suite(suite, memory=memory).count(Severity.ERROR) == 0
    (suite / "documents" / NAME).write_text(DOCUMENT.replace("31 March", "30 June"), encoding="utf-8")
    assert check_suite(suite, memory=memory).count(Severity.ERROR) > 0
    (suite / "documents" / NAME).write_text(DOCUMENT, encoding="utf-8")
    assert check_suite(suite, memory=memory).count(Severity.ERROR) == 0
