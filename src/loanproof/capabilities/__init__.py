"""The built-in systems, ``baseline`` and ``llm``. They never see cases, scoring, rubric or gates."""

from loanproof.capabilities.answering import answer_by_rules, house_library
from loanproof.capabilities.baseline import (
    NO_LOAN,
    Orphan,
    Paper,
    QuestionAnswerer,
    analyse,
    compare_terms,
    extract,
    monitor,
)

__all__ = [
    "NO_LOAN",
    "Orphan",
    "Paper",
    "QuestionAnswerer",
    "analyse",
    "answer_by_rules",
    "compare_terms",
    "extract",
    "house_library",
    "monitor",
]
