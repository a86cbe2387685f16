"""Pure scoring of the four loan capabilities into labels with reasons and evidence."""

from loanproof.scoring.bmt import list_bmt_items, score_bmt
from loanproof.scoring.results import CaseFinding, CaseScore, Compared, ItemHead, ItemScore, LabelReason

__all__ = [
    "CaseFinding",
    "CaseScore",
    "Compared",
    "ItemHead",
    "ItemScore",
    "LabelReason",
    "list_bmt_items",
    "score_bmt",
]
