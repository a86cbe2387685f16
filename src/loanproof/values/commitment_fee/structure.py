"""From its structured form to a commitment fee."""

from __future__ import annotations

from dataclasses import replace

from loanproof.values.commitment_fee.parse import read_base
from loanproof.values.commitment_fee.value import CommitmentFee, FeeBasis
from loanproof.values.margin.structure import grid_row
from loanproof.values.percentage.value import Percentage, RateUnit
from loanproof.values.structure import Parts, UnreadPart
from loanproof.values.text.tokens import tokenize


def commitment_fee_of(parts: Parts) -> CommitmentFee:
    """Return the fee of ``{basis, value, on, rows}``. What it is charged on is read as in texts, else left open."""
    written = parts.needed("basis")
    basis = next((one for one in FeeBasis if one.value == written), None)
    if basis is None:
        raise parts.unread("basis", "is none of " + ", ".join(FeeBasis))
    on = read_base(tokenize(f"{parts.text('on') or ''} commitments"))  # in the words of the formats: total
    if basis in (FeeBasis.FEE_LETTER, FeeBasis.NONE):
        return CommitmentFee(basis=basis)
    if basis is FeeBasis.GRID:
        rows = tuple(grid_row(row) for row in parts.rows("rows"))
        if not rows:
            raise UnreadPart("The grid of the commitment fee has no rows.")
        return CommitmentFee(basis=basis, on=on, rows=rows)
    parts.needed("value")
    return CommitmentFee(basis=basis, value=_fee_value(parts, basis), on=on)


def _fee_value(parts: Parts, basis: FeeBasis) -> Percentage | None:
    value = parts.rate("value")
    if value is None or basis is not FeeBasis.SHARE_OF_MARGIN:
        return value
    # The basis itself says "per cent of the margin", so that a bare figure has its unit.
    unit = RateUnit.PERCENT if value.unit is RateUnit.MISSING else value.unit
    return replace(value, of_margin=True, unit=unit)
