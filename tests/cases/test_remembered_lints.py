"""What was found in a case is remembered until the case, its documents, the contract or the rules change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.runs.small_suite import NAME, make_suite

from loanproof.cases import check_suite
from loanproof.cases.linting import library, remembered
from loanproof.core.package_hash import hash_files
from loanproof.documents import Cache, load_document

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.documents import Document


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the documents as they are opened."""
    names: list[str] = []

    def count(path: Path, *, cache: Cache | None = None) -> Document:
        names.append(path.name)
        return load_document(path, cache=cache)

    monkeypatch.setattr(library, "load_document", count)
    return names


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    suite = make_suite(tmp_path / "suite")
    cases = suite / "cases" / "questions.yaml"
    cases.write_text(cases.read_text().replace('"to and including 31 March 2027"', '"to and including 1 May 2029"'))
    return suite


def test_cases_that_did_not_change_are_not_checked_again(suite: Path, tmp_path: Path, opened: list[str]) -> None:
    cache = Cache(tmp_path / "cache")
    first = check_suite(suite, cache=cache)
    assert opened == [NAME]
    assert len(first.problems) == 1
    assert check_suite(suite, cache=cache) == first
    assert opened == [NAME]


def test_a_case_that_only_moved_keeps_its_problems_on_their_new_lines(
    suite: Path, tmp_path: Path, opened: list[str]
) -> None:
    cache = Cache(tmp_path / "cache")
    [before] = check_suite(suite, cache=cache).problems
    cases = suite / "cases" / "questions.yaml"
    cases.write_text(f"# A remark.\n\n{cases.read_text()}")
    [after] = check_suite(suite, cache=cache).problems
    assert opened == [NAME]
    assert after.problem.line == (before.problem.line or 0) + 2
    assert after.problem.message == before.problem.message


@pytest.mark.parametrize("changed", ["case", "document", "truth file", "truth file without the ending"])
def test_whatever_decides_what_is_found_has_the_case_checked_again(
    suite: Path, tmp_path: Path, opened: list[str], changed: str
) -> None:
    cache = Cache(tmp_path / "cache")
    check_suite(suite, cache=cache)
    cases, document = suite / "cases" / "questions.yaml", suite / "documents" / NAME
    match changed:
        case "case":
            cases.write_text(cases.read_text().replace("1 May 2029", "31 March 2027"))
        case "document":
            document.write_text(document.read_text().replace("31 March 2027", "1 May 2029"))
        case "truth file":
            (suite / "documents" / f"{NAME}.truth.yaml").write_text("sections_complete: true\n")
        case _:
            document.with_suffix(".truth.yaml").write_text("sections_complete: true\n")
    check_suite(suite, cache=cache)
    assert opened == [NAME, NAME]


def test_a_mended_page_text_has_the_case_checked_again(suite: Path, tmp_path: Path) -> None:
    document, cache = suite / "documents" / NAME, Cache(tmp_path / "cache")
    pages = document.read_text().split("\f")
    said = "pages:\n" + "".join(f"  - {{index: {at}, text_file: p{at}.truth}}\n" for at in range(1, len(pages) + 1))
    document.with_suffix(".truth.yaml").write_text(said)
    for at, text in enumerate(pages, start=1):
        document.with_name(f"p{at}.truth").write_text(text)
    assert len(check_suite(suite, cache=cache).problems) == 1
    for at, text in enumerate(pages, start=1):
        document.with_name(f"p{at}.truth").write_text(text.replace("31 March 2027", "1 May 2029"))
    assert [one.problem.message for one in check_suite(suite, cache=cache).problems if "1 May 2029" in str(one)] == []


def test_a_damaged_entry_is_as_good_as_none(suite: Path, tmp_path: Path, opened: list[str]) -> None:
    cache = Cache(tmp_path / "cache")
    first = check_suite(suite, cache=cache)
    for path in (tmp_path / "cache").rglob("*.z"):
        path.write_bytes(b"nothing")
    assert check_suite(suite, cache=cache) == first
    assert opened == [NAME, NAME]


def test_cases_are_checked_again_when_the_code_that_checks_them_changed(
    suite: Path, tmp_path: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = Cache(tmp_path / "cache")
    check_suite(suite, cache=cache)
    monkeypatch.setattr(remembered, "code_hash", lambda: "another")
    check_suite(suite, cache=cache)
    assert opened == [NAME, NAME]


def test_the_hash_of_the_code_changes_with_any_source_and_with_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "part").mkdir()
    (tmp_path / "part" / "a.py").write_text("A = 1\n")
    before = hash_files(tmp_path, ".py")
    (tmp_path / "part" / "a.txt").write_text("words")
    assert hash_files(tmp_path, ".py") == before
    (tmp_path / "part" / "a.py").write_text("A = 2\n")
    assert hash_files(tmp_path, ".py") != before
