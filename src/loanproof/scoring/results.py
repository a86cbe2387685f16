"""The results of scoring, one for each item and one for each case, as exact fractions without rounding."""

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
    """Why an item has its label: a stable code, a sentence for people, and the ruling if one decided."""

    code: Reason
    message: str
    ruling: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFinding:
    """Something worth knowing about a case that changes no score; ``item`` names the item it is about, if any."""

    code: str
    message: str
    item: str | None = None


UNNAMED = "(unnamed)"
"""The item of a covenant or term to which the output gives no name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemHead:
    """Which item of a case this is, and what it weighs.

    Attributes:
        item: The field, the covenant's name, ``flag:grace_period:1``, ``flag:cross_default``, the term, or ``answer``.
        weight: Its weight in the score of the case; the weight of a field is divided among its tranches.
        tranche: The case's label for the tranche, if the item belongs to one.
        tier: The tier of a field.
        is_extra: Whether the output gives it although the case does not expect it.
    """

    item: str
    weight: Fraction = Fraction(1)
    tranche: str | None = None
    tier: int | None = None
    is_extra: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Both sides of an item, as written and in canonical form; ``None`` if there is nothing to show."""

    expected_raw: str | None = None
    expected_canonical: str | None = None
    output_raw: str | None = None
    output_canonical: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Overruled:
    """The machine's label and score of an item that two people overrode, with their names and their reason."""

    label: Label
    score: Fraction
    by: str
    approved_by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemScore:
    """The result of one item.

    Attributes:
        label: The label that counts, from value and citations together.
        value_label: The label that the value alone would have earned.
        score: What ``label`` is worth.
        reasons: Why it has its label, the decisive reason first; never empty.
        provenance: The result of the item's citations; ``NA`` if there is nothing to cite.
        confidence: How sure the output says it is.
        hitl: Whether a person must look at it.
        failure: What broke, if it could not be scored.
        overruled: The machine's result, if two people overrode it; ``label`` and ``score`` are then theirs.
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
        """The machine's result, without the override if there is one."""
        told = self.overruled
        return self if told is None else replace(self, label=told.label, score=told.score, overruled=None)

    @property
    def is_flawless(self) -> bool:
        """Whether label and citations are right, the citations have no findings, and no person must look."""
        cited = self.provenance
        if not self.label.is_right or self.hitl is Hitl.REQUIRED or cited.findings or cited.unsupported:
            return False
        # A single poor citation is a flaw, even if a better one decided.
        classes = {cited.class_name, *(one.class_name for one in cited.citations)}
        return classes <= {ClassName.OK, ClassName.NA}


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseScore:
    """The result of one case.

    Attributes:
        items: The expected items in the order of the case, then the extras.
        findings: What was noticed without changing a score.
        weight: The weight of the case among the others of its capability.
        expects_refusal: Whether the right answer is a grounded refusal.
        is_answered: Whether there was an answer to score.
        hallucinated_score: The score that the contract gives a case with a hallucination.
        diagnostics: Figures that are not part of the score, such as precision and recall.
        failure: What part of Loanproof broke on it; the first, if several did.
        has_invalid_gold: Whether the case contradicts its own documents, so that no system is judged by it (C-29).
        document_notes: What a person should know about how its documents were read, each with the document's name.
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
        """Whether people overrode the label of one of its items."""
        return any(item.overruled is not None for item in self.items)

    @property
    def by_machine(self) -> CaseScore:
        """The machine's result, without any overrides."""
        return replace(self, items=tuple(item.by_machine for item in self.items))

    @property
    def is_scored(self) -> bool:
        """Whether the gold was sound and no scorer broke; a failure of a judge does not matter."""
        is_broken = self.failure is not None and self.failure.kind is FailedPart.SCORER
        return not is_broken and not self.has_invalid_gold

    @property
    def is_flawless(self) -> bool:
        """Whether nothing is wrong with the answer: every item is flawless, and there are no findings or failures."""
        return not self.findings and self.failure is None and all(item.is_flawless for item in self.items)

    @property
    def has_hallucination(self) -> bool:
        """Whether any item, expected or extra, is a hallucination."""
        return any(item.label is Label.HALLUCINATION for item in self.items)

    @property
    def score_before_override(self) -> Fraction:
        """The weighted mean of the items, before the rule on hallucinations; 0 if no item has any weight."""
        total = sum((item.head.weight for item in self.items), Fraction(0))
        if not total:
            return Fraction(0)
        return sum((item.head.weight * item.score for item in self.items), Fraction(0)) / total

    @property
    def score(self) -> Fraction:
        """The score that counts; with a hallucination, the contract's score for it, whatever the items earned."""
        return self.hallucinated_score if self.has_hallucination else self.score_before_override
