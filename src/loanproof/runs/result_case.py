"""One case in a result: its items with reasons and evidence, its sample, its failure."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

from loanproof.core import Capability


class ResultModel(BaseModel):
    """The base of every part of a result: immutable; unknown keys are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)


class ResultReason(ResultModel):
    """Why an item has its label: the code, the deciding ruling if any, and a sentence."""

    code: str
    ruling: str | None
    message: str


class ResultDifference(ResultModel):
    """One difference between a quote and the document; ``stands_elsewhere`` is null for non-values."""

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
        document: The file of the place; the cited name if no such file was submitted.
        page: The first physical page of the place; null if nothing was found.
        section: The section of the place.
        match: What the quote is to the document; null without a quote.
        folds: The typographic differences that were forgiven.
        differs: The differences between the quote and the document.
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

    @property
    def shown_page(self) -> int | None:
        """The page for display; ``None`` too if the document has no pages, in which all of it counts as the first."""
        return None if self.page_match == "not_needed" else self.page


class ResultProvenanceParts(ResultModel):
    """The three elements of a citation, each from 0 to 1. Diagnostic."""

    file: float
    place: float
    quote: float


class ResultOverride(ResultModel):
    """A label that two people overrode: theirs, which counts, and the machine's."""

    label: str
    by: str
    approved_by: str
    reason: str
    machine_label: str
    machine_score: float


class ResultItem(ResultModel):
    """One item of a case; ``override`` is present if two people overrode its label."""

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
    """What the run rubric says about a sample; null if nothing was measured or judged."""

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
    """What broke in Loanproof on a sample; never a fault of the system under test.

    Attributes:
        kind: ``scorer``, ``judge`` or ``linter``.
        item: The item that it broke on; null if it was not a single one.
        cause: The error on one line, with the module and line that it came through.
        version: The version of Loanproof.
    """

    kind: str
    item: str | None
    cause: str
    version: str


class ResultFailedSample(ResultFailure):
    """A failure with the sample it happened on."""

    case_id: str
    repeat: int


class ResultMachine(ResultModel):
    """A case without overrides."""

    score: float | None
    hallucination: bool
    sample: ResultSample | None


class ResultCase(ResultModel):
    """One case in one repeat. A task has no score, because the contract does not cover it.

    Attributes:
        question: What was asked, in a question case; left out otherwise.
        machine: The case without overrides; left out if there were none.
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
    question: str | None = None
    machine: ResultMachine | None = None

    @property
    def unsaid(self) -> dict[str, Any]:
        """The keys to leave out: without an override no item has one."""
        unasked: dict[str, Any] = {"question": True} if self.question is None else {}
        return unasked if self.machine is not None else {**unasked, "machine": True, "items": {"__all__": {"override"}}}
