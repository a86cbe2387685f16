"""What speaks for an answer is a signal, and what a signal is worth was measured, field by field: the table of that.

Each capability keeps its own table beside its code, ``calibration.yaml``, written by a tool. A table is bound to the
words that it was measured with: with other word files nothing is HIGH until somebody measures again.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from loanproof.core import Exact, FileModel, Whole, digest_data, hash_files, parse_yaml, validate_yaml

_FILE = "calibration.yaml"
MEDIUM = 0.89
"""The most that is said of what is not sure: of what was measured with other words, or of a loan made elsewhere."""


class Worth(FileModel):
    """What was measured of one signal of one field, and the confidence that follows from it."""

    right: Whole
    total: Whole
    documents: Whole
    confidence: Exact


class Calibration(FileModel):
    """The whole table: what it was measured on and with which words, and the worth of each signal by field."""

    measured_on: str
    words: str
    signals: dict[str, dict[str, Worth]]


@cache
def load_calibration(package: str) -> Calibration:
    """Return the table of a package."""
    content = (files(package) / _FILE).read_bytes()
    return validate_yaml(Calibration, parse_yaml(content, file="/".join((*package.split("."), _FILE))))


@cache
def words_hash(*packages: str) -> str:
    """Return one hash of all word tables that packages read by."""
    hashes = [hash_files(files(one), ".words.yaml") for one in packages]
    return hashes[0] if len(hashes) == 1 else digest_data(hashes)


def measured_worth(package: str, words: str, field: str, signal: str) -> float | None:
    """Return the confidence that was measured for a signal of a field; nothing where none was."""
    table = load_calibration(package)
    worth = table.signals.get(field, {}).get(signal)
    if worth is None:
        return None
    return float(worth.confidence) if table.words == words else min(float(worth.confidence), MEDIUM)
