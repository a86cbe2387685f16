"""The kind of value: reference rates."""

from __future__ import annotations

from loanproof.values.kind import Kind
from loanproof.values.reference_rate.compare import compare_reference_rates
from loanproof.values.reference_rate.find import find_reference_rates
from loanproof.values.reference_rate.parse import parse_reference_rate
from loanproof.values.reference_rate.value import ReferenceRates

REFERENCE_RATE_KIND: Kind[ReferenceRates] = Kind(
    name="reference_rate",
    parse=parse_reference_rate,
    find=find_reference_rates,
    canonical=lambda value: value.canonical,
    compare=compare_reference_rates,
)
