"""The built-in systems, ``baseline`` and ``llm``. They never see cases, scoring, the rubric or gates."""

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
from loanproof.capabilities.llm import (
    PROMPT_ID,
    Caller,
    Doubt,
    Meter,
    ModelTask,
    PaperReading,
    answer_by_model,
    prompt_version,
)

__all__ = [
    "NO_LOAN",
    "PROMPT_ID",
    "Caller",
    "Doubt",
    "Meter",
    "ModelTask",
    "Orphan",
    "Paper",
    "PaperReading",
    "QuestionAnswerer",
    "analyse",
    "answer_by_model",
    "answer_by_rules",
    "compare_terms",
    "extract",
    "house_library",
    "monitor",
    "prompt_version",
]
