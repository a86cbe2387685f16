"""``run`` on a user's function, whatever its code does to the process that it runs in."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.end_to_end.served import questions

from loanproof.runs import StoredRun
from loanproof.store import open_store

RUN = (sys.executable, "-m", "loanproof", "run", "suite", "--code-version", "abc", "--prompt-template", "none")
VANISHES = """\
import os
def answer(question):
    if question["case_id"].endswith("1"):
        os._exit(0)
    return {"answer": "nothing"}
"""


def run(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    questions(folder / "suite", 3)
    (folder / "house.py").write_text(code, encoding="utf-8")
    command = [*RUN, "--target", "python:house:answer", "--store", "sqlite:runs.db"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_function_that_ends_its_process_leaves_the_run_incomplete(tmp_path: Path) -> None:
    ended = run(tmp_path, VANISHES)
    assert ended.returncode == 3, ended.stderr
    assert "NOT RELEASE-READY" in ended.stdout
    store = open_store(f"sqlite:{tmp_path / 'runs.db'}")
    (row,) = store.read_runs()
    lines = [json.loads(one.line) for one in store.read_samples(row.manifest.run_id)]
    lost = {str(line["error"]) for line in lines if line["case_id"].endswith("1")}
    assert lost == {"the function ended its process with code 0."}
    assert all(line["error"] is None for line in lines if not line["case_id"].endswith("1"))
    assert sum(1 for _ in StoredRun(store, row.manifest.run_id).cases()) == len(lines)
    store.close()
