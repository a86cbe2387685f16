"""``report`` and ``compare``: which files appear, what is printed, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.cli.terminal import call_on
from tests.runs.small_suite import DOCUMENT, NAME, answers, forged, make_suite, write_lines

if TYPE_CHECKING:
    pass

PDF = NAME.replace(".txt", ".pdf")
KINDS = ("html", "junit", "markdown", "json", "csv", "certificate")


call = call_on(80)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the results of a right run and of one with a forged quote."""
    folder = tmp_path_factory.mktemp("runs")
    suite = make_suite(folder / "suite")
    for name, lines in (("right", answers()), ("forged", forged())):
        outputs = write_lines(folder / f"{name}.jsonl", lines)
        call("score", suite, outputs, "--json", folder / f"{name}.json")
    return folder / "right.json", folder / "forged.json"


def test_every_file_that_is_asked_for_appears_and_is_named(runs: tuple[Path, Path], tmp_path: Path) -> None:
    wanted = {kind: tmp_path / f"file.{kind}" for kind in KINDS}
    options = [part for kind, path in wanted.items() for part in (f"--{kind}", path)]
    called = call("report", runs[1], *options)
    assert (called.exit_code, called.stdout.splitlines()) == (0, [str(path) for path in wanted.values()])
    starts = {kind: path.read_bytes()[:14] for kind, path in wanted.items()}
    assert starts == {
        "html": b"<!DOCTYPE html",
        "junit": b"<?xml version=",
        "markdown": "## ❌ NOT REL".encode()[:14],
        "json": b'{"cases":[\n{"a',
        "csv": b'"run_id","case',
        "certificate": b"<!DOCTYPE html",
    }
    assert wanted["json"].read_bytes() == runs[1].read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(path.name for path in wanted.values())


def test_earlier_runs_are_compared_with_and_make_the_trend(runs: tuple[Path, Path], tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    call("report", runs[1], "--html", path, "--previous", runs[0], "--previous", runs[0])
    page = path.read_text(encoding="utf-8")
    assert "Regressions (1)" in page
    assert 'id="trend"' in page


def pdf_suite(folder: Path) -> Path:
    """Return the suite with its document as a PDF of two pages."""
    from reportlab.pdfgen.canvas import Canvas

    suite = make_suite(folder / "suite")
    canvas = Canvas(str(suite / "documents" / PDF))
    for page in DOCUMENT.split("\f"):
        for at, line in enumerate(line for line in page.splitlines() if line):
            canvas.drawString(40, 780 - 30 * at, line)
        canvas.showPage()
    canvas.save()
    (suite / "documents" / NAME).unlink()
    for path in suite.glob("cases/*.yaml"):
        path.write_text(path.read_text(encoding="utf-8").replace(NAME, PDF), encoding="utf-8")
    return suite


def test_pages_are_shown_where_they_are_asked_for_and_only_with_the_suite_at_hand(tmp_path: Path) -> None:
    suite, result, report = pdf_suite(tmp_path), tmp_path / "result.json", tmp_path / "report.html"
    lines = json.loads(json.dumps(forged()).replace(NAME, PDF))
    call("score", suite, write_lines(tmp_path / "outputs.jsonl", lines), "--json", result)
    assert call("report", result, "--html", report, "--page-images").exit_code == 0
    page = report.read_text(encoding="utf-8")
    assert page.count('<image width="900"') == 1
    assert 'class="cited"' in page
    assert "page 1 of pine-facility-agreement.pdf; the cited words are marked" in page
    suite.rename(tmp_path / "moved")
    assert "there is no suite here" in str(call("report", result, "--html", report, "--page-images").exception)
    assert call("report", result, "--html", report, "--page-images", "--suite", tmp_path / "moved").exit_code == 0


def test_a_report_without_a_file_is_a_usage_error(runs: tuple[Path, Path]) -> None:
    called = call("report", runs[0])
    assert called.exit_code != 0
    assert "no file is asked for" in str(called.exception)


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_cannot_be_written_is_one_sentence(runs: tuple[Path, Path], tmp_path: Path, kind: str) -> None:
    called = call("report", runs[0], f"--{kind}", tmp_path / "none" / "file")
    assert "the file cannot be written: No such file or directory." in str(called.exception)


def test_a_comparison_without_a_regression_passes(runs: tuple[Path, Path]) -> None:
    called = call("compare", runs[0], runs[0], "--fail-on-regression")
    assert (called.exit_code, called.stdout.split("  ")[0]) == (0, "NO REGRESSION")


def test_a_regression_comes_first_and_fails_only_where_that_is_asked_for(
    runs: tuple[Path, Path], tmp_path: Path
) -> None:
    assert call("compare", *runs).exit_code == 0
    path = tmp_path / "comparison.json"
    called = call("compare", *runs, "--fail-on-regression", "--json", path)
    assert (called.exit_code, called.stdout.split("  ")[0]) == (1, "REGRESSION")
    assert "1 worse (1 now a hallucination)" in called.stdout
    assert max(map(len, called.stdout.splitlines())) <= 80
    data = json.loads(path.read_bytes())
    assert (data["pairs"], data["regression"], data["new_hallucinations"]) == (6, True, 1)
    assert call("compare", *reversed(runs), "--fail-on-regression").exit_code == 0


def test_a_stored_run_is_reported_by_its_id_with_its_root_cause(tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "suite")
    call("score", suite, write_lines(tmp_path / "forged.jsonl", forged()))
    run = json.loads(call("runs", "list", "--json").stdout)
    cause = "the prompt told it to fill gaps"
    call("rca", run["run_id"], "--cause", cause, "--fix", "the prompt forbids it", "--by", "A. Tester")
    html, certificate = tmp_path / "report.html", tmp_path / "certificate.html"
    called = call("report", run["run_id"], "--html", html, "--certificate", certificate)
    assert called.exit_code == 0
    assert cause in html.read_text(encoding="utf-8")
    assert "root-cause analysis" in certificate.read_text(encoding="utf-8")
