"""The kind of value: margins."""

from __future__ import annotations

from loanproof.values.kind import Kind
from loanproof.values.margin.compare import compare_margins
from loanproof.values.margin.find import find_margins
from loanproof.values.margin.parse import parse_margin
from loanproof.values.margin.value import Margin

MARGIN_KIND: Kind[Margin] = Kind(
    name="margin",
    parse=parse_margin,
    find=find_margins,
    canonical=lambda value: value.canonical,
    compare=compare_margins,
)
