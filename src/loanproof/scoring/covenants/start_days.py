"""The day from which a level is said to apply, where its document names none: a test that starts late is another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.scoring.checks import Check
from loanproof.scoring.covenants.dimensions import Dimension
from loanproof.scoring.covenants.effective_dates import agreement_days
from loanproof.scoring.covenants.levels import read_levels
from loanproof.scoring.covenants.thresholds import given_steps
from loanproof.scoring.covenants.words import text_of
from loanproof.scoring.wording import place_of
from loanproof.standards import Label
from loanproof.values import DATE_KIND, CalendarDate, IncompleteDate, tokenize

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCovenant
    from loanproof.outputs import CovenantOutput
    from loanproof.scoring.context import ScoringContext

_DAY = timedelta(days=1)  # "after 31 December" is from 1 January


def check_start(
    expected: ExpectedCovenant, given: CovenantOutput, passages: Sequence[str], context: ScoringContext
) -> Iterator[Check]:
    """Yield a check if the only level of a covenant is said to start on a day that no source of it names.

    The days of the agreement and of the covenant's effect are known too.
    """
    levels = read_levels(text_of(given.threshold), given_steps(given), context.notation)
    start = levels[0].start if len(levels) == 1 else None
    if expected.steps or start is None or not context.parameters.clarifications.statements:
        return
    texts = (*passages, *(one.quote for one in expected.citations), expected.threshold or "", expected.condition or "")
    known = {*context.days_in(expected.effective_date), *agreement_days(context)}
    if not known.isdisjoint({start, start - _DAY}) or _is_named(start, texts, context):
        return
    message = f"The level applies from the beginning{place_of(expected)}; the output lets it start on {start}."
    yield Check(Label.PARTIAL, Reason.DETAIL_DIFFERS, message, ruling="C-21", aspect=Dimension.THRESHOLD)


def _is_named(day: date, texts: Sequence[str], context: ScoringContext) -> bool:
    """Return whether a text names a day, the day before it, or its month or year without a day."""
    for text in texts:
        for found in DATE_KIND.find(tokenize(text), context.notation):
            for one in found.candidates:
                if isinstance(one, CalendarDate) and one.day in (day, day - _DAY):
                    return True
                if isinstance(one, IncompleteDate) and one.year == day.year:
                    return True
    return False
