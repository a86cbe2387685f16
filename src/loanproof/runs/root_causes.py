"""Root-cause analyses: after a hallucination the same target needs one before it runs on the same suite again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.core import InputError, Proof, RecordChanged, UsageError
from loanproof.runs.metadata import now_utc
from loanproof.runs.records import RootCause
from loanproof.runs.seals import check_seal

if TYPE_CHECKING:
    from loanproof.runs.listing import RunEntry
    from loanproof.runs.records import PlannedRemediation, RunRow
    from loanproof.runs.store_port import RunStore
    from loanproof.standards import EvalStandard


_UNSIGNED = "is not signed with the key at hand, so it counts for nothing"


class RootCauseMissing(InputError):
    """A run had a hallucination that nobody has explained; the next run must wait for that."""

    exit_code = 4


def has_hallucination(store: RunStore, row: RunRow) -> bool:
    """Return whether a run ended with a hallucination; a run that was never scored has none.

    Raises :class:`RecordChanged` if its verdict was changed in the store.
    """
    if row.summary is not None and check_seal(row.summary, store.signer) is Proof.CHANGED:
        hint = "What it was is not known any more: score the run again, loanproof rescore."
        raise RecordChanged(f"the verdict of the run {row.manifest.run_id} was changed in the store.", hint=hint)
    verdict = (row.summary or {}).get("verdict")
    return isinstance(verdict, dict) and verdict.get("rca_required") is True


def counts_by_mark(store: RunStore, record: RootCause | PlannedRemediation) -> bool:
    """Return whether a record counts: where we have a key, only one that it signed does."""
    return record.is_proven or store.signer.key is None


def find_root_cause(store: RunStore, row: RunRow | RunEntry) -> RootCause | None:
    """Return the newest analysis of a run, or of the run that it rescores, if one that counts is on record."""
    return next((one for one in _analyses(store, row) if counts_by_mark(store, one)), None)


def unsigned_root_cause(store: RunStore, row: RunRow | RunEntry) -> str | None:
    """Say, in one sentence, which analysis of a run counts for nothing, where none counts."""
    found = [] if has_root_cause(store, row) else list(_analyses(store, row))
    return f"The analysis by {found[0].by[:60]!r} {_UNSIGNED}; record it again." if found else None


def has_root_cause(store: RunStore, row: RunRow | RunEntry) -> bool:
    """Return whether the analysis of a run, or of the run that it rescores, is on record."""
    return find_root_cause(store, row) is not None


def refuse_without_root_cause(store: RunStore, *, suite_id: str, target: str) -> None:
    """Raise :class:`RootCauseMissing` if an earlier run of the target, in any version, still lacks its analysis."""
    for row in store.read_runs(suite_id=suite_id, target=target):
        if has_hallucination(store, row) and not has_root_cause(store, row):
            _refuse(store, row, "and nobody recorded why")


def refuse_to_forget(store: RunStore, row: RunRow) -> None:
    """Raise :class:`RootCauseMissing` if a run must not be deleted, because its hallucination is unexplained."""
    if has_hallucination(store, row) and not has_root_cause(store, row):
        _refuse(store, row, "and must not be forgotten before its cause is known")


def record_root_cause(
    store: RunStore, row: RunRow, standard: EvalStandard, *, cause: str, fix: str, by: str
) -> RootCause:
    """Save an analysis, or raise :class:`UsageError` if it says too little or there is nothing to explain."""
    least = standard.parameters.root_cause.min_words
    if not has_hallucination(store, row):
        raise UsageError(f"the run {row.manifest.run_id} has no hallucination to explain.")
    if len(cause.split()) < least:
        raise UsageError(
            f"the cause {cause[:60]!r} is too short.", hint=f"Say in at least {least} words what happened."
        )
    if not fix.strip() or not by.strip():
        raise UsageError("an analysis has a fix and an author.", hint="Write --fix and --by.")
    found = RootCause(
        run_id=row.manifest.run_id,
        suite_id=row.manifest.suite_id,
        target=row.manifest.target,
        cause=cause,
        fix=fix,
        by=by,
        at=now_utc(),
    )
    store.save_root_cause(found)
    return found


def _analyses(store: RunStore, row: RunRow | RunEntry) -> Iterator[RootCause]:
    """Yield the analyses of a run or of the run that it rescores, newest first, whether they count or not."""
    manifest = row.manifest
    meant = {manifest.run_id, manifest.rescored_from}
    newest_first = store.read_root_causes(suite_id=manifest.suite_id, target=manifest.target)
    return (one for one in newest_first if one.run_id in meant)


def _refuse(store: RunStore, row: RunRow, why: str) -> None:
    run_id = row.manifest.run_id
    if (unsigned := unsigned_root_cause(store, row)) is not None:
        why = f"{why}: {unsigned.rstrip('.').replace('The', 'the', 1)}"
    hint = f'Say why first: loanproof rca {run_id} --cause "…" --fix "…" --by NAME.'
    raise RootCauseMissing(f"the run {run_id} of {row.manifest.target} had a hallucination, {why}.", hint=hint)
