"""The figures and switches that rulings set where the run rubric is silent, as typed objects."""

from __future__ import annotations

from typing import Annotated

from loanproof.core import Exact, FileModel, Flag, Whole
from loanproof.standards.figures import Only
from loanproof.standards.vocabulary import Label, Table


class ParsingRule(FileModel):
    """How strictly a judge's reply is parsed where the rubric leaves it open."""

    rationale_too_long: Annotated[str, Only("parse_error", "judge.reply.rationale.max_words says what is too long")]
    rationale_empty: Annotated[str, Only("parse_error", "judge.reply.rationale.may_be_empty says whether it is")]
    scores_must_be_integers: Flag
    extra_keys: Annotated[str, Only("finding", "a key that nobody asked for is told and costs nothing")]


_NOT_JUDGED = "a score that nobody gave is not a score"


class NullScoreRule(FileModel):
    """How a sample without judge scores counts."""

    in_means: Annotated[Flag, Only(False, _NOT_JUDGED)]
    sample_passes: Annotated[Flag, Only(False, _NOT_JUDGED)]
    shown_as: Annotated[str, Only("evaluator_error", "it is a key of the result format")]


_NOT_MEASURED = "a limit that is not measured is not met"


class TelemetryRule(FileModel):
    """The effect of missing latency or token counts."""

    missing_counts_as_zero: Annotated[Flag, Only(False, _NOT_MEASURED)]
    sample_passes: Annotated[Flag, Only(False, _NOT_MEASURED)]
    failed_gates: tuple[str, ...]
    reason: str
    weights_renormalised: Annotated[Flag, Only(False, _NOT_MEASURED)]
    tokens_without_model: Annotated[Whole, Only(0, "a target without a model reports its tokens itself")]


_FILLED = "the inputs of a judge are made in one way"


class TemplateInputs(FileModel):
    """What fills the judge's template, by capability; ``other`` is extraction, covenants and bmt."""

    task: Annotated[
        Table[str, str],
        Only(
            {
                "task": "task",
                "reference_answer": "reference_answer",
                "provided_context": "provided_context",
                "candidate_answer": "answer",
            },
            _FILLED,
        ),
    ]
    qa: Annotated[
        Table[str, str],
        Only(
            {
                "task": "question",
                "reference_answer": "reference answer or joined facts",
                "provided_context": "expected quotes with their places",
                "candidate_answer": "answer",
            },
            _FILLED,
        ),
    ]
    other: Annotated[
        Table[str, str],
        Only(
            {
                "task": "fixed hashed sentence",
                "reference_answer": "expected object as canonical JSON",
                "provided_context": "expected quotes",
                "candidate_answer": "output as canonical JSON",
            },
            _FILLED,
        ),
    ]


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
    without_reference: Annotated[str, Only("no_evaluator", "it is an evaluator error of the result format")]


class RubricParameters(FileModel):
    """Every figure and switch that a ruling sets."""

    parsing: ParsingRule
    null_scores: NullScoreRule
    telemetry: TelemetryRule
    template_inputs: TemplateInputs
    contract_evaluator: ContractEvaluator
    percentile: Annotated[str, Only("linear", "there is one percentile, between the closest ranks")]
    variance_sensitive_by_default: Annotated[Flag, Only(True, "variance_sensitive in suite.yaml says otherwise")]
    too_few_repeats_release: Annotated[Flag, Only(False, "repeats.minimum is the least number for a release")]
