"""Whether a spoilt output is worse than a perfect one: the labels decide, item by item."""

from __future__ import annotations

from tools.lowered_labels import labels_of, lowers

from loanproof.standards import Label


def scored(*labels: Label) -> dict[str, object]:
    return {"items": [{"tranche": None, "item": "margin", "label": label.value} for label in labels]}


def test_a_label_that_falls_is_lowered() -> None:
    assert lowers(labels_of(scored(Label.CORRECT)), labels_of(scored(Label.PARTIAL)))


def test_labels_that_stay_are_not_lowered() -> None:
    same = labels_of(scored(Label.CORRECT, Label.PARTIAL))
    assert not lowers(same, same)


def test_a_wrong_item_that_is_added_lowers_and_a_right_one_does_not() -> None:
    perfect = labels_of(scored(Label.CORRECT))
    assert lowers(perfect, labels_of(scored(Label.CORRECT, Label.HALLUCINATION)))
    assert not lowers(perfect, labels_of(scored(Label.CORRECT, Label.CORRECT)))
