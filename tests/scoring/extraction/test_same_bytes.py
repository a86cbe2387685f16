"""The same inputs give the same result in every process, whatever the seed of Python's hashes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
PROGRAM = """
import json, sys, tempfile
from pathlib import Path
from loanproof.standards import load_contract
from tests.scoring.extraction.bases import BASE_NAMES, load_base

contract = load_contract("eval-standards@1.0+r1")
for name in BASE_NAMES:
    base = load_base(name, Path(tempfile.mkdtemp()), contract)
    answer = base.changed()
    for field in answer["fields"].values():
        field["value"] = "Nobody Limited, USD 1 and 2031-01-01"
    for one in (base.answer, answer, {}):
        score = base.score(one, contract)
        for item in score.items:
            print(item.head, item.label, item.score, item.reasons, item.hitl, item.compared, item.provenance.sentence)
        print(score.findings, score.score_before_override, dict(score.diagnostics))
"""


def test_two_seeds_of_hashes_give_the_same_bytes() -> None:
    results = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert results[0]
    assert results[0] == results[1]
