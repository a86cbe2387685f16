"""The suite of ``loanproof init`` with perfect answers to it, changes to them, and the command line as a user has it.

``answers.json`` holds one right answer to each case, written by hand from the document. A task has no place here: it
needs a judge, and without one a run is never complete.
"""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from loanproof.cli import main

FOLDER = Path(__file__).parent
REPEATS = (1, 2, 3)
RUN = {
    "run": {
        "model_id": "house/reader",
        "model_version": "2026-10-01",
        "code_version": "4f2c1ab",
        "prompt_template_id": "read-agreement",
        "prompt_template_version_or_hash": "3",
        "generation_params": {"temperature": 0, "top_p": 1, "max_tokens": 1024, "seed": 42},
    }
}
TELEMETRY = {"latency_e2e_ms": 812.4, "latency_model_ms": 790.0, "input_tokens": 3012, "output_tokens": 420}


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a command left behind."""

    exit_code: int
    stdout: str
    stderr: str

    @property
    def words(self) -> str:
        """Standard output as one line, so that the width of the window breaks no sentence."""
        return " ".join(self.stdout.split())


def loanproof(*arguments: str | Path, hash_seed: str = "0") -> Said:
    """Run the command line in a process of its own."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "COLUMNS": "100", "TERM": "dumb"}
    command = [sys.executable, "-m", "loanproof", *map(str, arguments)]
    done = subprocess.run(command, env=environment, capture_output=True, timeout=120, check=False)
    return Said(exit_code=done.returncode, stdout=done.stdout.decode(), stderr=done.stderr.decode())


def call(*arguments: str | Path) -> Said:
    """Run the command line in this process, which saves loading it again."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as exit_:
        main([str(argument) for argument in arguments])
    assert isinstance(exit_.value.code, int)
    return Said(exit_code=exit_.value.code, stdout=out.getvalue(), stderr=err.getvalue())


def make_suite(folder: Path, *, gates: str = "contract") -> Path:
    """Make the starter suite without its task, with one more question, to be released by the ``gates`` named."""
    made = call("init", folder)
    assert made.exit_code == 0, made.stderr
    (folder / "cases" / "task.yaml").unlink()
    (folder / "cases" / "more-questions.yaml").write_bytes((FOLDER / "more-questions.yaml").read_bytes())
    settings = folder / "suite.yaml"
    text = settings.read_text(encoding="utf-8")
    assert "gates: [contract, rubric]" in text
    settings.write_text(text.replace("gates: [contract, rubric]", f"gates: [{gates}]"), encoding="utf-8")
    return folder


def perfect() -> list[dict[str, Any]]:
    """Return a line for the right answer to each case in each repeat."""
    answers = json.loads((FOLDER / "answers.json").read_text(encoding="utf-8"))
    return [
        {"case_id": case_id, "repeat": repeat, "output": copy.deepcopy(output), **TELEMETRY}
        for repeat in REPEATS
        for case_id, output in answers.items()
    ]


def change(lines: Iterable[dict[str, Any]], case_id: str, repeats: Iterable[int], values: Mapping[str, Any]) -> None:
    """Set parts of the answers to a case, by dotted path, in some repeats; ``None`` takes the part away."""
    wanted = {(case_id, repeat) for repeat in repeats}
    for line in lines:
        if (line["case_id"], line["repeat"]) in wanted:
            for place, value in values.items():
                _set(line["output"], place, value)
            wanted.remove((line["case_id"], line["repeat"]))
    assert not wanted, f"there is no answer {sorted(wanted)}"


def _set(data: Any, place: str, value: Any) -> None:
    *steps, last = (int(step) if step.isdigit() else step for step in place.split("."))
    for step in steps:
        data = data[step]
    assert isinstance(last, int) or last in data, f"nothing is at {place}"
    if value is None:
        del data[last]
    else:
        data[last] = value


def write_lines(path: Path, lines: Iterable[dict[str, Any]]) -> Path:
    """Write recorded outputs with the line that describes the run."""
    path.write_text("".join(f"{json.dumps(line)}\n" for line in (RUN, *lines)), encoding="utf-8")
    return path
