"""What the checks of an item find: each leaves a best label, and says why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.outputs import is_unread
from loanproof.provenance import Claim
from loanproof.scoring.results import LabelReason
from loanproof.scoring.wording import with_one_stop
from loanproof.standards import Label

if TYPE_CHECKING:
    from enum import StrEnum
    from fractions import Fraction
    from typing import Self

    from loanproof.provenance import NothingToCite
    from loanproof.scoring.results import CaseFinding

NO_CLAIM = Claim()


@dataclass(frozen=True, slots=True)
class Check:
    """What one check found: the best label that is still possible, and why.

    Attributes:
        ruling: The ruling that set the label, if one did.
        score: What the item is worth where a ruling sets another figure than that of the label.
        aspect: Which side of the item was looked at, where figures are kept for each.
    """

    at_best: Label
    code: Reason
    message: str
    ruling: str | None = field(default=None, kw_only=True)
    score: Fraction | None = field(default=None, kw_only=True)
    aspect: StrEnum | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What an item says, checked: all that is known of it before its citations are looked at.

    Attributes:
        checks: What was found; never empty.
        claim: What the citations must support together.
        excuse: Why there is nothing to cite.
        best: The label where nothing is wrong.
        findings: What was noticed beside the label.
    """

    checks: tuple[Check, ...]
    claim: Claim = NO_CLAIM
    excuse: NothingToCite | None = None
    best: Label = Label.CORRECT
    findings: tuple[CaseFinding, ...] = ()

    @property
    def label(self) -> Label:
        """The label that the checks leave."""
        return worst(self.checks, self.best)

    @property
    def decisive(self) -> Check:
        """The check that decided the label, the first of several."""
        return max(self.checks, key=lambda one: one.at_best.rank)

    def with_checks(self, *checks: Check) -> Self:
        """Return the same with further checks."""
        return replace(self, checks=(*self.checks, *checks))


def unread_checks(said: object) -> tuple[Check, ...]:
    """Return the check of an item of which the output says something that is too long to be read."""
    message = "The output says something here that is too long to be read."
    return (Check(Label.FAIL, Reason.NOT_READABLE, message),) if is_unread(said) else ()


def content_of(
    label: Label,
    code: Reason,
    message: str,
    *,
    ruling: str | None = None,
    claim: Claim = NO_CLAIM,
    excuse: NothingToCite | None = None,
    score: Fraction | None = None,
) -> Content:
    """Return what a single check decides."""
    return Content(checks=(Check(label, code, message, ruling=ruling, score=score),), claim=claim, excuse=excuse)


def worst(checks: Iterable[Check], best: Label = Label.CORRECT) -> Label:
    """Return the label that is left when every check has had its say; their order does not matter."""
    return reduce(Label.limited_to, (one.at_best for one in checks), best)


def reasons_of(checks: Iterable[Check]) -> tuple[LabelReason, ...]:
    """Return why an item has its label: the gravest first, equals in the order of the checks, none twice."""
    ranked = sorted(checks, key=lambda one: -one.at_best.rank)
    told = (LabelReason(code=one.code, message=with_one_stop(one.message), ruling=one.ruling) for one in ranked)
    return tuple(dict.fromkeys(told))
