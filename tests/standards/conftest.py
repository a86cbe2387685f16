"""Copies of the standards that a test may change, and house versions made from them."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any, Protocol

import pytest

from loanproof.core import StandardRef, load_yaml
from loanproof.standards import find_folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MAIN_FILES = {"eval-standards": "contract.yaml", "evaluation-rubric": "rubric.yaml"}


class Copy:
    """A standard's folder that may be changed. YAML is written back as JSON, which is YAML too."""

    def __init__(self, ref: StandardRef, folder: Path) -> None:
        self.ref = ref
        self.folder = folder

    @property
    def main(self) -> Path:
        return self.folder / MAIN_FILES[self.ref.name]

    @property
    def lock(self) -> Path:
        return self.folder / "lock.json"

    def edit(self, change: Callable[[Any], object], file: str | None = None) -> None:
        """Apply ``change`` to the data of one file (the main one if none is named) in place."""
        path = self.main if file is None else self.folder / file
        data = json.loads(path.read_text()) if path.suffix == ".json" else load_yaml(path).data
        change(data)
        path.write_text(json.dumps(data))


class MakeCopy(Protocol):
    def __call__(self, ref: str = "eval-standards@1.0+r1", *, to: str = "1.0", below: str = "copy") -> Copy: ...


@pytest.fixture
def copy(tmp_path: Path) -> MakeCopy:
    """Return a function that copies one of our standards into a directory of the test."""

    def make(ref: str = "eval-standards@1.0+r1", *, to: str = "1.0", below: str = "copy") -> Copy:
        ours = StandardRef.parse(ref)
        folder = tmp_path / below / ours.name / to
        shutil.copytree(find_folder(ours), folder)
        return Copy(StandardRef(ours.name, to), folder)

    return make


@pytest.fixture
def house(copy: MakeCopy) -> MakeCopy:
    """Return a function that makes a house version, approved and dated but not yet published."""

    def make(ref: str = "eval-standards@1.0+r1", *, to: str = "1.1+acme", below: str = "house") -> Copy:
        made = copy(ref, to=to, below=below)
        made.lock.unlink()
        named = {"version": to, "base": "1.0", "approved_by": ["A. Tan", "B. Cole"], "date": "2026-11-02"}
        made.edit(lambda data: data["identity"].update(named))
        return made

    return make
