"""The kind of value: dates."""

from __future__ import annotations

from loanproof.values.date.compare import compare_dates
from loanproof.values.date.find import find_dates
from loanproof.values.date.parse import parse_date
from loanproof.values.date.value import DateValue, canonical_date
from loanproof.values.kind import Kind

DATE_KIND: Kind[DateValue] = Kind(
    name="date", parse=parse_date, find=find_dates, canonical=canonical_date, compare=compare_dates
)
