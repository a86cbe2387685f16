"""Which typed values of a stretch would answer a question: the kinds of value that each wanted thing maps to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from loanproof.capabilities.baseline.questions.expectation import TIMES, Wanted
from loanproof.capabilities.baseline.retrieval import search_words, stem_of
from loanproof.core import PhrasePattern, Span, WordTable, load_words
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
    from loanproof.capabilities.baseline.questions.expectation import Part

_MAX_DISTANCE, _MAX_WORDS = 60, 3  # characters and words after a number, where the thing counted appears
_TIMES = re.compile(
    r"\b(?:once(?=\s+(?:in|a|every|only|per|each)\b|[,.;])|twice"
    r"|(?:two|three|four|five|six|[0-9]+)\s+(?:times|occasions))\b",
    re.IGNORECASE,
)  # but not "once the Facility is cancelled"
_CLOCK = re.compile(r"\b[0-9]{1,2}(?:[.:][0-9]{2})?\s?(?:a\.?m\b|p\.?m\b|noon\b|hours\b|o.clock\b)", re.IGNORECASE)
_MEASURED = re.compile(r"[-\s](?:year|month|day|week)s?\b", re.IGNORECASE)
_TIME_TERM = re.compile(r"\b(?:Date|Time|Day|Period)\b")  # at the end of a defined term for a time
_ASKS_END = re.compile(r"\W*(?:un)?till?\s+when\b", re.IGNORECASE)
_NON_COUNT_KINDS: tuple[Kind[Any], ...] = (DATE_KIND, MONEY_KIND, PERCENTAGE_KIND)  # their figures do not count things
_KINDS_WITH_UNITS: tuple[Kind[Any], ...] = (RATIO_KIND, PERCENTAGE_KIND, MONEY_KIND)
_KINDS_FOR: Mapping[Wanted, tuple[Kind[Any], ...]] = {
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


class _Typed(WordTable):
    """Words that say that a time ends, and words that ask for a time of day."""

    ends: PhrasePattern
    asks_clock: PhrasePattern


_TABLE = load_words(__package__, "typed", _Typed)


def values_in(paper: Paper, span: Span, part: Part) -> Iterator[Span]:
    """Yield the values of a wanted kind in a span; for *until when*, only if the span says that something ends."""
    if _ASKS_END.match(part.text) and not _TABLE.ends.search(span.of(paper.text)):
        return
    kinds = dict.fromkeys(kind for one in part.wanted for kind in _KINDS_FOR[one])
    for kind in kinds:
        for found in paper.inside(kind, span):
            if Wanted.CALENDAR in part.wanted and not any(isinstance(one, CalendarDate) for one in found.candidates):
                continue
            is_asked = kind is not NUMBER_KIND or _counts(paper, found.span, part)
            if is_asked and not _is_given(found.span.of(paper.text), part, is_name=kind is PARTY_KIND):
                yield found.span
    if Wanted.COUNT in part.wanted:
        yield from (Span(*match.span()) for match in _TIMES.finditer(paper.text, span.start, span.end))
    if Wanted.PERIOD in part.wanted and _TABLE.asks_clock.search(part.text):
        yield from (Span(*match.span()) for match in _CLOCK.finditer(paper.text, span.start, span.end))


def typed_share(part: Part, values: tuple[Span, ...], words: str) -> float:
    """Return how far a stretch gives what is wanted: 1 for a value, less for words that may replace one."""
    if not part.wanted:
        return 0.5
    if values:
        return 1.0
    # A sentence that merely mentions the date that is asked for does not state it, so the name itself is removed.
    head = r"\s+".join(map(re.escape, part.head))
    if part.text.lower().startswith(("until", "till")):
        return 0.0  # words about when something begins do not say when it ends
    told = re.sub(rf"\b{head}\b", "", words, flags=re.IGNORECASE) if head else words
    return 0.4 if Wanted.DATE in part.wanted and (TIMES.search(told) or _TIME_TERM.search(told)) else 0.0


def is_bare(paper: Paper, span: Span) -> bool:
    """Return whether the figures of a row have no unit; the head of the table then says what they are."""
    return not any(True for kind in _KINDS_WITH_UNITS for _ in paper.inside(kind, span))


def _is_given(value: str, part: Part, *, is_name: bool) -> bool:
    """Return whether the question itself contains a value, so that it must ask for another; names may be shortened."""
    if " ".join(value.lower().split()) in part.text.lower():
        return True
    words = search_words(value)
    return is_name and len(words) > 1 and len(set(words) - set(search_words(part.text))) <= 1


def _counts(paper: Paper, number: Span, part: Part) -> bool:
    """Return whether a number counts what is asked for: the noun follows it closely."""
    if paper.text[max(number.start - 1, 0) : number.end + 1] == f"({number.of(paper.text)})":
        return False  # the number of an item
    if _MEASURED.match(paper.text, number.end):
        return False  # a four-year loan is one loan
    around = Span(max(number.start - _MAX_DISTANCE, 0), min(number.end + _MAX_DISTANCE, len(paper.text)))
    if any(one.span.overlaps(number) for kind in _NON_COUNT_KINDS for one in paper.inside(kind, around)):
        return False
    behind = search_words(paper.text[number.end : number.end + _MAX_DISTANCE])[:_MAX_WORDS]
    return bool({stem_of(word) for word in part.head} & set(behind))
