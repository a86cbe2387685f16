"""The kind of value: commitment fees."""

from __future__ import annotations

from loanproof.values.commitment_fee.compare import compare_commitment_fees
from loanproof.values.commitment_fee.find import find_commitment_fees
from loanproof.values.commitment_fee.parse import parse_commitment_fee
from loanproof.values.commitment_fee.value import CommitmentFee
from loanproof.values.kind import Kind

COMMITMENT_FEE_KIND: Kind[CommitmentFee] = Kind(
    name="commitment_fee",
    parse=parse_commitment_fee,
    find=find_commitment_fees,
    canonical=lambda value: value.canonical,
    compare=compare_commitment_fees,
)
