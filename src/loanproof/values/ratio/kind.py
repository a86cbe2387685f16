"""The kind of value: ratios."""

from __future__ import annotations

from loanproof.values.kind import Kind
from loanproof.values.ratio.compare import compare_ratios
from loanproof.values.ratio.find import find_ratios
from loanproof.values.ratio.parse import parse_ratio
from loanproof.values.ratio.value import Ratio

RATIO_KIND: Kind[Ratio] = Kind(
    name="ratio",
    parse=parse_ratio,
    find=find_ratios,
    canonical=lambda value: value.canonical,
    compare=compare_ratios,
)
