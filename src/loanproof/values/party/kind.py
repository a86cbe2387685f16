"""The kind of value: parties."""

from __future__ import annotations

from loanproof.values.kind import Kind
from loanproof.values.party.compare import compare_parties
from loanproof.values.party.find import find_parties
from loanproof.values.party.parse import parse_party

PARTY_KIND = Kind(
    name="party",
    parse=parse_party,
    find=find_parties,
    canonical=lambda party: party.canonical,
    compare=compare_parties,
)
