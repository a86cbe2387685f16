"""Reads what a document changes in earlier documents, and the day from which it takes effect.

All of it comes from the document's own words, without gold: the clauses that it deletes, replaces or amends, the
values that it sets, and its effective date.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.statements import stated_in
from loanproof.values import (
    DATE_KIND,
    SECTION_KIND,
    CalendarDate,
    Read,
    SectionId,
    SectionRelation,
    content_words,
    relate_sections,
    tokenize,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loanproof.values import Context, Part


class _Changing(WordTable):
    becomes: Words
    set_to: SingleWords
    takes_effect: Words


def _any_of(phrases: tuple[str, ...]) -> str:
    return "|".join(re.escape(one) for one in sorted(phrases, key=len, reverse=True))


_WORDS = load_words(__package__, "later_changes", _Changing)
_BE = r"(?:is|are|shall be|will be|be)(?: hereby)?(?: further)?"
_BECOMES = re.compile(rf"{_BE} (?:{_any_of(_WORDS.becomes)})\b", re.IGNORECASE)
# What may stand between a clause number and its verb: "Clause 9.1 (Margin) of the Facility Agreement is deleted".
_BETWEEN = re.compile(r" ?(?:\([^()]{1,100}\) ?)?,?(?: ?(?:of|to|in) (?:the|that|this) [\w ]{1,60}?)? ?", re.IGNORECASE)
_SUBJECT = rf"(?P<subject>[^.;:]{{3,160}}?) {_BE} (?:{_any_of(_WORDS.set_to)})\b"
_SET = re.compile(rf"{_SUBJECT}(?:[^.;]|\.(?=[0-9])){{0,80}}?\bto (?P<value>.{{1,60}})", re.IGNORECASE)
_SET_BY = re.compile(rf"{_SUBJECT} by (?P<value>.{{1,60}})", re.IGNORECASE)
_TRANCHE_LABEL = re.compile(r"(?<=[a-z] )(?:[A-Z]|[IVX]{1,4}|[0-9]{1,2})(?=\W|$)")  # the A of "Facility A"
_EFFECT = re.compile(rf"\b(?:{_any_of(_WORDS.takes_effect)})(?=(?P<behind>.{{1,40}}))", re.IGNORECASE)
_PARAGRAPH = re.compile(r"\n\s{0,40}\n|\f")
_STOP = re.compile(r"(?<=[.;])\s(?=[A-Z0-9(\"“])")
_QUOTES = re.compile(r"[\"“”]")
# A sentence about one definition does not change the whole clause that contains all definitions.
_DEFINITION_WORD = "definition"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAnew:
    """A value that a document sets.

    Attributes:
        words: The content words of what the value belongs to.
        labels: The letters and numbers of tranches among those words, such as the *A* of *Facility A*.
        part: The new value, or the amount of the change.
        is_difference: Whether only the amount of the change is given: *is reduced by GBP 5,000,000*.
    """

    words: frozenset[str]
    labels: frozenset[str]
    part: Part[Any]
    is_difference: bool


def changes_clause(text: str, section: SectionId, notation: Context) -> bool:
    """Return whether a document says that it deletes, replaces or amends a clause, or a clause that contains it."""
    coarser = (SectionRelation.SAME, SectionRelation.ANCESTOR)
    return any(relate_sections(section, one) in coarser for one in _changed_clauses(text, notation))


def sets_anew(text: str, quote: str, notation: Context) -> bool:
    """Return whether a document changes a value in a quote: same words, same kind of value, different value."""
    words, values = content_words(quote), stated_in(quote, notation).values
    for one in _values_set(text, notation):
        if not one.words <= words or not all(re.search(rf"\b{re.escape(label)}\b", quote) for label in one.labels):
            continue
        same_kind = [value.part for value in values if value.part.kind is one.part.kind]
        if same_kind and (one.is_difference or not any(_is_same(value, one.part) for value in same_kind)):
            return True
    return False


def day_of_effect(text: str, notation: Context) -> str | None:
    """Return the day from which a document says it takes effect; ``None`` if it names no day, or several."""
    days = {
        value.day.isoformat()
        for match in _EFFECT.finditer(_QUOTES.sub("", _folded(text)))
        for found in DATE_KIND.find(tokenize(match["behind"]), notation)[:1]
        for value in found.candidates
        if isinstance(value, CalendarDate)
    }
    return days.pop() if len(days) == 1 else None


@lru_cache(maxsize=16)  # every item of an output asks about the same documents
def _changed_clauses(text: str, notation: Context) -> tuple[SectionId, ...]:
    return tuple(one for sentence in _sentences(text) for one in _clauses_in(sentence, notation))


def _clauses_in(sentence: str, notation: Context) -> Iterator[SectionId]:
    """Yield the clauses that a sentence says are changed: *Clause 4.2 (Commitment fee) is deleted*."""
    if _DEFINITION_WORD in sentence.lower():
        return
    becomes = [match.start() for match in _BECOMES.finditer(sentence)]
    for found in SECTION_KIND.find(tokenize(sentence), notation) if becomes else ():
        is_changed = any(_BETWEEN.fullmatch(sentence, found.span.end, at) for at in becomes)
        if isinstance(found.reading, Read) and is_changed:
            yield found.reading.value


@lru_cache(maxsize=16)
def _values_set(text: str, notation: Context) -> tuple[SetAnew, ...]:
    """Return the values that a document sets: *the amount of Facility A is increased to GBP 75,000,000*."""
    found: list[SetAnew] = []
    for sentence in _sentences(text):
        match = _SET.search(sentence) or _SET_BY.search(sentence)
        values = stated_in(match["value"], notation).values if match else ()
        if match and values:
            labels = frozenset(_TRANCHE_LABEL.findall(match["subject"]))
            words, is_difference = content_words(match["subject"]), match.re is _SET_BY
            found.append(SetAnew(words=words, labels=labels, part=values[0].part, is_difference=is_difference))
    return tuple(found)


def _is_same(one: Part[Any], other: Part[Any]) -> bool:
    keys, others = ({part.kind.canonical(value) for value in part.candidates} for part in (one, other))
    return bool(keys & others)


def _sentences(text: str) -> list[str]:
    pieces = (piece for paragraph in _PARAGRAPH.split(text) for piece in _STOP.split(_folded(paragraph)))
    return [piece for piece in pieces if piece]


def _folded(text: str) -> str:
    return " ".join(text.split())
