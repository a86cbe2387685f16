"""Covenants and the mandatory flags of a document, scored by the contract: matching, dimensions, citations, extras."""

from loanproof.scoring.covenants.case import list_covenants_items, score_covenants
from loanproof.scoring.covenants.without_gold import guard_covenants

__all__ = ["guard_covenants", "list_covenants_items", "score_covenants"]
