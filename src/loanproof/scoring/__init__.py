"""Scores the answers of the four loan capabilities: each item gets a label with its reasons and evidence.

:func:`score_case` sends a case to the scorer of its capability; :func:`score_unanswered` scores a case that got no
answer. :func:`guard_case` records an error in a scorer as a failure, so that a run never ends because of one case.
Scoring is pure: the same case, output and documents always give the same result.
"""

from loanproof.scoring.bmt import guard_comparisons, list_bmt_items, score_bmt
from loanproof.scoring.covenants import guard_covenants, list_covenants_items, score_covenants
from loanproof.scoring.dispatch import guard_case, score_case, score_invalid, score_unanswered
from loanproof.scoring.extraction import guard_extraction, list_extraction_items, score_extraction
from loanproof.scoring.guard import Guard, GuardReport, guard_output, unread_report
from loanproof.scoring.guarded import GuardedItem, GuardFault, guarded_item
from loanproof.scoring.overrides import Override, apply_overrides, refuse_alone
from loanproof.scoring.provenance_parts import ProvenanceParts, provenance_parts_of
from loanproof.scoring.qa import guard_answer, list_qa_items, score_qa
from loanproof.scoring.results import CaseFinding, CaseScore, Compared, ItemHead, ItemScore, LabelReason, Overruled
from loanproof.scoring.value_words import known_value_in_words

__all__ = [
    "CaseFinding",
    "CaseScore",
    "Compared",
    "Guard",
    "GuardFault",
    "GuardReport",
    "GuardedItem",
    "ItemHead",
    "ItemScore",
    "LabelReason",
    "Override",
    "Overruled",
    "ProvenanceParts",
    "apply_overrides",
    "guard_answer",
    "guard_case",
    "guard_comparisons",
    "guard_covenants",
    "guard_extraction",
    "guard_output",
    "guarded_item",
    "known_value_in_words",
    "list_bmt_items",
    "list_covenants_items",
    "list_extraction_items",
    "list_qa_items",
    "provenance_parts_of",
    "refuse_alone",
    "score_bmt",
    "score_case",
    "score_covenants",
    "score_extraction",
    "score_invalid",
    "score_qa",
    "score_unanswered",
    "unread_report",
]
