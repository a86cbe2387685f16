"""Pure scoring of the four loan capabilities into labels with reasons and evidence."""

from loanproof.scoring.dispatch import score_case, score_unanswered
from loanproof.scoring.provenance_parts import ProvenanceParts, provenance_parts
from loanproof.scoring.results import CaseFinding, CaseScore, Compared, ItemHead, ItemScore, LabelReason

__all__ = [
    "CaseFinding",
    "CaseScore",
    "Compared",
    "ItemHead",
    "ItemScore",
    "LabelReason",
    "ProvenanceParts",
    "provenance_parts",
    "score_case",
    "score_unanswered",
]
