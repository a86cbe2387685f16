"""One question about one document, answered by the built-in system and checked by the guard."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loanproof.capabilities import Paper, QuestionAnswerer
from loanproof.core import Capability, UsageError
from loanproof.scoring import GuardReport, guard_output
from loanproof.service.readable_documents import load_readable
from loanproof.standards import load_contract

_LONGEST = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredQuestion:
    """An answer, and what the guard says about it without gold."""

    output: Mapping[str, Any]
    guard: GuardReport

    @property
    def faults(self) -> tuple[str, ...]:
        """The guard's findings, one sentence each."""
        return tuple(fault.sentence for item in self.guard.items for fault in item.faults)


def ask_file(path: Path, question: str, *, standard: str, cache_folder: Path | None = None) -> AnsweredQuestion:
    """Answer a question about one document, or raise an error that says what to do."""
    if not question.strip():
        raise UsageError("the question is empty.", hint='Ask something: --question "When does the loan mature?"')
    if len(question) > _LONGEST:
        raise UsageError(f"the question is longer than {_LONGEST:,} characters.", hint="Ask for one thing at a time.")
    document = load_readable(path, cache_folder)
    contract = load_contract(standard)
    output = QuestionAnswerer(Paper(document), contract).answer(question)
    guard = guard_output(json.dumps(output), Capability.QA, [document], contract)
    return AnsweredQuestion(output=output, guard=guard)
