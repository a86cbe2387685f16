"""The same inputs give the same bytes and the same exit code, in a process of its own each time."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from tests.end_to_end.recorded import call, change, loanproof, make_suite, perfect, write_lines

FORGED = {"provenance.0.quote": "the period from the date of this Agreement to and including 31 March 2029"}


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_suite(tmp_path_factory.mktemp("bytes") / "suite")


def with_faults() -> list[dict[str, Any]]:
    """Return answers with a forged quote, a wrong value, a key that nobody knows and an extra covenant."""
    lines = perfect()
    change(lines, "QA-001", [2], FORGED)
    change(lines, "EX-001", [1, 3], {"fields.margin.value": "3.00 per cent. per annum"})
    for line in lines:
        if line["case_id"] == "CO-001":
            line["output"]["covenants"].append({"name": "Interest Cover", "type": "financial", "threshold": "2.50:1"})
            line["output"].update(zeal="much", ardour="more", verve="most")
    return lines


def result_of(suite: Path, folder: Path, lines: list[dict[str, Any]], *, hash_seed: str) -> bytes:
    """Return the bytes of a result, but for the line that describes the run."""
    path = folder / f"result-{hash_seed}.json"
    outputs = write_lines(folder / f"outputs-{hash_seed}.jsonl", lines)
    assert loanproof("score", suite, outputs, "--json", path, hash_seed=hash_seed).exit_code == 4
    kept = path.read_bytes().splitlines(keepends=True)
    without_run = [line for line in kept if not line.startswith(b'"run":')]
    assert len(without_run) == len(kept) - 1
    return b"".join(without_run)


def test_the_order_of_sets_and_of_lines_changes_no_byte(suite: Path, tmp_path: Path) -> None:
    lines = with_faults()
    first = result_of(suite, tmp_path, lines, hash_seed="1")
    random.Random(7).shuffle(lines)
    assert result_of(suite, tmp_path, lines, hash_seed="2") == first


CODES: dict[int, list[dict[str, Any]]] = {
    0: perfect(),
    1: [line for line in perfect() if line["repeat"] < 3],  # every gate is passed, but two repeats are too few
    2: [*perfect(), perfect()[0]],
    3: perfect()[1:],
    4: with_faults(),
}


@pytest.mark.parametrize("code", CODES)
def test_the_exit_code_says_how_it_went_and_gate_repeats_it(suite: Path, tmp_path: Path, code: int) -> None:
    path = tmp_path / "result.json"
    command = loanproof if code == 0 else call  # what a shell sees, once
    scored = command("score", suite, write_lines(tmp_path / "outputs.jsonl", CODES[code]), "--json", path)
    assert scored.exit_code == code
    assert path.exists() == (code != 2)
    assert call("gate", path).exit_code == code
