"""The guard around the scorers: what one of them raises becomes a failed item, and the others are scored as usual."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.core import DELIBERATE, OUR_FAULT, FailedPart, Failure, Reason, describe_error
from loanproof.outputs import Confidence
from loanproof.provenance import ClassName, ItemProvenance
from loanproof.scoring.items import ScoredItem
from loanproof.scoring.results import ItemHead, ItemScore, LabelReason
from loanproof.standards import Hitl, Label

if TYPE_CHECKING:
    from loanproof.standards import EvalStandard


def guard_item(head: ItemHead, score: Callable[[], ScoredItem], standard: EvalStandard) -> ScoredItem:
    """Score one item by its scorer, or return it as failed."""
    try:
        return score()
    except DELIBERATE:
        raise
    except Exception as error:  # whatever broke is a fault of ours: a record, not the end of the run
        failure = Failure(kind=FailedPart.SCORER, cause=describe_error(error), item=head.item)
        return ScoredItem(item=score_failed(head, failure, standard), is_stated=False)


def score_failed(head: ItemHead, failure: Failure, standard: EvalStandard) -> ItemScore:
    """Return an item that could not be scored: it fails, nothing is said of its citations, and a person must look."""
    message = f"{head.item} could not be scored: {failure.cause}; {OUR_FAULT}."
    return ItemScore(
        head=head,
        label=Label.FAIL,
        value_label=Label.FAIL,
        score=Fraction(0),
        reasons=(LabelReason(code=Reason.SCORER_FAILED, message=message),),
        provenance=ItemProvenance(
            class_name=ClassName.NA,
            score=ClassName.NA.score(standard),
            reason=Reason.NOT_APPLICABLE,
            sentence="Nothing was checked.",
        ),
        confidence=Confidence(),
        hitl=Hitl.REQUIRED,
        failure=failure,
    )
