"""Contains errors in the scorers: an item whose scorer raises is recorded as failed, and the others are scored."""

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
    """Return the item as its scorer scores it, or as failed if the scorer raises an unexpected error."""
    try:
        return score()
    except DELIBERATE:
        raise
    except Exception as error:  # a bug in Loanproof is recorded; it must not end the run
        failure = Failure(kind=FailedPart.SCORER, cause=describe_error(error), item=head.item)
        return ScoredItem(item=score_failed(head, failure, standard), is_stated=False)


def score_failed(head: ItemHead, failure: Failure, standard: EvalStandard) -> ItemScore:
    """Return an item that could not be scored: it fails, its citations are not judged, and a person must look."""
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
