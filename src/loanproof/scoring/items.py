"""Turns checks and provenance into the result of an item, and items into the result of their case."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING

from loanproof.cases import QaCase
from loanproof.core import Reason
from loanproof.outputs import Confidence
from loanproof.provenance import ClassName
from loanproof.scoring.checks import reasons_of, worst
from loanproof.scoring.citation_checks import IN_ORDER, check_citations
from loanproof.scoring.findings import item_findings, reading_findings, unclear_amounts
from loanproof.scoring.human_review import decide_hitl
from loanproof.scoring.results import CaseScore, Compared, ItemScore
from loanproof.standards import Hitl, Label

if TYPE_CHECKING:
    from loanproof.cases import Case, ExpectedCitation
    from loanproof.outputs import Output
    from loanproof.provenance import ItemProvenance
    from loanproof.scoring.checks import Check
    from loanproof.scoring.context import ScoringContext
    from loanproof.scoring.results import CaseFinding, ItemHead

_NO_CONFIDENCE = Confidence()
_NOT_COMPARED = Compared()
_NO_FIGURES: Mapping[str, Fraction | None] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredItem:
    """The result of an item, with the checks that led to it and its findings.

    Attributes:
        checks: What was found in its content; empty if it could not be scored.
        findings: What was noticed without changing a label.
        is_stated: Whether the output mentions the item at all.
    """

    item: ItemScore
    checks: tuple[Check, ...] = ()
    findings: tuple[CaseFinding, ...] = ()
    is_stated: bool = True


def score_item(
    head: ItemHead,
    checks: Sequence[Check],
    provenance: ItemProvenance,
    context: ScoringContext,
    *,
    best: Label = Label.CORRECT,
    confidence: Confidence = _NO_CONFIDENCE,
    compared: Compared = _NOT_COMPARED,
    cited: Sequence[Check] | None = None,
    rules_pass: bool | None = None,
    listed: Sequence[ExpectedCitation] = (),
    findings: Sequence[CaseFinding] = (),
    is_stated: bool = True,
    hitl: Hitl = Hitl.NONE,
) -> ScoredItem:
    """Return the result of an item: the worst label that its checks and its citations leave.

    Args:
        head: Which item it is.
        checks: What was found in its content; never empty.
        provenance: The result of its citations.
        context: The documents and the contract.
        best: The label if nothing is wrong.
        confidence: How sure the output says it is.
        compared: Both sides as people see them.
        cited: The checks of its citations; by default those that the contract sets for their class.
        rules_pass: Whether it passes the rules for acceptance without a review; by default whether its citations
            are in order.
        listed: The places that the case lists for it.
        findings: What was noticed in its content.
        is_stated: Whether the output mentions the item at all.
        hitl: The least review that its content asks for, whatever its confidence.
    """
    cited = check_citations(provenance, context) if cited is None else cited
    value_label = worst(checks, best)
    label = worst(cited, value_label)
    stays = context.parameters.support.hallucination_stays or provenance.class_name is ClassName.FAKE
    if value_label is Label.HALLUCINATION and not stays:  # only an invented citation is then a hallucination
        label = Label.FAIL
    if rules_pass is None:
        rules_pass = provenance.class_name in IN_ORDER or provenance.is_unverified
    # What could not be verified, or has no source, is flagged for a person even at high confidence.
    has_strange_words = any(one.code == Reason.UNGROUNDED_WORDS for one in findings)
    unclear = tuple(unclear_amounts(head.item, compared.output_raw, context))
    if (provenance.is_unverified or has_strange_words or unclear) and hitl is Hitl.NONE:
        hitl = Hitl.FLAG
    item = ItemScore(
        head=head,
        label=label,
        value_label=value_label,
        score=_score(label, checks, cited, context),
        reasons=reasons_of((*checks, *cited)),
        provenance=provenance,
        confidence=confidence,
        hitl=decide_hitl(confidence, rules_pass=rules_pass, standard=context.standard, at_least=hitl),
        compared=compared,
    )
    noticed = (*findings, *unclear, *item_findings(item, listed, context))
    return ScoredItem(item=item, checks=tuple(checks), findings=noticed, is_stated=is_stated)


def score_of_case(
    case: Case,
    output: Output,
    scored: Iterable[ScoredItem] = (),
    *,
    findings: Iterable[CaseFinding] = (),
    diagnostics: Mapping[str, Fraction | None] = _NO_FIGURES,
) -> CaseScore:
    """Return the result of a case from its items; ``findings`` are about the case as a whole."""
    every = tuple(scored)
    return CaseScore(
        case_id=case.id,
        capability=case.capability,
        items=tuple(one.item for one in every),
        findings=(*reading_findings(output), *findings, *(finding for one in every for finding in one.findings)),
        weight=Fraction(case.weight),
        expects_refusal=expects_refusal(case),
        diagnostics=dict(diagnostics),  # a mapping proxy cannot be pickled for another process
    )


def expects_refusal(case: Case) -> bool:
    """Return whether the right answer to a case is a grounded refusal."""
    return isinstance(case, QaCase) and not case.expected.answerable


def _score(label: Label, checks: Sequence[Check], cited: Sequence[Check], context: ScoringContext) -> Fraction:
    """Return the score of a label; if several checks decided it, the lowest of their scores counts."""
    plain = Fraction(context.standard.score_of(label))
    # If partial results compound, a partial value with a partial citation is worth a half of a half.
    if label is Label.PARTIAL and context.parameters.partial_compounds:
        return plain * plain if label is worst(checks) is worst(cited) else plain
    deciding = (one for one in (*checks, *cited) if one.at_best.rank == label.rank)
    return min((plain if one.score is None else one.score for one in deciding), default=plain)
