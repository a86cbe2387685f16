"""From its structured form to a commitment fee."""

from __future__ import annotations

from dataclasses import replace

from loanproof.values.commitment_fee.parse import read_base
from loanproof.values.commitment_fee.value import CommitmentFee, FeeBasis
from loanproof.values.kind import Structure
from loanproof.values.margin.structure import grid_row, write_rate, write_rows
from loanproof.values.percentage.value import Percentage, RateUnit
from loanproof.values.structure import Fields, UnreadField
from loanproof.values.text.tokens import tokenize


def commitment_fee_of(fields: Fields) -> CommitmentFee:
    """Return the fee of ``{basis, value, on, rows}``. What it is charged on is read as in texts, else left open."""
    written = fields.needed("basis")
    basis = next((one for one in FeeBasis if one.value == written), None)
    if basis is None:
        raise fields.unread("basis", "is none of " + ", ".join(FeeBasis))
    on = read_base(tokenize(f"{fields.text('on') or ''} commitments"))  # as the formats write it: total
    if basis in (FeeBasis.FEE_LETTER, FeeBasis.NONE):
        return CommitmentFee(basis=basis)
    if basis is FeeBasis.GRID:
        rows = tuple(grid_row(row) for row in fields.rows("rows"))
        if not rows:
            raise UnreadField("The grid of the commitment fee has no rows.")
        return CommitmentFee(basis=basis, on=on, rows=rows)
    fields.needed("value")
    return CommitmentFee(basis=basis, value=_fee_value(fields, basis), on=on)


def _fee_value(fields: Fields, basis: FeeBasis) -> Percentage | None:
    value = fields.rate("value")
    if value is None or basis is not FeeBasis.SHARE_OF_MARGIN:
        return value
    # The basis itself says "per cent of the margin", so that a bare figure has its unit.
    unit = RateUnit.PERCENT if value.unit is RateUnit.MISSING else value.unit
    return replace(value, of_margin=True, unit=unit)


def write_commitment_fee(value: CommitmentFee) -> dict[str, object]:
    """Return the structured form of a fee; what it does not have is left out."""
    written: dict[str, object] = {
        "basis": value.basis.value,
        "value": None if value.value is None else write_rate(value.value),
        "on": None if value.on is None else value.on.value,
        "rows": write_rows(value.rows),
    }
    return {key: part for key, part in written.items() if part}


COMMITMENT_FEE_STRUCTURE: Structure[CommitmentFee] = Structure(read=commitment_fee_of, write=write_commitment_fee)
