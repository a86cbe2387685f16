"""The effective date of a covenant: a day, or the date of the original agreement."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from loanproof.core import PhrasePattern, Reason, WordTable, load_words
from loanproof.scoring.checks import Check
from loanproof.scoring.covenants.words import says_nothing
from loanproof.scoring.wording import place_of, quoted
from loanproof.values import DATE_KIND, DURATION_KIND, NO_CONTEXT, CalendarDate, same_typography, tokenize

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCovenant
    from loanproof.outputs import CovenantOutput
    from loanproof.scoring.context import ScoringContext


class _EffectiveWords(WordTable):
    refers: PhrasePattern
    harmless: PhrasePattern
    otherwise: PhrasePattern
    denials: PhrasePattern


_WORDS = load_words(__package__, "effective_dates", _EffectiveWords)
_PART = re.compile(r"[.,;:()]|\b(?:but|and)\b")
_DATED = "dated"


def check_effective_date(
    expected: ExpectedCovenant, given: CovenantOutput, context: ScoringContext
) -> tuple[Check, ...]:
    """Check the effective date; if an output gives several dates, one of them must be right.

    If the covenant takes effect with the agreement, the date of the agreement is right too.
    """
    said, rule = given.effective_date, context.parameters.covenants
    follows = expected.effective_date == context.standard.contract.covenants.effective_date_alternative
    when = "with the agreement" if follows else f"on {expected.effective_date}"
    message = f"The covenant takes effect {when}{place_of(expected)}; the output says {quoted(said)}."
    missing = Check(rule.effective_date_missing, Reason.EFFECTIVE_DATE_MISSING, message, ruling="A-37")
    if said is None or says_nothing(said, context.absence):
        return (missing,)
    if same_typography(said, expected.effective_date):
        return ()
    days = set(context.days_in(said))
    wanted = agreement_days(context) if follows else frozenset(context.days_in(expected.effective_date))
    if days & wanted or (follows and not days and refers_to_agreement(said)):
        return ()
    wrong = Check(rule.effective_date_wrong, Reason.EFFECTIVE_DATE_WRONG, message, ruling="A-37")
    return (wrong if days else missing,)


def refers_to_agreement(text: str) -> bool:
    """Return whether a text says that a covenant takes effect with the agreement or its closing.

    *Six months after signing* does not, and neither does *unclear from the agreement*.
    """
    plain = _WORDS.harmless.sub(" ", text.lower().replace("_", " "))
    if _WORDS.otherwise.search(plain) or DURATION_KIND.find(tokenize(plain), NO_CONTEXT):
        return False
    return any(_WORDS.refers.search(part) and not _WORDS.denials.search(part) for part in _PART.split(plain))


def agreement_days(context: ScoringContext) -> frozenset[date]:
    """Return the dates of the documents and of the agreements that they name: every day that follows *dated*."""
    days: set[date] = set()
    for source in context.documents:
        for found in source.mentions.of(DATE_KIND):
            # "dated" may be part of the date as found, or stand right before it.
            before = source.document.text[max(0, found.span.start - 12) : found.span.start]
            is_dated = found.span.of(source.document.text).lower().startswith(_DATED)
            if is_dated or before.lower().rstrip().endswith(_DATED):
                days.update(value.day for value in found.candidates if isinstance(value, CalendarDate))
    return frozenset(days)
