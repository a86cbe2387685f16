"""How sure an answer is: what speaks for it is a signal, and what a signal is worth was measured, field by field.

The measured counts are data, ``calibration.yaml``, written by ``tools/calibrate_baseline.py``. A signal of a field is
HIGH only where it was never wrong, often enough and on enough documents; what was not measured is LOW. The table is
bound to the words that it was measured with: with other word files nothing is HIGH until somebody measures again.
"""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from loanproof.core import Exact, FileModel, Whole, hash_files, parse_yaml, validate_yaml

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.resolver import Settled
    from loanproof.core import FieldId

_FILE = "calibration.yaml"
_UNKNOWN = 0.5
MEDIUM = 0.89
"""The most that is said of what is not sure: of what was measured with other words, or of a loan made elsewhere."""


class Signal(StrEnum):
    """What speaks for an answer."""

    AGREED = "agreed"  # two voices or more, and none against them
    OUTWEIGHED = "outweighed"  # two voices or more, clearly stronger than those for another value
    SINGLE = "single"  # one voice, and none near it
    CONTESTED = "contested"  # another value comes near it
    DERIVED = "derived"  # worked out from other values
    SPREAD = "spread"  # several quotes show it together, none of them alone
    UNSUPPORTED = "unsupported"  # its quote does not show all of it
    RECOGNISED = "recognised"  # it stands on a page that was recognised from a picture, and may be misread
    ABSENT = "absent"  # no route proposes anything
    NO = "no"  # no route finds the clause
    NO_LOAN = "no_loan"  # the paper makes no loan
    AMENDED = "amended"  # an instruction of an amendment changes it
    UNCHANGED = "unchanged"  # no instruction of an amendment does
    NAMED = "named"  # none was read that does, but one names it, or the paper does not call itself an amendment
    ILLEGIBLE = "illegible"  # it is there and cannot be read

    @classmethod
    def of(cls, settled: Settled) -> Signal:
        """Return what speaks for a settled value."""
        if settled.best.how is not None:
            return cls.DERIVED
        if len(settled.voices) > 1:
            return cls.AGREED if not settled.dissent else cls.OUTWEIGHED if settled.is_clear else cls.CONTESTED
        return cls.SINGLE if not settled.dissent or settled.is_clear else cls.CONTESTED


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
def load_calibration() -> Calibration:
    """Return the table of the installed package."""
    content = (files(__package__) / _FILE).read_bytes()
    return validate_yaml(Calibration, parse_yaml(content, file=f"loanproof/capabilities/baseline/{_FILE}"))


@cache
def words_hash() -> str:
    """Return one hash of all word tables that the baseline reads by."""
    return hash_files(files(__package__), ".words.yaml")


def confidence_of(field: FieldId, signal: Signal) -> float:
    """Return the confidence of an answer; what was never measured, or cannot be read, is LOW."""
    if signal is Signal.ILLEGIBLE:
        return float(Decimal("0.3"))
    table = load_calibration()
    worth = table.signals.get(field, {}).get(signal)
    if worth is None:
        return _UNKNOWN
    return float(worth.confidence) if table.words == words_hash() else min(float(worth.confidence), MEDIUM)
