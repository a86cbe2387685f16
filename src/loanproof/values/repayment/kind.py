"""The kind of value: repayment schedules."""

from __future__ import annotations

from loanproof.values.kind import Kind
from loanproof.values.repayment.compare import compare_repayments
from loanproof.values.repayment.find import find_repayments
from loanproof.values.repayment.parse import parse_repayment
from loanproof.values.repayment.value import Repayment

REPAYMENT_KIND: Kind[Repayment] = Kind(
    name="repayment_schedule",
    parse=parse_repayment,
    find=find_repayments,
    canonical=lambda value: value.canonical,
    compare=compare_repayments,
)
