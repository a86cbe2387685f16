"""When an amendment takes effect: on a date that it states, on a condition, or not stated.

The date of the paper itself counts only if the paper says so. One paper may have several effective dates: ``the
amendments in Section 2.4 become effective on 30 June``, and the others on another day.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids.change_words import CHANGE_WORDS
from loanproof.capabilities.baseline.document_kind import own_day
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.core import PhrasePattern, Span, WordTable, load_words
from loanproof.documents import words_of_section
from loanproof.values import DATE_KIND, CalendarDate

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper


class _Effects(WordTable):
    """The phrases that say when a change takes effect; the table explains each list."""

    begins: PhrasePattern
    weak: PhrasePattern
    names: PhrasePattern
    condition: PhrasePattern
    own_day: PhrasePattern
    exempt: PhrasePattern


_WORDS = load_words(__package__, "effective_date", _Effects)
_DEFINED_AS = re.compile(r"[”\"]?\s*\)?\s*(?:is|means|shall\s+be|shall\s+mean|:)\s*", re.IGNORECASE)
_ASIDE = re.compile(
    r"[\s,]*(?:\([^()]{0,80}\)|and\s+including|only|the\s+close\s+of\s+business\s+on|on|and\s+from)[\s,]*",
    re.IGNORECASE,
)
_LIST = re.compile(r":\s*(?:\n|\(|\Z)")
_BRACKET = re.compile(r"\(the\s+[“\"][^()]{0,80}\)")
_OF_ANOTHER = re.compile(r"\b(?:agreement|letter|deed|facility)[\s,]+(?:\w+\s+){0,2}\Z", re.IGNORECASE)
_THIS = re.compile(r"\bth(?:is|ese)\b", re.IGNORECASE)
_RANGE = re.compile(r"[”\"]?\s*(?:to|until)\b")
_NEAR_NAME = 60  # characters in which words such as *the date hereof* are looked for
_NEAR = 8  # characters between the introducing words and the date
_LONGEST_CONDITION = 350  # characters of a condition


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """When a change takes effect, with the words that say so; without a date or a condition it is unclear.

    If ``only`` is not empty, it applies only to changes in these sections. It never applies to those in ``never``.
    """

    day: str | None = None
    condition: str | None = None
    evidence: Span | None = None
    only: tuple[Span, ...] = ()
    never: tuple[Span, ...] = ()


def effective_date(paper: Paper, place: int | None = None) -> Effect:
    """Return when the change at a place takes effect, or the amendment as a whole if no place is given."""
    found = [one for one in _effects(paper) if not _holds(one.never, place)]
    # A statement about this very section comes before statements about the whole paper.
    own = [one for one in found if _holds(one.only, place)]
    rest = [one for one in found if not one.only] or found
    return next(iter((*own, *rest)), Effect())


def _holds(spans: Sequence[Span], place: int | None) -> bool:
    return place is not None and any(span.start <= place < span.end for span in spans)


def _effects(paper: Paper) -> Iterator[Effect]:
    """Yield each statement of the paper about when something takes effect, in order."""
    # Several phrases may end at one place; they introduce the same date.
    starts = sorted({match.end(): match.start() for match in _begins(paper)}.items())
    for end, start in starts:
        found = _effect(paper, start, end)
        if found is not None:
            yield found


def _begins(paper: Paper) -> Iterator[re.Match[str]]:
    """Yield the words before a date or condition: verbs such as *takes effect on*, and *Effective Date means*."""
    for match in _WORDS.begins.finditer(paper.text):
        words = paper.passages.sentence_at(match.start()).of(paper.text)
        is_weak = _WORDS.weak.fullmatch(match[0]) is not None
        before = paper.text[max(0, match.start() - 60) : match.start()]
        is_of_another = (
            _OF_ANOTHER.search(before) and match[0].lower().startswith("effective") and not _THIS.search(before)
        )
        if not is_of_another and (not is_weak or CHANGE_WORDS.changes.search(words)):
            yield match
    for match in _WORDS.names.finditer(paper.text):
        verb = _DEFINED_AS.match(paper.text, match.end())
        if verb is not None:
            yield verb


def _effect(paper: Paper, start: int, end: int) -> Effect | None:
    """Return the date or condition that follows the introducing words; None if neither follows."""
    at = _behind(paper.text, end)
    only, never = _scope(paper, start)
    day = _day(paper, at) or _own_day(paper, end)
    if day is not None:
        return Effect(day=day[0], evidence=quote_around(paper, day[1]), only=only, never=never)
    sentence = paper.passages.sentence_at(max(at - 1, start))
    for begin in dict.fromkeys((end, at)):
        if _WORDS.condition.search(paper.text[begin : sentence.end]):
            stop = _LIST.search(paper.text, begin, sentence.end)
            first = begin if _DEFINED_AS.fullmatch(paper.text, start, end) else start
            words = Span(first, min(stop.start() if stop else sentence.end, begin + _LONGEST_CONDITION))
            text = " ".join(_BRACKET.sub(" ", words.of(paper.text)).split()).strip(' ,:)”"')
            text += "" if stop is None else _list_in(paper, stop.start())
            return Effect(condition=text, evidence=quote_around(paper, Span(start, words.end)), only=only, never=never)
    return None


def _list_in(paper: Paper, at: int) -> str:
    """Return words that refer to a list of conditions by its clause, instead of repeating the list."""
    section = paper.document.section_at(at)
    return "" if section is None else f" what is listed in {words_of_section(section.id)}"


def _behind(text: str, end: int) -> int:
    """Return where the date or condition begins, after brackets and small words."""
    at = end
    while (aside := _ASIDE.match(text, at)) is not None:
        at = aside.end()
    return at


def _day(paper: Paper, at: int) -> tuple[str, Span] | None:
    """Return the full date that follows a place almost at once, unless it begins a range of dates."""
    reach = Span(at, min(at + 40, len(paper.text)))
    for one in paper.mentions.overlapping(DATE_KIND, reach):
        is_range = _RANGE.match(paper.text, one.span.end) is not None
        if at <= one.span.start <= at + _NEAR and isinstance(one.candidates[0], CalendarDate) and not is_range:
            return one.candidates[0].canonical, one.span
    return None


def _own_day(paper: Paper, end: int) -> tuple[str, Span] | None:
    """Return the date of the paper itself, if it has one and says that the change begins on that date."""
    if not _WORDS.own_day.search(paper.text[end : end + _NEAR_NAME]):
        return None
    return own_day(paper)


def _scope(paper: Paper, start: int) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Return the sections a statement applies to, and those it excepts, from the words before it in its sentence."""
    sentence = paper.passages.sentence_at(start)
    before = Span(sentence.start, start)
    exempt = _WORDS.exempt.search(paper.text, before.start, before.end)
    split = before.end if exempt is None else exempt.start()
    only = tuple(one.span for one in paper.referred(Span(before.start, split)))
    never = tuple(one.span for one in paper.referred(Span(split, before.end)))
    return only, never
