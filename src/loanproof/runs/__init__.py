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
    "TargetIdentity",
]
