"""Scoring of questions about documents: a right and cited answer, or a grounded refusal."""

from loanproof.scoring.qa.answers import list_qa_items, score_qa

__all__ = ["list_qa_items", "score_qa"]
