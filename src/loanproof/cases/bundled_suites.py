"""The bundled corpus as suites: its two splits as installed, and twelve of its documents as a suite of their own."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Literal, TypeAlias

from loanproof.cases.suite import CASES_FOLDER, DOCUMENTS_FOLDER, SUITE_FILE
from loanproof.core import FileError, FileModel, UsageError, load_yaml, validate_yaml

Split: TypeAlias = Literal["dev", "test"]
SPLITS: tuple[Split, ...] = ("dev", "test")
DEMO_ID = "loanproof-demo"


class _Demo(FileModel):
    """``demo.yaml`` of the corpus."""

    documents: tuple[str, ...]


def bundled_suite(split: Split) -> Path:
    """Return the folder of a split as installed; nothing may be written into it."""
    return _corpus() / "suite" / split


def demo_documents() -> tuple[str, ...]:
    """Return the names, without extension, of the documents in the demonstration."""
    return validate_yaml(_Demo, load_yaml(_corpus() / "demo.yaml")).documents


def make_demo(folder: Path, documents: Sequence[str]) -> Path:
    """Write some documents of ``dev`` with their cases into a folder, as a suite, and return the folder.

    An earlier demo is replaced; a folder with anything else in it is refused and left unchanged.
    """
    settings = folder / SUITE_FILE
    if folder.exists() and not _is_ours(settings) and (not folder.is_dir() or any(folder.iterdir())):
        hint = "Name another folder with --out."
        raise UsageError(f"{str(folder)!r} holds something that is not the demonstration.", hint=hint)
    source = bundled_suite("dev")
    try:
        for part, ending in ((CASES_FOLDER, "yaml"), (DOCUMENTS_FOLDER, "pdf")):
            (folder / part).mkdir(parents=True, exist_ok=True)
            for name in documents:
                shutil.copyfile(source / part / f"{name}.{ending}", folder / part / f"{name}.{ending}")
        told = (source / SUITE_FILE).read_text("utf-8")
        settings.write_text(told.replace("\nid: loanproof-corpus-dev\n", f"\nid: {DEMO_ID}\n"), "utf-8")
    except OSError as error:
        raise FileError(f"the suite cannot be written: {error.strerror}.", file=error.filename or folder) from error
    return folder


def _corpus() -> Path:
    return Path(str(files("loanproof.corpus")))


def _is_ours(settings: Path) -> bool:
    try:
        return f"\nid: {DEMO_ID}\n" in settings.read_text("utf-8")
    except (OSError, ValueError):
        return False
