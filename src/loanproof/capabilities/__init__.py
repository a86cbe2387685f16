"""The built-in systems, ``baseline`` and ``llm``. They never see cases, scoring, rubric or gates."""

from loanproof.capabilities.answering import answer_by_rules
from loanproof.capabilities.baseline import NO_LOAN, Orphan, Paper, QuestionAnswerer, analyse, extract

__all__ = ["NO_LOAN", "Orphan", "Paper", "QuestionAnswerer", "analyse", "answer_by_rules", "extract"]
