"""The demonstration: the starter suite, and outputs recorded for it, one of which holds a forged quote."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from loanproof.cases.new_suite import make_suite

if TYPE_CHECKING:
    from pathlib import Path

_TASK = "cases/task.yaml"


def make_demo(folder: Path) -> tuple[Path, Path]:
    """Write the suite and the outputs into a folder, and return where each is.

    The task of the starter suite is left out: only a judge could score it, and the demonstration calls no model.
    """
    suite, outputs = folder / "suite", folder / "outputs.jsonl"
    make_suite(suite)
    (suite / _TASK).unlink()
    outputs.write_bytes((files("loanproof.cases") / "demo-outputs.jsonl").read_bytes())
    return suite, outputs
