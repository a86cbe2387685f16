"""The kind of value: page references."""

from __future__ import annotations

from loanproof.values.kind import Kind
from loanproof.values.page.compare import compare_pages
from loanproof.values.page.find import find_pages
from loanproof.values.page.parse import parse_page

PAGE_KIND = Kind(
    name="page",
    parse=parse_page,
    find=find_pages,
    canonical=lambda page: page.canonical,
    compare=compare_pages,
)
