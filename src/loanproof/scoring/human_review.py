"""Whether a person must look at an item: the stated confidence decides, and a broken rule overrides a high one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.standards import ConfidenceLevel, Hitl

if TYPE_CHECKING:
    from loanproof.outputs import Confidence
    from loanproof.standards import EvalStandard


def decide_hitl(confidence: Confidence, *, rules_pass: bool, standard: EvalStandard, unverified: bool = False) -> Hitl:
    """Return what the confidence asks of a reviewer.

    HIGH is accepted without review only where the rules pass; with a broken one a review is required. A broken
    rule adds nothing to MEDIUM and LOW, for these are reviewed in any case. What could not be verified for no fault of
    the output is at least flagged.
    """
    if confidence.level is ConfidenceLevel.HIGH and not rules_pass:
        return Hitl.REQUIRED
    asked = standard.contract.confidence.levels[confidence.level].hitl
    return Hitl.FLAG if unverified and asked is Hitl.NONE else asked
