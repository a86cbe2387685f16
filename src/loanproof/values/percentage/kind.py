"""The kind of value: percentages."""

from __future__ import annotations

from loanproof.values.kind import Kind
from loanproof.values.percentage.compare import compare_percentages
from loanproof.values.percentage.find import find_percentages
from loanproof.values.percentage.parse import parse_percentage
from loanproof.values.percentage.value import Percentage

PERCENTAGE_KIND: Kind[Percentage] = Kind(
    name="percentage",
    parse=parse_percentage,
    find=find_percentages,
    canonical=lambda value: value.canonical,
    compare=compare_percentages,
)
