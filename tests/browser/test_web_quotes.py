"""From a failed gate to the highlighted quote in a browser: the boxes are where the words are, on every shape of page.

Where the words are is seen by Tesseract in the picture, cut out where the browser drew the boxes: it knows nothing of
the text that the boxes come from.
"""

from __future__ import annotations

import asyncio
import io
import json
import shutil
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pypdfium2
import pytest
import yaml
from PIL import Image
from rapidfuzz import fuzz
from tests.browser.chromium import Page, at_widths, chromium_page
from tests.conftest import ROOT
from tests.runs.small_suite import RUN, write_lines
from tests.sampling import is_taken
from tests.web.served import Client, served

from loanproof.cases import TaskCase, list_citations, load_suite
from loanproof.core import counted
from loanproof.service import RecordedRequest, RunService
from loanproof.store import open_store
from loanproof.web import WebSettings

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.needs("tesseract")]
CORPUS = ROOT / "src" / "loanproof" / "corpus" / "suite" / "dev"
_Found = TypeVar("_Found")

# case of the corpus, number of its quote, quarter turns of the page: letter, term loan, table rows, two columns, a
# clause over a page break, a pricing grid, a scan, and pages that lie on either side or on their head
QUOTES = [
    ("QA-ACME-03", 0, 0),
    ("QA-ACME-05", 0, 0),
    ("QA-LANTAU-05", 0, 0),
    ("QA-HALYARD-03", 0, 0),
    ("QA-WESTMOOR-04", 0, 0),
    ("QA-NORDVALE-01", 0, 0),
    ("QA-ASHDOWN-02", 0, 0),
    ("QA-MARRAM-01", 0, 0),
    ("QA-TEMASIK-03", 0, 1),
    ("QA-KESTREL-01", 0, 2),
    ("QA-DAIYO-06", 0, 3),
]


@dataclass(frozen=True)
class Quoted:
    case_id: str
    document: str
    page: int
    quote: str
    turns: int


@dataclass(frozen=True)
class Wrong:
    """A served run in which every answer is wrong, and every quote genuine."""

    client: Client
    run_id: str
    quotes: list[Quoted]

    def address(self, path: str) -> str:
        return f"{self.client.origin}{path}"


def turned(source: Path, target: Path, page: int, turns: int) -> None:
    """Write a copy of a PDF in which one page is turned clockwise by quarters."""
    with pypdfium2.PdfDocument(source) as document:
        document[page - 1].set_rotation(90 * turns)
        document.save(target)


def make_quotes(folder: Path) -> list[Quoted]:
    cases = {located.case.id: located.case for located in load_suite(CORPUS).cases}
    made = []
    for case_id, at, turns in (one for one in QUOTES if is_taken(one[0], one_of=2)):
        case = cases[case_id]
        assert not isinstance(case, TaskCase)  # a task has no documents
        citation = [one for _, one in list_citations(case)][at]
        name = case.document_names[0] if not turns else f"turned-{turns}.pdf"
        source = CORPUS / "documents" / case.document_names[0]
        page = int(citation.page or 0)
        if turns:
            turned(source, folder / name, page, turns)
        else:
            shutil.copy(source, folder / name)
        made.append(Quoted(case_id=f"Q-{case_id}", document=name, page=page, quote=citation.quote, turns=turns))
    return made


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wrong]:
    folder = tmp_path_factory.mktemp("quotes")
    suite = folder / "suite"
    (suite / "cases").mkdir(parents=True)
    (suite / "documents").mkdir()
    quotes = make_quotes(suite / "documents")
    (suite / "suite.yaml").write_text(
        "id: shapes\nversion: 1.0.0\nstandard: eval-standards@1.0+r1\ngates: [contract]\n", encoding="utf-8"
    )
    cases, lines = [], []
    for one in quotes:
        cited = {"page": str(one.page), "section": None, "quote": one.quote}
        words = " ".join(one.quote.split()[:3])
        expected = {"topic": "the words", "facts": [{"any": [words]}], "citations": [cited]}
        cases.append(
            {"id": one.case_id, "capability": "qa", "document": one.document, "question": "What?", "expected": expected}
        )
        given = {"capability": "qa", "answer": "It is 987,654 barrels.", "confidence": 0.9}
        given["provenance"] = [{"document": one.document, "page": one.page, "section": None, "quote": one.quote}]
        lines.append({"case_id": one.case_id, "repeat": 1, "output": given, "latency_e2e_ms": 5})
    (suite / "cases" / "all.yaml").write_text(yaml.safe_dump(cases, allow_unicode=True), encoding="utf-8")
    url = f"sqlite:{folder / 'runs.db'}"
    with closing(open_store(url)) as store:
        outputs = write_lines(folder / "outputs.jsonl", lines, run=RUN)
        run_id = RunService(store=store).score_recorded(RecordedRequest(suite=suite, outputs=outputs)).run_id
    settings = WebSettings(store_url=url, uploads_folder=folder / "uploads", cache_folder=folder / "cache")
    with served(settings) as client:
        yield Wrong(client=client, run_id=run_id, quotes=quotes)


def in_browser(act: Callable[[Page], Awaitable[_Found]]) -> _Found:
    async def go() -> _Found:
        async with chromium_page() as page:
            return await act(page)

    return asyncio.run(go())


