"""The run rubric: judge prompt and reply, samples, and the figures over a run.

An evaluator (a judge, or the contract itself) gives each answer an :class:`Evaluation`; with its telemetry it becomes a
sample, and a :class:`RubricTally` counts samples one by one.
"""

from loanproof.rubric.aggregates import RubricAggregates, RubricTally
from loanproof.rubric.calibration import (
    LEAST_LABELS,
    AxisAgreement,
    Calibration,
    JudgedSample,
    calibrate_judge,
)
from loanproof.rubric.contract_evaluator import evaluate_by_contract
from loanproof.rubric.evaluation import Evaluation, EvaluatorError, JudgeFinding, broken_evaluation
from loanproof.rubric.human_labels import HumanLabel, HumanLabels, load_labels
from loanproof.rubric.judge_prompt import prompt_hash
from loanproof.rubric.judge_reply import reply_schema
from loanproof.rubric.judging import default_params, judge_answer, judge_findings, judge_request
from loanproof.rubric.repeats import RepeatFigures, Spread
from loanproof.rubric.sample import SampleFigures, measure_sample

__all__ = [
    "LEAST_LABELS",
    "AxisAgreement",
    "Calibration",
    "Evaluation",
    "EvaluatorError",
    "HumanLabel",
    "HumanLabels",
    "JudgeFinding",
    "JudgedSample",
    "RepeatFigures",
    "RubricAggregates",
    "RubricTally",
    "SampleFigures",
    "Spread",
    "broken_evaluation",
    "calibrate_judge",
    "default_params",
    "evaluate_by_contract",
    "judge_answer",
    "judge_findings",
    "judge_request",
    "load_labels",
    "measure_sample",
    "prompt_hash",
    "reply_schema",
]
