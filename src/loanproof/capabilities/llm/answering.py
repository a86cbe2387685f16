"""From a question about a document to the output of a model behind the checks of this capability."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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

Json = dict[str, Any]
_MOST_ADDRESSED = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTask:
    """What is asked of a document.

    Attributes:
        check: The guard, which sees the output as that of any third party.
        is_hybrid: Whether fields that the rules settle at HIGH are left to them.
        library: The benchmarks that a deal is compared with; the shipped ones where none is given.
    """

    capability: Capability
    check: CheckOutput
    question: str = ""
    is_hybrid: bool = False
    library: Library | None = None


def answer_by_model(task: ModelTask, reading: PaperReading, caller: Caller) -> Json:
    """Return the output object, with what was found on the way as its findings.

    Raises :class:`loanproof.chat.ChatFailure` where the model answered nothing at all.
    """
    output, problems = _ANSWERS[task.capability](task, reading, caller)
    addressed = [one.problem for one in reading.addressed[:_MOST_ADDRESSED]]
    told = list(problems_of([*addressed, *problems]))
    return output | ({"findings": told} if told else {})


def _extract(task: ModelTask, reading: PaperReading, caller: Caller) -> tuple[Json, list[Problem]]:
    extraction = ModelExtraction(reading, caller, task.check, is_hybrid=task.is_hybrid)
    return extraction.output(), extraction.problems


def _monitor(task: ModelTask, reading: PaperReading, caller: Caller) -> tuple[Json, list[Problem]]:
    monitoring = ModelMonitoring(reading, caller, task.check)
    return monitoring.output(), monitoring.problems


def _compare(task: ModelTask, reading: PaperReading, caller: Caller) -> tuple[Json, list[Problem]]:
    comparison = ModelComparison(reading, caller, task.check, task.library)
    return comparison.output(), comparison.problems


def _answer(task: ModelTask, reading: PaperReading, caller: Caller) -> tuple[Json, list[Problem]]:
    answer = ModelAnswer(reading, caller, task.check, task.question)
    return answer.output(), answer.problems


_ANSWERS: dict[Capability, Callable[[ModelTask, PaperReading, Caller], tuple[Json, list[Problem]]]] = {
    Capability.EXTRACTION: _extract,
    Capability.COVENANTS: _monitor,
    Capability.BMT: _compare,
    Capability.QA: _answer,
}
