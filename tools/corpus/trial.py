"""A trial of drafted deals: ``loanproof check`` on them, and the perfect output of every case, which must score 1.0."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.compare_scoring import load_cases
from tools.perfect_outputs import perfect_output

_TELEMETRY = {"latency_e2e_ms": 812.4, "latency_model_ms": 790.0, "input_tokens": 3012, "output_tokens": 420}


def check(suite: Path) -> int:
    """Run ``loanproof check`` on a suite and return its exit code; what it says is printed."""
    return subprocess.run([sys.executable, "-m", "loanproof", "check", str(suite)], check=False).returncode


def list_imperfect(suite: Path, folder: Path) -> Iterator[str]:
    """Yield a line for every item whose perfect output does not score 1.0; the outputs are written into a folder."""
    outputs, result = folder / "outputs.jsonl", folder / "result.json"
    lines = [
        # asked once: a second scoring of the same output could show nothing
        {"case_id": case["id"], "repeat": 1, "output": perfect_output(case), **_TELEMETRY}
        for case in load_cases(suite)
    ]
    outputs.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    command = [sys.executable, "-m", "loanproof", "score", str(suite), str(outputs), "--json", str(result)]
    said = subprocess.run(command, check=False, capture_output=True, text=True)
    if not result.exists():
        yield said.stderr or said.stdout
        return
    scored = json.loads(result.read_text("utf-8"))
    for fact, twins in (scored.get("twins") or {}).items():
        if (twins["follows"], twins["holds"]) != (1.0, 1.0):
            yield f"twins in {fact}: follows {twins['follows']}, holds {twins['holds']}"
    for case in scored["cases"]:
        if case["score"] != 1.0 or not all(_is_cited(item) for item in case["items"]):
            yield from _faults(case)


def _faults(case: dict[str, Any]) -> Iterator[str]:
    yield f"{case['case_id']}: {case['score']}"
    for item in case["items"]:
        if item["score"] != 1.0 or not _is_cited(item):
            why = " / ".join(reason["message"] for reason in item["reasons"])
            yield f"  {item['tranche'] or ''} {item['item']}: {item['label']}, {item['citation_class']}: {why}"


def _is_cited(item: dict[str, Any]) -> bool:
    return item["provenance_score"] in {None, 1.0}
