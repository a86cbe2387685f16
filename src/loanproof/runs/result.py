"""The written form of a run's result: the models behind ``score --json`` and ``loanproof schema result``.

Figures become doubles only here. A figure that could not be computed is null. Keys added by a newer version are ignored
when a file is read.
"""

from __future__ import annotations

from typing import Any, Self

from pydantic import Field, model_validator

from loanproof.cases import GateSet
from loanproof.core import Capability, FieldId
from loanproof.gates import ReleaseReason, exit_code_of
from loanproof.runs.result_case import ResultCase, ResultFailedSample, ResultFinding, ResultModel

FORMAT = 2
"""The format that is written; every earlier one is read."""


class ResultGate(ResultModel):
    """One gate: what was measured, what was required, and which cases failed it, worst first.

    Attributes:
        bound: For a share of 0 its upper, for a share of 1 its lower bound, with 95 % confidence.
        cases: How many distinct cases a share is based on.
        documents: How many distinct documents those cases analyse.
    """

    gate: str
    value: float | None
    comparison: str
    threshold: float
    count: int
    passed: bool
    broken_by: tuple[str, ...]
    reason: str | None
    bound: float | None = None
    cases: int | None = None
    documents: int | None = None


class ResultDiagnostics(ResultModel):
    """Diagnostic figures, which no gate uses; docs/guides/gating.md defines each."""

    silent_error_rate: float | None
    over_escalation_rate: float | None
    hitl_catch_rate: float | None
    ece: float | None
    over_refusal_rate: float | None
    item_hallucination_rate: float | None
    provenance_mean: float | None
    provenance_file: float | None
    provenance_place: float | None
    provenance_quote: float | None
    capabilities_unweighted: dict[Capability, float | None]
    cases: dict[Capability, dict[str, float | None]]


class ResultContract(ResultModel):
    """The figures of the quality contract and its gates."""

    capabilities: dict[Capability, float | None]
    tier1_fields: dict[FieldId, float | None]
    hallucination_rate: float | None
    provenance_completeness: float | None
    grounded_refusal_accuracy: float | None
    diagnostics: ResultDiagnostics
    gates: tuple[ResultGate, ...]
    passed: bool
    samples: int
    unanswered: int


class ResultSpread(ResultModel):
    """A figure over the repeats; the deviation is null for a single repeat."""

    mean: float | None
    std: float | None


class ResultRepeats(ResultModel):
    """The spread of the two rubric figures that are reported over the repeats."""

    n: int
    aggregate_score: ResultSpread
    latency_e2e_p95_ms: ResultSpread


class ResultRubric(ResultModel):
    """The figures of the run rubric and its gates."""

    accuracy_mean: float | None
    accuracy_full_credit_rate: float | None
    faithfulness_mean: float | None
    faithfulness_failure_rate: float | None
    latency_e2e_p50_ms: float | None
    latency_e2e_p95_ms: float | None
    latency_model_p50_ms: float | None
    latency_model_p95_ms: float | None
    total_input_tokens: int | None
    total_output_tokens: int | None
    total_tokens: int | None
    token_efficiency_ratio_mean: float | None
    tokens_per_correct_answer: float | None
    aggregate_score: float | None
    pass_rate: float | None
    evaluator_error_count: int
    repeats: ResultRepeats
    gates: tuple[ResultGate, ...]
    passed: bool


class ResultRemediation(ResultModel):
    """One missed threshold of the contract, and the cases to start with."""

    gate: str
    value: float | None
    threshold: float
    worst_cases: tuple[str, ...]


class ResultMachineVerdict(ResultModel):
    """The verdict without overrides, reported alongside the one that counts."""

    release_ready: bool
    failed_gates: tuple[str, ...]
    reasons: tuple[str, ...]


class ResultVerdict(ResultModel):
    """Whether the run may be released, and if not, every reason why not.

    Attributes:
        too_few: A phrase for each capability with fewer cases or documents than the contract asks for.
        failed: How many samples Loanproof itself failed on.
        failures: The first of them, in the order of the cases.
        undecided: How many fields of the suite are still undecided; no answer is scored against them.
        without_overrides: The verdict without overrides; null if there were none.
    """

    release_ready: bool
    scope: tuple[str, ...]
    scope_words: str
    failed_gates: tuple[str, ...]
    reasons: tuple[str, ...]
    missing_metadata: tuple[str, ...]
    too_few: tuple[str, ...] = ()
    rca_required: bool
    remediation_required: bool
    remediation: tuple[ResultRemediation, ...]
    exit_code: int
    samples: int = 0
    unanswered: int = 0
    failed: int = 0
    failures: tuple[ResultFailedSample, ...] = ()
    undecided: int = 0
    without_overrides: ResultMachineVerdict | None = None


