"""How sure an answer is: what speaks for it is a signal, and what a signal is worth was measured, field by field.

The measured counts are data, ``calibration.yaml``, written by ``tools/calibrate_baseline.py``. A signal of a field is
HIGH only where it was never wrong, often enough and on enough documents; what was not measured is LOW.
"""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING

from loanproof.capabilities.calibration import measured_worth, words_hash

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.resolver import Settled
    from loanproof.core import FieldId

PACKAGE = "loanproof.capabilities.baseline"
"""The package beside whose code the table is kept."""
_UNKNOWN = 0.5


class Signal(StrEnum):
    """What speaks for an answer."""

    AGREED = "agreed"  # two voices or more, and none against them
    OUTWEIGHED = "outweighed"  # two voices or more, clearly stronger than those for another value
    SINGLE = "single"  # one voice, and none near it
    CONTESTED = "contested"  # another value comes near it
    DERIVED = "derived"  # worked out from other values
    UNDETERMINABLE = "undeterminable"  # words that would fix it, but not the value
    UNSUPPORTED = "unsupported"  # a value was seen, but no quote shows it
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
        if settled.best.status == cls.UNDETERMINABLE.value:
            return cls.UNDETERMINABLE
        if settled.best.how is not None:
            return cls.DERIVED
        if len(settled.voices) > 1:
            return cls.AGREED if not settled.dissent else cls.OUTWEIGHED if settled.is_clear else cls.CONTESTED
        return cls.SINGLE if not settled.dissent or settled.is_clear else cls.CONTESTED


def words_in_use() -> str:
    """Return one hash of all word tables that the baseline reads by."""
    return words_hash(PACKAGE)


def confidence_of(field: FieldId, signal: Signal) -> float:
    """Return the confidence of an answer; what was never measured, or cannot be read, is LOW."""
    if signal is Signal.ILLEGIBLE:
        return float(Decimal("0.3"))
    worth = measured_worth(PACKAGE, words_in_use(), field, signal)
    return _UNKNOWN if worth is None else worth
