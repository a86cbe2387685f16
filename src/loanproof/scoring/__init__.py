"""Pure scoring of the four loan capabilities into labels with reasons and evidence."""

from loanproof.scoring.extraction import list_extraction_items, score_extraction
from loanproof.scoring.results import CaseFinding, CaseScore, Compared, ItemHead, ItemScore, LabelReason

__all__ = [
    "CaseFinding",
    "CaseScore",
    "Compared",
    "ItemHead",
    "ItemScore",
    "LabelReason",
    "list_extraction_items",
    "score_extraction",
]
