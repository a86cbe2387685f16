"""One sample from record to result: contract labels, the evaluator's scores, the rubric's figures."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from loanproof.cases import QaCase
from loanproof.chat import FailureKind
from loanproof.core import DELIBERATE, Capability, FailedPart, Failure, FormatError
from loanproof.outputs import RecordedOutput, Telemetry, parse_record
from loanproof.rubric import (
    Evaluation,
    EvaluatorError,
    broken_evaluation,
    evaluate_by_contract,
    judge_findings,
    measure_sample,
)
from loanproof.runs.case_results import result_of_case
from loanproof.runs.rubric_results import result_of_sample
from loanproof.runs.suite_scoring import NO_INVALID_GOLD, SuiteScorer
from loanproof.scoring import apply_overrides

if TYPE_CHECKING:
    from loanproof.cases import Case, Suite
    from loanproof.documents import Cache
    from loanproof.rubric import SampleFigures
    from loanproof.runs.result_case import ResultCase
    from loanproof.scoring import CaseScore, Override
    from loanproof.standards import EvalStandard, RubricStandard

_STORED = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)
NOT_JUDGED = Evaluation(
    evaluator_error=EvaluatorError.NO_EVALUATOR, error_message="The judge was not asked about this sample."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredSample:
    """What was found for one sample, and its part of the result.

    ``by_machine`` are the figures without overrides, if there were any.
    """

    score: CaseScore
    sample: SampleFigures
    result: ResultCase
    by_machine: SampleFigures | None = None


class SampleScorer:
    """Scores samples of one suite with one contract and one rubric.

    Args:
        suite: The suite; each of its documents is read once.
        standard: The contract.
        rubric: The rubric.
        is_judged: Whether a model judges; otherwise the contract itself is the evaluator.
        cache: Documents that were read before.
        invalid_gold: What is wrong with cases that contradict their documents, by case id.
        overrides: The labels that people overrode.
    """

    def __init__(
        self,
        suite: Suite,
        standard: EvalStandard,
        rubric: RubricStandard,
        *,
        is_judged: bool = False,
        cache: Cache | None = None,
        invalid_gold: Mapping[str, Sequence[str]] = NO_INVALID_GOLD,
        overrides: Sequence[Override] = (),
    ) -> None:
        self._scorer = SuiteScorer(suite, standard, cache=cache, invalid_gold=invalid_gold)
        self._standard = standard
        self._overrides: dict[tuple[str, int], list[Override]] = {}
        for one in overrides:
            self._overrides.setdefault((one.case_id, one.repeat), []).append(one)
        self._rubric = rubric
        self._is_judged = is_judged

    def score(
        self, case: Case, repeat: int, record: RecordedOutput | None, evaluation: Evaluation | None = None
    ) -> ScoredSample:
        """Score one sample, or its absence. ``evaluation`` is the judge's, if there is one."""
        scored = self._scorer.score(case, record)
        score, sample = self._measure(scored, record, evaluation)
        by_machine = None
        if (case.id, repeat) in self._overrides:
            told = apply_overrides(scored, self._overrides[case.id, repeat], self._standard)
            by_machine = sample if told.is_overridden else None
            score, sample = self._measure(told, record, evaluation)
        machine = None if by_machine is None else result_of_sample(by_machine)
        question = case.question if isinstance(case, QaCase) else None
        result = result_of_case(score, repeat, result_of_sample(sample), question=question, machine=machine)
        return ScoredSample(score=score, sample=sample, result=result, by_machine=by_machine)

    def _measure(
        self, score: CaseScore, record: RecordedOutput | None, evaluation: Evaluation | None
    ) -> tuple[CaseScore, SampleFigures]:
        """Return a score with what its evaluator adds, and the figures of its sample."""
        judged = self._evaluate(score, evaluation)
        failed = None if judged is None else _failure_of(judged)
        if judged is not None and (judged.findings or failed is not None):
            failure = score.failure or failed
            score = replace(score, findings=(*score.findings, *judged.findings), failure=failure)
        telemetry = Telemetry() if record is None else record.telemetry
        sample = measure_sample(judged, telemetry, self._rubric)
        if not score.is_scored:
            sample = replace(sample, passed=False)  # regardless of the judge
        return score, sample

    def _evaluate(self, score: CaseScore, evaluation: Evaluation | None) -> Evaluation | None:
        if not score.is_answered:
            return None
        contract = None if score.capability is Capability.TASK or not score.is_scored else score
        judged = evaluation or NOT_JUDGED
        try:
            if not self._is_judged:
                return evaluate_by_contract(contract, self._rubric)
            return replace(judged, findings=(*judged.findings, *judge_findings(judged, contract, self._rubric)))
        except DELIBERATE:
            raise
        except Exception as error:  # whatever broke is our fault: a record, not the end of the run
            return broken_evaluation(error, EvaluatorError.NO_EVALUATOR)


def _failure_of(judged: Evaluation) -> Failure | None:
    if judged.failure is not FailureKind.BROKEN:
        return None
    return Failure(kind=FailedPart.JUDGE, cause=judged.error_message or "")


def record_of_line(case_id: str, repeat: int, line: str) -> RecordedOutput:
    """Read a stored line; an unreadable one counts as no answer, so that scoring never stops."""
    try:
        return parse_record(line)
    except FormatError as error:
        why = f"the kept answer cannot be read: {error}"
        return RecordedOutput(case_id=case_id, repeat=repeat, output=None, telemetry=Telemetry(), error=why, line=1)


def write_result(case: ResultCase) -> str:
    """Return a case as stored: one line of JSON, deterministic, ASCII for any database."""
    return _STORED.encode(case.model_dump(mode="json", exclude=case.unsaid))
