"""Server time of every page for a run of 100 and one of 10,000 cases: ``.venv/bin/python -m bench.web_pages``.

Both runs are scored by the engine from recorded answers about one short agreement; every second answer quotes a date
that the agreement does not hold, so half of all cases break gates. A page is asked for over loopback, one request after
the other; the best of fifteen counts, which a busy machine disturbs least, and beside it is the first one, when nothing
was held yet. What needs
every case (the proof of a result, a comparison) is done in the background: its seconds are printed too. Other sizes:
``python -m bench.web_pages 100 2000``.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import closing
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


def ask_ms(client: Client, path: str) -> float:
    start = time.perf_counter()
    found = client.get(path)
    assert found.status == 200, (path, found.text[:300])
    return 1000 * (time.perf_counter() - start)


def background_s(client: Client, path: str, waiting: str) -> float:
    """Return how long a page says that something is still under way."""
    start = time.perf_counter()
    while waiting in client.get(path).text:
        time.sleep(0.2)
    return time.perf_counter() - start


def measure(folder: Path, count: int) -> dict[str, tuple[float, float]]:
    url = f"sqlite:{folder / f'{count}.db'}"
    start = time.perf_counter()
    run_id = make_run(folder, url, count)
    print(f"{count:,} cases scored in {time.perf_counter() - start:.0f} s", flush=True)
    settings = WebSettings(store_url=url, uploads_folder=folder / "uploads", cache_folder=folder / "cache")
    found: dict[str, tuple[float, float]] = {}
    with served(settings) as client:
        first = {name: ask_ms(client, path) for name, path in paths(run_id, count).items()}
        proof = background_s(client, f"/runs/{run_id}", "is being")
        compared = background_s(client, f"/compare?before={run_id}&after={run_id}", "are being compared")
        print(f"{count:,} cases: proved in {proof:.1f} s, compared in {compared:.1f} s, in the background", flush=True)
        for name, path in paths(run_id, count).items():
            found[name] = (first[name], min(ask_ms(client, path) for _ in range(ROUNDS)))
    return found


def main() -> None:
    sizes = tuple(map(int, sys.argv[1:])) or SIZES
    with TemporaryDirectory() as folder:
        few, many = (measure(Path(folder), count) for count in sizes)
    print(f"\n{'server time, ms':<24}{sizes[0]:>9,}{sizes[1]:>9,}{'ratio':>8}{'first of':>12}{sizes[1]:>9,}")
    for name, (first, warm) in few.items():
        other_first, other = many[name]
        print(f"{name:<24}{warm:>9.1f}{other:>9.1f}{other / warm:>8.2f}{first:>12.1f}{other_first:>9.1f}")
    print(f"\nworst ratio {max(many[name][1] / warm for name, (_, warm) in few.items()):.2f}")


if __name__ == "__main__":
    main()