BOXES = """(() => {
  const image = document.querySelector('.facsimile image').getBoundingClientRect();
  const boxes = [...document.querySelectorAll('.facsimile rect.cited')].map(one => one.getBoundingClientRect());
  return boxes.map(one => [(one.left - image.left) / image.width, (one.top - image.top) / image.height,
    (one.right - image.left) / image.width, (one.bottom - image.top) / image.height]);
})()"""


def read_boxes(picture: bytes, boxes: list[list[float]], turns: int) -> str:
    """Return what Tesseract reads in parts of a picture, one after the other."""
    image = Image.open(io.BytesIO(picture)).convert("L")
    said = []
    for left, top, right, bottom in boxes:
        sides = (left * image.width, top * image.height, right * image.width, bottom * image.height)
        part = image.crop(sides).rotate(90 * turns, expand=True)
        framed = Image.new("L", (part.width + 40, part.height + 40), 255)
        framed.paste(part, (20, 20))
        content = io.BytesIO()
        framed.resize((framed.width * 2, framed.height * 2)).save(content, "PNG")
        command = ["tesseract", "stdin", "stdout", "--psm", "7"]
        done = subprocess.run(command, input=content.getvalue(), capture_output=True, check=True)
        said.append(done.stdout.decode())
    return " ".join(" ".join(said).split())


def test_a_failed_gate_leads_to_its_quotes_and_each_box_is_where_the_words_are(wrong: Wrong) -> None:
    async def act(page: Page) -> tuple[str, dict[str, Any]]:
        await page.visit(wrong.address(f"/runs/{wrong.run_id}"))
        await page.click("a[href*='/gates/capability_score']")
        await page.click("a.chip")
        first = await page.evaluate("document.querySelector('h2').textContent")
        found = {}
        for one in wrong.quotes:
            await page.visit(wrong.address(f"/runs/{wrong.run_id}/cases/{one.case_id}/1/items/0"))
            picture = await page.evaluate("document.querySelector('.facsimile image').getAttribute('href')")
            gold = await page.evaluate("document.querySelectorAll('.facsimile .gold-under').length")
            told = await page.evaluate("document.getElementById('marked').textContent")
            found[one.case_id] = (await page.evaluate(BOXES), picture, gold, told)
        assert page.said == []  # no script failed, and the policy had nothing to stop
        return first, found

    first, found = in_browser(act)
    assert first == "Why this label"
    read = {}
    for one in wrong.quotes:
        boxes, picture, gold, told = found[one.case_id]
        assert boxes, one.case_id
        assert gold == len(boxes)  # the expected quote is the same, and is underlined on every line
        assert f"marked on {counted(len(boxes), 'line')}" in told
        words = read_boxes(wrong.client.get(picture).body, boxes, one.turns)
        read[one.case_id] = (round(fuzz.ratio(words, " ".join(one.quote.split()))), words)
    bad = {name: told for name, told in read.items() if told[0] < 90}
    assert not bad, bad


def test_words_that_are_dragged_over_are_the_words_of_the_document_and_the_browser_finds_them(wrong: Wrong) -> None:
    one = wrong.quotes[0]

    async def act(page: Page) -> tuple[str, bool]:
        await page.visit(wrong.address(f"/runs/{wrong.run_id}/cases/{one.case_id}/1/items/0"))
        boxes = await page.evaluate(
            "[...document.querySelectorAll('.facsimile rect.cited')].map(one => one.getBoundingClientRect().toJSON())"
        )
        first, last = boxes[0], boxes[-1]
        await page.drag(
            (first["left"] + 1, (first["top"] + first["bottom"]) / 2),
            (last["right"] - 0.5, (last["top"] + last["bottom"]) / 2),
        )
        chosen = await page.evaluate("getSelection().toString()")
        words = json.dumps(" ".join(one.quote.split()[3:7]))
        return chosen, await page.evaluate(f"getSelection().removeAllRanges(), window.find({words})")

    chosen, is_found = in_browser(act)
    # a stop at the end of a quote is not looked for, so it is not marked either
    assert " ".join(chosen.split()) == " ".join(one.quote.split()).rstrip(".")
    assert is_found


@pytest.mark.needs("axe-core")
def test_axe_finds_nothing_serious_on_any_page(wrong: Wrong) -> None:
    case = wrong.quotes[0].case_id
    run = f"/runs/{wrong.run_id}"
    paths = [
        "/runs",
        run,
        f"{run}/cases",
        f"{run}/cases?show=wrong",
        f"{run}/gates/capability_score:qa",
        f"{run}/cases/{case}/1",
        f"{run}/cases/{case}/1/items/0",
        f"{run}/document?name={wrong.quotes[0].document}&words=Facility+B",
        f"/compare?before={wrong.run_id}&after={wrong.run_id}",
        "/compare",
        "/standards",
        "/standards/eval-standards@1.0+r2",
        "/nothing-here",
        "/runs/none",
    ]

    async def act(page: Page) -> list[Any]:
        found: list[Any] = []
        for width, path in at_widths(paths):
            await page.visit(wrong.address(path), width=width)
            wide = await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            found += [(path, width, "wider than the screen")] if not wide else []
            found += [(path, width, *one) for one in await page.violations("serious", "critical")]
        return found

    assert in_browser(act) == []
