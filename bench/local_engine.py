"""Documents and cases a second on this machine, with one process and with two: ``python -m bench.local_engine``.

``documents``: the built-in system answers one extraction case of each of so many documents of the corpus
(``DOCUMENTS``), which the check of the gold has read just before. ``cases``: the perfect outputs of every case of the
corpus, in as many repeats as make ``CASES``, are scored on documents that were read before. Then ``loanproof
analyze`` of 200 documents of the corpus and of ``LOANPROOF_SHARED`` (by default ``../shared``), twice over: the
second time they were read before.
``peak MB`` is the largest process. Words choose parts, with a number of documents:
``python -m bench.local_engine engine 40``, ``python -m bench.local_engine analyze 200``.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.conftest import SHARED

from bench.cluster import write_outputs
from loanproof.service import Event, Phase, PhaseBegan, PhaseEnded, RunRequest, RunService
from loanproof.service.requests import JudgeRequest
from loanproof.store import open_store

CORPUS = Path(__file__).parent.parent / "src" / "loanproof" / "corpus" / "suite"
DOCUMENTS = 40
CASES = 900  # enough for a pool
ANALYSED = 200


def main() -> None:
    parts = {one for one in sys.argv[1:] if not one.isdigit()} or {"engine", "analyze"}
    counts = [int(one) for one in sys.argv[1:] if one.isdigit()]
    print(f"load {os.getloadavg()[0]:.1f}", flush=True)
    with tempfile.TemporaryDirectory() as name:
        if "engine" in parts:
            print_engine(Path(name), counts[0] if counts else DOCUMENTS)
        if "analyze" in parts:
            print_analyses(Path(name), counts[0] if counts else ANALYSED)
    print(f"load {os.getloadavg()[0]:.1f}")


def print_engine(folder: Path, documents: int) -> None:
    (folder / "targets.yaml").write_text(
        "targets:\n  one: {kind: baseline, concurrency: 1}\n  two: {kind: baseline, concurrency: 2}\n"
    )
    cases = tuple(sorted(extraction_cases())[:documents])
    for target in ("one", "two"):
        os.environ["LOANPROOF_CACHE"] = str(folder / f"cache-{target}")
        request = RunRequest(
            suite=CORPUS / "dev",
            target=target,
            judging=JudgeRequest(targets_file=folder / "targets.yaml"),
            cases=cases,
            repeats=1,
            code_version="bench",
        )
        # Its CPU is not told: readers that worked before this phase end in it, and count where they end.
        taken, _ = timed(folder / f"{target}.db", request, folder / f"cache-{target}")[Phase.ASKING]
        print(f"{target} process: {len(cases) / taken:.2f} documents/s, {taken:.1f} s for {len(cases)}", flush=True)
    count, repeats = write_outputs(folder / "outputs.jsonl", CASES)
    replay = RunRequest(
        suite=CORPUS / "test", target=f"replay:{folder / 'outputs.jsonl'}", repeats=repeats, code_version="bench"
    )
    timed(folder / "first.db", replay, folder / "cache")
    for cores, words in ((1, "one"), (2, "two")):
        os.cpu_count = lambda cores=cores: cores  # type: ignore[misc]  # as on a machine of so many cores
        taken, cpu = timed(folder / f"scored-{cores}.db", replay, folder / "cache")[Phase.SCORING]
        told = f"{taken:.1f} s and {cpu:.1f} s of CPU for {count:,}"
        print(f"{words} process: {count / taken:.0f} cases/s, {told}", flush=True)


def extraction_cases() -> list[str]:
    from tools.compare_scoring import load_cases

    seen: dict[str, str] = {}
    for case in load_cases(CORPUS / "dev"):
        if case["capability"] == "extraction":
            seen.setdefault(str(case.get("document") or case["documents"][0]), str(case["id"]))
    return list(seen.values())


def timed(store: Path, request: RunRequest, cache: Path) -> dict[Phase, tuple[float, float]]:
    """Do a run; return the seconds of each phase, on the clock and of CPU, that of ended processes included."""
    began: dict[Phase, tuple[float, float]] = {}
    taken: dict[Phase, tuple[float, float]] = {}

    def watch(event: Event) -> None:
        if isinstance(event, PhaseBegan):
            began[event.phase] = time.perf_counter(), cpu_s()
        if isinstance(event, PhaseEnded):
            clock, cpu = began[event.phase]
            taken[event.phase] = time.perf_counter() - clock, cpu_s() - cpu

    found = open_store(f"sqlite:{store}")
    RunService(store=found, cache_folder=cache, watch=watch).start(request)
    found.close()
    return taken


def cpu_s() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def print_analyses(folder: Path, count: int) -> None:
    real = [path for path in sorted(SHARED.glob("real-*/**/*")) if path.suffix in {".pdf", ".txt", ".html"}]
    documents = [*sorted(CORPUS.glob("*/documents/*.pdf")), *real]
    few = min(count, len(documents))
    chosen = [documents[at * len(documents) // few] for at in range(few)]
    for words in ("first time", "second time"):
        command = [
            sys.executable,
            "-m",
            "loanproof",
            "analyze",
            *map(str, chosen),
            "--json",
            str(folder / "found.json"),
        ]
        environment = {**os.environ, "LOANPROOF_CACHE": str(folder / "analyzed")}
        began = time.perf_counter()
        with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        taken = time.perf_counter() - began
        assert process.returncode == 0, process.returncode
        rate, cpu, peak = len(chosen) / taken, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
        print(
            f"analyze, {words}: {len(chosen)} documents in {taken:.0f} s, {rate:.2f}/s, {cpu:.0f} s of CPU, "
            f"peak {peak:.0f} MB",
            flush=True,
        )


if __name__ == "__main__":
    main()
