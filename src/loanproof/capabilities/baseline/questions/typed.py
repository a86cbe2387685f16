"""Which typed values of a stretch would answer a question: the kinds of value behind each thing that is wanted."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from loanproof.capabilities.baseline.questions.expectation import Wanted
from loanproof.values import (
    DATE_KIND,
    DURATION_KIND,
    LAW_KIND,
    MONEY_KIND,
    NUMBER_KIND,
    PARTY_KIND,
    PERCENTAGE_KIND,
    RATIO_KIND,
    CalendarDate,
    Kind,
)

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.core import Span

_KINDS: Mapping[Wanted, tuple[Kind[Any], ...]] = {
    Wanted.DATE: (DATE_KIND,),
    Wanted.MONEY: (MONEY_KIND,),
    Wanted.RATE: (PERCENTAGE_KIND,),
    Wanted.PERIOD: (DURATION_KIND,),
    Wanted.RATIO: (RATIO_KIND, PERCENTAGE_KIND),
    Wanted.COUNT: (NUMBER_KIND,),
    Wanted.PARTY: (PARTY_KIND,),
    Wanted.LAW: (LAW_KIND,),
    Wanted.CALENDAR: (DATE_KIND,),
}


def values_in(paper: Paper, span: Span, wanted: Collection[Wanted]) -> Iterator[Span]:
    """Yield where values stand in a stretch that are of a wanted kind."""
    kinds = dict.fromkeys(kind for one in wanted for kind in _KINDS[one])
    is_calendar = Wanted.CALENDAR in wanted
    for kind in kinds:
        for found in paper.inside(kind, span):
            if not is_calendar or any(isinstance(one, CalendarDate) for one in found.candidates):
                yield found.span
