"""How two answers of yes or no compare."""

from __future__ import annotations

from loanproof.values.reading import EQUAL, Comparison, different
from loanproof.values.yes_no.value import YesNo


def compare_yes_no(expected: YesNo, given: YesNo) -> Comparison:
    """Compare two answers: equal or different, never partial."""
    return EQUAL if expected is given else different(detail=f"{given} for {expected}")
