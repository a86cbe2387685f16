"""From scored cases, one by one, to everything in a result that is not a case."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import Capability
from loanproof.gates import ContractTally, RunFacts, decide_contract, decide_release
from loanproof.runs.metadata import missing_metadata
from loanproof.runs.result import ResultHead
from loanproof.runs.verdict_results import result_of_contract, result_of_verdict

if TYPE_CHECKING:
    from loanproof.cases import Suite
    from loanproof.runs.result import ResultRun
    from loanproof.scoring import CaseScore
    from loanproof.standards import EvalStandard, RubricStandard


class RunTally:
    """Counts the samples of a run and decides it. What it holds does not grow with what the samples say."""

    def __init__(self, suite: Suite, standard: EvalStandard, rubric: RubricStandard) -> None:
        self._suite = suite
        self._standard = standard
        self._rubric = rubric
        self._contract = ContractTally(standard)
        self._unjudged_tasks = 0

    def add(self, score: CaseScore, repeat: int) -> None:
        """Count one sample. A task that no judge looked at leaves the run incomplete."""
        self._contract.add(score, repeat)
        self._unjudged_tasks += score.capability is Capability.TASK

    def decide(self, run: ResultRun, *, is_filtered: bool = False, is_floating: bool = False) -> ResultHead:
        """Decide the run as far as it was counted."""
        settings = self._suite.settings
        claimed = tuple(capability for capability in self._suite.capabilities if capability is not Capability.TASK)
        contract = decide_contract(self._contract, claimed=claimed, standard=self._standard) if claimed else None
        missing = missing_metadata(run, self._rubric)
        facts = RunFacts(
            evaluated=self._contract.samples - self._contract.unanswered,
            unanswered=self._contract.unanswered + self._unjudged_tasks,
            repeats=run.repeats,
            least_repeats=self._rubric.rubric.repeats.minimum if settings.variance_sensitive else 1,
            missing_metadata=missing,
            is_filtered=is_filtered,
            is_floating=is_floating,
        )
        verdict = decide_release(
            contract=contract, rubric=(), scope=settings.gates, facts=facts, standard=self._standard
        )
        return ResultHead(
            run=run,
            contract=None if contract is None else result_of_contract(contract),
            rubric=None,
            verdict=result_of_verdict(verdict, missing),
        )
