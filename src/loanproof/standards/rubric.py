"""The run rubric as typed, immutable objects, one class for each part of its file."""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from loanproof.core import Exact, FileModel, Flag, Whole
from loanproof.standards.vocabulary import Identity, Label, Limit, Table


class Metric(FileModel):
    """What is measured on each sample, and the figures over a run that come from it."""

    name: str
    goal: str
    scale: Table[Whole, str] | None = None
    sample: Table[str, str]
    aggregate: Table[str, str]
    note: str | None = None


class Metrics(FileModel):
    """The four metrics."""

    accuracy: Metric
    faithfulness: Metric
    latency: Metric
    token_efficiency: Metric


class Rationale(FileModel):
    """What the judge's rationale may be."""

    max_words: Whole
    may_be_empty: Flag


class JudgeReply(FileModel):
    """The keys of a judge's reply: the scores with their allowed values, and the rationale."""

    scores: Table[str, tuple[Whole, ...]]
    rationale: Rationale


class Unjudged(FileModel):
    """What is stored for a sample whose judge never gave a usable reply."""

    accuracy_score: None
    faithfulness_score: None
    evaluator_error: str


class Judge(FileModel):
    """How a judge is asked, how its reply is read, and what happens when it cannot be read."""

    template: str
    placeholders: tuple[str, ...]
    reply: JudgeReply
    parse_error_when: tuple[str, ...]
    retries: Whole
    retry_inputs: Literal["identical"]
    after_retries: Unjudged


class SamplePass(FileModel):
    """The limits that a sample must keep, all of them."""

    accuracy_score: Limit
    faithfulness_score: Limit
    latency_e2e_ms: Limit
    total_tokens: Limit


class ScoreNorm(FileModel):
    """A score divided by its maximum."""

    of: str
    divide_by: Exact


class TargetNorm(FileModel):
    """``min(cap, target / max(measured, floor))``."""

    of: str
    target: Exact
    floor: Exact
    cap: Exact


class Normalisation(FileModel):
    """How each metric becomes a component between 0 and 1."""

    accuracy_norm: ScoreNorm
    faithfulness_norm: ScoreNorm
    latency_norm: TargetNorm
    token_efficiency_norm: TargetNorm


class Weights(FileModel):
    """The weight of each normalised component; they sum to 1."""

    accuracy_norm: Exact
    faithfulness_norm: Exact
    latency_norm: Exact
    token_efficiency_norm: Exact

    @model_validator(mode="after")
    def _sum_is_one(self) -> Weights:
        parts = (self.accuracy_norm, self.faithfulness_norm, self.latency_norm, self.token_efficiency_norm)
        if sum(parts) != 1:
            raise ValueError("the weights must sum to 1")
        return self


class Aggregate(FileModel):
    """How a sample's score and the run's score are formed."""

    sample_score: str
    aggregate_score: str


class RunGates(FileModel):
    """The release gates of a run, all of which must hold."""

    aggregate_score: Limit
    pass_rate: Limit
    faithfulness_failure_rate: Limit
    latency_e2e_p95_ms: Limit


class Generation(FileModel):
    """The generation parameters that a call sends unless an experiment says otherwise."""

    temperature: Exact
    top_p: Exact
    max_tokens: Whole
    seed: Whole
    seed_when: str
    override: str


class Pinning(FileModel):
    """How the version of a model is pinned and recorded."""

    record: str
    example: str
    floating_aliases_allowed: Flag
    floating_aliases: tuple[str, ...]
    without_versions: str


class RunMetadata(FileModel):
    """What every run must record."""

    required: tuple[str, ...]
    generation_params: tuple[str, ...]
    notes: Table[str, str]


class Repeats(FileModel):
    """How often a benchmark is run, and what is reported over the repeats."""

    minimum: Whole
    tasks: str
    report: tuple[str, ...]
    of: tuple[str, ...]
    raw_outputs_stored: Flag


class ParsingRule(FileModel):
    """How strictly a judge's reply is read where the rubric leaves it open."""

    rationale_too_long: Literal["parse_error"]
    rationale_empty: Literal["parse_error"]
    scores_must_be_integers: Flag
    extra_keys: Literal["finding"]


class NullScoreRule(FileModel):
    """How a sample without judge scores counts."""

    in_means: Flag
    sample_passes: Flag
    shown_as: str


class TelemetryRule(FileModel):
    """What missing latency or token counts do."""

    missing_counts_as_zero: Flag
    sample_passes: Flag
    failed_gates: tuple[str, ...]
    reason: str
    weights_renormalised: Flag
    tokens_without_model: Whole


class TemplateInputs(FileModel):
    """What fills the judge's template, by capability; ``other`` is extraction, covenants and bmt."""

    task: Table[str, str]
    qa: Table[str, str]
    other: Table[str, str]


class ContractEvaluator(FileModel):
    """How the evaluator without a model turns contract labels into rubric scores."""

    faithfulness_on_hallucination: Whole
    faithfulness_on_incomplete_provenance: Whole
    faithfulness_otherwise: Whole
    accuracy_when_all_right: Whole
    accuracy_right_labels: tuple[Label, ...]
    accuracy_partial: Whole
    accuracy_partial_from_score: Exact
    accuracy_otherwise: Whole
    without_reference: str


class RubricParameters(FileModel):
    """Every figure and switch that a ruling sets."""

    parsing: ParsingRule
    null_scores: NullScoreRule
    telemetry: TelemetryRule
    template_inputs: TemplateInputs
    contract_evaluator: ContractEvaluator
    percentile: Literal["linear"]
    variance_sensitive_by_default: Flag
    too_few_repeats_release: Flag


class Rubric(FileModel):
    """The whole rubric: each attribute is one protected part of its file."""

    identity: Identity
    metrics: Metrics
    judge: Judge
    sample_pass: SamplePass
    normalisation: Normalisation
    weights: Weights
    aggregate: Aggregate
    gates: RunGates
    generation: Generation
    pinning: Pinning
    run_metadata: RunMetadata
    repeats: Repeats
    parameters: RubricParameters
