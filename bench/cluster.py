"""Scoring on a Ray cluster of two nodes beside this machine alone, 2,000 outputs over the corpus.

``.venv-ray/bin/python tools/ray_cluster.py .venv-ray/bin/python -m bench.cluster [OUTPUTS]``

The outputs are the perfect ones of every case of the corpus, in as many repeats as it takes, replayed. Timed is the
scoring alone, on documents that were read before: here with one process and with two, on the cluster with two nodes of
one processor each, with one of them killed in the middle, and with the one that is left. Every result must be, byte for
byte, that of one process. ``ms/case`` beside local is the overhead of the cluster for each case.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from tools.compare_scoring import load_cases
from tools.perfect_outputs import perfect_output
from tools.ray_cluster import end

from loanproof.adapters.ray_engine import open_ray
from loanproof.runs import Engine, StoredRun
from loanproof.service import Event, Phase, PhaseBegan, Progress, RunRequest, RunService
from loanproof.store import open_store

SUITE = Path(__file__).parent.parent / "src" / "loanproof" / "corpus" / "suite" / "test"
TOLD = {"latency_e2e_ms": 812.4, "latency_model_ms": 790.0, "input_tokens": 3012, "output_tokens": 420}
RUN = {
    "model_id": "m",
    "model_version": "2026-11-01",
    "prompt_template_id": "p",
    "prompt_template_version_or_hash": "1",
    "generation_params": {"temperature": 0, "top_p": 1, "max_tokens": 1024, "seed": 42},
}


def main() -> None:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    address, node = os.environ["LOANPROOF_RAY_ADDRESS"], int(os.environ["LOANPROOF_RAY_NODE"])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        count, repeats = write_outputs(folder / "outputs.jsonl", wanted)
        print(f"{count:,} outputs, {repeats} repeats of every case; load {os.getloadavg()[0]:.1f}", flush=True)

        def local(cores: int) -> AbstractContextManager[None]:
            os.cpu_count = lambda: cores
            return nullcontext()

        rounds: list[tuple[str, Callable[[], AbstractContextManager[Engine | None]], int | None]] = [
            ("local, one process", lambda: local(1), None),
            ("local, two processes", lambda: local(2), None),
            ("Ray, two nodes", lambda: open_ray(address), None),
            ("Ray, one node killed in the middle", lambda: open_ray(address), node),
            ("Ray, the node that is left", lambda: open_ray(address), None),
        ]
        first: tuple[str, list[str]] | None = None
        for at, (words, opened, killed) in enumerate(rounds):
            with opened() as engine:
                seconds, result = scored(folder, at, repeats, engine, killed)
            first = first or result
            told = "the same bytes" if result == first else "OTHER BYTES"
            print(
                f"{words:<38}{seconds:>8.1f} s{count / seconds:>8.0f} cases/s{seconds / count * 1000:>8.1f} ms/case  "
                f"{len(result[1]):,} results, {told}",
                flush=True,
            )


def write_outputs(path: Path, wanted: int) -> tuple[int, int]:
    """Write the perfect outputs; return how many there are, and in how many repeats."""
    cases = list(load_cases(SUITE))
    repeats = -(-wanted // len(cases))
    with path.open("w", encoding="utf-8") as stream:
        stream.write(json.dumps({"run": RUN}) + "\n")
        for case in cases:
            output = perfect_output(case)
            for repeat in range(1, repeats + 1):
                stream.write(json.dumps({"case_id": case["id"], "repeat": repeat, "output": output, **TOLD}) + "\n")
    return len(cases) * repeats, repeats


def scored(
    folder: Path, at: int, repeats: int, engine: Engine | None, killed: int | None
) -> tuple[float, tuple[str, list[str]]]:
    """Run the replay once; return the seconds of the scoring, and all that it found."""
    began: list[float] = []

    def watch(event: Event) -> None:
        if isinstance(event, PhaseBegan) and event.phase is Phase.SCORING:
            began.append(time.perf_counter())
        if isinstance(event, Progress) and event.phase is Phase.SCORING and killed is not None:
            end(killed)

    store = open_store(f"sqlite:{folder / f'runs-{at}.db'}")
    service = RunService(store=store, cache_folder=folder / "cache", watch=watch, engine=engine)
    request = RunRequest(
        suite=SUITE, target=f"replay:{folder / 'outputs.jsonl'}", repeats=repeats, code_version="bench"
    )
    finished = service.start(request)
    seconds = time.perf_counter() - began[0]
    run = StoredRun(store, finished.run_id)
    head = {name: part for name, part in run.written_head.items() if name != "run"}
    found = json.dumps(head, sort_keys=True), list(run.written_cases())
    store.close()
    return seconds, found


if __name__ == "__main__":
    main()
