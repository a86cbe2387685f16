"""The kind of value: numbers."""

from __future__ import annotations

from loanproof.values.kind import Kind
from loanproof.values.number.compare import compare_numbers
from loanproof.values.number.find import find_numbers
from loanproof.values.number.parse import parse_number
from loanproof.values.number.value import Number

NUMBER_KIND: Kind[Number] = Kind(
    name="number",
    parse=parse_number,
    find=find_numbers,
    canonical=lambda number: number.canonical,
    compare=compare_numbers,
)
