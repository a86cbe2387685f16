"""What scoring answers: one result for each item, one for each case; exact fractions, no rounding, no clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.core import FailedPart
from loanproof.provenance import ClassName
from loanproof.standards import Hitl, Label

if TYPE_CHECKING:
    from loanproof.core import Capability, Failure, Reason
    from loanproof.outputs import Confidence
    from loanproof.provenance import ItemProvenance


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelReason:
    """Why an item has its label: a stable code, the ruling that decided if one did, and a sentence for people."""

    code: Reason
    message: str
    ruling: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFinding:
    """Something worth knowing about a case that changes no score by itself; ``item`` says of what, if of one."""

    code: str
    message: str
    item: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemHead:
    """Which item of a case this is, and what it weighs.

    Attributes:
        item: The field, the covenant's name, ``flag:grace_period:1``, ``flag:cross_default``, the term, or ``answer``.
        weight: The share in the score of the case; a tranche's cell has its part of the field's weight.
        tranche: The case's label of the tranche, for a cell of one.
        tier: The tier of a field.
        is_extra: The output gave it, the case does not expect it.
    """

    item: str
    weight: Fraction = Fraction(1)
    tranche: str | None = None
    tier: int | None = None
    is_extra: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Both sides of an item, as written and in canonical form; ``None`` where there is nothing to show."""

    expected_raw: str | None = None
    expected_canonical: str | None = None
    output_raw: str | None = None
    output_canonical: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Overruled:
    """What the machine said of an item whose label two people overrode, and who they are."""

    label: Label
    score: Fraction
    by: str
    approved_by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemScore:
    """The result of one item.

    Attributes:
        label: What counts, value and citation together.
        value_label: What the value alone would have earned.
        score: What ``label`` is worth.
        reasons: Why, the decisive one first; never empty.
        provenance: The result of the item's citations; ``NA`` where there is nothing to cite.
        confidence: How sure the output says it is.
        hitl: Whether a person must look at it.
        failure: What broke, if it could not be scored.
        overruled: What the machine said, where two people overrode it; ``label`` and ``score`` are theirs then.
    """

    head: ItemHead
    label: Label
    value_label: Label
    score: Fraction
    reasons: tuple[LabelReason, ...]
    provenance: ItemProvenance
    confidence: Confidence
    hitl: Hitl
    compared: Compared = field(default_factory=Compared)
    failure: Failure | None = None
    overruled: Overruled | None = None

    @property
    def by_machine(self) -> ItemScore:
        """The same without what people said."""
        told = self.overruled
        return self if told is None else replace(self, label=told.label, score=told.score, overruled=None)

    @property
    def is_flawless(self) -> bool:
        """Whether label and citations are right, nothing was noticed beside them, and no person must look."""
        cited = self.provenance
        if not self.label.is_right or self.hitl is Hitl.REQUIRED or cited.findings or cited.unsupported:
            return False
        classes = {cited.class_name, *(one.class_name for one in cited.citations)}
        return classes <= {ClassName.OK, ClassName.NA}


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseScore:
    """The result of one case.

    Attributes:
        items: The expected items in the order of the case, then the extras.
        findings: What was noticed beside the items.
        weight: The weight of the case among its like.
        expects_refusal: The right answer would have been a grounded refusal.
        is_answered: Whether there was an answer to score.
        hallucinated_score: What the case is worth with a hallucination, as the contract sets it.
        diagnostics: Figures of this case that are no part of its score, such as precision and recall.
        failure: What of Loanproof broke on it, the first of several.
        has_invalid_gold: The case contradicts its own documents, so that nobody is assessed by it (C-29).
        document_notes: What a person should know about how its documents were read, with the name of each.
    """

    case_id: str
    capability: Capability
    items: tuple[ItemScore, ...]
    findings: tuple[CaseFinding, ...] = ()
    weight: Fraction = Fraction(1)
    expects_refusal: bool = False
    is_answered: bool = True
    hallucinated_score: Fraction = Fraction(0)
    diagnostics: Mapping[str, Fraction | None] = field(default_factory=dict)
    failure: Failure | None = None
    has_invalid_gold: bool = False
    document_notes: tuple[str, ...] = ()

    @property
    def is_overridden(self) -> bool:
        """Whether people overrode a label of it."""
        return any(item.overruled is not None for item in self.items)

    @property
    def by_machine(self) -> CaseScore:
        """The same without what people said."""
        return replace(self, items=tuple(item.by_machine for item in self.items))

    @property
    def is_scored(self) -> bool:
        """Whether there was sound gold and no scorer broke on it; what a judge did does not matter."""
        is_broken = self.failure is not None and self.failure.kind is FailedPart.SCORER
        return not is_broken and not self.has_invalid_gold

    @property
    def is_flawless(self) -> bool:
        """Whether nothing at all is to be said against the answer: labels, citations, findings, need for a person."""
        return not self.findings and self.failure is None and all(item.is_flawless for item in self.items)

    @property
    def has_hallucination(self) -> bool:
        """Whether any item, expected or extra, is a hallucination."""
        return any(item.label is Label.HALLUCINATION for item in self.items)

    @property
    def score_before_override(self) -> Fraction:
        """The weighted mean of the items; 0 where nothing weighs anything."""
        total = sum((item.head.weight for item in self.items), Fraction(0))
        if not total:
            return Fraction(0)
        return sum((item.head.weight * item.score for item in self.items), Fraction(0)) / total

    @property
    def score(self) -> Fraction:
        """The score that counts: with any hallucination that of the contract, whatever the items earned."""
        return self.hallucinated_score if self.has_hallucination else self.score_before_override
