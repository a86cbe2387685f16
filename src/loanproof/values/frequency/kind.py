"""The kind of value: frequencies."""

from __future__ import annotations

from loanproof.values.frequency.compare import compare_frequencies
from loanproof.values.frequency.find import find_frequencies
from loanproof.values.frequency.parse import parse_frequency
from loanproof.values.frequency.value import Frequency
from loanproof.values.kind import Kind

FREQUENCY_KIND: Kind[Frequency] = Kind(
    name="frequency",
    parse=parse_frequency,
    find=find_frequencies,
    canonical=lambda value: value.canonical,
    compare=compare_frequencies,
)
