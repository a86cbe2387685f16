"""Pure scoring of the four loan capabilities into labels with reasons and evidence."""

from loanproof.scoring.qa import list_qa_items, score_qa
from loanproof.scoring.results import CaseFinding, CaseScore, Compared, ItemHead, ItemScore, LabelReason

__all__ = [
    "CaseFinding",
    "CaseScore",
    "Compared",
    "ItemHead",
    "ItemScore",
    "LabelReason",
    "list_qa_items",
    "score_qa",
]
