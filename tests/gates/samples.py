"""Scored cases built by hand, with only what a test is about."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from loanproof.core import Capability, FieldId, Reason
from loanproof.outputs import Confidence
from loanproof.provenance import ClassName, ItemProvenance
from loanproof.scoring import CaseScore, ItemHead, ItemScore, LabelReason
from loanproof.standards import ConfidenceLevel, Hitl, Label

SCORES = {
    Label.CORRECT: Fraction(1),
    Label.SEMANTIC_MATCH: Fraction(3, 4),
    Label.PARTIAL: Fraction(1, 2),
    Label.FAIL: Fraction(0),
    Label.HALLUCINATION: Fraction(0),
    Label.TRUE_NEGATIVE: Fraction(1),
    Label.GROUNDED_REFUSAL: Fraction(1),
}
TIER1 = (
    FieldId("borrower"),
    FieldId("facility_amount"),
    FieldId("currency"),
    FieldId("maturity_date"),
    FieldId("margin"),
)


def item(
    name: str,
    label: Label = Label.CORRECT,
    *,
    weight: Fraction | int = 1,
    score: Fraction | None = None,
    provenance: str | None = "1",
    confidence: str | None = "0.95",
    level: ConfidenceLevel = ConfidenceLevel.HIGH,
    reason: Reason = Reason.EXACT,
    tranche: str | None = None,
    tier: int | None = None,
    is_extra: bool = False,
) -> ItemScore:
    return ItemScore(
        head=ItemHead(item=name, weight=Fraction(weight), tranche=tranche, tier=tier, is_extra=is_extra),
        label=label,
        value_label=label,
        score=SCORES[label] if score is None else score,
        reasons=(LabelReason(code=reason, message="So it is."),),
        provenance=ItemProvenance(
            class_name=ClassName.NA if provenance is None else ClassName.OK if provenance == "1" else ClassName.PARA,
            score=None if provenance is None else Decimal(provenance),
            reason=Reason.CITATION_OK,
            sentence="So it is.",
        ),
        confidence=Confidence(score=None if confidence is None else Decimal(confidence), level=level),
        hitl=Hitl.NONE,
    )


def case(
    case_id: str,
    *items: ItemScore,
    capability: Capability = Capability.COVENANTS,
    weight: Fraction | int = 1,
    expects_refusal: bool = False,
    is_answered: bool = True,
) -> CaseScore:
    return CaseScore(
        case_id=case_id,
        capability=capability,
        items=items,
        weight=Fraction(weight),
        expects_refusal=expects_refusal,
        is_answered=is_answered,
    )


def scored(case_id: str, score: Fraction, *, weight: Fraction | int = 1) -> CaseScore:
    """Return a covenants case of exactly this score."""
    return case(case_id, item("Leverage", Label.PARTIAL, score=score), weight=weight)


def extraction(case_id: str, **labels: Label) -> CaseScore:
    """Return an extraction case with its five Tier 1 fields, correct but for those named."""
    items = (item(name, labels.get(name, Label.CORRECT), weight=3, tier=1) for name in TIER1)
    return case(case_id, *items, capability=Capability.EXTRACTION)


def question(case_id: str, label: Label, *, expects_refusal: bool, reason: Reason = Reason.EXACT) -> CaseScore:
    answer = item("answer", label, reason=reason, provenance=None)
    return case(case_id, answer, capability=Capability.QA, expects_refusal=expects_refusal)
