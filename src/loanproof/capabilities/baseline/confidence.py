"""How sure an answer is: the evidence for it is a signal, and the reliability of each signal was measured by field.

The counts are data: ``tools/calibrate_baseline.py`` writes them to ``calibration.yaml``. A signal of a field is HIGH
only if it was never wrong, often enough and on enough documents; anything that was not measured is LOW.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from loanproof.capabilities.calibration import measured_worth, words_hash

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.resolver import Settled
    from loanproof.core import FieldId

PACKAGE = "loanproof.capabilities.baseline"
"""The package that contains the calibration table."""
_UNMEASURED = 0.5
_ILLEGIBLE = 0.3


class Signal(StrEnum):
    """The kind of evidence for an answer."""

    AGREED = "agreed"  # two or more voices, and none for another value
    OUTWEIGHED = "outweighed"  # two or more voices, clearly stronger than those for any other value
    SINGLE = "single"  # one voice, and no other value comes close
    CONTESTED = "contested"  # another value comes close
    DERIVED = "derived"  # calculated from other values
    UNDETERMINABLE = "undeterminable"  # the document says how it is fixed, but does not state the value
    UNSUPPORTED = "unsupported"  # a value was found, but no quote supports it
    RECOGNISED = "recognised"  # it is on a page recognised from a picture, and may be misread
    ABSENT = "absent"  # no route proposes anything
    NO = "no"  # no route finds the clause
    NO_LOAN = "no_loan"  # the paper does not make a loan
    AMENDED = "amended"  # an instruction of an amendment changes it
    UNCHANGED = "unchanged"  # no instruction of an amendment changes it
    NAMED = "named"  # like UNCHANGED, but an instruction names it, or the title does not say that this is an amendment
    ILLEGIBLE = "illegible"  # it is there but cannot be read

    @classmethod
    def of(cls, settled: Settled) -> Signal:
        """Return the signal of a settled value."""
        if settled.best.status == cls.UNDETERMINABLE.value:
            return cls.UNDETERMINABLE
        if settled.best.how is not None:
            return cls.DERIVED
        if len(settled.voices) > 1:
            return cls.AGREED if not settled.dissent else cls.OUTWEIGHED if settled.is_clear else cls.CONTESTED
        return cls.SINGLE if not settled.dissent or settled.is_clear else cls.CONTESTED


def words_in_use() -> str:
    """Return one hash of all word tables of the baseline."""
    return words_hash(PACKAGE)


def confidence_of(field: FieldId, signal: Signal) -> float:
    """Return the confidence of an answer; it is LOW if the signal was never measured or the value cannot be read."""
    if signal is Signal.ILLEGIBLE:
        return _ILLEGIBLE
    worth = measured_worth(PACKAGE, words_in_use(), field, signal)
    return _UNMEASURED if worth is None else worth
