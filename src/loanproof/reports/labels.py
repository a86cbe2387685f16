"""The labels as people see them: a letter and a word beside every colour. How bad each is, the label itself says."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from loanproof.standards import Label

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelLook:
    """How a label is shown.

    Attributes:
        letter: What is in a cell of the heat map.
        words: The label as people say it.
        counts_as: What the label is; its rank and whether it is right are asked there.
    """

    letter: str
    words: str
    counts_as: Label


_LETTERS = {
    Label.CORRECT: "C",
    Label.TRUE_NEGATIVE: "T",
    Label.GROUNDED_REFUSAL: "G",
    Label.SEMANTIC_MATCH: "S",
    Label.PARTIAL: "P",
    Label.FAIL: "F",
    Label.HALLUCINATION: "H",
}
LOOKS: Mapping[str, LabelLook] = MappingProxyType(
    {
        label.value: LabelLook(letter=letter, words=label.value.replace("_", " "), counts_as=label)
        for label, letter in _LETTERS.items()
    }
)
_UNKNOWN = LabelLook(letter="?", words="unknown label", counts_as=Label.FAIL)


def look_of(label: str) -> LabelLook:
    """Return how a label is shown; one that a newer version wrote counts as a fail and is never hidden."""
    return LOOKS.get(label, _UNKNOWN)


def label_of(written: str) -> Label:
    """Return the label that a result wrote; one that a newer version wrote counts as a fail."""
    return look_of(written).counts_as
