"""Server time of every page for a run of 100 and one of 10,000 cases: ``.venv/bin/python -m bench.web_pages``.

Both runs are scored by the engine from recorded answers about one short agreement; every second answer quotes a date
that the agreement does not hold, so half of all cases break gates. A page is asked for over loopback, one request after
the other. What counts is the processor time of server and client together, the best of fifteen: a busy machine does not
disturb it. Beside it are the best wall time and that of the first request, when nothing was held yet. What needs every
case (the proof of a result, a comparison) is done in the background: its seconds are printed too. Other sizes:
``python -m bench.web_pages 100 2000``. With ``LOANPROOF_BENCH_CACHE`` the runs are scored once and kept there.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml
from tests.runs.small_suite import DOCUMENT, NAME, QUOTE, answer, write_lines
from tests.web.served import Client, served

from loanproof.service import RecordedRequest, RunService
from loanproof.store import open_store
from loanproof.web import WebSettings

SIZES = (100, 10_000)
ROUNDS = 15
SUITE = "id: pages\nversion: 1.0.0\nstandard: eval-standards@1.0+r1\ngates: [contract]\n"


def make_suite(folder: Path, count: int) -> Path:
    (folder / "cases").mkdir(parents=True)
    (folder / "documents").mkdir()
    (folder / "suite.yaml").write_text(SUITE)
    (folder / "documents" / NAME).write_text(DOCUMENT)
    for number in range(count):
        case = {
            "id": f"Q-{number:05}",
            "capability": "qa",
            "document": NAME,
            "question": "When does the Availability Period end?",
            "expected": {
                "topic": "the Availability Period",
                "facts": [{"any": ["31 March 2027"]}],
                "citations": [{"page": "1", "section": "1.1", "quote": "to and including 31 March 2027"}],
            },
        }
        (folder / "cases" / f"{number:05}.yaml").write_text(yaml.safe_dump(case))
    return folder


def answers(count: int) -> Iterator[dict[str, object]]:
    for number in range(count):
        line = answer("Q-1", 1)
        if number % 2:
            line["output"]["provenance"][0]["quote"] = QUOTE.replace("2027", "2028")
        yield line | {"case_id": f"Q-{number:05}"}


def make_run(folder: Path, url: str, count: int) -> str:
    suite = make_suite(folder / f"suite-{count}", count)
    outputs = write_lines(folder / f"{count}.jsonl", list(answers(count)))
    with closing(open_store(url)) as store:
        service = RunService(store=store, cache_folder=folder / "cache")
        return service.score_recorded(RecordedRequest(suite=suite, outputs=outputs)).run_id


def paths(run_id: str, count: int) -> dict[str, str]:
    run, last = f"/runs/{run_id}", count - 1
    wrong = f"{run}/cases/Q-{last:05}/1"
    return {
        "list of runs": "/runs",
        "verdict": run,
        "failed gate": f"{run}/gates/capability_score:qa",
        "its last page": f"{run}/gates/capability_score:qa?page={max(1, count // 100)}",
        "cases": f"{run}/cases",
        "last cases": f"{run}/cases?after={max(0, count - 50)}",
        "case": wrong,
        "item beside its page": f"{wrong}/items/0",
        "document, searched": f"{run}/document?name={NAME}&words=Termination+Date",
        "comparison": f"/compare?before={run_id}&after={run_id}",
        "choice of runs": "/compare",
        "run as JSON": f"/api{run}",
        "cases as JSON": f"/api{run}/cases",
        "progress as JSON": f"/api{run}/progress",
    }


@dataclass(frozen=True)
class Times:
    """Milliseconds of a page: processor and wall time of the best request, and wall time of the first."""

    cpu: float
    wall: float
    first: float


def ask_ms(client: Client, path: str) -> tuple[float, float]:
    """Return processor and wall time of one request, in milliseconds."""
    cpu, wall = time.process_time(), time.perf_counter()
    found = client.get(path)
    assert found.status == 200, (path, found.text[:300])
    return 1000 * (time.process_time() - cpu), 1000 * (time.perf_counter() - wall)


def background_s(client: Client, path: str, waiting: str) -> float:
    """Return how long a page says that something is still under way."""
    start = time.perf_counter()
    while waiting in client.get(path).text:
        time.sleep(0.2)
    return time.perf_counter() - start


def measure(folder: Path, count: int) -> dict[str, Times]:
    url, kept = f"sqlite:{folder / f'{count}.db'}", folder / f"{count}.run"
    if not kept.exists():
        start = time.perf_counter()
        kept.write_text(make_run(folder, url, count))
        print(f"{count:,} cases scored in {time.perf_counter() - start:.0f} s", flush=True)
    run_id = kept.read_text()
    settings = WebSettings(store_url=url, uploads_folder=folder / "uploads", cache_folder=folder / "cache")
    with served(settings) as client:
        first = {name: ask_ms(client, path)[1] for name, path in paths(run_id, count).items()}
        proof = background_s(client, f"/runs/{run_id}", "is being")
        compared = background_s(client, f"/compare?before={run_id}&after={run_id}", "are being compared")
        print(f"{count:,} cases: proved in {proof:.1f} s, compared in {compared:.1f} s, in the background", flush=True)
        found = {}
        for name, path in paths(run_id, count).items():
            asked = [ask_ms(client, path) for _ in range(ROUNDS)]
            cpu, wall = (min(one[at] for one in asked) for at in (0, 1))
            found[name] = Times(cpu=cpu, wall=wall, first=first[name])
    return found


@contextmanager
def folder_of_runs() -> Iterator[Path]:
    kept = os.environ.get("LOANPROOF_BENCH_CACHE")
    if kept:
        folder = Path(kept) / "web-pages"
        folder.mkdir(parents=True, exist_ok=True)
        yield folder
        return
    with TemporaryDirectory() as made:
        yield Path(made)


def main() -> None:
    sizes = tuple(map(int, sys.argv[1:])) or SIZES
    with folder_of_runs() as folder:
        few, many = (measure(folder, count) for count in sizes)
    heads = ("cpu ms", "cpu ms", "ratio", "wall ms", "wall ms", "first ms", "first ms")
    print(
        f"\n{'':<22}"
        + "".join(f"{count:>10,}" for count in (*sizes, 0, *sizes, *sizes)).replace("         0", " " * 10)
    )
    print(f"{'page':<22}" + "".join(f"{head:>10}" for head in heads))
    for name, one in few.items():
        other = many[name]
        figures = (one.cpu, other.cpu, other.cpu / one.cpu, one.wall, other.wall, one.first, other.first)
        print(f"{name:<22}" + "".join(f"{figure:>10.2f}" for figure in figures))
    print(f"\nworst ratio of processor time {max(many[name].cpu / one.cpu for name, one in few.items()):.2f}")


if __name__ == "__main__":
    main()
