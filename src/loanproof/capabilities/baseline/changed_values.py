"""Values that an amendment changes: what a sentence says a term was, and what it shall be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from loanproof.capabilities.baseline.aids import facilities_named
from loanproof.capabilities.baseline.aids.change_words import CHANGE_WORDS
from loanproof.capabilities.baseline.aids.changes import Change, find_changes, is_other
from loanproof.capabilities.baseline.fields import TRANCHE_FIELDS
from loanproof.capabilities.baseline.fields.amounts import AMOUNT, sum_of
from loanproof.capabilities.baseline.fields.commitment_fee import FEE
from loanproof.capabilities.baseline.fields.families import FAMILIES
from loanproof.capabilities.baseline.fields.fixed_rate import RATE
from loanproof.capabilities.baseline.fields.margin_rates import MARGIN
from loanproof.capabilities.baseline.fields.maturity import MATURITY
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.capabilities.baseline.fields.rates_written import rate_text
from loanproof.capabilities.baseline.fields.tenor import TENOR
from loanproof.core import FieldId, Span
from loanproof.values import (
    DATE_KIND,
    DURATION_KIND,
    MONEY_KIND,
    PERCENTAGE_KIND,
    REFERENCE_RATE_KIND,
    CalendarDate,
)

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.values import Found, Kind, Written

_KINDS: dict[FieldId, Kind[Any]] = {
    MARGIN: PERCENTAGE_KIND,
    FEE: PERCENTAGE_KIND,
    MATURITY: DATE_KIND,
    AMOUNT: MONEY_KIND,
    TENOR: DURATION_KIND,
    RATE: REFERENCE_RATE_KIND,
}
SUBJECTS = {FieldId(field): words for field, words in CHANGE_WORDS.subjects.items()}
REPAYMENT = FieldId("repayment_schedule")
_FROM_FIGURE_TO = re.compile(r"\bfrom\s+(?P<figure>[0-9]+(?:[.,][0-9]+)?)\s+to\s+")
_FIGURE = re.compile(r"[0-9]+(?:[.,][0-9]+)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Amended:
    """One amended field: its new value, the old one if the document states it, and the words that show the change.

    ``tranche`` is set if the paper names several facilities and changes only this one. ``closer`` is a shorter stretch
    that shows the new value, for when the old value next to it would leave doubt.
    """

    field: FieldId
    value: Written
    original: Written | None
    evidence: tuple[Span, ...]
    tranche: str | None = None
    closer: Span | None = None


def by_value(paper: Paper, *, is_plain: bool) -> Iterator[Amended]:
    """Yield the fields whose value a sentence changes.

    ``is_plain`` selects either the sentences that contain only the old and the new value, or all others.
    """
    for field, kind in _KINDS.items():
        for change in find_changes(paper, kind):
            heading = heading_at(paper, change.sentence.start)
            if change.is_plain is is_plain and speaks_of(field, f"{heading} {change.sentence.of(paper.text)}"):
                one = _amended(paper, field, change)
                if one is not None:
                    yield replace(one, tranche=facility_of(paper, field, change.sentence.of(paper.text)))


def facility_of(paper: Paper, field: FieldId, words: str) -> str | None:
    """Return the facility that some words change, if they name exactly one and the paper names several."""
    named = facilities_named(words) if field in TRANCHE_FIELDS else ()
    return named[0] if len(named) == 1 and len(facilities_named(paper.text)) > 1 else None


def changes_term(paper: Paper) -> bool:
    """Return whether a paper says what a term of a loan was and what it shall be."""
    return any(one.original is not None for one in by_value(paper, is_plain=True))


def speaks_of(field: FieldId, words: str) -> bool:
    """Return whether words are about a field, and not about something else that contains the field's name."""
    if not SUBJECTS[field].search(words) or (field != REPAYMENT and CHANGE_WORDS.others.search(words)):
        return False
    # Words such as *availability* or *grace* show that a period is not the tenor.
    if field == TENOR and any(re.search(rf"\b{one}\b", words, re.IGNORECASE) for one in FAMILIES[field].never):
        return False
    # A sentence that names both is about the fee, which is often a share of the margin.
    return field != MARGIN or not SUBJECTS[FEE].search(words)


def heading_at(paper: Paper, offset: int) -> str:
    """Return the heading right above an instruction; it may be all that says what is changed: ``Clause 9 (Margin)``."""
    section = paper.document.section_at(offset)
    return "" if section is None else section.title or ""


def _amended(paper: Paper, field: FieldId, change: Change) -> Amended | None:
    """Return the change of a field that a sentence makes; None if the new value cannot be written."""
    value = _written(paper, field, change, change.new)
    if value is None:
        return None
    before = change.old or _said_before(paper, field, change)
    original = (
        _old_figure_sharing_unit(paper, field, change) if before is None else _written(paper, field, change, before)
    )
    if field == RATE and (not change.is_told or original == value):
        return None  # a sentence about the margin names the reference rate without changing it
    is_near = before is not None and change.sentence.contains(before.span)
    whole = change.new.span.cover(before.span) if before is not None and is_near else change.new.span
    # A quote begins with its sentence, which says what is changed, unless that makes it too long.
    start = change.sentence.start if whole.end - change.sentence.start < 400 else None
    quote = quote_around(paper, whole, start=start)
    clipped = Span(
        quote.start, max(min(quote.end, change.sentence.end), whole.end)
    )  # quote the row, not the table it is in
    closer = Span(change.new.span.start, clipped.end)
    return Amended(field=field, value=value, original=original, evidence=(clipped,), closer=closer)


def _old_figure_sharing_unit(paper: Paper, field: FieldId, change: Change) -> Written | None:
    """Return the old figure that shares the unit of the new one: ``from 2.25 to 2.65 per cent``."""
    before = _FROM_FIGURE_TO.search(paper.text, change.sentence.start, change.new.span.start)
    figure = _FIGURE.match(change.new.span.of(paper.text))
    if field not in (MARGIN, FEE) or before is None or figure is None or before.end() != change.new.span.start:
        return None
    return f"{before['figure']}{rate_text(paper, change.new.span)[figure.end() :]}"


def _said_before(paper: Paper, field: FieldId, change: Change) -> Found[Any] | None:
    """Return the value that an earlier sentence, such as a recital, says applied before; the nearest is tried first."""
    nearest = paper.passages.sentence_at(max(change.sentence.start - 3, 0))
    for at in (nearest, *paper.passages.sentences_in(Span(0, change.sentence.start))):
        words = at.of(paper.text)
        is_told = speaks_of(field, words) and CHANGE_WORDS.earlier.search(words) and not at.overlaps(change.sentence)
        values = [one for one in paper.inside(change.kind, at) if not is_other(paper, change.kind, one.span)]
        if is_told and len(values) == 1 and values[0].candidates[0] != change.new.candidates[0]:
            return values[0]
    return None


def _written(paper: Paper, field: FieldId, change: Change, found: Found[Any]) -> Written | None:
    """Return a value as an output writes it; None if it is not a full date, or a sum without a currency."""
    value = found.candidates[0]
    if field == MATURITY:
        return value.canonical if isinstance(value, CalendarDate) else None
    if field == AMOUNT:
        return sum_of(paper, found)
    if field in (TENOR, RATE):
        return " ".join(found.span.of(paper.text).split())
    text = rate_text(paper, found.span)
    base = CHANGE_WORDS.undrawn.search(change.sentence.of(paper.text)) if field == FEE else None
    return text if base is None else f"{text} {' '.join(base[0].split())}"
