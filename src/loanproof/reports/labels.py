"""The labels for display: a letter and a word with every colour. The label itself defines its rank."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from loanproof.standards import Label

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelLook:
    """The display of a label.

    Attributes:
        letter: The letter in a cell of the heat map.
        words: The label in words.
        counts_as: The label itself, which knows its rank and whether it is right.
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
    """Return the display of a label; an unknown label of a newer version counts as a fail and is never hidden."""
    return LOOKS.get(label, _UNKNOWN)


def label_of(written: str) -> Label:
    """Return the label in a result; an unknown label of a newer version counts as a fail."""
    return look_of(written).counts_as
