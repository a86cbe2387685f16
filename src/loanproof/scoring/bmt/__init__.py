"""Scoring of benchmark terms: the jurisdiction, then each term, against the case alone.

The benchmark library is never asked: gold holds the finding, the values and the gap.
"""

from loanproof.scoring.bmt.case_score import list_bmt_items, score_bmt
from loanproof.scoring.bmt.without_gold import guard_comparisons

__all__ = ["guard_comparisons", "list_bmt_items", "score_bmt"]
