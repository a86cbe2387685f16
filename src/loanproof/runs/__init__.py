"""Plan, engine, targets, retry, resume, repeats, manifest and result; ports for the outside."""

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
    "Json",
    "Manifest",
    "Question",
    "QuestionDocument",
    "RootCause",
    "RunRow",
    "RunStatus",
    "RunStore",
    "SampleRecord",
    "ScoredRecord",
    "Target",
    "TargetEntry",
    "TargetIdentity",
    "TargetKind",
    "load_targets",
    "parse_short_form",
]
