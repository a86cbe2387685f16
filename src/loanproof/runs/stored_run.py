"""A stored run as a run reader."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from loanproof.core import RecordChanged, UsageError
from loanproof.gates import ReleaseReason, exit_code_of
from loanproof.runs.remediations import Remedy, read_remedies
from loanproof.runs.result import ResultHead
from loanproof.runs.result_case import ResultCase, ResultFinding
from loanproof.runs.root_causes import find_root_cause, has_root_cause, unsigned_root_cause

if TYPE_CHECKING:
    from loanproof.runs.listing import RunEntry
    from loanproof.runs.records import RootCause, RunRow
    from loanproof.runs.store_port import RunStore

_UNSIGNED_CAUSE = "root_cause_not_authenticated"


class StoredRun:
    """A run in a store as a :class:`~loanproof.runs.RunReader`; the caller closes the store.

    Raises :class:`UsageError` for a run that was not scored yet.
    """

    def __init__(self, store: RunStore, run_id: str) -> None:
        self._store = store
        self._row = store.read_run(run_id)
        if self._row.summary is None:
            command = f"loanproof run {self._row.manifest.suite_folder} --resume {self._row.manifest.run_id}"
            raise UsageError(f"the run {self._row.manifest.run_id} is not finished.", hint=f"Resume with: {command}")

    @property
    def row(self) -> RunRow:
        """The run as in lists."""
        return self._row

    @property
    def root_cause(self) -> RootCause | None:
        """The analysis of the run's hallucination, if one is on record."""
        return find_root_cause(self._store, self._row)

    @property
    def remedies(self) -> tuple[Remedy, ...]:
        """The remediations of the same suite and target, as seen from this run."""
        return read_remedies(self._store, self._row)

    @property
    def head(self) -> ResultHead:
        """Everything but the cases. A root cause recorded since then no longer counts as missing."""
        return as_explained(head_as_kept(self._row.manifest.run_id, self.written_head), self._store, self._row)

    def cases(self) -> Iterator[ResultCase]:
        """Yield the cases in order, one by one."""
        return (case_as_kept(record.result) for record in self._store.read_results(self._row.manifest.run_id))

    @property
    def written_head(self) -> Mapping[str, Any]:
        """Everything but the cases, as data."""
        return self._row.summary or {}

    def written_cases(self) -> Iterator[str]:
        """Yield the cases in order, each as its stored text."""
        return (record.result for record in self._store.read_results(self._row.manifest.run_id))

    def case(self, case_id: str, repeat: int) -> ResultCase | None:
        """Return one case in one repeat, or ``None`` if it is not in the run."""
        found = self._store.read_result(self._row.manifest.run_id, case_id, repeat)
        return None if found is None else case_as_kept(found.result)


def head_as_kept(run_id: str, summary: Mapping[str, Any]) -> ResultHead:
    """Return the stored end of a run, or raise :class:`RecordChanged` if no run ends like that."""
    try:
        return ResultHead.model_validate(summary)
    except ValidationError as error:
        hint = "What it was is not known any more: score the run again, loanproof rescore."
        raise RecordChanged(f"the verdict of the run {run_id} was changed in the store.", hint=hint) from error


def case_as_kept(written: str) -> ResultCase:
    """Return a stored result of a sample, or raise :class:`RecordChanged` if none has that form."""
    try:
        return ResultCase.model_validate(json.loads(written))
    except ValueError as error:
        hint = "What it was is not known any more: score the run again, loanproof rescore."
        raise RecordChanged(f"the result {written[:60]!r} was changed in the store.", hint=hint) from error


def as_explained(head: ResultHead, store: RunStore, row: RunRow | RunEntry) -> ResultHead:
    """Return a head as it counts now: a root cause recorded since then no longer counts as missing.

    One that our key did not sign is a finding of the run, and changes nothing else.
    """
    missing = ReleaseReason.ROOT_CAUSE_MISSING.value
    if missing not in head.verdict.reasons:
        return head
    findings = tuple(one for one in head.run.findings if one.code != _UNSIGNED_CAUSE)
    if (unsigned := unsigned_root_cause(store, row)) is not None:
        findings += (ResultFinding(code=_UNSIGNED_CAUSE, message=unsigned),)
    head = head.model_copy(update={"run": head.run.model_copy(update={"findings": findings})})
    if not has_root_cause(store, row):
        return head
    reasons = tuple(reason for reason in head.verdict.reasons if reason != missing)
    verdict = head.verdict.model_copy(update={"reasons": reasons, "exit_code": exit_code_of(reasons)})
    return head.model_copy(update={"verdict": verdict})
