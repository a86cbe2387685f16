"""The kind of value: answers of yes or no."""

from __future__ import annotations

from loanproof.values.kind import Kind
from loanproof.values.yes_no.compare import compare_yes_no
from loanproof.values.yes_no.find import find_yes_no
from loanproof.values.yes_no.parse import parse_yes_no

YES_NO_KIND = Kind(
    name="yes_no",
    parse=parse_yes_no,
    find=find_yes_no,
    canonical=lambda answer: answer.canonical,
    compare=compare_yes_no,
)
