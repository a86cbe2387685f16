"""The words of a covenant besides its figures: the operator must be that of its quote."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.statements import bound_against

if TYPE_CHECKING:
    from loanproof.cases.citations import KeyPath
    from loanproof.cases.covenants import ExpectedCovenant
    from loanproof.cases.linting.case_under_check import CaseUnderCheck
    from loanproof.cases.linting.report import LintProblem


def check_operator(place: KeyPath, covenant: ExpectedCovenant, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    """Check that the operator has the direction of the quote: ``>=`` contradicts ``shall not exceed``."""
    if covenant.operator is None or subject.is_faulty(place):
        return
    quotes = [one.quote for one in covenant.citations]
    for level in filter(None, (covenant.threshold, *(step.threshold for step in covenant.steps))):
        words = bound_against(covenant.operator, level, quotes, subject.context)
        if words is not None:
            message = f"the operator is {covenant.operator}, but the quote says “{words[:80]}” of {level[:80]}."
            hint = "Write the operator of the clause, or quote the words that set it."
            yield subject.error((*place, "operator"), message, hint=hint)
            return
