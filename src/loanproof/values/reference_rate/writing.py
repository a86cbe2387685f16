"""A reference rate as people write it."""

from __future__ import annotations

from loanproof.core import plain_decimal
from loanproof.values.percentage.value import UNIT_SIGNS, period_sign
from loanproof.values.reference_rate.names import RateFamily, Style
from loanproof.values.reference_rate.value import ReferenceRate

_UNPUBLISHED = {RateFamily.BASE: "Base Rate", RateFamily.FIXED: "Fixed"}
_STYLES = {Style.TERM: "Term", Style.SIMPLE: "Daily Simple", Style.COMPOUNDED: "Compounded"}


def write_family(rate: ReferenceRate) -> str:
    """Return the market name of a rate; a fixed rate with its figure: ``SOFR``, ``Base Rate``, ``Fixed, 5.25%``."""
    name = _UNPUBLISHED.get(rate.family, rate.family.value)
    fixed = rate.fixed_at
    return (
        name if fixed is None else f"{name}, {plain_decimal(fixed.figure)}{UNIT_SIGNS[fixed.unit]}{period_sign(fixed)}"
    )


def write_rate_name(rate: ReferenceRate) -> str:
    """Return everything known about a rate, in market order: ``Compounded SONIA in arrears 3M``."""
    style = "" if rate.style is None else _STYLES[rate.style]
    timing = "" if rate.timing is None else rate.timing.value.replace("_", " ")
    tenor = "" if rate.tenor is None else rate.tenor.canonical
    return " ".join(filter(None, (style, write_family(rate), timing, tenor)))
