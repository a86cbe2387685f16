"""How two currencies compare."""

from __future__ import annotations

from loanproof.core import Reason
from loanproof.values.currency.value import Currency
from loanproof.values.reading import EQUAL, Comparison, different, partial


def compare_currencies(expected: Currency, given: Currency) -> Comparison:
    """Compare two currencies. A bare symbol agrees with a code only in part, even if the document defines it."""
    if expected.code != given.code:
        return different()
    if given.bare and not expected.bare:
        return partial(Reason.AMBIGUOUS_CURRENCY, "a bare symbol is not a currency code")
    if given.offshore:
        return Comparison(relation=EQUAL.relation, reason=EQUAL.reason, detail="CNH is a market name, not ISO 4217")
    return EQUAL
