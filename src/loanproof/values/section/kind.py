"""The kind of value: section references."""

from __future__ import annotations

from loanproof.values.kind import Kind
from loanproof.values.section.compare import compare_sections
from loanproof.values.section.find import find_sections
from loanproof.values.section.parse import parse_section

SECTION_KIND = Kind(
    name="section",
    parse=parse_section,
    find=find_sections,
    canonical=lambda section: section.canonical,
    compare=compare_sections,
    keep_case=True,  # (a) and (A) are two levels
)
