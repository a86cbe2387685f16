"""Memory and resume of long runs, 10,000 and 100,000 replayed samples: ``.venv/bin/python bench/replay.py``.

Each sample is a short task, ten repeats a case, replayed from a file: no server, so what is measured is the product.
``peak MB`` is the largest process of the run. ``resume s`` is the time from the start of the command that goes on with
a run that was killed in the middle until its first new sample is durable; ``of it CPU`` is what it worked in that time,
which other work on the machine does not change.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from tempfile import mkdtemp

REPEATS = 10
RUN = {
    "run": {
        "model_id": "m",
        "model_version": "1",
        "prompt_template_id": "p",
        "prompt_template_version_or_hash": "1",
        "generation_params": {"temperature": 0, "top_p": 1, "max_tokens": 1024, "seed": 42},
    }
}


def main() -> None:
    sizes = [int(word) for word in sys.argv[1:]] or [10_000, 100_000]
    print(f"{'samples':>8}{'peak MB':>10}{'seconds':>10}{'samples/s':>11}{'resume s':>10}{'of it CPU':>11}")
    for size in sizes:
        folder = Path(mkdtemp(prefix="loanproof-bench-"))
        try:
            make(folder, size)
            seconds, peak_mb = whole_run(folder)
            resume_s, cpu_s = resumed(folder, size)
        finally:
            shutil.rmtree(folder)
        print(
            f"{size:>8}{peak_mb:>10.0f}{seconds:>10.1f}{size / seconds:>11.0f}{resume_s:>10.1f}{cpu_s:>11.1f}",
            flush=True,
        )


def make(folder: Path, size: int) -> None:
    (folder / "suite" / "cases").mkdir(parents=True)
    (folder / "suite" / "documents").mkdir()
    (folder / "suite" / "suite.yaml").write_text(f"id: long\nversion: 1.0.0\ngates: [rubric]\nrepeats: {REPEATS}\n")
    ids = [f"T-{at:06}" for at in range(size // REPEATS)]
    with (folder / "suite" / "cases" / "tasks.jsonl").open("w") as stream:
        for case_id in ids:
            case = {"id": case_id, "capability": "task", "task": f"Say {case_id}.", "reference_answer": case_id}
            stream.write(json.dumps(case) + "\n")
    with (folder / "outputs.jsonl").open("w") as stream:
        stream.write(json.dumps(RUN) + "\n")
        for case_id in ids:
            for repeat in range(1, REPEATS + 1):
                line = {"case_id": case_id, "repeat": repeat, "output": f"{case_id} it is. " * 20}
                told = {
                    "latency_e2e_ms": 800 + repeat,
                    "latency_model_ms": 700,
                    "input_tokens": 50,
                    "output_tokens": 90,
                }
                stream.write(json.dumps({**line, **told}) + "\n")


def command(folder: Path, store: str, *more: str) -> list[str]:
    target = ["--target", f"replay:{folder / 'outputs.jsonl'}", "--code-version", "bench"]
    return [
        *(sys.executable, "-m", "loanproof", "run", str(folder / "suite"), *target),
        *("--store", f"sqlite:{folder / store}", *more),
    ]


def start(words: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def whole_run(folder: Path) -> tuple[float, float]:
    began = time.perf_counter()
    process = start(command(folder, "whole.db"))
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 3, process.returncode  # tasks without a judge are not judged
    return time.perf_counter() - began, usage.ru_maxrss / 1024


def resumed(folder: Path, size: int) -> tuple[float, float]:
    process = start(command(folder, "half.db"))
    while kept(folder) < size // 2:
        time.sleep(0.02)
    process.kill()
    process.wait()
    before, run_id = kept(folder), run_of(folder)
    assert before < size, "it was done before it could be killed"
    began = time.perf_counter()
    process = start(command(folder, "half.db", "--resume", run_id))
    while kept(folder) == before and process.poll() is None:
        time.sleep(0.02)
    seconds = time.perf_counter() - began
    process.kill()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return seconds, usage.ru_utime + usage.ru_stime


def kept(folder: Path) -> int:
    return int(str(asked(folder, "SELECT COUNT(*) FROM samples") or 0))


def run_of(folder: Path) -> str:
    return str(asked(folder, "SELECT run_id FROM runs"))


def asked(folder: Path, query: str) -> object:
    if not (folder / "half.db").exists():
        return None
    connection = sqlite3.connect(folder / "half.db", timeout=10)
    try:
        row = connection.execute(query).fetchone()
    except sqlite3.OperationalError:  # the tables are not there yet
        return None
    finally:
        connection.close()
    return None if row is None else row[0]


if __name__ == "__main__":
    main()
