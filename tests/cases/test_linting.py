"""The case linter: a quote, page, section or value that the document does not bear out is named with file and line."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import NoReturn

import pytest
from click.testing import CliRunner

from loanproof.cases import Severity, check_suite, lint_suite, load_suite, make_suite
from loanproof.cli.check import command


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOANPROOF_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    make_suite(tmp_path / "suite")
    return tmp_path / "suite"


def change(suite: Path, old: str, new: str, file: str = "extraction.yaml") -> int:
    """Replace the first occurrence of a text in a file of cases and return its line."""
    path = suite / "cases" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def problems(suite: Path) -> list[tuple[str, int | None, str]]:
    lint = lint_suite(load_suite(suite))
    return [(Path(one.place[0]).name, one.place[1], one.problem.message) for one in lint.problems]


def test_the_worked_cases_of_a_new_suite_are_borne_out_by_their_document(suite: Path) -> None:
    seen: list[tuple[int, int]] = []
    lint = lint_suite(load_suite(suite), on_case=lambda done, total: seen.append((done, total)))
    assert lint.problems == ()
    assert (lint.cases, lint.citations, lint.documents) == (6, 24, 1)
    assert seen == [(done, 6) for done in range(1, 7)]


@pytest.mark.parametrize(
    ("old", "new", "field", "says"),
    [
        ('(the "Guarantor")\'', '(the "Surety")\'', "guarantors", "alters"),
        ('page: 1, section: "2.1"', 'page: 3, section: "2.1"', "facility amount, citation 1", "page"),
        ('page: 1, section: "2.1"', 'page: 1, section: "9.7"', "facility amount, citation 1", "9.7"),
        ('page: 1, section: "2.1"', 'page: 99, section: "2.1"', "facility amount, citation 1", "99"),
        ("value: USD 120,000,000", "value: USD 125,000,000", "facility amount", "none of your quotes shows"),
        ("value: Singapore law", "value: English law", "governing law", "none of your quotes shows"),
        ("value: 5 years", "value: 6 years", "tenor", "comes out otherwise"),
    ],
    ids=[
        "quote altered",
        "wrong page",
        "unknown section",
        "no such page",
        "amount not quoted",
        "law not quoted",
        "tenor wrong",
    ],
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
    assert any("does not appear in the document: no passage comes near it" in message for message in messages)


def test_the_command_prints_each_problem_and_the_counts(suite: Path) -> None:
    good = CliRunner().invoke(command, [str(suite)])
    assert good.exit_code == 0
    assert good.stdout.startswith("6 cases, 24 citations, 1 document in ")
    assert good.stdout.endswith(" s: 0 errors, 0 warnings.\n")
    line = change(suite, "value: Singapore law", "value: English law")
    bad = CliRunner().invoke(command, [str(suite)])
    assert bad.exit_code == 2
    first, *_, last = bad.stdout.splitlines()
    assert first.startswith("error: ")
    assert f"extraction.yaml:{line}: EX-001: governing law: " in first
    assert last.endswith("s: 1 error, 0 warnings.")


def test_a_document_that_cannot_be_read_is_an_error_of_each_of_its_cases(suite: Path) -> None:
    (document,) = (suite / "documents").glob("*.txt")
    document.write_bytes(b"")
    messages = [message for _, _, message in problems(suite)]
    assert len(messages) == 5
    assert all("the file is empty" in message for message in messages)


def test_a_suite_without_a_case_is_not_sound(suite: Path) -> None:
    (suite / "cases").rename(suite / "case")
    result = CliRunner().invoke(command, [str(suite)])
    assert result.exit_code == 2
    assert result.stdout.startswith(f"error: {suite}: the suite has no case. ")


@pytest.mark.parametrize("key", ["standard", "rubric"])
@pytest.mark.parametrize("version", ["9.9", ""])
def test_a_standard_that_is_not_there_is_an_error_of_the_suite_file(suite: Path, key: str, version: str) -> None:
    settings = suite / "suite.yaml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(re.sub(rf"(?m)^{key}: (.+)@1\.0(?:\+r2)?$", rf"{key}: \1@{version}", text), encoding="utf-8")
    result = CliRunner().invoke(command, [str(suite)])
    assert result.exit_code == 2
    assert result.stdout.startswith(f"error: {settings}:")


@pytest.mark.parametrize("make", [lambda path: path.symlink_to("nowhere.yaml"), os.mkfifo], ids=["broken link", "pipe"])
def test_a_case_file_that_cannot_be_read_is_never_passed_over(suite: Path, make: Callable[[Path], None]) -> None:
    make(suite / "cases" / "more.yaml")
    (problem,) = (one.problem for one in check_suite(suite).problems)
    assert problem.file == str(suite / "cases" / "more.yaml")
    assert "not a regular file" in problem.message or "cannot be read" in problem.message


def test_a_warning_alone_does_not_fail_the_command(suite: Path) -> None:
    line = change(suite, "testing_frequency: quarterly", "testing_frequency: monthly", "covenants.yaml")
    result = CliRunner().invoke(command, [str(suite)])
    warning, summary = result.stdout.splitlines()
    assert warning.startswith("warning: ")
    assert f"covenants.yaml:{line}: " in warning
    assert summary.endswith("0 errors, 1 warning.")
    assert result.exit_code == 0


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """Return a suite of 120 questions on two documents, every tenth with a quote that does not appear there."""
    (tmp_path / "documents").mkdir()
    (tmp_path / "cases").mkdir()
    (tmp_path / "suite.yaml").write_text("id: large\nversion: 1.0.0\n", "utf-8")
    for name in ("a", "b"):
        text = f"1. INTEREST\nThe Margin of deal {name} is 2.25 per cent. per annum.\n2. FEES\nNo fee is payable.\n"
        (tmp_path / "documents" / f"{name}.txt").write_text(text, "utf-8")
    rows = []
    for number in range(120):
        name, other = ("a", "b") if number % 2 else ("b", "a")
        quote = f"The Margin of deal {other if number % 10 == 0 else name} is 2.25 per cent. per annum"
        expected = (
            f'{{topic: the margin, facts: [{{any: [2.25%]}}], citations: [{{page: 1, section: "1", quote: {quote}}}]}}'
        )
        asked = f"capability: qa, document: {name}.txt, question: 'Question {number}: what is the margin?'"
        rows.append(f"- {{id: Q-{number}, {asked}, expected: {expected}}}")
    (tmp_path / "cases" / "qa.yaml").write_text("\n".join(rows) + "\n", "utf-8")
    return tmp_path


def test_two_processes_find_what_one_finds(large: Path) -> None:
    seen: list[tuple[int, int]] = []
    alone = check_suite(large)
    together = check_suite(large, processes=2, on_case=lambda done, total: seen.append((done, total)))
    assert together == alone
    assert (alone.cases, alone.documents, alone.count(Severity.ERROR)) == (120, 2, 12)
    assert seen == [(done, 120) for done in range(1, 121)]


def test_two_processes_take_cases_of_every_capability(suite: Path, large: Path) -> None:
    for part in ("cases", "documents"):
        for file in (suite / part).iterdir():
            file.rename(large / part / file.name.replace("qa", "starter-qa"))
    together = check_suite(large, processes=2)
    assert together == check_suite(large)
    assert (together.cases, together.count(Severity.ERROR)) == (126, 12)


def test_what_dead_processes_leave_undone_is_done_all_the_same(large: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def die(*_: object, **__: object) -> NoReturn:
        raise BrokenProcessPool

    alone = check_suite(large)
    monkeypatch.setattr(ProcessPoolExecutor, "submit", die)
    assert check_suite(large, processes=2) == alone


def test_a_refused_contract_is_one_error_with_processes_too(large: Path) -> None:
    (large / "suite.yaml").write_text("id: large\nversion: 1.0.0\nstandard: eval-standards@9.9\n", "utf-8")
    (problem,) = check_suite(large, processes=2).problems
    assert "9.9" in str(problem)


def test_what_is_noted_about_how_a_document_was_read_is_one_warning_however_many_cases_it_has(suite: Path) -> None:
    [document] = (suite / "documents").glob("*.txt")
    document.write_bytes(document.read_bytes() + "\n\nPrinted for £5.\n".encode("cp1252"))
    [(file, _, message)] = problems(suite)
    assert file == document.name
    assert "UTF-8" in message
    assert check_suite(suite).count(Severity.ERROR) == 0


BENCHMARK_FILE = """publication: Own
title: Our own terms
as_of: "2026-01-31"
status: illustrative
entries:
  - id: OWN-1
    term: {term}
    kind: market_range
    value: {{text: as agreed}}
    source_kind: own_data
    reviewed_by: null
