"""The measured reliability of the signals behind an answer, field by field.

Each capability keeps its own table, ``calibration.yaml``, next to its code; a tool writes it. A table belongs to the
word tables it was measured with: if those change, no confidence is HIGH until somebody measures again.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from loanproof.core import Exact, FileModel, Whole, digest_data, hash_files, parse_yaml, validate_yaml

_FILE = "calibration.yaml"
MEDIUM = 0.89
"""The highest confidence if the reliability is not certain.

It applies if the word tables have changed since the measurement, or if the document may only mention a loan that
another document makes.
"""


class Worth(FileModel):
    """The counts that were measured for one signal of one field, and the confidence that follows from them."""

    right: Whole
    total: Whole
    documents: Whole
    confidence: Exact


class Calibration(FileModel):
    """The whole table: what it was measured on, the hash of the word tables, and the worth of each signal by field."""

    measured_on: str
    words: str
    signals: dict[str, dict[str, Worth]]


@cache
def load_calibration(package: str) -> Calibration:
    """Return the calibration table of a package."""
    content = (files(package) / _FILE).read_bytes()
    return validate_yaml(Calibration, parse_yaml(content, file="/".join((*package.split("."), _FILE))))


@cache
def words_hash(*packages: str) -> str:
    """Return one hash over all word tables of the given packages."""
    hashes = [hash_files(files(one), ".words.yaml") for one in packages]
    return hashes[0] if len(hashes) == 1 else digest_data(hashes)


def measured_worth(package: str, words: str, field: str, signal: str) -> float | None:
    """Return the confidence measured for a signal of a field, or None if it was never measured.

    It is at most ``MEDIUM`` if ``words`` is not the hash of the word tables that the table was measured with.
    """
    table = load_calibration(package)
    worth = table.signals.get(field, {}).get(signal)
    if worth is None:
        return None
    # If the word tables have changed since the measurement, nothing may be HIGH.
    return float(worth.confidence) if table.words == words else min(float(worth.confidence), MEDIUM)
