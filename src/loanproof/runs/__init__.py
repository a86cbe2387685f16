"""Runs: plan, engine, targets, retry, resume, repeats, manifest and result; ports for the outside."""

from loanproof.runs.asking import Asked, Asker, TargetChanged
from loanproof.runs.dropped_answers import TargetUnreachable
from loanproof.runs.engine import RunEngine
from loanproof.runs.estimating import Estimate, estimate_run
from loanproof.runs.judge_phase import JudgeSetup
from loanproof.runs.listing import RunCounts, RunEntry, RunLists
from loanproof.runs.manifests import (
    make_manifest,
    refuse_changed,
    refuse_failed,
    refuse_missing_metadata,
)
from loanproof.runs.metadata import (
    CONTRACT_EVALUATOR,
    FLOATING,
    EvaluatorInfo,
    describe_planned,
    describe_recorded,
    digest_suite,
    new_run_id,
    now_utc,
    plain_data,
)
from loanproof.runs.page_scoring import Engine, PageItem, PageScorer, Scored, ScoringSetup
from loanproof.runs.pinning import is_floating
from loanproof.runs.planning import Plan, PlannedSample, Selection, house_standard
from loanproof.runs.proving import NOT_AUTHENTICATED, ProvedRun, prove_run
from loanproof.runs.ranking import BROKEN, rank_of
from loanproof.runs.recorded import RecordedRun, refuse_unknown_cases
from loanproof.runs.records import (
    EvaluationRecord,
    Manifest,
    PlannedRemediation,
    ResultCursor,
    RootCause,
    RunRow,
    RunStatus,
    SampleRecord,
    ScoredRecord,
)
from loanproof.runs.remediations import Remedy, read_remedies, record_remediation
from loanproof.runs.result import (
    Result,
    ResultContract,
    ResultGate,
    ResultHead,
    ResultLoanproof,
    ResultReviewLog,
    ResultRubric,
    ResultRulings,
    ResultRun,
    ResultSpread,
    ResultVerdict,
    result_schema,
)
from loanproof.runs.result_case import (
    ResultCase,
    ResultDifference,
    ResultEvidence,
    ResultFailedSample,
    ResultFailure,
    ResultFinding,
    ResultItem,
    ResultReason,
    ResultSample,
)
from loanproof.runs.result_files import ResultFile, ResultWriter, RunReader, WrittenRun
from loanproof.runs.root_causes import (
    RootCauseMissing,
    record_root_cause,
    refuse_to_forget,
    refuse_without_root_cause,
)
from loanproof.runs.run_options import JudgeOptions, RunOptions, parse_options, write_options
from loanproof.runs.sample_scoring import SampleScorer, record_of_line
from loanproof.runs.store_port import RunStore
from loanproof.runs.stored_run import StoredRun, as_explained, case_as_kept, head_as_kept
from loanproof.runs.target_port import Answer, Json, Question, QuestionDocument, Target, TargetIdentity

__all__ = [
    "BROKEN",
    "CONTRACT_EVALUATOR",
    "FLOATING",
    "NOT_AUTHENTICATED",
    "Answer",
    "Asked",
    "Asker",
    "Engine",
    "Estimate",
    "EvaluationRecord",
    "EvaluatorInfo",
    "Json",
    "JudgeOptions",
    "JudgeSetup",
    "Manifest",
    "PageItem",
    "PageScorer",
    "Plan",
    "PlannedRemediation",
    "PlannedSample",
    "ProvedRun",
    "Question",
    "QuestionDocument",
    "RecordedRun",
    "Remedy",
    "Result",
    "ResultCase",
    "ResultContract",
    "ResultCursor",
    "ResultDifference",
    "ResultEvidence",
    "ResultFailedSample",
    "ResultFailure",
    "ResultFile",
    "ResultFinding",
    "ResultGate",
    "ResultHead",
    "ResultItem",
    "ResultLoanproof",
    "ResultReason",
    "ResultReviewLog",
    "ResultRubric",
    "ResultRulings",
    "ResultRun",
    "ResultSample",
    "ResultSpread",
    "ResultVerdict",
    "ResultWriter",
    "RootCause",
    "RootCauseMissing",
    "RunCounts",
    "RunEngine",
    "RunEntry",
    "RunLists",
    "RunOptions",
    "RunReader",
    "RunRow",
    "RunStatus",
    "RunStore",
    "SampleRecord",
    "SampleScorer",
    "Scored",
    "ScoredRecord",
    "ScoringSetup",
    "Selection",
    "StoredRun",
    "Target",
    "TargetChanged",
    "TargetIdentity",
    "TargetUnreachable",
    "WrittenRun",
    "as_explained",
    "case_as_kept",
    "describe_planned",
    "describe_recorded",
    "digest_suite",
    "estimate_run",
    "head_as_kept",
    "house_standard",
    "is_floating",
    "make_manifest",
    "new_run_id",
    "now_utc",
    "parse_options",
    "plain_data",
    "prove_run",
    "rank_of",
    "read_remedies",
    "record_of_line",
    "record_remediation",
    "record_root_cause",
    "refuse_changed",
    "refuse_failed",
    "refuse_missing_metadata",
    "refuse_to_forget",
    "refuse_unknown_cases",
    "refuse_without_root_cause",
    "result_schema",
    "write_options",
]
