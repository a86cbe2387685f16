"""The result of an item from its verdicts and its citations: one way for covenants, flags and extras."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.outputs import Confidence
from loanproof.provenance import ClassName
from loanproof.scoring.covenants.citing import citation_verdicts
from loanproof.scoring.covenants.verdicts import Dimension, Verdict, reasons_of, verdict, worst
from loanproof.scoring.human_review import decide_hitl
from loanproof.scoring.results import Compared, ItemHead, ItemScore
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.provenance import ItemProvenance
    from loanproof.scoring.context import ScoringContext

_UNSTATED = Confidence()
_NOT_COMPARED = Compared()


def expected_head(item: str) -> ItemHead:
    """Return the head of an expected covenant or flag; each weighs the same."""
    return ItemHead(item=item, weight=Fraction(1))


def score_item(
    head: ItemHead,
    verdicts: Sequence[Verdict],
    provenance: ItemProvenance,
    context: ScoringContext,
    *,
    confidence: Confidence = _UNSTATED,
    compared: Compared = _NOT_COMPARED,
    is_expected: bool = True,
) -> ItemScore:
    """Return the result of an item: the worst of its verdicts, then what its citations leave of it.

    The verdict on an extra has judged its citations already, by a ruling of its own.
    """
    looks = verdicts or (_in_order(head),)
    value_label = worst(one.label for one in looks)
    cited = citation_verdicts(provenance, context) if is_expected else ()
    label = worst((value_label, *(one.label for one in cited)))
    return ItemScore(
        head=head,
        label=label,
        value_label=value_label,
        score=Fraction(context.standard.score_of(label)),
        reasons=reasons_of((*looks, *cited)),
        provenance=provenance,
        confidence=confidence,
        hitl=decide_hitl(
            confidence,
            rules_pass=provenance.class_name in (ClassName.OK, ClassName.NA),
            standard=context.standard,
        ),
        compared=compared,
    )


def _in_order(head: ItemHead) -> Verdict:
    message = f"{head.item} is reported as the document has it."
    return verdict(Dimension.NAME, Label.CORRECT, Reason.COVENANT_MATCHED, message)
