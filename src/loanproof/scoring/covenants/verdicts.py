"""What one dimension of a covenant is worth, and how several of them make the label of an item."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from typing import TYPE_CHECKING

from loanproof.scoring.results import LabelReason
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCovenant, ExpectedCrossDefault, ExpectedGracePeriod
    from loanproof.core import Reason


class Dimension(StrEnum):
    """The sides from which a covenant is judged; the worst of them is its label."""

    NAME = "name"
    TYPE = "type"
    THRESHOLD = "threshold"
    FREQUENCY = "frequency"
    EFFECTIVE_DATE = "effective_date"
    EDGE_CASES = "edge_cases"
    CITATION = "citation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What one look at a covenant found, and why."""

    dimension: Dimension
    label: Label
    reason: LabelReason


def verdict(dimension: Dimension, label: Label, code: Reason, message: str, *, ruling: str | None = None) -> Verdict:
    """Return a verdict; ``ruling`` names the ruling that set the label, if one did."""
    return Verdict(dimension=dimension, label=label, reason=LabelReason(code=code, message=message, ruling=ruling))


def worst(labels: Iterable[Label]) -> Label:
    """Return the worst of some labels; of none it is correct."""
    return reduce(Label.limited_to, labels, Label.CORRECT)


def reasons_of(verdicts: Sequence[Verdict]) -> tuple[LabelReason, ...]:
    """Return the reasons of some verdicts, the worst first and otherwise in their order."""
    order: list[Verdict] = []
    rest = list(verdicts)
    while rest:
        bottom = worst(one.label for one in rest)
        order += [one for one in rest if one.label is bottom]
        rest = [one for one in rest if one.label is not bottom]
    return tuple(one.reason for one in order)


def place_of(expected: ExpectedCovenant | ExpectedGracePeriod | ExpectedCrossDefault) -> str:
    """Return where the case says that something stands, in brackets after a space; nothing where it does not."""
    if not expected.citations:
        return ""
    cited = expected.citations[0]
    words = (None if cited.page is None else f"page {cited.page}", cited.section)
    told = ", ".join(word for word in words if word)
    return f" ({told})" if told else ""


def shown(text: str | None) -> str:
    """Return what was written for a message: one line, of a readable length."""
    line = " ".join((text or "nothing").split())
    return line if len(line) <= 120 else line[:119] + "…"
