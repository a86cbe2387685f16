"""The run rubric as typed, immutable objects, one class for each part of its file."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import model_validator

from loanproof.core import Exact, FileModel, Flag, Whole
from loanproof.standards.figures import Only, OnlyKeys, Prose
from loanproof.standards.metrics import Metrics
from loanproof.standards.rubric_parameters import RubricParameters
from loanproof.standards.vocabulary import Identity, Limit, Table


class Rationale(FileModel):
    """Limits on the judge's rationale."""

    max_words: Whole
    may_be_empty: Flag


class JudgeReply(FileModel):
    """The keys of a judge's reply: the scores with their allowed values, and the rationale."""

    scores: Annotated[
        Table[str, tuple[Whole, ...]],
        OnlyKeys(("accuracy_score", "faithfulness_score"), "the metrics of a judge are these two"),
    ]
    rationale: Rationale


_NO_SCORE = "a judge that cannot be read gives no score and is never guessed at"


class Unjudged(FileModel):
    """What is stored for a sample without a usable reply of the judge."""

    accuracy_score: Annotated[None, Only(None, _NO_SCORE)]
    faithfulness_score: Annotated[None, Only(None, _NO_SCORE)]
    evaluator_error: Annotated[str, Only("parse_error", _NO_SCORE)]


class Judge(FileModel):
    """How a judge is asked, how its reply is parsed, and what happens if it is invalid."""

    template: Annotated[str, Only("judge-template.txt", "the template is read from this file")]
    placeholders: Annotated[
        tuple[str, ...],
        Only(
            ("task", "reference_answer", "provided_context", "candidate_answer"),
            "nothing else is there to be filled in",
        ),
    ]
    reply: JudgeReply
    parse_error_when: Annotated[
        tuple[str, ...],
        Only(
            ("malformed JSON", "required key missing", "score outside the allowed values"),
            "a reply is read in one way, as strict as that",
        ),
    ]
    retries: Whole
    retry_inputs: Annotated[str, Only("identical", "the same request is sent again")]
    after_retries: Unjudged


class SamplePass(FileModel):
    """The limits that a sample must meet, all of them."""

    accuracy_score: Limit
    faithfulness_score: Limit
    latency_e2e_ms: Limit
    total_tokens: Limit


_OWN_FIGURE = "each component is that of its own figure"


class ScoreNorm(FileModel):
    """A score divided by its maximum."""

    divide_by: Exact


class AccuracyNorm(ScoreNorm):
    """The accuracy of a sample, from 0 to 1."""

    of: Annotated[str, Only("accuracy_score", _OWN_FIGURE)]


class FaithfulnessNorm(ScoreNorm):
    """The faithfulness of a sample, from 0 to 1."""

    of: Annotated[str, Only("faithfulness_score", _OWN_FIGURE)]


class TargetNorm(FileModel):
    """``min(cap, target / max(measured, floor))``."""

    target: Exact
    floor: Exact
    cap: Exact


class LatencyNorm(TargetNorm):
    """The speed of a sample, from 0 to its cap."""

    of: Annotated[str, Only("latency_e2e_ms", _OWN_FIGURE)]


class TokenNorm(TargetNorm):
    """The token efficiency of a sample, from 0 to its cap."""

    of: Annotated[str, Only("total_tokens", _OWN_FIGURE)]


class Normalisation(FileModel):
    """How each metric becomes a component between 0 and 1."""

    accuracy_norm: AccuracyNorm
    faithfulness_norm: FaithfulnessNorm
    latency_norm: LatencyNorm
    token_efficiency_norm: TokenNorm


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
    """How a sample's score and the run's score are computed."""

    sample_score: Annotated[str, Only("weighted sum of the normalised components", "weights says what each weighs")]
    aggregate_score: Annotated[str, Only("mean(sample_score)", "the samples of a run count alike")]


class RunGates(FileModel):
    """The release gates of a run, all of which must be met."""

    aggregate_score: Limit
    pass_rate: Limit
    faithfulness_failure_rate: Limit
    latency_e2e_p95_ms: Limit


class Generation(FileModel):
    """The generation parameters of a call, unless an experiment sets others."""

    temperature: Exact
    top_p: Exact
    max_tokens: Whole
    seed: Whole
    seed_when: Prose
    override: Prose


class Pinning(FileModel):
    """How the version of a model is pinned and recorded."""

    record: Prose
    example: Prose
    floating_aliases_allowed: Annotated[Flag, Only(False, "--allow-floating allows them for a single run")]
    floating_aliases: tuple[str, ...]
    without_versions: Prose


RunFact = Literal[
    "run_id",
    "timestamp_utc",
    "dataset_id",
    "dataset_version_or_hash",
    "model_id",
    "model_version",
    "evaluator_model_id",
    "evaluator_model_version",
    "prompt_template_id",
    "prompt_template_version_or_hash",
    "evaluator_prompt_template_version_or_hash",
    "generation_params",
    "code_version",
    "environment",
]
"""What a run can record of itself."""


class RunMetadata(FileModel):
    """What every run must record."""

    required: tuple[RunFact, ...]
    generation_params: tuple[str, ...]
    notes: Table[str, Prose]


_SPREAD = "the spread over the repeats is that of these figures"


class Repeats(FileModel):
    """How often a benchmark is run, and what is reported over the repeats."""

    minimum: Whole
    tasks: Annotated[str, Only("variance-sensitive", "variance_sensitive in suite.yaml says whether a suite is")]
    report: Annotated[tuple[str, ...], Only(("mean", "standard deviation"), _SPREAD)]
    of: Annotated[tuple[str, ...], Only(("aggregate_score", "latency_e2e_p95_ms"), _SPREAD)]
    raw_outputs_stored: Annotated[Flag, Only(True, "a run always keeps what was answered")]


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
