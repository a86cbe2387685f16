"""Scores what was recorded for the cases of a suite; each document is read once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.cases import DocumentCase
from loanproof.documents import load_document
from loanproof.outputs import FindingCode, parse_output
from loanproof.provenance import DocumentSet
from loanproof.scoring import CaseFinding, guard_case, score_case, score_unanswered

if TYPE_CHECKING:
    from loanproof.cases import Case, Suite
    from loanproof.documents import Cache, Document
    from loanproof.outputs import RecordedOutput
    from loanproof.scoring import CaseScore
    from loanproof.standards import EvalStandard


class SuiteScorer:
    """Scores answers to the cases of one suite, by one version of the contract."""

    def __init__(self, suite: Suite, standard: EvalStandard, *, cache: Cache | None = None) -> None:
        self._suite = suite
        self._standard = standard
        self._cache = cache
        self._documents: dict[str, Document] = {}
        self._sets: dict[tuple[str, ...], DocumentSet] = {}

    def score(self, case: Case, record: RecordedOutput | None) -> CaseScore:
        """Score the record of a case, or its absence. Nothing in an answer can make this fail, and no fault of ours.

        A document that cannot be read raises :class:`loanproof.core.FileError`: without it nothing can be said.
        """
        why = why_unanswered(record)
        if record is None or why is not None:
            return score_unanswered(case, why or "", self._standard)
        return guard_case(case, lambda: self._score_answer(case, record), self._standard)

    def _score_answer(self, case: Case, record: RecordedOutput) -> CaseScore:
        output = parse_output(record.output, case.capability, standard=self._standard)
        documents = self._set(case.document_names) if isinstance(case, DocumentCase) else None
        score = score_case(case, output, documents=documents, standard=self._standard)
        unknown = tuple(
            CaseFinding(code=FindingCode.UNKNOWN_KEY, message=f"The recorded line has the unknown key {key[:40]!r}.")
            for key in record.unknown_keys
        )
        return replace(score, findings=(*score.findings, *unknown), document_notes=self._notes(case))

    def _notes(self, case: Case) -> tuple[str, ...]:
        documents = [self._read(name) for name in case.document_names] if isinstance(case, DocumentCase) else []
        return tuple(f"{document.name}: {note}" for document in documents for note in document.notes)

    def _set(self, names: tuple[str, ...]) -> DocumentSet:
        if names not in self._sets:
            self._sets[names] = DocumentSet([self._read(name) for name in names], self._standard)
        return self._sets[names]

    def _read(self, name: str) -> Document:
        if name not in self._documents:
            self._documents[name] = load_document(self._suite.document_path(name), cache=self._cache)
        return self._documents[name]


def why_unanswered(record: RecordedOutput | None) -> str | None:
    """Return why there is no answer, or ``None`` where there is one."""
    if record is None:
        return "No answer was recorded."
    if record.error is not None:
        return f"The system answered with an error: {' '.join(record.error.split())[:300]}"
    if record.telemetry.timed_out and record.output is None:
        return "The system did not answer in time."
    return None
