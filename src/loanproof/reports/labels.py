"""The labels as people see them: a letter and a word beside every colour, and how bad each one is."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from loanproof.runs import ResultItem


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelLook:
    """How a label is shown.

    Attributes:
        letter: What stands in a cell of the heat map.
        words: The label as people say it.
        rank: From 0, as it should be, to 4, invented.
    """

    letter: str
    words: str
    rank: int

    @property
    def is_right(self) -> bool:
        """Whether the label counts as right, as in the diagnostics of the contract."""
        return self.rank <= SEMANTIC_RANK


SEMANTIC_RANK = 1
HALLUCINATION_RANK = 4
LOOKS: Mapping[str, LabelLook] = MappingProxyType(
    {
        "correct": LabelLook(letter="C", words="correct", rank=0),
        "true_negative": LabelLook(letter="T", words="true negative", rank=0),
        "grounded_refusal": LabelLook(letter="G", words="grounded refusal", rank=0),
        "semantic_match": LabelLook(letter="S", words="semantic match", rank=SEMANTIC_RANK),
        "partial": LabelLook(letter="P", words="partial", rank=2),
        "fail": LabelLook(letter="F", words="fail", rank=3),
        "hallucination": LabelLook(letter="H", words="hallucination", rank=HALLUCINATION_RANK),
    }
)
_UNKNOWN = LabelLook(letter="?", words="unknown label", rank=3)


def look_of(label: str) -> LabelLook:
    """Return how a label is shown; one that a newer version wrote counts as a fail and is never hidden."""
    return LOOKS.get(label, _UNKNOWN)


def name_of(item: ResultItem) -> str:
    """Return the name of an item, with its tranche if it is a cell of one."""
    name = item.item if item.tranche is None else f"{item.item} @ {item.tranche}"
    return f"{name} (extra)" if item.extra else name