class ResultTwins(ResultModel):
    """The twins that differ in one fact: how many pairs, and the shares that follow it and keep everything else."""

    n: int
    follows: float | None
    holds: float | None


class ResultLoanproof(ResultModel):
    """The Loanproof that scored: its version, its commit if known, and one hash of all its word tables."""

    version: str
    commit: str | None = None
    lexicon_hash: str

    @property
    def name(self) -> str:
        """Version and commit for display."""
        return self.version if self.commit is None else f"{self.version} ({self.commit})"


class ResultRulings(ResultModel):
    """The revision of the rulings, those in force on the hallucination policy, and who approved the version."""

    revision: str
    hallucination_policy: tuple[str, ...]
    approved_by: tuple[str, ...]


class ResultSeal(ResultModel):
    """What binds a result together: the digest of its cases, and a mark over that digest and everything else.

    The mark is a digest, or the signature of a house with the name of its key; docs/guides/trust.md explains both.
    """

    cases: str
    mark: str


class ResultPrices(ResultModel):
    """The cost of a million tokens, by the user's own figures."""

    input: float
    output: float
    currency: str


class ResultReviewLog(ResultModel):
    """The review log in the store of the run when it was described: how many entries, and the last digest.

    ``loanproof review verify --head`` checks whether a log still contains it.
    """

    entries: int
    head: str


UNSTORED = "score-"
"""How the id of a run begins whose result was written to a file and not stored."""


class ResultRun(ResultModel):
    """What was run, on what, by what, when and where: the only part that depends on a clock or a machine."""

    run_id: str
    timestamp_utc: str
    dataset_id: str
    dataset_version_or_hash: str
    dataset_hash: str | None = None
    outputs_hash: str | None = None
    model_id: str | None = None
    model_version: str | None = None
    provider_snapshot: str | None = None
    evaluator_model_id: str | None = None
    evaluator_model_version: str | None = None
    prompt_template_id: str | None = None
    prompt_template_version_or_hash: str | None = None
    evaluator_prompt_template_version_or_hash: str | None = None
    generation_params: dict[str, Any] | None = None
    evaluator_generation_params: dict[str, Any] = Field(default_factory=dict)
    code_version: str | None = None
    environment: dict[str, Any] | None = None
    loanproof: ResultLoanproof | None = None
    standard: str
    standard_hash: str
    rulings: ResultRulings | None = None
    rubric: str | None = None
    rubric_hash: str | None = None
    repeats: int = 1
    suite: str | None = None
    prices: ResultPrices | None = None
    rescored_from: str | None = None
    review_log: ResultReviewLog | None = None
    findings: tuple[ResultFinding, ...] = ()
    seal: ResultSeal | None = None

    @property
    def is_stored(self) -> bool:
        """Whether the run is in a store, where a root cause or a remediation can be recorded for it."""
        return not self.run_id.startswith(UNSTORED)


class ResultHead(ResultModel):
    """Everything but the cases. A result without a format number predates format numbers."""

    format: int = 1
    run: ResultRun
    contract: ResultContract | None
    rubric: ResultRubric | None
    twins: dict[str, ResultTwins] = Field(default_factory=dict)
    verdict: ResultVerdict

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> Self:
        """Refuse a verdict that its own gates or reasons contradict, so that no edited word makes a run pass."""
        verdict, parts = self.verdict, {GateSet.CONTRACT: self.contract, GateSet.RUBRIC: self.rubric}
        held = (part for name, part in parts.items() if name in verdict.scope and part is not None)
        failed = {row.gate for part in held for row in part.gates if not row.passed}
        if failed != set(verdict.failed_gates) or bool(failed) != (ReleaseReason.GATE_FAILED in verdict.reasons):
            raise ValueError("the verdict contradicts its gates")
        if verdict.failed and ReleaseReason.INCOMPLETE not in verdict.reasons:
            raise ValueError("the verdict contradicts its failures")
        if bool(verdict.undecided) != (ReleaseReason.UNDECIDED_GOLD in verdict.reasons):
            raise ValueError("the verdict contradicts its undecided fields")
        if verdict.release_ready == bool(verdict.reasons) or verdict.exit_code != exit_code_of(verdict.reasons):
            raise ValueError("the verdict contradicts its reasons")
        return self


class Result(ResultHead):
    """A whole result."""

    cases: tuple[ResultCase, ...]


def result_schema() -> dict[str, Any]:
    """Return the JSON Schema of a result file."""
    return Result.model_json_schema(mode="serialization")
