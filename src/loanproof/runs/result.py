"""The result of a run as it is written: the models behind ``score --json`` and ``loanproof schema result``.

Figures are doubles here and nowhere before. A figure that could not be computed is null. Keys that a newer version
added are passed over when a file is read.
"""

from __future__ import annotations

from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from loanproof.cases import GateSet
from loanproof.core import Capability, FieldId
from loanproof.gates import ReleaseReason, exit_code_of

FORMAT = 2
"""The format that is written; every earlier one is read."""


class ResultModel(BaseModel):
    """The base of every part of a result: immutable; unknown keys are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class ResultReason(ResultModel):
    """Why an item has its label: the code, the ruling that decided if one did, and a sentence."""

    code: str
    ruling: str | None
    message: str


class ResultDifference(ResultModel):
    """One place where a quote and the document part; ``stands_elsewhere`` is null for words that are not a value."""

    expected: str
    found: str
    token_class: str
    stands_elsewhere: bool | None


class ResultCited(ResultModel):
    """A citation as the output gave it."""

    document: str | None
    page: str | None
    section: str | None
    quote: str | None


class ResultEvidence(ResultModel):
    """One citation of an item: where its text was found, and how each of its elements matched.

    Attributes:
        document: The file of the place; what was cited where no such file was submitted.
        page: The first physical page of the place; null where nothing was found.
        section: The section of the place.
        match: What the quote is to the document; null without a quote.
        folds: The typographic differences that were forgiven.
        differs: Where the quote and the document part.
        snippet: What the document says at the place.
        citation_class: The class that this citation alone would have.
    """

    document: str | None
    page: int | None
    section: str | None
    match: str | None
    folds: tuple[str, ...]
    differs: tuple[ResultDifference, ...]
    snippet: str
    citation_class: str
    reason: str
    message: str
    cited: ResultCited
    file_match: str | None
    page_match: str | None
    section_match: str | None


class ResultProvenanceParts(ResultModel):
    """The three elements of a citation, each from 0 to 1. Diagnostics."""

    file: float
    place: float
    quote: float


class ResultOverride(ResultModel):
    """A label that two people overrode: theirs, which counts, and what the machine said."""

    label: str
    by: str
    approved_by: str
    reason: str
    machine_label: str
    machine_score: float


class ResultItem(ResultModel):
    """One item of a case; ``override`` is there where two people overrode its label."""

    item: str
    tranche: str | None
    extra: bool
    tier: int | None
    weight: float
    label: str
    score: float
    value_label: str
    provenance_score: float | None
    citation_class: str
    provenance_parts: ResultProvenanceParts | None
    confidence: float | None
    confidence_level: str
    hitl: str
    expected_raw: str | None
    expected_canonical: str | None
    output_raw: str | None
    output_canonical: str | None
    reasons: tuple[ResultReason, ...]
    evidence: tuple[ResultEvidence, ...]
    override: ResultOverride | None = None


class ResultFinding(ResultModel):
    """Something worth knowing about a case that changes no score by itself."""

    code: str
    message: str
    item: str | None = None


class ResultSample(ResultModel):
    """What the run rubric says about a sample; nulls where nothing was measured or judged."""

    accuracy_score: int | None = None
    faithfulness_score: int | None = None
    evaluator_error: str | None = None
    rationale: str | None = None
    latency_e2e_ms: float | None = None
    latency_model_ms: float | None = None
    timed_out: bool = False
    input_tokens: int | None = None
    output_tokens: int | None = None
    total_tokens: int | None = None
    token_efficiency_ratio: float | None = None
    passed: bool = False
    accuracy_norm: float | None = None
    faithfulness_norm: float | None = None
    latency_norm: float | None = None
    token_efficiency_norm: float | None = None
    sample_score: float | None = None


class ResultFailure(ResultModel):
    """What of Loanproof broke on a sample; a fault of Loanproof, never of the system under test.

    Attributes:
        kind: ``scorer``, ``judge`` or ``linter``.
        item: The item that it broke on; null where it was no single one.
        cause: The error on one line, with the module and line that it came through.
        version: The Loanproof that it happened in.
    """

    kind: str
    item: str | None
    cause: str
    version: str


class ResultFailedSample(ResultFailure):
    """A failure with the sample that it happened on."""

    case_id: str
    repeat: int


class ResultMachine(ResultModel):
    """What a case is without what people overrode."""

    score: float | None
    hallucination: bool
    sample: ResultSample | None


class ResultCase(ResultModel):
    """One case in one repeat. A task has no score, for the contract says nothing about it.

    ``machine`` is there only where people overrode a label, with what the case is without them.
    """

    case_id: str
    repeat: int
    capability: Capability
    score: float | None
    score_before_override: float | None
    hallucination: bool
    answered: bool
    weight: float
    expects_refusal: bool
    items: tuple[ResultItem, ...]
    findings: tuple[ResultFinding, ...]
    diagnostics: dict[str, float | None]
    sample: ResultSample | None
    failure: ResultFailure | None = None
    machine: ResultMachine | None = None

    @property
    def unsaid(self) -> dict[str, Any]:
        """The keys that are not written: without an override no item has one."""
        return {} if self.machine is not None else {"machine": True, "items": {"__all__": {"override"}}}


class ResultGate(ResultModel):
    """One gate: what was measured, what was demanded, and which cases broke it, worst first.

    Attributes:
        bound: Of a share of 0 what it may be at most, of one of 1 what it is at least, with 95 % confidence.
        cases: How many different cases a share comes from, each counted once.
        documents: How many different documents those cases analyse.
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
    """Figures beside the score, which no gate uses; docs/guides/gating.md defines each."""

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
    """How the two figures of the rubric that are reported over the repeats spread."""

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
    """One missed threshold of the contract, and the cases to begin with."""

    gate: str
    value: float | None
    threshold: float
    worst_cases: tuple[str, ...]


