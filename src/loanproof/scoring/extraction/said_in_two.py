"""Values that a text gives twice: in words and figures that disagree, or as the two ends of a range."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loanproof.core import Reason
from loanproof.values import DURATION_KIND, NUMBER_KIND, PERCENTAGE_KIND, Ambiguous, tokenize

if TYPE_CHECKING:
    from loanproof.scoring.extraction.context import AnswersContext
    from loanproof.scoring.extraction.forms import Forms
    from loanproof.scoring.extraction.stated import Stated
    from loanproof.values import Reading


def contradicts_itself(given: Stated, context: AnswersContext) -> bool:
    """Return whether a value's words and figures give different numbers, and no document has the same wording.

    ``fifty-one (15) months`` is neither 51 nor 15 months: a reader cannot know which is meant.
    """
    if not context.parameters.clarifications.companions or not _differs(given.reading):
        return False
    text = given.text or ""
    # A period with its length in days is not one number in words and figures: five years (1,826 days)
    is_number = any(_differs(one.reading) for one in NUMBER_KIND.find(tokenize(text), given.context))
    return (is_number or given.of_kind is not DURATION_KIND) and not context.has_wording(text)


def _differs(reading: Reading[Any]) -> bool:
    return isinstance(reading, Ambiguous) and reading.reason is Reason.WORDS_AND_FIGURES_DIFFER


def is_range_of_grid(forms: Forms, given: Stated) -> bool:
    """Return whether a text gives only the lowest and the highest rate of a grid: ``1.20% to 2.35% p.a.``."""
    if given.text is None or given.candidates:
        return False
    said = [one.candidates[0].bps for one in PERCENTAGE_KIND.find(tokenize(given.text), given.context)]
    for margin in forms.value.candidates:
        rates = [row.value.bps for row in margin.rows if row.value.bps is not None]
        if len(rates) > 1 and len(said) == 2 and set(said) == {min(rates), max(rates)}:
            return True
    return False
