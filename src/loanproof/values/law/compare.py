"""How two governing laws compare."""

from __future__ import annotations

from loanproof.core import Reason
from loanproof.values.law.places import BROAD
from loanproof.values.law.value import Law
from loanproof.values.reading import EQUAL, Comparison, different, partial


def compare_laws(expected: Law, given: Law) -> Comparison:
    """Compare two laws: the same, too broad (``UK law``), one of several, or another system."""
    if expected.codes == given.codes:
        return EQUAL
    shared = set(expected.codes) & set(given.codes)
    if shared and len(given.codes) > len(shared):
        return partial(Reason.LIST_EXTRA, "another law beside it")
    if shared:
        return partial(Reason.LIST_INCOMPLETE, "one of several laws")
    broad = given.codes[0] if len(given.codes) == 1 else ""
    if broad in BROAD and all(code.startswith(broad + "-") for code in expected.codes):
        return partial(Reason.CLASS_TOO_BROAD, f"{BROAD[broad]} has several legal systems")
    return different()