class ResultMachineVerdict(ResultModel):
    """The verdict without what people overrode; it stands beside the one that counts."""

    release_ready: bool
    failed_gates: tuple[str, ...]
    reasons: tuple[str, ...]


class ResultVerdict(ResultModel):
    """Whether the run may be released, and if not, every reason why not.

    Attributes:
        too_few: What each capability lacks that has fewer cases or documents than the contract asks for.
        failed: How many samples Loanproof itself broke on.
        failures: The first of them, in the order of the cases.
        undecided: How many fields of the suite nobody has decided yet; no answer is judged by them.
        without_overrides: What the machine alone decides, where people overrode labels; null where nobody did.
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
    """The twins that differ in one fact: how many pairs, and the shares that follow it and hold all else."""

    n: int
    follows: float | None
    holds: float | None


class ResultLoanproof(ResultModel):
    """The Loanproof that scored: its version, its commit where that is known, and one hash of all its word tables."""

    version: str
    commit: str | None = None
    lexicon_hash: str

    @property
    def name(self) -> str:
        """Version and commit as people write them."""
        return self.version if self.commit is None else f"{self.version} ({self.commit})"


class ResultRulings(ResultModel):
    """The revision of the rulings, those in force that touch the hallucination policy, and who approved the version."""

    revision: str
    hallucination_policy: tuple[str, ...]
    approved_by: tuple[str, ...]


class ResultSeal(ResultModel):
    """What binds a result together: the digest of its cases, and a mark over that digest and everything else.

    The mark is a digest, or the signature of a house that names a key; docs/guides/trust.md says what each proves.
    """

    cases: str
    mark: str


class ResultPrices(ResultModel):
    """What a million tokens cost, by the user's own figures."""

    input: float
    output: float
    currency: str


class ResultReviewLog(ResultModel):
    """The log of reviews in the store of the run when it was described: how many entries, and the digest of the last.

    ``loanproof review verify --head`` says whether a log still holds it.
    """

    entries: int
    head: str


class ResultRun(ResultModel):
    """What was run, on what, by what, when and where: the only part that knows a clock or a machine."""

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


class ResultHead(ResultModel):
    """Everything but the cases. A result without a format was written before formats had numbers."""

    format: int = 1
    run: ResultRun
    contract: ResultContract | None
    rubric: ResultRubric | None
    twins: dict[str, ResultTwins] = Field(default_factory=dict)
    verdict: ResultVerdict

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> Self:
        """Refuse a verdict that its own gates or reasons deny: nobody may pass by a changed word."""
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
