"""Pure scoring of the four loan capabilities into labels with reasons and evidence."""

from loanproof.scoring.covenants import list_covenants_items, score_covenants
from loanproof.scoring.results import CaseFinding, CaseScore, Compared, ItemHead, ItemScore, LabelReason

__all__ = [
    "CaseFinding",
    "CaseScore",
    "Compared",
    "ItemHead",
    "ItemScore",
    "LabelReason",
    "list_covenants_items",
    "score_covenants",
]
