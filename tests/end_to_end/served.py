"""A system under test behind HTTP, served from a thread of the test, and the suite that it is asked about."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.adapters.loopback import Behaviour, Loopback, Say, loopback
from tests.end_to_end.forked import Forked
from tests.runs.small_suite import DOCUMENT, NAME, answer

from loanproof.runs import ResultCase, StoredRun
from loanproof.store import open_store

TARGETS = """\
targets:
  house: {{kind: http, url: "{url}/ask", version: "7", concurrency: {concurrency}, timeout_s: 5,
          retries: {{attempts: 6, first_s: 0.001, longest_s: 0.01, longest_asked_s: 1}}}}
  model: {{kind: openai, model: m, version: "7", base_url: "{url}/v1", concurrency: {concurrency},
          retries: {{attempts: 6, first_s: 0.001, longest_s: 0.01, longest_asked_s: 1}}}}
judges:
  strict: {{kind: openai, model: j, version: "1", base_url: "{url}/judge", concurrency: 8,
           retries: {{attempts: 2, first_s: 0.001, longest_s: 0.01}}}}
  same: {{kind: openai, model: m, version: "7", base_url: "{url}/judge"}}
"""


def questions(folder: Path, count: int) -> Path:
    """Make a suite of questions, every fourth of which must be refused."""
    (folder / "cases").mkdir(parents=True)
    (folder / "documents").mkdir()
    (folder / "suite.yaml").write_text(
        "id: many\nversion: 1.0.0\nstandard: eval-standards@1.0+r1\ngates: [contract]\nrepeats: 3\n"
    )
    (folder / "documents" / NAME).write_text(DOCUMENT, encoding="utf-8")
    period = {
        "topic": "the Availability Period",
        "facts": [{"any": ["31 March 2027"]}],
        "citations": [{"page": "1", "section": "1.1", "quote": "to and including 31 March 2027"}],
    }
    fee = {"answerable": False, "topic": "the arrangement fee", "topic_terms": ["arrangement"]}
    cases = [
        {
            "id": f"Q-{at:04}",
            "capability": "qa",
            "document": NAME,
            "question": f"How much is the fee? ({at})" if at % 4 == 3 else f"When does the period end? ({at})",
            "expected": fee if at % 4 == 3 else period,
        }
        for at in range(count)
    ]
    (folder / "cases" / "q.jsonl").write_text("\n".join(map(json.dumps, cases)))
    return folder


def tasks(folder: Path, count: int) -> Path:
    """Make a suite of plain tasks."""
    (folder / "cases").mkdir(parents=True)
    (folder / "documents").mkdir()
    (folder / "suite.yaml").write_text("id: tasks\nversion: 1.0.0\ngates: [rubric]\nrepeats: 1\n")
    cases = [
        {"id": f"T-{at:04}", "capability": "task", "task": f"task {at}", "reference_answer": f"answer {at}"}
        for at in range(count)
    ]
    (folder / "cases" / "t.jsonl").write_text("\n".join(map(json.dumps, cases)))
    return folder


def right_answer(body: bytes) -> Say:
    """Answer a question rightly, with tokens that its id decides."""
    asked = json.loads(body)
    line = answer("Q-2" if "fee" in asked["question"] else "Q-1", asked["repeat"])
    del line["case_id"], line["repeat"]
    line["input_tokens"] = 100 + int(asked["case_id"][-4:])
    return Say(body=json.dumps(line).encode())


class Served:
    """A server in a thread, and how often it was asked each question."""

    def __init__(self, server: Loopback) -> None:
        self._server = server

    @property
    def url(self) -> str:
        return self._server.url

    @property
    def most_at_once(self) -> int:
        return self._server.most_at_once

    def count(self) -> int:
        return len(self._server.sent)

    def questions(self) -> Counter[tuple[str, int]]:
        asked = (json.loads(one.body) for one in list(self._server.sent))
        return Counter((one["case_id"], one["repeat"]) for one in asked)


@contextmanager
def served(script: Callable[[int, bytes], Behaviour]) -> Iterator[Served]:
    """Serve from a thread while the context lasts."""
    ready, found = threading.Event(), list[Loopback]()
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()

    async def serve() -> None:
        async with loopback(script) as server:
            found.append(server)
            ready.set()
            await stop.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    try:
        assert ready.wait(30)
        yield Served(found[0])
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(30)
        loop.close()


def write_targets(suite: Path, url: str, concurrency: int = 8) -> None:
    (suite / "targets.yaml").write_text(TARGETS.format(url=url, concurrency=concurrency))


def _environment(folder: Path) -> dict[str, str]:
    """Return what makes a command keep its store and cache in a folder."""
    return {
        "LOANPROOF_STORE": f"sqlite:{folder / 'runs.db'}",
        "LOANPROOF_CACHE": str(folder / "cache"),
        "COLUMNS": "100",
    }


def start(*arguments: str | Path, folder: Path, in_background: bool = False) -> subprocess.Popen[str]:
    """Start the command as a shell does, which lets its background jobs ignore the interrupt key."""
    command = [sys.executable, "-m", "loanproof", *map(str, arguments)]
    if in_background:
        command = ["sh", "-c", 'trap "" INT; exec "$@"', "sh", *command]
    environment = os.environ | _environment(folder)
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, cwd=folder
    )


def fork(*arguments: str | Path, folder: Path) -> Forked:
    """Start the command without loading the program again."""
    return Forked([*map(str, arguments)], folder=folder, environment=_environment(folder))


def call(*arguments: str | Path, folder: Path, timeout_s: float = 120) -> tuple[int, str, str]:
    """Run the command in a process of its own to its end."""
    return fork(*arguments, folder=folder).communicate(timeout_s)


def result_of(url: str, run_id: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return a stored run without clocks and ids: what must be the same however the run came about."""
    store = open_store(url)
    try:
        reader = StoredRun(store, run_id)
        head = reader.head.model_dump(mode="json")
        cases = [_timeless(case) for case in reader.cases()]
    finally:
        store.close()
    for name in ("run_id", "timestamp_utc", "outputs_hash", "seal"):  # what is kept of an answer holds how long it took
        head["run"].pop(name)
    head["rubric"] = {name: value for name, value in head["rubric"].items() if "latency" not in name}
    for name in ("aggregate_score", "repeats", "gates"):
        head["rubric"].pop(name)
    return head, cases


def _timeless(case: ResultCase) -> dict[str, Any]:
    data = case.model_dump(mode="json")
    for name in ("latency_e2e_ms", "latency_model_ms", "latency_norm", "sample_score"):
        data["sample"].pop(name)
    return data
