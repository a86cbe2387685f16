"""Values that a text gives twice: in words and figures that differ, or by the two ends of a range."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.values import PERCENTAGE_KIND, Ambiguous, tokenize

if TYPE_CHECKING:
    from loanproof.scoring.extraction.context import AnswersContext
    from loanproof.scoring.extraction.forms import Forms
    from loanproof.scoring.extraction.stated import Stated


def contradicts_itself(given: Stated, context: AnswersContext) -> bool:
    """Return whether the words of a value say another number than its figures, and no document writes it so.

    ``fifty-one (15) months`` is neither: whoever reads it cannot know which half is meant.
    """
    reading = given.reading
    differs = isinstance(reading, Ambiguous) and reading.reason is Reason.WORDS_AND_FIGURES_DIFFER
    return differs and not context.has_wording(given.text or "")


def is_range_of_grid(forms: Forms, given: Stated) -> bool:
    """Return whether a text gives the lowest and the highest rate of a grid and no more: ``1.20% to 2.35% p.a.``."""
    if given.text is None or given.candidates:
        return False
    said = [one.candidates[0].bps for one in PERCENTAGE_KIND.find(tokenize(given.text), given.context)]
    for margin in forms.value.candidates:
        rates = [row.value.bps for row in margin.rows if row.value.bps is not None]
        if len(rates) > 1 and len(said) == 2 and set(said) == {min(rates), max(rates)}:
            return True
    return False
