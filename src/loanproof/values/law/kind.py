"""The kind of value: governing laws."""

from __future__ import annotations

from loanproof.values.kind import Kind
from loanproof.values.law.compare import compare_laws
from loanproof.values.law.find import find_laws
from loanproof.values.law.parse import parse_law

LAW_KIND = Kind(
    name="law",
    parse=parse_law,
    find=find_laws,
    canonical=lambda law: law.canonical,
    compare=compare_laws,
)
