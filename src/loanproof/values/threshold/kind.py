"""The kind of value: thresholds."""

from __future__ import annotations

from loanproof.values.kind import Kind
from loanproof.values.threshold.compare import compare_thresholds
from loanproof.values.threshold.find import find_thresholds
from loanproof.values.threshold.parse import parse_threshold
from loanproof.values.threshold.value import Threshold

THRESHOLD_KIND: Kind[Threshold] = Kind(
    name="threshold",
    parse=parse_threshold,
    find=find_thresholds,
    canonical=lambda value: value.canonical,
    compare=compare_thresholds,
)
