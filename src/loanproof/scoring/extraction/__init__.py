"""Scoring of extracted deal terms: the fields of the standard, tranches, amendments, illegible and unsettled values."""

from loanproof.scoring.extraction.expected_items import list_extraction_items
from loanproof.scoring.extraction.scoring import score_extraction
from loanproof.scoring.extraction.without_gold import guard_extraction

__all__ = ["guard_extraction", "list_extraction_items", "score_extraction"]
