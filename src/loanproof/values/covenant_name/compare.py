"""How two names of covenants compare."""

from __future__ import annotations

from loanproof.values.covenant_name.value import CovenantName
from loanproof.values.reading import EQUAL, Comparison, different

LEVERAGE = frozenset({"total_net_leverage", "total_gross_leverage", "senior_secured_leverage"})


def compare_covenant_names(expected: CovenantName, given: CovenantName, *, one_leverage: bool = False) -> Comparison:
    """Compare two names.

    Args:
        expected: The name that the case expects.
        given: The name that the system gave.
        one_leverage: The document has a single leverage covenant, so that any leverage name means it.
    """
    if expected.canonical == given.canonical and expected.inverse == given.inverse:
        return EQUAL
    if one_leverage and {expected.canonical, given.canonical} <= LEVERAGE:
        return EQUAL
    if expected.canonical == given.canonical:
        return different(detail="Security Cover is the inverse of Loan to Value")
    return different(detail=f"{given.canonical} for {expected.canonical}")
