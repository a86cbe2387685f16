"""How two numbers compare."""

from __future__ import annotations

from loanproof.core import Reason
from loanproof.values.number.value import Number
from loanproof.values.reading import EQUAL, Comparison, different, partial


def compare_numbers(expected: Number, given: Number) -> Comparison:
    """Compare two numbers: equal, a rounding of the expected one, or different."""
    if expected.value == given.value:
        return EQUAL
    return partial(Reason.ROUNDED) if is_rounding(expected, given) else different()


def is_rounding(expected: Number, given: Number) -> bool:
    """Return whether ``given`` is ``expected`` rounded to the digits that ``given`` shows."""
    return expected.value != given.value and abs(expected.value - given.value) * 2 <= given.step
