"""Each corruption of a perfect covenant or flag has the label of the table, and none raises a score."""

from __future__ import annotations

import copy
from typing import Any

from tests.conformance.covenants_alone import Alone, all_alone
from tests.conformance.vectors import FOLDER
from tests.rows import each_row
from tests.tables import load_table

MUTATIONS: list[dict[str, Any]] = load_table(FOLDER / "mutations_covenants.yaml")
ALONE = list(all_alone())


@each_row("mutation", MUTATIONS, ids=lambda mutation: mutation["id"])
def test_a_corrupted_answer_has_the_label_of_the_table(mutation: dict[str, Any]) -> None:
    fitting = [alone for alone in ALONE if _fits(mutation, alone)]
    assert fitting, "no answer of the bases has what this mutation needs"
    for alone in fitting:
        perfect, changed = alone.score(alone.answer), alone.score(_mutated(mutation, alone))
        before, after = perfect.items[0], changed.items[0]
        assert perfect.score == 1, alone.id
        assert after.label.value == mutation["label"], f"{alone.id}: {after.reasons[0].message}"
        assert changed.score <= perfect.score
        fell = after.score < before.score or (after.provenance.score or 0) < (before.provenance.score or 0)
        assert fell != ("unchanged" in mutation), alone.id


def _fits(mutation: dict[str, Any], alone: Alone) -> bool:
    answer = alone.answer
    if mutation["of"] != alone.kind or answer.get("name") in mutation.get("not_named", ()):
        return False
    if "tested" in mutation and mutation["tested"] != (alone.expected["testing_frequency"] != "none"):
        return False
    has, lacks = mutation.get("has", ()), mutation.get("lacks", ())
    return all(key in answer for key in has) and not any(key in answer for key in lacks)


def _mutated(mutation: dict[str, Any], alone: Alone) -> Any:
    if mutation.get("gone"):
        return None
    answer: Any = copy.deepcopy(dict(alone.answer))
    for place, value in mutation.get("set", {}).items():
        if not place:
            return value
        holder, last = _holder(answer, place)
        holder[last] = value
    for place in mutation.get("drop", ()):
        holder, last = _holder(answer, place)
        holder.pop(last)
    return answer


def _holder(data: Any, place: str) -> tuple[Any, Any]:
    *steps, last = (int(step) if step.isdigit() else step for step in place.split("."))
    for step in steps:
        data = data[step]
    return data, last
