"""The kind of value: periods of time."""

from __future__ import annotations

from loanproof.values.duration.compare import compare_durations
from loanproof.values.duration.find import find_durations
from loanproof.values.duration.parse import parse_duration
from loanproof.values.duration.value import Duration
from loanproof.values.kind import Kind

DURATION_KIND: Kind[Duration] = Kind(
    name="duration",
    parse=parse_duration,
    find=find_durations,
    canonical=lambda duration: duration.canonical,
    compare=compare_durations,
)
