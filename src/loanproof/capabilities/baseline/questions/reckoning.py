"""Dates that an answer calculates: a period counted from a date that the document states, declared as calculated."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.fields.agreement_date import agreement_date
from loanproof.documents import SectionKind
from loanproof.values import DATE_KIND, CalendarDate, RelativeDate

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.core import Span

_DEFINES = re.compile(r"\A\W*(?:[\w-]+[\s”\"’]+){1,6}means\b")
_DATE_OF_SIGNING = re.compile(
    r"\A(?:date\s+(?:of\s+)?(?:this|the)\s+\w+|date\s+hereof|signing|signing\s+date)\Z", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedDay:
    """A calculated date, the text that states the date it is counted from, and where in it that date is."""

    day: date
    begins: Span
    first_day: Span

    @property
    def said(self) -> str:
        """The sentence that states the date and says that it is calculated."""
        return f"Counted from that day, it is {self.day.day} {self.day:%B %Y} (calculated)."


def counted_day(paper: Paper, spans: Iterable[Span]) -> CountedDay | None:
    """Return the date that a definition among some spans gives only as a period after another date.

    There is none if any of the spans names a date, or if the starting date is not stated. Only definitions count: what
    a clause requires within a period is not what a term means.
    """
    spans = list(spans)
    if not any(_DEFINES.search(span.of(paper.text)) for span in spans):
        return None
    found = [one for span in spans for one in paper.inside(DATE_KIND, span)]
    if any(isinstance(value, CalendarDate) for one in found for value in one.candidates):
        return None
    defined = [span for span in spans if _DEFINES.search(span.of(paper.text))]
    for one in (one for one in found if any(span.contains(one.span) for span in defined)):
        value = one.candidates[0]
        anchor = _anchor(paper, value.anchor) if isinstance(value, RelativeDate) else None
        if anchor is None or not isinstance(value, RelativeDate) or value.period.business_days:
            continue
        day, first_day = value.resolve({value.anchor: anchor[0]}), _place_of(paper, *anchor)
        if day is not None and first_day is not None:
            return CountedDay(day=day, begins=anchor[1], first_day=first_day)
    return None


def _place_of(paper: Paper, day: date, stated: Span) -> Span | None:
    """Return where a text states a date."""
    for one in paper.inside(DATE_KIND, stated):
        value = one.candidates[0]
        if isinstance(value, CalendarDate) and value.day == day:
            return one.span
    return None


def _signed(paper: Paper) -> tuple[date, Span] | None:
    """Return the document's date and where it is stated: in the parties section if possible, else where it was read."""
    found = agreement_date(paper)
    for one in (one.span for one in paper.document.sections if found and one.kind is SectionKind.PARTIES):
        place = None if found is None else _place_of(paper, found[0], one)
        if found is not None and place is not None:
            return found[0], paper.passages.sentence_at(place.start)
    return found


def _anchor(paper: Paper, name: str) -> tuple[date, Span] | None:
    """Return the date that a period starts from and where it is stated: the document's date or a defined term's."""
    if _DATE_OF_SIGNING.match(name):
        return _signed(paper)
    definition = paper.definitions.named(name)
    stated = None if definition is None else next(iter(paper.inside(DATE_KIND, definition.body)), None)
    value = None if stated is None else stated.candidates[0]
    return (value.day, definition.span) if definition is not None and isinstance(value, CalendarDate) else None
