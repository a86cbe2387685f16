"""A hostile document and a hostile answer in the browser: all of it is read as text, and nothing runs or leaves."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import pytest
import yaml
from tests.browser.chromium import Page, chromium_page
from tests.browser.test_report_page import HOSTILE
from tests.runs.small_suite import RUN, write_lines
from tests.web.served import served

from loanproof.service import RecordedRequest, RunService
from loanproof.store import open_store
from loanproof.web import WebSettings

pytestmark = pytest.mark.needs("chromium")
NAME = "pine.txt"
SENTENCE = f"The Margin is 2.50 per cent. per annum {HOSTILE} and no more."


@dataclass(frozen=True)
class Attacked:
    origin: str
    run_id: str


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attacked]:
    folder = tmp_path_factory.mktemp("hostile")
    suite = folder / "suite"
    (suite / "cases").mkdir(parents=True)
    (suite / "documents").mkdir()
    (suite / "documents" / NAME).write_text(f"FACILITY AGREEMENT\n\n1. MARGIN\n\n{SENTENCE}\n", encoding="utf-8")
    (suite / "suite.yaml").write_text(
        "id: hostile\nversion: 1.0.0\nstandard: eval-standards@1.0+r1\ngates: [contract]\n", encoding="utf-8"
    )
    citation = {"page": "1", "section": None, "quote": "The Margin is 2.50 per cent. per annum"}
    case = {
        "id": "Q-1",
        "capability": "qa",
        "document": NAME,
        "question": f"What is the Margin {HOSTILE}?",
        "expected": {"topic": "the Margin", "facts": [{"any": ["2.50 per cent."]}], "citations": [citation]},
    }
    (suite / "cases" / "all.yaml").write_text(yaml.safe_dump([case], allow_unicode=True), encoding="utf-8")
    cited = [
        {"document": NAME, "page": 1, "section": HOSTILE, "quote": SENTENCE},
        {"document": HOSTILE, "page": HOSTILE, "section": HOSTILE, "quote": HOSTILE + "x" * 20_000},
    ]
    output = {"capability": "qa", "answer": f"It is 9.99 per cent. {HOSTILE}", "confidence": 0.9, "provenance": cited}
    run = json.loads(json.dumps(RUN))
    run["run"]["model_id"] = HOSTILE
    lines = [{"case_id": "Q-1", "repeat": 1, "output": output, "latency_e2e_ms": 5}]
    url = f"sqlite:{folder / 'runs.db'}"
    with closing(open_store(url)) as store:
        outputs = write_lines(folder / "outputs.jsonl", lines, run=run)
        run_id = RunService(store=store).score_recorded(RecordedRequest(suite=suite, outputs=outputs)).run_id
    with served(WebSettings(store_url=url, uploads_folder=folder / "uploads")) as client:
        yield Attacked(origin=client.origin, run_id=run_id)


def test_a_hostile_document_and_answer_are_shown_as_text_on_every_page(attacked: Attacked) -> None:
    run = f"/runs/{attacked.run_id}"
    paths = [
        "/runs",
        run,
        f"{run}/cases",
        f"{run}/gates/capability_score:qa",
        f"{run}/cases/Q-1/1",
        f"{run}/cases/Q-1/1/items/0",
        f"{run}/document?name={NAME}&words=%3Cscript%3Ewindow.ran",
        f"/compare?before={attacked.run_id}&after={attacked.run_id}",
    ]

    async def act(page: Page) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for path in paths:
            await page.visit(f"{attacked.origin}{path}", width=390)
            ran = await page.evaluate(
                "[typeof window.ran, document.images.length, document.querySelectorAll('iframe').length]"
            )
            wide = await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            found[path] = (ran, wide, await page.evaluate("document.body.innerText"))
        found["asked"] = page.requests
        found["said"] = page.said
        return found

    async def go() -> dict[str, Any]:
        async with chromium_page() as page:
            return await act(page)

    found = asyncio.run(go())
    assert found["said"] == []
    assert all(one.startswith(attacked.origin) for one in found["asked"])
    for path in paths:
        ran, is_narrow, _ = found[path]
        assert ran == ["undefined", 0, 0], path
        assert is_narrow, path
    item = found[f"{run}/cases/Q-1/1/items/0"][2]
    assert "<script>window.ran = 1</script>" in item
    assert "⟨U+202E⟩gnp.exe" in item  # what turns the reading direction is written out
    assert len(item) < 60_000
