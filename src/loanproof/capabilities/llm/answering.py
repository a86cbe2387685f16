"""Answers a question about a document with a model, behind the checks of this capability."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.capabilities.llm.benchmark_terms import ModelComparison
from loanproof.capabilities.llm.calling import Caller
from loanproof.capabilities.llm.covenants import ModelMonitoring
from loanproof.capabilities.llm.extraction import ModelExtraction
from loanproof.capabilities.llm.questions import ModelAnswer
from loanproof.capabilities.llm.replies import problems_of
from loanproof.core import Capability

if TYPE_CHECKING:
    from loanproof.benchmarks import Library
    from loanproof.capabilities.llm.findings import Problem
    from loanproof.capabilities.llm.guarding import CheckOutput
    from loanproof.capabilities.llm.reading import PaperReading
    from loanproof.outputs import JsonObject

_MAX_ADDRESSED = 10  # how many sentences that address the reader are reported


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTask:
    """What is asked about a document.

    Attributes:
        capability: What the model is asked to do.
        check: The guard, which treats the output like that of any third party.
        question: The question, for the capability ``qa``.
        is_hybrid: Whether fields that the rules settle at HIGH are left to the rules.
        library: The benchmarks to compare a deal with; None means the shipped ones.
    """

    capability: Capability
    check: CheckOutput
    question: str = ""
    is_hybrid: bool = False
    library: Library | None = None


def answer_by_model(task: ModelTask, reading: PaperReading, caller: Caller) -> JsonObject:
    """Return the output object; problems that occurred on the way are its findings.

    Raises :class:`loanproof.chat.ChatFailure` if the model did not answer at all.
    """
    output, problems = _ANSWERS[task.capability](task, reading, caller)
    addressed = [one.problem for one in reading.addressed[:_MAX_ADDRESSED]]
    told = list(problems_of([*addressed, *problems]))
    return output | ({"findings": told} if told else {})


def _extract(task: ModelTask, reading: PaperReading, caller: Caller) -> tuple[JsonObject, list[Problem]]:
    extraction = ModelExtraction(reading, caller, task.check, is_hybrid=task.is_hybrid)
    return extraction.output(), extraction.problems


def _monitor(task: ModelTask, reading: PaperReading, caller: Caller) -> tuple[JsonObject, list[Problem]]:
    monitoring = ModelMonitoring(reading, caller, task.check)
    return monitoring.output(), monitoring.problems


def _compare(task: ModelTask, reading: PaperReading, caller: Caller) -> tuple[JsonObject, list[Problem]]:
    comparison = ModelComparison(reading, caller, task.check, task.library)
    return comparison.output(), comparison.problems


def _answer(task: ModelTask, reading: PaperReading, caller: Caller) -> tuple[JsonObject, list[Problem]]:
    answer = ModelAnswer(reading, caller, task.check, task.question)
    return answer.output(), answer.problems


_ANSWERS: dict[Capability, Callable[[ModelTask, PaperReading, Caller], tuple[JsonObject, list[Problem]]]] = {
    Capability.EXTRACTION: _extract,
    Capability.COVENANTS: _monitor,
    Capability.BMT: _compare,
    Capability.QA: _answer,
}
