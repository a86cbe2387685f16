"""A reported waiver compared with its own quotes and with itself: the levels, the days, and that it is temporary.

Used by the guard, which has no gold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.scoring.covenants.figures import LEVEL_KINDS, figures_of
from loanproof.scoring.covenants.levels import comparing, read_text
from loanproof.scoring.covenants.own_quotes import quotes_of
from loanproof.scoring.covenants.waiver_sentences import is_suspension
from loanproof.scoring.covenants.words import text_of
from loanproof.scoring.guarded import GuardFault
from loanproof.scoring.wording import quoted
from loanproof.values import Operator

if TYPE_CHECKING:
    from loanproof.outputs import CovenantOutput, WaiverOutput
    from loanproof.scoring.context import ScoringContext


def waiver_faults(covenant: CovenantOutput, context: ScoringContext) -> Iterator[GuardFault]:
    """Yield what is wrong with the waiver of a report, by its own quotes or by the report itself."""
    waiver = covenant.waiver
    if waiver is None or waiver.text is not None:
        return
    quotes = quotes_of(waiver.citations) or quotes_of(covenant.citations)
    sentences = (
        _permanent(waiver),
        _suspended(waiver, quotes, context),
        _stricter(covenant, waiver, context),
        _on_other_days(waiver, quotes, context),
    )
    yield from (GuardFault(code=Reason.FLAG_WRONG, sentence=one) for one in sentences if one is not None)


def _permanent(waiver: WaiverOutput) -> str | None:
    """Return a sentence if the covenant is said to end with the waiver; a permanent change is an amendment."""
    if waiver.is_temporary is False or waiver.covenant_survives is False:
        return "The output calls the waiver permanent; a waiver is temporary, and its covenant survives it."
    return None


def _suspended(waiver: WaiverOutput, quotes: Sequence[str], context: ScoringContext) -> str | None:
    """Return a sentence if the test is said to be suspended, and the quotes give it a second level instead."""
    said = text_of(waiver.waived_threshold)
    if said is None or not is_suspension(said) or any(map(is_suspension, quotes)):
        return None
    original = figures_of(text_of(waiver.original_threshold) or "", context.notation, LEVEL_KINDS)
    known = frozenset(one for quote in quotes for one in figures_of(quote, context.notation, LEVEL_KINDS))
    others = known - original
    if not original <= known or not original or not others:
        return None
    return f"The waived level is {quoted(said)}, but the quote gives {quoted(', '.join(sorted(others)))}."


def _stricter(covenant: CovenantOutput, waiver: WaiverOutput, context: ScoringContext) -> str | None:
    """Return a sentence if the waived level is harder to keep than the original one: they are exchanged."""
    keyed = comparing(covenant.operator, context.notation)
    texts = [text_of(one) or "" for one in (waiver.original_threshold, waiver.waived_threshold)]
    read = [read_text(text, context.notation) for text in texts]
    if keyed is None or keyed.operator is None or any(len(levels) != 1 for levels in read):
        return None
    original, waived = (levels[0].value for levels in read)
    if replace(original, value=waived.value, operator=None) != replace(waived, operator=None):
        return None  # of another unit
    is_ceiling = keyed.operator in (Operator.AT_MOST, Operator.BELOW)
    is_stricter = waived.value < original.value if is_ceiling else waived.value > original.value
    if not is_stricter or keyed.operator is Operator.EQUALS:
        return None
    return f"A waiver relaxes a level; {quoted(texts[1])} is stricter than {quoted(texts[0])}."


def _on_other_days(waiver: WaiverOutput, quotes: Sequence[str], context: ScoringContext) -> str | None:
    """Return a sentence if a test date or the last day is outside the days that the quotes name."""
    known = [day for quote in quotes for day in context.days_in(quote)]
    last = None if waiver.period is None else waiver.period.end
    said = [day for text in (*waiver.test_dates, last or "") for day in context.days_in(text)]
    outside = [day for day in said if known and not min(known) <= day <= max(known)]
    if not outside:
        return None
    named = ", ".join(str(day) for day in sorted(set(known)))
    return f"The waiver is given for {outside[0]}, but the quote names {named}."
