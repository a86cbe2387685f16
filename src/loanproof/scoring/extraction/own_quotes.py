"""A field's value compared with its own quotes: what both say of a figure, and how a loan is repaid or priced.

Used by the guard, which has no gold. The comparisons are those of scoring, with the quotes as the expected side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.provenance import names_own_term
from loanproof.scoring.changing_words import passages_with
from loanproof.scoring.exchanged_amounts import exchanged_amounts
from loanproof.scoring.extraction.agreement import compare_elective
from loanproof.scoring.extraction.plain_values import leaves_of
from loanproof.scoring.guarded import GuardFault, fault_of
from loanproof.scoring.later_changes import day_of_effect
from loanproof.scoring.wording import quoted
from loanproof.statements import NO_BOUND, NO_SHARE, NO_SUCH_PERIOD, contradictions
from loanproof.values import (
    COMPARISONS_BEHIND,
    DATE_KIND,
    MARGIN_KIND,
    NO_CONTEXT,
    PERCENTAGE_KIND,
    REFERENCE_RATE_KIND,
    REPAYMENT_KIND,
    CalendarDate,
    CommitmentFee,
    Margin,
    Read,
    ReferenceRates,
    Repayment,
    candidates_of,
    tokenize,
)

if TYPE_CHECKING:
    from loanproof.outputs import FieldOutput
    from loanproof.scoring.extraction.context import AnswersContext
    from loanproof.scoring.extraction.stated import Stated

# A quote may state more than a value, or a part of it; only these differences show that both speak of one thing.
_DIFFERENCES = {
    Reason.DETAIL_DIFFERS: "another detail",
    Reason.TENOR_DIFFERS: "another tenor",
    Reason.WRONG_BASIS: "another basis",
    Reason.BASIS_MISSING: "another basis",
    Reason.DIFFERENT: "another opening rate",
}
_BY_QUOTES = frozenset(_DIFFERENCES) - {Reason.DIFFERENT}
# A denied figure is a bound ("shall not exceed"), facilities have several names, and two readings of one amount are
# checked with its form.
_IGNORED_CODES = frozenset({Reason.FACT_DENIED, Reason.SUBJECT_EXCHANGED, Reason.ALTERNATIVES_GIVEN})
_NOT_SAID = frozenset({NO_BOUND, NO_SHARE, NO_SUCH_PERIOD})  # only what both sides say is compared
# "2.50 to 1.00 or greater 2.50%" is a cell and the rate next to it: the words compare what is before them.
_BEHIND = "|".join(one for phrases in COMPARISONS_BEHIND.values() for one in phrases if one.startswith("or "))
_END_OF_CELL = re.compile(rf"(?<!\bat )\b(?:{_BEHIND})(?=\s+[0-9])", re.IGNORECASE)


def quote_faults(answer: FieldOutput, context: AnswersContext) -> Iterator[GuardFault]:
    """Yield how a stated value contradicts the quotes that are given for it."""
    given = context.given(answer)
    quotes = [one.quote for one in answer.citations if one.quote]
    if not context.parameters.clarifications.statements or not quotes:
        return
    # How a loan is repaid is stated, not forbidden, so that what only one side denies differs.
    read_by_cells = [_END_OF_CELL.sub(r"\g<0>;", quote) for quote in quotes]
    has_denials = given.of_kind is REPAYMENT_KIND
    for text in leaves_of(given.plain):
        for one in contradictions(text, "", read_by_cells, context.notation, has_denials=has_denials):
            if one.code not in _IGNORED_CODES and one.source not in _NOT_SAID:
                yield fault_of(one, text)
        sources = chain(quotes, passages_with(context.claim_of(text), context))
        pair = exchanged_amounts(text, sources, context.notation)
        if pair is not None:
            sentence = f"The documents say of {quoted(pair[0])} what the output says of {quoted(pair[1])}."
            yield GuardFault(code=Reason.SUBJECT_EXCHANGED, sentence=sentence)
    reason = _difference(given, quotes, context) or _other_opening(given, quotes)
    if reason is not None:
        sentence = f"The quote gives {_DIFFERENCES[reason]} than {quoted(given)}."
        yield GuardFault(code=reason, sentence=sentence)


def _difference(given: Stated, quotes: Sequence[str], context: AnswersContext) -> Reason | None:
    """Return in what a value differs from all quotes that can be read as one of its kind; None if one does not."""
    kind = given.of_kind
    if kind is None or not isinstance(given.reading, Read) or _is_table(given.reading.value):
        return None
    compare = kind.compare_readings
    if kind is REFERENCE_RATE_KIND and context.parameters.clarifications.elective_tenors:
        compare = compare_elective
    read = [one for one in (given.other(quote).reading for quote in quotes) if isinstance(one, Read)]
    told = [one for one in read if not _is_table(one.value) and not _lacks_tenor(one.value)]
    value = given.reading.value
    reasons = [
        Reason.WRONG_BASIS if _is_other_share(one.value, value) else compare(one, given.reading).reason for one in told
    ]
    return reasons[0] if reasons and all(one in _BY_QUOTES for one in reasons) else None


def _is_other_share(quoted_fee: object, fee: object) -> bool:
    """Return whether only one of two fees with the same figure is a share of the margin."""
    if not isinstance(quoted_fee, CommitmentFee) or not isinstance(fee, CommitmentFee):
        return False
    rate, own = quoted_fee.value, fee.value
    return rate is not None and own is not None and rate.figure == own.figure and rate.of_margin != own.of_margin


def _other_opening(given: Stated, quotes: Sequence[str]) -> Reason | None:
    """Return a reason if the quotes on the margin open with another rate, and only a grid of theirs has the given one.

    A rate that a quote gives outside a grid may be a later one, or that of another option.
    """
    if given.of_kind is not MARGIN_KIND or not isinstance(given.reading, Read) or given.reading.value.opening is None:
        return None
    rate = given.reading.value.opening.bps
    openings = set()
    for quote in quotes:
        reading = given.other(quote).reading
        margin = reading.value if isinstance(reading, Read) else Margin()
        if margin.opening is not None and names_own_term(quote, given.field):
            openings.add(margin.opening.bps)
        is_turned = margin.opening is not None and rate is not None and margin.opening.bps == -rate
        if not is_turned and rate not in {row.value.bps for row in margin.rows if row.when.bounds}:
            found = PERCENTAGE_KIND.find(tokenize(quote), NO_CONTEXT)
            openings |= {one.bps for each in found for one in each.candidates if one.bps == rate}
    return Reason.DIFFERENT if openings and rate not in openings else None


def _is_table(value: object) -> bool:
    """Return whether a value is a table of repayments, whose amounts may be in the unit of a heading."""
    return isinstance(value, Repayment) and bool(value.rows)


def _lacks_tenor(value: object) -> bool:
    """Return whether a quote names rates without a tenor, which another clause gives: ``SONIA`` and *three months*."""
    return isinstance(value, ReferenceRates) and all(rate.tenor is None for rate in value.rates)


def effect_fault(answer: FieldOutput, said: str, context: AnswersContext) -> GuardFault | None:
    """Return a fault if an effective date is another day than the one from which the quotes say the change holds."""
    quotes = " ".join(one.quote for one in answer.citations if one.quote)
    day, read = day_of_effect(quotes, context.notation), candidates_of(DATE_KIND.read(said, context.notation))
    days = [one.day.isoformat() for one in read if isinstance(one, CalendarDate)]
    if day is None or not days or day in days:
        return None
    sentence = f"The quotes say that the change takes effect on {day}, not on {quoted(said)}."
    return GuardFault(code=Reason.EFFECTIVE_DATE_WRONG, sentence=sentence)
