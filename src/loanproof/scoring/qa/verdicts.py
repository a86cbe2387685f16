"""What each check of an answer says: a label that the answer cannot exceed, and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.provenance import Claim, NothingToCite
from loanproof.scoring.results import CaseFinding, LabelReason
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.core import Reason

ITEM = "answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One fault, or one thing done right: the best label that is left, and the reason."""

    label: Label
    reason: LabelReason


def verdict(label: Label, code: Reason, message: str, ruling: str | None = None) -> Verdict:
    """Return a verdict in one line."""
    return Verdict(label=label, reason=LabelReason(code=code, message=message, ruling=ruling))


def finding(code: str, message: str) -> CaseFinding:
    """Return a finding about the answer."""
    return CaseFinding(code=str(code), message=message, item=ITEM)


def worst(best: Label, verdicts: Iterable[Verdict]) -> Label:
    """Return the label that is left when every verdict has had its say; order does not matter."""
    for one in verdicts:
        best = best.limited_to(one.label)
    return best


def in_order_of_weight(verdicts: Iterable[Verdict]) -> tuple[LabelReason, ...]:
    """Return the reasons, the gravest first, equals in the order of the checks."""
    ranked = sorted(verdicts, key=lambda one: -one.label.rank)
    return tuple(dict.fromkeys(one.reason for one in ranked))


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What an answer is worth before its citations are looked at.

    Attributes:
        best: The label of an answer with which nothing is wrong.
        verdicts: What the checks say; never empty.
        claim: What the citations must carry.
        nothing_to_cite: Set where the answer claims nothing that could be cited.
        findings: What was noticed beside the label.
        accuracy, scope, uncertainty, refusal: Diagnostics from 0 to 1; nothing where one does not apply.
    """

    best: Label
    verdicts: tuple[Verdict, ...]
    claim: Claim
    nothing_to_cite: NothingToCite | None = None
    findings: tuple[CaseFinding, ...] = ()
    accuracy: Fraction | None = None
    scope: Fraction | None = None
    uncertainty: Fraction | None = None
    refusal: Fraction | None = None

    @property
    def label(self) -> Label:
        """The label of the content alone."""
        return worst(self.best, self.verdicts)
