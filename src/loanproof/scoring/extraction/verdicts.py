"""What the value of an item has earned before its citations are looked at, and the sentences that say why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.cases import ExpectedField
from loanproof.provenance import Claim, FieldValue, NothingToCite
from loanproof.scoring.results import CaseFinding, LabelReason
from loanproof.scoring.written_values import write_value

if TYPE_CHECKING:
    from typing import Any

    from loanproof.core import FieldId, Reason
    from loanproof.scoring.results import ItemHead
    from loanproof.standards import Label

NO_CLAIM = Claim()
_SHOWN = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One expected item: which field, of which tranche, and what the case expects of it."""

    name: FieldId
    expected: ExpectedField[Any]
    head: ItemHead

    @property
    def says(self) -> str:
        """What the document says, with page and section, as the beginning of a sentence."""
        value = self.expected.value if self.expected.value is not None else (self.expected.surfaces or (None,))[0]
        place = next((_place(one.page, one.section) for one in self.expected.citations), "")
        return f"The document says {shown(value)}{place}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The label of a value by itself.

    Attributes:
        reasons: Why, the decisive one first; never empty.
        claim: What the citations must carry together.
        excuse: Why there is nothing to cite.
        score: What the item is worth where a ruling sets another figure than that of the label.
        findings: What is worth knowing beside the label.
    """

    label: Label
    reasons: tuple[LabelReason, ...]
    claim: Claim = NO_CLAIM
    excuse: NothingToCite | None = None
    score: Fraction | None = None
    findings: tuple[CaseFinding, ...] = ()

    def capped(self, best: Label, reason: LabelReason) -> Verdict:
        """Return the same with a label no better than ``best``; the reason is added, first where it decided."""
        label = self.label.limited_to(best)
        if label is self.label:
            return replace(self, reasons=(*self.reasons, reason))
        return replace(self, label=label, reasons=(reason, *self.reasons), score=None)

    def with_reasons(self, *reasons: LabelReason) -> Verdict:
        """Return the same with further reasons behind the others."""
        return replace(self, reasons=(*self.reasons, *reasons))


def decided(
    label: Label,
    code: Reason,
    message: str,
    *,
    ruling: str | None = None,
    claim: Claim = NO_CLAIM,
    excuse: NothingToCite | None = None,
    score: Fraction | None = None,
) -> Verdict:
    """Return a verdict with one reason."""
    reason = LabelReason(code=code, message=message, ruling=ruling)
    return Verdict(label=label, reasons=(reason,), claim=claim, excuse=excuse, score=score)


def shown(value: object) -> str:
    """Return a value in quotes, shortened, for a sentence."""
    written = value.written if isinstance(value, FieldValue) else value
    text = None if written is None else write_value(written)
    if text is None:
        return "nothing"
    return f"“{text if len(text) <= _SHOWN else text[: _SHOWN - 1] + '…'}”"


def _place(page: str | None, section: str | None) -> str:
    parts = [] if page is None else [f"page {page}"]
    parts += [] if section is None else [section]
    return f" ({', '.join(parts)})" if parts else ""
