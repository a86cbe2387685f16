"""How sure an answer is. The model is not asked: the evidence for an answer is a signal, and each signal was measured.

The counts are data: ``tools/calibrate_llm.py`` measures them on the ``dev`` part of the corpus and writes
``calibration.yaml``. Anything that was not measured is LOW.
"""

from __future__ import annotations

from enum import StrEnum

from loanproof.capabilities.baseline.confidence import PACKAGE as RULES
from loanproof.capabilities.calibration import measured_worth, words_hash

PACKAGE = "loanproof.capabilities.llm"
"""The package that contains the calibration table."""
LOW = 0.5
"""The confidence of an answer that nobody may rely on."""


class Signal(StrEnum):
    """The kind of evidence for an answer; its words were found in the clause that its checksum identifies."""

    AGREED = "agreed"  # the rules settle on the same value
    PROPOSED = "proposed"  # a route proposes the same value, but the rules settle on another or are not clear
    ALONE = "alone"  # no route proposes anything
    OPPOSED = "opposed"  # the routes propose only other values
    ABSENT_AGREED = "absent_agreed"  # neither the model nor the rules find anything
    ABSENT_OPPOSED = "absent_opposed"  # the model finds nothing, but the rules do
    UNSUPPORTED = "unsupported"  # no quote supports all of it
    FAILED = "failed"  # nothing that the model said could be used
    NOT_REACHED = "not_reached"  # the budget was used up before it was asked
    HELD = "held"  # the guard objects to it


_NEVER_SURE = frozenset({Signal.UNSUPPORTED, Signal.FAILED, Signal.NOT_REACHED, Signal.HELD, Signal.OPPOSED})


ANY = "any"
"""The name under which the signals of all fields are counted together, for items that are not fields."""
_MAX_CONFIDENCE_OF_ANY = (
    0.8  # the highest confidence of items that are not fields, because signals were measured on fields
)


def words_in_use() -> str:
    """Return one hash of all word tables in use, those of the rules included: they help to choose and weigh answers."""
    return words_hash(RULES, PACKAGE)


def confidence_of(signal: Signal, field: str = ANY) -> float:
    """Return the confidence of an answer.

    It is LOW if the signal was never measured, or is one that a person must always look at.
    """
    worth = None if signal in _NEVER_SURE else measured_worth(PACKAGE, words_in_use(), field, signal)
    found = LOW if worth is None else worth
    return min(found, _MAX_CONFIDENCE_OF_ANY) if field == ANY else found
