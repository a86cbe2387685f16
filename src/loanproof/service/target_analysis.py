"""One document analysed by a target instead of the rules: its answer is checked by the guard like any system's."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from loanproof.adapters import NO_PROMPT, PromptTemplate
from loanproof.core import Capability, OutsideError, UsageError
from loanproof.documents import Cache, load_document
from loanproof.runs import Question, QuestionDocument, house_standard
from loanproof.scoring import GuardReport, guard_output
from loanproof.service.analyzing import Analysis
from loanproof.service.asking import AnsweredQuestion
from loanproof.standards import load_contract, load_rubric
from loanproof.wiring import TargetResolver, build_target

if TYPE_CHECKING:
    from loanproof.outputs import Telemetry
    from loanproof.runs import Answer, Target

_RUBRIC = "evaluation-rubric@1.0"


class TargetDidNotAnswer(OutsideError):
    """The target did not answer about a document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedTarget:
    """The target to ask, and where its name is looked up: in the given file, else in the current folder."""

    name: str
    targets_file: Path | None = None
    is_hybrid: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetAnalysis:
    """A target's answer about one document.

    Attributes:
        output: The output object, unchanged.
        guard: What the guard says about it, without gold.
        telemetry: Tokens and times, summed over all calls.
        extraction: The same as a printable analysis; only for an extraction.
        answered: The same as an answered question; only for a question.
    """

    output: Mapping[str, Any]
    guard: GuardReport
    telemetry: Telemetry
    extraction: Analysis | None = None
    answered: AnsweredQuestion | None = None


def analyze_by_target(
    path: Path,
    target: NamedTarget,
    *,
    capability: str,
    standard: str,
    question: str | None = None,
    cache_folder: Path | None = None,
) -> TargetAnalysis:
    """Ask a target about one document and check its answer, or raise an error that says what to do."""
    if capability not in set(Capability) - {Capability.TASK}:
        raise UsageError(f"{capability[:40]!r} is not a capability.", hint=f"Known: {', '.join(Capability)}.")
    asked = Capability.QA if question is not None else Capability(capability)
    if asked is Capability.QA and not (question or "").strip():
        raise UsageError("nothing is asked.", hint='Write --question "When does the loan mature?"')
    contract = load_contract(standard)
    document = load_document(path, cache=None if cache_folder is None else Cache(cache_folder)).recognised()
    resolver = TargetResolver(
        suite_folder=Path(),
        standard=contract,
        rubric=load_rubric(_RUBRIC),
        targets_file=target.targets_file,
        allow_floating=True,  # nothing is released here
        prompt_template=None if target.name.startswith("llm:") else PromptTemplate.parse(NO_PROMPT),
        is_hybrid=target.is_hybrid,
    )
    sent = QuestionDocument(name=path.name, path=path)
    asking = Question(
        case_id=path.name,
        repeat=1,
        capability=asked,
        documents=(sent,),
        question=question,
        standard=house_standard(standard),
    )
    answer = asyncio.run(_ask(build_target(target.name, resolver), asking))
    if answer.output is None:
        raise TargetDidNotAnswer(f"{target.name!r} did not answer: {answer.error}")
    guard = guard_output(answer.output, asked, [document], contract)
    output = _object(answer.output, asked)
    extraction, answered = None, None
    if asked is Capability.EXTRACTION and isinstance(output.get("fields"), dict):
        findings = tuple(one.sentence for one in guard.faults)
        extraction = Analysis(
            document=document.name, output=output, guard=guard, orphans=(), notes=(*findings, *document.notes),
            standard=contract,
        )  # fmt: skip
    if asked is Capability.QA and isinstance(output.get("answer"), str):
        answered = AnsweredQuestion(output=output, guard=guard)
    return TargetAnalysis(
        output=output, guard=guard, telemetry=answer.telemetry, extraction=extraction, answered=answered
    )


async def _ask(target: Target, question: Question) -> Answer:
    try:
        return await target.ask(question)
    finally:
        await target.close()


def _object(text: str, capability: Capability) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = {"answer": text} if capability is Capability.QA else {}
    return data if isinstance(data, dict) else {}
