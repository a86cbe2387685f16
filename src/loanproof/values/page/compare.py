"""How two page references compare."""

from __future__ import annotations

from loanproof.core import Reason
from loanproof.values.page.value import PageRef
from loanproof.values.reading import EQUAL, Comparison, different, partial


def compare_pages(expected: PageRef, given: PageRef) -> Comparison:
    """Compare two references: the same, a range that includes the expected page, or another page."""
    if expected == given:
        return EQUAL
    if given.holds(expected.first) and given.holds(expected.last):
        return partial(Reason.RANGE_GIVEN, f"{given.canonical} spans {given.spread} pages")
    return different(detail=f"page {given.canonical} for {expected.canonical}")
