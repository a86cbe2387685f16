"""Scores recorded answers to the cases of a suite; each document is read once, its image pages only if needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from loanproof.cases import DocumentCase
from loanproof.documents import load_document
from loanproof.outputs import FindingCode, parse_output
from loanproof.provenance import DocumentSet
from loanproof.scoring import CaseFinding, guard_case, score_case, score_invalid, score_unanswered

if TYPE_CHECKING:
    from loanproof.cases import Case, Suite
    from loanproof.documents import Cache, Document
    from loanproof.outputs import Output, RecordedOutput
    from loanproof.scoring import CaseScore
    from loanproof.standards import EvalStandard

NO_INVALID_GOLD: Mapping[str, Sequence[str]] = MappingProxyType({})


class SuiteScorer:
    """Scores answers to the cases of one suite, under one version of the contract.

    ``invalid_gold`` has the problems of cases that contradict their documents, by case id.
    """

    def __init__(
        self,
        suite: Suite,
        standard: EvalStandard,
        *,
        cache: Cache | None = None,
        invalid_gold: Mapping[str, Sequence[str]] = NO_INVALID_GOLD,
    ) -> None:
        self._suite = suite
        self._standard = standard
        self._cache = cache
        self._invalid_gold = invalid_gold
        self._documents: dict[str, Document] = {}
        self._sets: dict[tuple[tuple[str, ...], bool], DocumentSet] = {}

    def score(self, case: Case, record: RecordedOutput | None) -> CaseScore:
        """Score the record of a case, or its absence. No answer and no fault of ours can make this fail.

        A document that cannot be read raises :class:`loanproof.core.FileError`: without it nothing can be scored.
        """
        if case.id in self._invalid_gold:
            return score_invalid(case, self._invalid_gold[case.id])
        why = why_unanswered(record)
        if record is None or why is not None:
            return score_unanswered(case, why or "", self._standard)
        return guard_case(case, lambda: self._score_answer(case, record), self._standard)

    def _score_answer(self, case: Case, record: RecordedOutput) -> CaseScore:
        output = parse_output(record.output, case.capability, standard=self._standard)
        score = self._score_output(case, output)
        unknown = tuple(
            CaseFinding(code=FindingCode.UNKNOWN_KEY, message=f"The recorded line has the unknown key {key[:40]!r}.")
            for key in record.unknown_keys
        )
        notes = self._notes(case)
        if not unknown and not notes:
            return score
        return replace(score, findings=(*score.findings, *unknown), document_notes=notes)

    def _notes(self, case: Case) -> tuple[str, ...]:
        documents = [self._read(name) for name in case.document_names] if isinstance(case, DocumentCase) else []
        return tuple(f"{document.name}: {note}" for document in documents for note in document.notes)

    def _score_output(self, case: Case, output: Output) -> CaseScore:
        """Score an answer without image pages and, if anything is wrong with it, again with all of them.

        The result does not depend on what earlier cases needed: the same answer always gets the same score.
        """
        if not isinstance(case, DocumentCase):
            return score_case(case, output, documents=None, standard=self._standard)
        names = case.document_names
        score = score_case(case, output, documents=self._set(names, with_images=False), standard=self._standard)
        if score.is_flawless or all(self._read(name).recognise is None for name in names):
            return score
        return score_case(case, output, documents=self._set(names, with_images=True), standard=self._standard)

    def _set(self, names: tuple[str, ...], *, with_images: bool) -> DocumentSet:
        key = names, with_images
        if key not in self._sets:
            documents = [self._read(name) for name in names]
            chosen = documents if with_images else [document.without_images() for document in documents]
            self._sets[key] = DocumentSet(chosen, self._standard)
        return self._sets[key]

    def _read(self, name: str) -> Document:
        if name not in self._documents:
            self._documents[name] = load_document(self._suite.document_path(name), cache=self._cache)
        return self._documents[name]


def why_unanswered(record: RecordedOutput | None) -> str | None:
    """Return why there is no answer, or ``None`` if there is one."""
    if record is None:
        return "No answer was recorded."
    if record.error is not None:
        return f"The system answered with an error: {' '.join(record.error.split())[:300]}"
    if record.telemetry.timed_out and record.output is None:
        return "The system did not answer in time."
    return None
