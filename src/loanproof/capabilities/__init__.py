"""The built-in systems, ``baseline`` and ``llm``. They never see cases, scoring, rubric or gates."""

from loanproof.capabilities.answering import answer_by_rules

__all__ = ["answer_by_rules"]
