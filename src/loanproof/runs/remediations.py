"""Remediations: a failed gate needs one, with an owner, a day and an action; a later run closes it by passing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from pydantic import ValidationError

from loanproof.core import UsageError
from loanproof.gates import ReleaseReason
from loanproof.runs.metadata import now_utc
from loanproof.runs.records import PlannedRemediation
from loanproof.runs.result import ResultHead

if TYPE_CHECKING:
    from loanproof.runs.records import RunRow
    from loanproof.runs.store_port import RunStore

# A gate that passes on a part of the cases shows nothing about the rest.
_PARTLY = frozenset({ReleaseReason.INCOMPLETE, ReleaseReason.FILTERED, ReleaseReason.INVALID_GOLD})


@dataclass(frozen=True, slots=True, kw_only=True)
class Remedy:
    """A planned remediation as seen from a run.

    Attributes:
        closed_by: The first later run, up to this one, that passed the gate on all cases; ``None`` while open.
        is_overdue: Whether it was still open when this run began, after its due day.
    """

    plan: PlannedRemediation
    closed_by: str | None
    is_overdue: bool


def record_remediation(
    store: RunStore, row: RunRow, head: ResultHead, *, gate: str, owner: str, due: str, action: str
) -> PlannedRemediation:
    """Save a remediation, or raise :class:`UsageError` if the gate did not fail or something is missing."""
    if gate not in head.verdict.failed_gates:
        hint = f"Failed: {', '.join(head.verdict.failed_gates) or 'none'}."
        held = {one.gate for part in (head.contract, head.rubric) if part is not None for one in part.gates}
        if gate not in held:
            raise UsageError(f"{row.manifest.run_id} has no gate {gate[:60]!r}.", hint=hint)
        raise UsageError(f"the gate {gate[:60]!r} of {row.manifest.run_id} did not fail.", hint=hint)
    if not owner.strip() or not action.strip():
        raise UsageError("a remediation has an owner and an action.", hint="Write --owner and --action.")
    began = head.run.timestamp_utc
    if not _is_day(due) or due < began[:10]:
        hint = f"Write a day from {began[:10]} on, such as {began[:4]}-12-31."
        raise UsageError(f"{due[:60]!r} cannot be the day a remediation is due.", hint=hint)
    plan = PlannedRemediation(
        run_id=row.manifest.run_id,
        began=began,
        suite_id=row.manifest.suite_id,
        target=row.manifest.target,
        gate=gate,
        owner=owner.strip(),
        due=due,
        action=action.strip(),
        at=now_utc(),
    )
    store.save_remediation(plan)
    return plan


def read_remedies(store: RunStore, row: RunRow) -> tuple[Remedy, ...]:
    """Return the remediations of a suite and target as seen from one of their runs, the newest for each gate.

    Those of later runs are left out: a report of an old run does not change.
    """
    manifest, began = row.manifest, _began(row)
    plans = store.read_remediations(suite_id=manifest.suite_id, target=manifest.target)
    known = [plan for plan in plans if plan.began <= began]
    if not known:
        return ()
    runs = store.read_runs(suite_id=manifest.suite_id, target=manifest.target)
    until_now = [(_began(one), one.manifest.run_id, _passed(one)) for one in runs if _began(one) <= began]
    newest = {plan.gate: plan for plan in reversed(known)}
    return tuple(_remedy(newest[gate], sorted(until_now), began) for gate in sorted(newest))


def _remedy(plan: PlannedRemediation, runs: list[tuple[str, str, frozenset[str]]], now: str) -> Remedy:
    closed = (run_id for began, run_id, passed in runs if _is_later(plan, began, run_id) and plan.gate in passed)
    closed_by = next(closed, None)
    return Remedy(plan=plan, closed_by=closed_by, is_overdue=closed_by is None and plan.due < now[:10])


def _is_later(plan: PlannedRemediation, began: str, run_id: str) -> bool:
    # Times have whole seconds: a run of the same second is later only if it began no earlier than the plan was made.
    return run_id != plan.run_id and (began > plan.began or began >= plan.at)


def _passed(row: RunRow) -> frozenset[str]:
    """Return the gates that a run passed on all its cases; empty for a run that contradicts itself."""
    try:
        head = ResultHead.model_validate(row.summary)
    except ValidationError:
        return frozenset()
    if not _PARTLY.isdisjoint(head.verdict.reasons):
        return frozenset()
    return frozenset(_gates(head)) - set(head.verdict.failed_gates)


def _gates(head: ResultHead) -> Iterator[str]:
    for part in (head.contract, head.rubric):
        yield from () if part is None else (gate.gate for gate in part.gates if gate.passed)


def _began(row: RunRow) -> str:
    return str(row.manifest.head.get("timestamp_utc") or "")


def _is_day(written: str) -> bool:
    try:
        return date.fromisoformat(written).isoformat() == written
    except ValueError:
        return False