"""


def test_a_term_that_the_benchmark_library_lacks_is_a_warning(suite: Path) -> None:
    assert problems(suite) == []
    line = change(suite, "term: default_interest", "term: house_rule", "bmt.yaml")
    (problem,) = lint_suite(load_suite(suite)).problems
    assert problem.severity is Severity.WARNING
    assert (problem.problem.line, "'house_rule'" in str(problem)) == (line, True)


def test_a_benchmark_file_of_the_suite_makes_its_terms_known(suite: Path) -> None:
    change(suite, "term: default_interest", "term: house_rule", "bmt.yaml")
    (suite / "benchmarks").mkdir()
    (suite / "benchmarks" / "own.yaml").write_text(BENCHMARK_FILE.format(term="house_rule"), "utf-8")
    assert problems(suite) == []
    (suite / "benchmarks" / "own.yaml").write_text(BENCHMARK_FILE.format(term="another_rule"), "utf-8")
    assert len(problems(suite)) == 1


def test_a_benchmark_file_that_cannot_be_read_is_an_error_and_makes_no_term_unknown(suite: Path) -> None:
    change(suite, "term: default_interest", "term: house_rule", "bmt.yaml")
    (suite / "benchmarks").mkdir()
    (suite / "benchmarks" / "own.yaml").write_text("publication: Own\n", "utf-8")
    found = lint_suite(load_suite(suite)).problems
    assert found
    assert {one.severity for one in found} == {Severity.ERROR}
    assert all("own.yaml" in str(one) for one in found)


def test_a_blank_reference_of_a_term_is_an_error(suite: Path) -> None:
    change(suite, "reference: APLMA, default interest", 'reference: "–"', "bmt.yaml")
    (problem,) = lint_suite(load_suite(suite)).problems
    assert "the reference is blank" in str(problem)
    assert problem.severity is Severity.ERROR


def test_a_contract_that_is_refused_is_one_error_beside_the_others(suite: Path) -> None:
    settings = suite / "suite.yaml"
    settings.write_text(settings.read_text("utf-8").replace("eval-standards@1.0+r2", "eval-standards@9.9"), "utf-8")
    lint = check_suite(suite)
    assert lint.count(Severity.ERROR) == 1
    assert "9.9" in str(lint.problems[0])


def test_watching_checks_again_after_a_change_until_it_is_interrupted(
    suite: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 2:
            change(suite, "value: 2031-03-15", "value: 2031-03-160")
        if len(pauses) == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr("loanproof.cli.check.time.sleep", pause)
    result = CliRunner().invoke(command, [str(suite), "--watch"])
    summaries = [line for line in result.stdout.splitlines() if " s: " in line]
    assert len(summaries) == 2
    assert summaries[0].endswith("0 errors, 0 warnings.")
    assert not summaries[1].endswith("0 errors, 0 warnings.")


def test_a_citation_without_a_page_is_an_error_where_the_document_has_pages(suite: Path) -> None:
    line = change(suite, 'page: 1, section: "2.1"', 'section: "2.1"')
    [(_, at, message)] = problems(suite)
    assert (at, "names no page" in message, "page 1" in message) == (line, True, True)


def test_a_fact_that_no_quote_shows_is_told_where_a_computed_one_belongs(suite: Path) -> None:
    change(suite, "{any: [31 March 2027]}", "{any: [716 days]}", file="qa.yaml")
    [problem] = lint_suite(load_suite(suite)).problems
    assert (problem.severity, "under derivable" in str(problem)) == (Severity.ERROR, True)


def test_a_fact_can_be_confirmed_and_is_then_told_nothing_more_to_do(suite: Path) -> None:
    confirmed = "{any: [716 days], confirmed: {by: Ana Ruiz, reason: Counted}}"
    change(suite, "{any: [31 March 2027]}", confirmed, file="qa.yaml")
    [problem] = lint_suite(load_suite(suite)).problems
    assert problem.severity is Severity.CONFIRMED
    assert str(problem).endswith("Confirmed by Ana Ruiz: Counted")


def test_a_formula_that_cannot_be_worked_out_belongs_into_the_quote(suite: Path) -> None:
    change(suite, "value: 2031-03-15", "state: undeterminable\n      value: 2031-03-15")
    [problem] = [one for one in check_suite(suite).problems if "undeterminable" in str(one)]
    assert "that of the quote" in str(problem)


def test_a_case_that_was_not_checked_because_of_its_form_is_counted_with_its_citations(suite: Path) -> None:
    whole = check_suite(suite)
    change(suite, "value: 2031-03-15", "state: undeterminable\n      value: 2031-03-15")
    lint = check_suite(suite)
    assert (whole.left_out, lint.left_out) == ((), (whole.citations - lint.citations,))
    [last] = CliRunner().invoke(command, [str(suite)]).stdout.splitlines()[-1:]
    assert f"1 case with {lint.left_out[0]} citations was not checked against the documents" in last
