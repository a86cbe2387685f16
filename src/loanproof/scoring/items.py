"""The one way from checks and provenance to the result of an item."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.outputs import Confidence
from loanproof.provenance import ClassName
from loanproof.scoring.checks import reasons_of, worst
from loanproof.scoring.citation_checks import IN_ORDER, check_citations
from loanproof.scoring.human_review import decide_hitl
from loanproof.scoring.results import Compared, ItemScore
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.provenance import ItemProvenance
    from loanproof.scoring.checks import Check
    from loanproof.scoring.context import ScoringContext
    from loanproof.scoring.results import ItemHead

_UNSTATED = Confidence()
_NOT_COMPARED = Compared()


def score_item(
    head: ItemHead,
    checks: Sequence[Check],
    provenance: ItemProvenance,
    context: ScoringContext,
    *,
    best: Label = Label.CORRECT,
    confidence: Confidence = _UNSTATED,
    compared: Compared = _NOT_COMPARED,
    cited: Sequence[Check] | None = None,
    rules_pass: bool | None = None,
) -> ItemScore:
    """Return the result of an item: the worst label that its checks and its citations leave.

    Args:
        head: Which item it is.
        checks: What was found in its content; never empty.
        provenance: What its citations are.
        context: Documents and contract.
        best: The label where nothing is wrong.
        confidence: How sure the output says it is.
        compared: Both sides, for people.
        cited: What the citations do to the label; by default what the contract says of their class.
        rules_pass: Whether it keeps the rules for acceptance without a review; by default whether the citations are
            in order.
    """
    cited = check_citations(provenance, context) if cited is None else cited
    value_label = worst(checks, best)
    label = worst(cited, value_label)
    stays = context.parameters.support.hallucination_stays or provenance.class_name is ClassName.FAKE
    if value_label is Label.HALLUCINATION and not stays:
        label = Label.FAIL
    rules_pass = provenance.class_name in IN_ORDER if rules_pass is None else rules_pass
    return ItemScore(
        head=head,
        label=label,
        value_label=value_label,
        score=_score(label, checks, cited, context),
        reasons=reasons_of((*checks, *cited)),
        provenance=provenance,
        confidence=confidence,
        hitl=decide_hitl(confidence, rules_pass=rules_pass, standard=context.standard),
        compared=compared,
    )


def _score(label: Label, checks: Sequence[Check], cited: Sequence[Check], context: ScoringContext) -> Fraction:
    """Return what a label is worth; of the checks that decided it, the one that leaves least counts."""
    plain = Fraction(context.standard.score_of(label))
    if label is Label.PARTIAL and context.parameters.partial_compounds:
        return plain * plain if label is worst(checks) is worst(cited) else plain
    deciding = (one for one in (*checks, *cited) if one.at_best.rank == label.rank)
    return min((plain if one.score is None else one.score for one in deciding), default=plain)
