"""How sure an answer is. No model is asked for that: what speaks for an answer is a signal, and each was measured.

The measured counts are data, ``calibration.yaml``, written by ``tools/calibrate_llm.py`` on the ``dev`` part of the
corpus. What was not measured is LOW.
"""

from __future__ import annotations

from enum import StrEnum

from loanproof.capabilities.baseline.confidence import PACKAGE as RULES
from loanproof.capabilities.calibration import measured_worth, words_hash

PACKAGE = "loanproof.capabilities.llm"
"""The package beside whose code the table is kept."""
LOW = 0.5
"""The confidence of what nobody may rely on."""


class Signal(StrEnum):
    """What speaks for an answer whose words were found in the clause that its checksum names."""

    AGREED = "agreed"  # the rules settle on the same value
    PROPOSED = "proposed"  # a route proposes the same value, and the rules settle on another or are not clear
    ALONE = "alone"  # no route proposes anything
    OPPOSED = "opposed"  # the routes propose other values only
    ABSENT_AGREED = "absent_agreed"  # the model and the rules find nothing
    ABSENT_OPPOSED = "absent_opposed"  # the model finds nothing where the rules do
    UNSUPPORTED = "unsupported"  # no quote shows all of it
    FAILED = "failed"  # nothing that the model said could be used
    NOT_REACHED = "not_reached"  # the budget was used up before it was asked
    HELD = "held"  # the guard speaks against it


_NEVER_SURE = frozenset({Signal.UNSUPPORTED, Signal.FAILED, Signal.NOT_REACHED, Signal.HELD, Signal.OPPOSED})


ANY = "any"
"""The name under which the signals of all fields are counted together, for items that are no fields."""
_MOST = 0.8  # of items that are no fields: what their signals are worth was measured on fields


def words_in_use() -> str:
    """Return one hash of all word tables that clauses are chosen and answers weighed by: those of the rules too."""
    return words_hash(RULES, PACKAGE)


def confidence_of(signal: Signal, field: str = ANY) -> float:
    """Return the confidence of an answer; what must be looked at whatever was measured, and what was not, is LOW."""
    worth = None if signal in _NEVER_SURE else measured_worth(PACKAGE, words_in_use(), field, signal)
    found = LOW if worth is None else worth
    return min(found, _MOST) if field == ANY else found
