"""Suites whose documents have image pages: nothing needs them, or nothing is said against anybody without them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from tests.cli.terminal import call_on
from tests.runs.small_suite import answer, score_outputs, write_lines
from tools.scan_pdf import join_pdf, photograph, write_scan

from loanproof.cases import check_suite
from loanproof.documents import Recognising, watch_recognition
from loanproof.runs import ResultCase

NAME = "pine-facility-agreement.pdf"
TYPED = [
    "FACILITY AGREEMENT",
    "1. DEFINITIONS",
    "1.1 Definitions",
    "“Availability Period” means the period from the date of this Agreement to 31 March 2027.",
    "“Termination Date” means 15 March 2031, or an earlier day on which the Facility is cancelled in full.",
    "“Business Day” means a day on which banks are open for general business in London and Pine Bay.",
]
PICTURED = [
    "2. THE FACILITY",
    "2.1 The Facility",
    "The Lenders make available to the Borrower a term loan facility of USD 120,000,000.",
    "The Borrower shall pay an arrangement fee of USD 450,000 to the Agent.",
]
CASE = """- id: Q-1
  capability: qa
  document: {name}
  question: {question}
  expected:
    topic: {topic}
    facts: [{{any: ["{fact}"]}}]
    citations: [{{page: {page}, section: "{section}", quote: "{quote}"}}]
"""
ON_TEXT = {
    "question": "When does the Availability Period end?",
    "topic": "the Availability Period",
    "fact": "31 March 2027",
    "page": 1,
    "section": "1.1",
    "quote": "the period from the date of this Agreement to 31 March 2027",
}
ON_IMAGE = {
    "question": "How large is the facility?",
    "topic": "the facility",
    "fact": "USD 120,000,000",
    "page": 2,
    "section": "2.1",
    "quote": "a term loan facility of USD 120,000,000",
}
UNANSWERABLE = """- id: Q-1
  capability: qa
  document: pine-facility-agreement.pdf
  question: How much is the {fee} fee?
  expected:
    answerable: false
    topic: the {fee} fee
    topic_terms: [{fee}]
    forbidden: [{{any: ["USD {amount}"]}}]
"""

pytestmark = pytest.mark.needs("tesseract")


def typed(path: Path, lines: Sequence[str]) -> Path:
    canvas = Canvas(str(path), pagesize=A4, invariant=1)
    canvas.setFont("Times-Roman", 12)
    for at, line in enumerate(lines):
        canvas.drawString(60, 760 - 30 * at, line)
    canvas.save()
    return path


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return an agreement of a page of text and an image page."""
    folder = tmp_path_factory.mktemp("drawn")
    image = write_scan(photograph(typed(folder / "image.pdf", PICTURED), [1], dpi=200), dpi=200)
    return join_pdf(typed(folder / "text.pdf", TYPED).read_bytes(), image)


@pytest.fixture
def make_suite(tmp_path: Path, content: bytes) -> Callable[[str], Path]:
    """Return a function that makes a suite of one case."""

    def make(case: str) -> Path:
        folder = tmp_path / "suite"
        (folder / "cases").mkdir(parents=True)
        (folder / "documents").mkdir()
        (folder / "suite.yaml").write_text("id: pine\nversion: 1.0.0\ngates: [contract]\n", encoding="utf-8")
        (folder / "cases" / "questions.yaml").write_text(case, encoding="utf-8")
        (folder / "documents" / NAME).write_bytes(content)
        return folder

    return make


def outputs(folder: Path, asked: dict[str, Any], **changes: Any) -> Path:
    """Return the file of an answer that is right but for the changes of its citation."""
    cited = {"document": NAME, **{key: asked[key] for key in ("page", "section", "quote")}, **changes}
    output = {"answer": f"It is {asked['fact']}.", "confidence": 0.97, "provenance": [cited]}
    return write_lines(folder / "outputs.jsonl", [answer("Q-1", 1, output={"capability": "qa", **output})])


def scored(suite: Path, lines: Path) -> tuple[ResultCase, list[Recognising]]:
    news: list[Recognising] = []
    with watch_recognition(news.append):
        _, cases = score_outputs(suite, lines, cache_folder=suite.parent / "cache")
    return cases[0], news


def checked(suite: Path) -> tuple[list[str], list[Recognising]]:
    """Return the problems of a suite but for what is noted on its documents, and the news of recognition."""
    news: list[Recognising] = []
    with watch_recognition(news.append):
        lint = check_suite(suite)
    told = [str(one) for one in lint.problems]
    return [one for one in told if NAME not in one], news


def test_an_answer_without_fault_is_scored_without_the_images(
    make_suite: Callable[[str], Path], tmp_path: Path
) -> None:
    suite = make_suite(CASE.format(name=NAME, **ON_TEXT))
    case, news = scored(suite, outputs(tmp_path, ON_TEXT))
    assert [item.label for item in case.items] == ["correct"]
    assert news == []


def test_an_answer_from_an_image_is_found_there(make_suite: Callable[[str], Path], tmp_path: Path) -> None:
    suite = make_suite(CASE.format(name=NAME, **ON_IMAGE))
    case, news = scored(suite, outputs(tmp_path, ON_IMAGE))
    assert [item.label for item in case.items] == ["correct"]
    assert [(one.done, one.total) for one in news] == [(0, 1), (1, 1)]


def test_nothing_is_called_invented_before_the_images_are_read(
    make_suite: Callable[[str], Path], tmp_path: Path
) -> None:
    suite = make_suite(CASE.format(name=NAME, **ON_TEXT))
    case, news = scored(suite, outputs(tmp_path, ON_TEXT, quote="The Availability Period ends when the Agent says so."))
    assert [item.label for item in case.items] != ["correct"]
    assert len(news) == 2


def test_a_case_that_is_in_order_is_checked_without_the_images(make_suite: Callable[[str], Path]) -> None:
    assert checked(make_suite(CASE.format(name=NAME, **ON_TEXT))) == ([], [])


def test_a_case_about_an_image_is_checked_on_it(make_suite: Callable[[str], Path]) -> None:
    problems, news = checked(make_suite(CASE.format(name=NAME, **ON_IMAGE)))
    assert problems == []
    assert len(news) == 2


@pytest.mark.parametrize(("amount", "is_faulty"), [("450,000", True), ("470,000", False)])
def test_what_stands_nowhere_is_looked_for_in_the_images_too(
    make_suite: Callable[[str], Path], amount: str, is_faulty: bool
) -> None:
    problems, news = checked(make_suite(UNANSWERABLE.format(fee="arrangement", amount=amount)))
    assert bool(problems) is is_faulty
    assert len(news) == 2


call = call_on(80)


def test_check_and_score_say_which_page_is_being_recognised_and_only_once(
    make_suite: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOANPROOF_CACHE", str(tmp_path / "cache"))
    suite = make_suite(CASE.format(name=NAME, **ON_IMAGE))
    told = f"{NAME}: recognising page 1 of 1\n"
    assert told in call("check", suite).stderr
    lines = outputs(tmp_path, ON_IMAGE)
    assert told not in call("score", suite, lines, "--json", tmp_path / "one.json").stderr
    monkeypatch.setenv("LOANPROOF_CACHE", str(tmp_path / "other"))
    assert told in call("score", suite, lines, "--json", tmp_path / "two.json").stderr
