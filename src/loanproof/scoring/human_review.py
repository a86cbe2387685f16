"""Decides whether a person must look at an item: by its stated confidence, unless it breaks a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.standards import ConfidenceLevel, Hitl

if TYPE_CHECKING:
    from loanproof.outputs import Confidence
    from loanproof.standards import EvalStandard


_ORDER = list(Hitl)  # from no review to a required one


def decide_hitl(
    confidence: Confidence, *, rules_pass: bool, standard: EvalStandard, at_least: Hitl = Hitl.NONE
) -> Hitl:
    """Return whether a person must look at an item.

    HIGH is accepted without review only if the rules pass; if one is broken, a review is required. A broken rule
    adds nothing to MEDIUM and LOW, which are reviewed anyway. ``at_least`` is what the item itself asks for, such as
    a flag if something could not be verified through no fault of the output.
    """
    if confidence.level is ConfidenceLevel.HIGH and not rules_pass:
        return Hitl.REQUIRED
    asked = standard.contract.confidence.levels[confidence.level].hitl
    return max(asked, at_least, key=_ORDER.index)
