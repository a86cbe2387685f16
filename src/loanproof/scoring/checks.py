"""The results of the checks of an item: each gives the best label that is still possible, and says why."""

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
        score: What the item is worth, if a ruling sets a different figure from that of the label.
        aspect: Which aspect of the item was checked, if figures are kept for each aspect.
    """

    at_best: Label
    code: Reason
    message: str
    ruling: str | None = field(default=None, kw_only=True)
    score: Fraction | None = field(default=None, kw_only=True)
    aspect: StrEnum | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """The checked content of an item: everything known about it before its citations are checked.

    Attributes:
        checks: What was found; never empty.
        claim: What the citations must support together.
        excuse: Why there is nothing to cite, if so.
        best: The label if nothing is wrong.
        findings: What was noticed without changing the label.
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
        """The check that decided the label; the first, if several did."""
        return max(self.checks, key=lambda one: one.at_best.rank)

    def with_checks(self, *checks: Check) -> Self:
        """Return the same content with further checks."""
        return replace(self, checks=(*self.checks, *checks))


def unread_checks(said: object) -> tuple[Check, ...]:
    """Return a failing check if the output gives something too long to be read for an item, otherwise nothing."""
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
    """Return the content of an item that a single check decides."""
    return Content(checks=(Check(label, code, message, ruling=ruling, score=score),), claim=claim, excuse=excuse)


def worst(checks: Iterable[Check], best: Label = Label.CORRECT) -> Label:
    """Return the worst label that the checks leave, at most ``best``; the order of the checks does not matter."""
    return reduce(Label.limited_to, (one.at_best for one in checks), best)


def reasons_of(checks: Iterable[Check]) -> tuple[LabelReason, ...]:
    """Return the reasons for a label without duplicates: the gravest first, equally grave ones in check order."""
    ranked = sorted(checks, key=lambda one: -one.at_best.rank)  # stable, so equally grave checks keep their order
    told = (LabelReason(code=one.code, message=with_one_stop(one.message), ruling=one.ruling) for one in ranked)
    return tuple(dict.fromkeys(told))
