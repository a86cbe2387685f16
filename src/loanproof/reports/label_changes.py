"""Labels that changed from one run to another, with what was expected and what each run gave."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from loanproof.core import plain_name
from loanproof.reports.mistakes import value_words
from loanproof.reports.pairing import step_between

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from loanproof.runs import ResultCase, RunReader

_Key: TypeAlias = tuple[str, int, str, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelChange:
    """One item of one sample whose label changed; values are as written, ``why`` is from the later run.

    ``question`` is what was asked, in a question case.
    """

    case_id: str
    repeat: int
    item: str
    tranche: str | None
    before: str
    after: str
    expected: str | None = None
    given_before: str | None = None
    given_after: str | None = None
    why: str | None = None
    question: str | None = None

    @property
    def step(self) -> int:
        """How far it moved: positive is worse, negative is better."""
        return step_between(self.before, self.after)

    @property
    def name(self) -> str:
        """The item for display; an answer is identified by its question."""
        return self.question or self.item_name

    @property
    def item_name(self) -> str:
        """The item for display, without any text of a case."""
        return plain_name(self.item) if self.tranche is None else f"{plain_name(self.item)}, {self.tranche}"

    @property
    def moved(self) -> str:
        """What was given before and now, and what was expected, in one line."""
        before, after = value_words(self.given_before), value_words(self.given_after)
        given = f"still {after}" if before == after else f"{before} → {after}"
        return f"{given} (expected {value_words(self.expected)})"


def with_values_before(changes: Sequence[LabelChange], before: RunReader) -> list[LabelChange]:
    """Return the changes with what the earlier run gave. That run is read again, but only if anything changed.

    Keeping every value of a run in memory until one changes would take far more memory than its labels.
    """
    if not changes:
        return []
    wanted = {_key(change) for change in changes}
    given = {
        key: item.output_raw
        for case in before.cases()
        for item in case.items
        if not item.extra and (key := (case.case_id, case.repeat, item.item, item.tranche)) in wanted
    }
    return [replace(change, given_before=given.get(_key(change))) for change in changes]


def change_of(case: ResultCase, item: str, tranche: str | None, before: str, after: str) -> LabelChange:
    """Return the change of one item of a later case."""
    held = next(one for one in case.items if not one.extra and (one.item, one.tranche) == (item, tranche))
    return LabelChange(
        case_id=case.case_id,
        repeat=case.repeat,
        item=item,
        tranche=tranche,
        before=before,
        after=after,
        expected=held.expected_raw,
        given_after=held.output_raw,
        why=held.reasons[0].message if held.reasons else None,
        question=case.question,
    )


def fold_changes(changes: Iterable[LabelChange]) -> list[tuple[LabelChange, tuple[int, ...]]]:
    """Return each change once with the repeats that share it, in order."""
    held: dict[LabelChange, list[int]] = {}
    for change in changes:
        held.setdefault(replace(change, repeat=0), []).append(change.repeat)
    return [(change, tuple(repeats)) for change, repeats in held.items()]


def _key(change: LabelChange) -> _Key:
    return change.case_id, change.repeat, change.item, change.tranche
