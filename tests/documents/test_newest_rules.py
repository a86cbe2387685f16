"""The rules of quote search that a program gets without asking are those of our newest contract."""

from __future__ import annotations

from loanproof.documents import QuoteRules
from loanproof.provenance import quote_rules_of
from loanproof.standards import load_contract


def test_the_defaults_are_those_of_the_newest_revision() -> None:
    assert QuoteRules() == quote_rules_of(load_contract("eval-standards@1.0+r2"))
