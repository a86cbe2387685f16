"""Whether a person must look at an item: the stated confidence decides, and a broken rule overrides a high one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.standards import ConfidenceLevel, Hitl

if TYPE_CHECKING:
    from loanproof.outputs import Confidence
    from loanproof.standards import EvalStandard


_ORDER = list(Hitl)


def decide_hitl(
    confidence: Confidence, *, rules_pass: bool, standard: EvalStandard, at_least: Hitl = Hitl.NONE
) -> Hitl:
    """Return what the confidence asks of a reviewer.

    HIGH is accepted without review only where the rules pass; with a broken one a review is required. A broken
    rule adds nothing to MEDIUM and LOW, for these are reviewed in any case. ``at_least`` is what the item itself asks
    for, such as a flag where something could not be verified for no fault of the output.
    """
    if confidence.level is ConfidenceLevel.HIGH and not rules_pass:
        return Hitl.REQUIRED
    asked = standard.contract.confidence.levels[confidence.level].hitl
    return max(asked, at_least, key=_ORDER.index)
