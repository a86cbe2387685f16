"""Stored runs for viewing page by page: every answer is as quick for a large run as for a small one.

Whatever needs a whole run (verifying it, its worst mistakes, a comparison) is done once, in the background.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import TYPE_CHECKING

from loanproof.reports import LabelChange, Mistakes, RunComparison, compare_runs, find_mistakes, fold_changes
from loanproof.runs import (
    ResultCase,
    ResultCursor,
    ResultHead,
    StoredRun,
    as_explained,
    case_as_kept,
    head_as_kept,
    prove_run,
)
from loanproof.service.background import Background
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.runs import Remedy, ResultGate, RunCounts, RunEntry, RunLists, RunStore

MOST_HEADS = 300
_SHOWN_CASES = 20  # cases that failed a gate, in a cached head
_SHOWN_CHANGES = 50
_WHOLE_HEADS = 4
_WAIT_S = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedRun:
    """A run with its figures, if it has any; of the cases that failed a gate only the worst are named."""

    entry: RunEntry
    head: ResultHead | None

    @property
    def run_id(self) -> str:
        """The id of the run."""
        return self.entry.manifest.run_id


@dataclass(frozen=True, slots=True, kw_only=True)
class ExaminedRun:
    """What only a look at every case shows about a run.

    Attributes:
        head: Everything but the cases; a doubt about the run is a finding, and a reason if it prevents a release.
        doubt: Why the result is not authenticated.
        mistakes: The worst mistakes.
        remedies: The remediations planned for failed gates.
    """

    head: ResultHead
    doubt: str | None
    mistakes: Mistakes
    remedies: tuple[Remedy, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedRuns:
    """What changed from one run to another, with the worst label changes and the repeats that share each.

    Attributes:
        worse: The worst changes.
        more: How many further changes there are.
    """

    comparison: RunComparison
    worse: tuple[tuple[LabelChange, tuple[int, ...]], ...]
    more: int


class RunCatalog:
    """Reads runs for pages. It may be used from several threads."""

    def __init__(self, lists: RunLists, store: RunStore) -> None:
        self._lists = lists
        self._store = store
        self._lock = Lock()
        self._brief: OrderedDict[tuple[str, int], ResultHead] = OrderedDict()
        self._whole: OrderedDict[tuple[str, int], ResultHead] = OrderedDict()
        self._examined: Background[ExaminedRun] = Background()
        self._compared: Background[ComparedRuns] = Background(most_kept=20)

    def runs(self, *, after: tuple[str, str] | None = None, limit: int) -> list[ListedRun]:
        """Return runs, newest first; ``after`` is the start time and id of the last run already seen."""
        return [self._listed(entry) for entry in self._lists.entries(after=after, limit=limit)]

    def run(self, run_id: str) -> ListedRun | None:
        """Return the run with exactly this id."""
        entry = self._lists.entry(run_id)
        return None if entry is None else self._listed(entry)

    def gate(self, run: ListedRun, name: str) -> ResultGate | None:
        """Return a gate of a run with every case that failed it."""
        head = self._head(run.entry, is_whole=True)
        parts = () if head is None else (head.contract, head.rubric)
        gates = (gate for part in parts if part is not None for gate in part.gates)
        return next((gate for gate in gates if gate.gate == name), None)

    def counts(self, run_id: str) -> RunCounts:
        """Return the progress of a run."""
        return self._lists.counts(run_id)

    def cases_after(self, run_id: str, position: int, *, limit: int) -> list[tuple[int, ResultCase]]:
        """Return cases in order, each with its position."""
        found = self._lists.results_after(run_id, position, limit=limit)
        return [(one.position, case_as_kept(one.result)) for one in found]

    def wrong_cases_after(
        self, run_id: str, after: ResultCursor | None, *, limit: int
    ) -> list[tuple[ResultCursor, ResultCase]]:
        """Return cases with something wrong, worst first, each with its position in that order."""
        found = self._store.read_result_page(run_id, limit=limit, after=after, least_rank=Label.PARTIAL.rank)
        return [(ResultCursor(rank=one.rank, position=one.position), case_as_kept(one.result)) for one in found]

    def cases_of(self, run_id: str, case_ids: Sequence[str]) -> list[ResultCase]:
        """Return some cases in all their repeats, in the given order."""
        order = {case_id: at for at, case_id in enumerate(case_ids)}
        found = [case_as_kept(one.result) for one in self._lists.results_of(run_id, case_ids)]
        return sorted(found, key=lambda case: (order[case.case_id], case.repeat))

    def examine(self, run: ListedRun) -> ExaminedRun | None:
        """Return what a look at every case shows; ``None`` while that is in progress.

        Raises whatever :func:`loanproof.runs.prove_run` raises if the run was changed.
        """
        key = (run.run_id, run.entry.ends)
        found = self._examined.ask(key, lambda: self._examine(run.run_id), wait_s=_WAIT_S)
        if found is None:
            return None
        return replace(found, head=as_explained(found.head, self._store, run.entry))

    def compare(self, before: ListedRun, after: ListedRun) -> ComparedRuns | None:
        """Return what changed from one run to another; ``None`` while that is in progress."""
        key = (before.run_id, before.entry.ends, after.run_id, after.entry.ends)
        return self._compared.ask(key, lambda: self._compare(before.run_id, after.run_id), wait_s=_WAIT_S)

    def close(self) -> None:
        """Wait for work in progress."""
        self._examined.close()
        self._compared.close()

    def _examine(self, run_id: str) -> ExaminedRun:
        stored = StoredRun(self._store, run_id)
        proved = prove_run(stored, self._store.signer)
        return ExaminedRun(
            head=_brief(proved.head),
            doubt=proved.doubt,
            mistakes=find_mistakes(proved.cases()),
            remedies=stored.remedies,
        )

    def _compare(self, before: str, after: str) -> ComparedRuns:
        comparison = compare_runs(
            *(prove_run(StoredRun(self._store, one), self._store.signer) for one in (before, after))
        )
        folded = fold_changes(comparison.worse)
        worse = tuple((change, tuple(repeats)) for change, repeats in folded[:_SHOWN_CHANGES])
        return ComparedRuns(comparison=comparison, worse=worse, more=len(folded) - len(worse))

    def _listed(self, entry: RunEntry) -> ListedRun:
        head = self._head(entry)
        if head is not None:
            head = as_explained(head, self._store, entry)
        return ListedRun(entry=entry, head=head)

    def _head(self, entry: RunEntry, *, is_whole: bool = False) -> ResultHead | None:
        key = (entry.manifest.run_id, entry.ends)
        kept, most = (self._whole, _WHOLE_HEADS) if is_whole else (self._brief, MOST_HEADS)
        with self._lock:
            if key in kept:
                kept.move_to_end(key)
                return kept[key]
        summary = self._lists.summary(entry.manifest.run_id) if entry.ends else None
        if summary is None:
            return None
        head = head_as_kept(entry.manifest.run_id, summary)
        with self._lock:
            kept[key] = head if is_whole else _brief(head)
            while len(kept) > most:
                kept.popitem(last=False)
            return kept[key]


def _brief(head: ResultHead) -> ResultHead:
    """Return a head in which every gate names only its worst cases, so that its size is bounded."""
    parts = {}
    for name, part in (("contract", head.contract), ("rubric", head.rubric)):
        if part is not None:
            gates = tuple(one.model_copy(update={"broken_by": one.broken_by[:_SHOWN_CASES]}) for one in part.gates)
            parts[name] = part.model_copy(update={"gates": gates})
    return head.model_copy(update=parts)
