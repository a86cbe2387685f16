"""The four capabilities on any chat model: the model names clauses and values, and code does the rest."""

from loanproof.capabilities.llm.answering import ModelTask, answer_by_model
from loanproof.capabilities.llm.budget import AIM, LIMIT, Meter
from loanproof.capabilities.llm.calling import AskModel, Caller
from loanproof.capabilities.llm.guarding import CheckOutput, Doubt
from loanproof.capabilities.llm.prompts import PROMPT_ID, prompt_version
from loanproof.capabilities.llm.reading import PaperReading

__all__ = [
    "AIM",
    "LIMIT",
    "PROMPT_ID",
    "AskModel",
    "Caller",
    "CheckOutput",
    "Doubt",
    "Meter",
    "ModelTask",
    "PaperReading",
    "answer_by_model",
    "prompt_version",
]
