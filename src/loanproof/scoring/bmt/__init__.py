"""Scores comparisons with market benchmarks: first the jurisdiction, then each term, against the case alone.

The scores never depend on the benchmark library: gold contains the finding, both values and the gap.
"""

from loanproof.scoring.bmt.case_score import list_bmt_items, score_bmt
from loanproof.scoring.bmt.without_gold import guard_comparisons

__all__ = ["guard_comparisons", "list_bmt_items", "score_bmt"]
