"""How two ratios compare."""

from __future__ import annotations

from loanproof.values.ratio.value import Ratio
from loanproof.values.reading import EQUAL, Comparison, different


def compare_ratios(expected: Ratio, given: Ratio) -> Comparison:
    """Compare two ratios; rounding is not accepted."""
    return EQUAL if expected.value == given.value else different()
