"""From scored cases, one by one, to everything in a result that is not a case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from loanproof.cases import DocumentCase, count_undecided, list_twins
from loanproof.core import Capability, one_line
from loanproof.gates import (
    ContractTally,
    RunFacts,
    TwinTally,
    decide_contract,
    decide_release,
    decide_rubric_gates,
    sampling_of,
)
from loanproof.rubric import RubricTally
from loanproof.runs.case_results import result_of_failure
from loanproof.runs.metadata import missing_metadata
from loanproof.runs.pinning import is_floating as floats
from loanproof.runs.result import FORMAT, ResultHead, ResultMachineVerdict
from loanproof.runs.result_case import ResultFailedSample, ResultFinding
from loanproof.runs.rubric_results import result_of_rubric
from loanproof.runs.verdict_results import result_of_contract, result_of_twins, result_of_verdict

if TYPE_CHECKING:
    from loanproof.cases import GateSet, Suite, Twin
    from loanproof.gates import Sampling
    from loanproof.rubric import SampleFigures
    from loanproof.runs.result import ResultRun
    from loanproof.scoring import CaseScore
    from loanproof.standards import EvalStandard, RubricStandard

_MOST_FAILURES = 20
_MOST_NOTES = 20
_NOTE = "DOCUMENT_NOTE"
_OVERRIDDEN = "OVERRIDDEN"
VARIANCE_WAIVED = "VARIANCE_WAIVED"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """What a suite says about itself and its cases that a verdict depends on.

    Attributes:
        capabilities: What it claims, in the order of the contract.
        gates: The verdicts that a release needs.
        variance_sensitive: Whether a release needs several repeats.
        undecided: How many fields are still undecided.
        documents: The document that each case analyses, by case id.
        twins: The pairs of cases that differ in one fact.
    """

    capabilities: tuple[Capability, ...]
    gates: tuple[GateSet, ...]
    variance_sensitive: bool
    undecided: int = 0
    documents: Mapping[str, str] = field(default_factory=dict)
    twins: Sequence[Twin] = ()

    @classmethod
    def of(cls, suite: Suite) -> Claims:
        """Return what a suite claims."""
        return cls(
            capabilities=suite.capabilities,
            gates=suite.settings.gates,
            variance_sensitive=suite.settings.variance_sensitive,
            undecided=count_undecided(suite),
            documents={
                located.case.id: located.case.document_names[0]
                for located in suite.cases
                if isinstance(located.case, DocumentCase)
            },
            twins=list_twins(suite.cases),
        )


class RunTally:
    """Counts the samples of a run, in any order, and decides it; if needed, also without overrides."""

    def __init__(
        self, claims: Claims, standard: EvalStandard, rubric: RubricStandard, *, tells_machine: bool = False
    ) -> None:
        self._claims = claims
        self._standard = standard
        self._rubric = rubric
        self._contract = ContractTally(standard, claims.documents)
        self._samples = RubricTally(rubric)
        self._sampled: set[str] = set()
        self._judged: set[str] = set()
        self._count = 0
        self._unanswered = 0
        self._incomplete = 0
        self._invalid = 0
        self._failed = 0
        self._failures: list[ResultFailedSample] = []
        self._notes: dict[str, None] = {}
        self._tested: set[Capability] = set()
        self._twins = TwinTally(claims.twins)
        self._overridden: list[str] = []
        self._machine = RunTally(claims, standard, rubric) if tells_machine else None

    def add(
        self, score: CaseScore, sample: SampleFigures, repeat: int, *, by_machine: SampleFigures | None = None
    ) -> None:
        """Count one sample; ``by_machine`` are its figures without overrides, if there were any."""
        if self._machine is not None:
            self._machine.add(score.by_machine, by_machine or sample, repeat)
        self._overridden += overridden_words(score, repeat)
        self._contract.add(score, repeat)
        self._twins.add(score, repeat)
        self._samples.add(sample, case_id=score.case_id, repeat=repeat)
        self._sampled.add(score.case_id)
        if sample.accuracy_score is not None:
            self._judged.add(score.case_id)
        self._notes.update(dict.fromkeys(score.document_notes))
        self._tested.add(score.capability)
        self._count += 1
        self._unanswered += not score.is_answered
        self._invalid += score.has_invalid_gold
        self._incomplete += not score.is_answered or not score.is_scored or sample.evaluator_error is not None
        failure = result_of_failure(score.failure)
        if failure is not None:
            self._failed += 1
            if len(self._failures) < _MOST_FAILURES:
                self._failures.append(ResultFailedSample(case_id=score.case_id, repeat=repeat, **failure.model_dump()))

    def decide(
        self, run: ResultRun, *, is_filtered: bool = False, is_floating: bool = False, has_root_cause: bool = False
    ) -> ResultHead:
        """Decide the run from what was counted.

        A sample without an answer, without an evaluation, or on which Loanproof failed leaves the run incomplete.
        """
        machine = None
        if self._machine is not None:
            alone = self._machine.decide(
                run, is_filtered=is_filtered, is_floating=is_floating, has_root_cause=has_root_cause
            ).verdict
            machine = ResultMachineVerdict(
                release_ready=alone.release_ready, failed_gates=alone.failed_gates, reasons=alone.reasons
            )
        claims = self._claims
        claimed = tuple(capability for capability in claims.capabilities if capability is not Capability.TASK)
        contract = decide_contract(self._contract, claimed=claimed, standard=self._standard) if claimed else None
        aggregates = self._samples.aggregates()
        rows = decide_rubric_gates(
            aggregates, self._rubric, sampled=self._sampling(self._sampled), judged=self._sampling(self._judged)
        )
        missing = missing_metadata(run, self._rubric)
        facts = RunFacts(
            evaluated=self._count - self._incomplete,
            unanswered=self._incomplete,
            repeats=run.repeats,
            least_repeats=self._rubric.rubric.repeats.minimum if claims.variance_sensitive else 1,
            has_invalid_gold=self._invalid > 0,
            has_undecided_gold=claims.undecided > 0,
            missing_metadata=missing,
            untested=tuple(one for one in claims.capabilities if one not in self._tested),
            is_filtered=is_filtered,
            is_floating=is_floating or floats(run.model_id, run.model_version, self._standard, self._rubric),
            has_root_cause=has_root_cause,
        )
        verdict = decide_release(
            contract=contract, rubric=rows, scope=claims.gates, facts=facts, standard=self._standard
        )
        return ResultHead(
            format=FORMAT,
            run=run.model_copy(update={"findings": (*run.findings, *self._told(run.repeats))}),
            contract=None if contract is None else result_of_contract(contract),
            rubric=result_of_rubric(aggregates, rows),
            twins={fact: result_of_twins(found) for fact, found in self._twins.figures()},
            verdict=result_of_verdict(
                verdict,
                missing,
                too_few=() if contract is None else contract.too_few,
                samples=self._count,
                unanswered=self._unanswered,
                failed=self._failed,
                failures=tuple(self._failures),
                undecided=claims.undecided,
                without_overrides=machine,
            ),
        )

    def _sampling(self, case_ids: set[str]) -> Sampling | None:
        return (
            sampling_of(case_ids, self._claims.documents) if self._standard.parameters.clarifications.bounds else None
        )

    def _told(self, repeats: int) -> Iterator[ResultFinding]:
        """Yield findings on the repeats and on how the documents were read; every report shows them."""
        if repeats < self._rubric.rubric.repeats.minimum and not self._claims.variance_sensitive:
            asked = "once" if repeats == 1 else f"{repeats} times"
            message = (
                f"Each case was asked {asked}, and the suite says that this is enough (variance_sensitive: false)."
            )
            yield ResultFinding(code=VARIANCE_WAIVED, message=f"{message} How much the answers vary is not known.")
        told = self._overridden[:_MOST_NOTES]
        if len(self._overridden) > len(told):
            told.append(f"There are {len(self._overridden) - len(told):,} more overridden labels.")
        yield from (ResultFinding(code=_OVERRIDDEN, message=one) for one in told)
        notes = list(self._notes)
        if len(notes) > _MOST_NOTES:
            rest = len(notes) - _MOST_NOTES
            notes[_MOST_NOTES:] = [f"There are {rest:,} more notes on documents: loanproof check prints them all."]
        yield from (ResultFinding(code=_NOTE, message=note) for note in notes)


def overridden_words(score: CaseScore, repeat: int) -> Iterator[str]:
    """Yield a sentence for each overridden label of a sample: both labels, who, and why."""
    for item in score.items:
        told = item.overruled
        if told is not None:
            name = item.head.item if item.head.tranche is None else f"{item.head.tranche}/{item.head.item}"
            yield (
                f"{score.case_id}, repeat {repeat}, {name}: the machine says {told.label.value}; {told.by} and"
                f" {told.approved_by} say {item.label.value}: {one_line(told.reason)}"
            )
