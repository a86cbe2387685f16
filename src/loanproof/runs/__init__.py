"""Plan, engine, targets, retry, resume, repeats, manifest and result; ports for the outside."""

from loanproof.runs.asking import Asked, Asker, TargetChanged, TargetGone
from loanproof.runs.planning import Plan, PlannedSample, Selection
from loanproof.runs.ports import (
    Answer,
    Json,
    Manifest,
    Question,
    QuestionDocument,
    RootCause,
    RunRow,
    RunStatus,
    RunStore,
    SampleRecord,
    ScoredRecord,
    Target,
    TargetIdentity,
)
from loanproof.runs.target_files import TargetEntry, TargetKind, load_targets, parse_short_form

__all__ = [
    "Answer",
    "Asked",
    "Asker",
    "Json",
    "Manifest",
    "Plan",
    "PlannedSample",
    "Question",
    "QuestionDocument",
    "RootCause",
    "RunRow",
    "RunStatus",
    "RunStore",
    "SampleRecord",
    "ScoredRecord",
    "Selection",
    "Target",
    "TargetChanged",
    "TargetEntry",
    "TargetGone",
    "TargetIdentity",
    "TargetKind",
    "load_targets",
    "parse_short_form",
]
