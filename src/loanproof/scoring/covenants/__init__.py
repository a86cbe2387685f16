"""Scoring of covenants and of a document's mandatory flags: matching, dimensions, citations and extras."""

from loanproof.scoring.covenants.case import list_covenants_items, score_covenants
from loanproof.scoring.covenants.without_gold import guard_covenants

__all__ = ["guard_covenants", "list_covenants_items", "score_covenants"]
