"""The kind of value: names of covenants."""

from __future__ import annotations

from loanproof.values.covenant_name.compare import compare_covenant_names
from loanproof.values.covenant_name.find import find_covenant_names
from loanproof.values.covenant_name.parse import parse_covenant_name
from loanproof.values.kind import Kind

COVENANT_NAME_KIND = Kind(
    name="covenant_name",
    parse=parse_covenant_name,
    find=find_covenant_names,
    canonical=lambda name: name.canonical,
    compare=compare_covenant_names,
)
