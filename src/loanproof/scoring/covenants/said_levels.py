"""What is said about a level of a covenant, its threshold or a waived one, held against the source (C-21)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.cases import CovenantFrequency
from loanproof.core import Reason
from loanproof.scoring.checks import Check
from loanproof.scoring.covenants.dimensions import Dimension
from loanproof.scoring.wording import place_of, quoted, tell
from loanproof.standards import Label
from loanproof.statements import read_statement, stated_in, value_contradictions
from loanproof.values import Operator

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCitation, ExpectedCovenant
    from loanproof.scoring.context import ScoringContext
    from loanproof.statements import Contradiction

_WORDS = {
    Operator.AT_MOST: "at most",
    Operator.BELOW: "less than",
    Operator.AT_LEAST: "at least",
    Operator.ABOVE: "more than",
}
# A level "each quarter" may only say how often it is tested.
_RHYTHMS = {
    CovenantFrequency.WEEKLY: ("week",),
    CovenantFrequency.MONTHLY: ("month",),
    CovenantFrequency.QUARTERLY: ("quarter",),
    CovenantFrequency.ANNUAL: ("year", "annum", "annual"),
}


def check_said(
    expected: ExpectedCovenant, level: str, given: str, context: ScoringContext, *, has_direction: bool
) -> Iterator[Check]:
    """Yield in what the words of a threshold contradict the document; ``has_direction`` tells that A-37 says which way.

    A direction that its operator shows is judged there, with what is strict and what is left out.
    """
    for one in level_contradictions(expected, level, given, expected.citations, context):
        if has_direction and one.code is Reason.DIRECTION_TURNED:
            continue
        said = f"The threshold is {quoted(level)}{place_of(expected)}; the output says {quoted(given)}"
        message = f"{said}: {tell(one, quoted(level))}."
        yield Check(Label.FAIL, one.code, message, ruling="C-21", aspect=Dimension.THRESHOLD)


def level_contradictions(
    expected: ExpectedCovenant, level: str, given: str, places: Sequence[ExpectedCitation], context: ScoringContext
) -> Iterator[Contradiction]:
    """Yield in what the words of a level contradict the case: its comparison, period or ratio, denied, or left open."""
    if not context.parameters.clarifications.statements:
        return
    bound = "" if expected.operator is None else _WORDS.get(expected.operator, "")
    named = [f"{name} {bound} {level}" for name in expected.names]
    quotes = [one.quote for one in places]
    own = _RHYTHMS.get(expected.testing_frequency, ())
    for one in value_contradictions(given, level, [*named, *quotes], context.notation):
        if one.code is not Reason.PERIOD_DIFFERS or not any(word in one.given.lower() for word in own):
            yield one


def turned_operator(text: str | None, context: ScoringContext) -> Operator | None:
    """Return how words bound a level that they call prohibited or a breach: ``above 4.75:1 is a breach``."""
    if text is None or not context.parameters.clarifications.statements:
        return None
    stated = stated_in(text, context.notation)
    bounds = (read_statement(stated, value.span) for value in stated.values[:1])
    return next((one.bound.means for one in bounds if one.bound is not None and one.is_turned), None)
