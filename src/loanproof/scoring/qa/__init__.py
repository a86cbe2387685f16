"""Scores answers to questions about documents: a right, cited answer or a grounded refusal."""

from loanproof.scoring.qa.answers import list_qa_items, score_qa
from loanproof.scoring.qa.without_gold import guard_answer

__all__ = ["guard_answer", "list_qa_items", "score_qa"]
