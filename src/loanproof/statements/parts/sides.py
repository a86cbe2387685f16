"""Reads which way a period or a rate counts from something else: days before or after, points above or below."""

from __future__ import annotations

from typing import Literal, TypeAlias

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.statements.statement import Said, Side
from loanproof.statements.texts.place import Place
from loanproof.values import DURATION_KIND, PERCENTAGE_KIND, Phrases, content_words, content_words_in

_Way: TypeAlias = Literal["up", "down", "whole"]


class _Sides(WordTable):
    periods_behind: dict[_Way, Words]
    rates_behind: dict[_Way, Words]
    rates_before: dict[_Way, Words]
    between: SingleWords
    deadlines: SingleWords
    running: SingleWords


def _phrases(table: dict[_Way, tuple[str, ...]]) -> Phrases[Side]:
    return Phrases.of((Side(way), words) for way, words in table.items())


_WORDS = load_words(__package__, "sides", _Sides)
_PERIODS_BEHIND, _RATES_BEHIND = _phrases(_WORDS.periods_behind), _phrases(_WORDS.rates_behind)
_RATES_BEFORE = _phrases(_WORDS.rates_before)
_BETWEEN = frozenset({*_WORDS.between, ","})
_DEADLINES, _AFTER_DEADLINE = frozenset(_WORDS.deadlines), frozenset(_WORDS.running)
_REACH = 6  # tokens after a value in which its side must begin
_ANCHOR_REACH = 10  # tokens after a period that say what it counts from
_MAX_BRACKET = 24  # tokens of a bracket after a period


def read_side(place: Place) -> Said[Side] | None:
    """Return which way a period or rate counts, or None; other values have no side."""
    if place.kind is DURATION_KIND:
        after = place.next_after
        shared = None if after is None else _first(place, _PERIODS_BEHIND, after, len(place.tokens))
        return _behind(place, _PERIODS_BEHIND) or shared or _within(place)  # "between 45 and 20 days before the date"
    if place.kind is PERCENTAGE_KIND:
        return _behind(place, _RATES_BEHIND) or _before(place)
    return None


def read_counted(place: Place, side: Said[Side] | None) -> frozenset[str]:
    """Return the content words of what a period counts from: days before a payment, or after a notice."""
    if side is None or place.kind is not DURATION_KIND:
        return frozenset()
    after = place.after if place.next_after is None else place.next_after
    return content_words_in(place.tokens, after, min(place.closes, after + _ANCHOR_REACH)) - content_words(side.words)


def _within(place: Place) -> Said[Side] | None:
    """Return that a deadline counts forward: ``within three Business Days of receipt``."""
    is_deadline = any(place.word(at) in _DEADLINES for at in range(max(place.start, place.first - 2), place.first))
    word = place.word(place.after)
    return Said(means=Side.UP, words=word) if is_deadline and word in _AFTER_DEADLINE else None


def _behind(place: Place, phrases: Phrases[Side]) -> Said[Side] | None:
    return _first(place, phrases, place.after, place.behind)


def _first(place: Place, phrases: Phrases[Side], start: int, end: int) -> Said[Side] | None:
    """Return the first side of a stretch, with only small words or a bracket before it."""
    last = min(end, start + _REACH)
    for at in range(start, last):
        if place.word(at) == "(":  # "seven days' (or such shorter period as is agreed) prior notice"
            closing = next((one for one in range(at, min(end, at + _MAX_BRACKET)) if place.word(one) == ")"), None)
            return None if closing is None else _first(place, phrases, closing + 1, min(end, closing + 2))
        matched = phrases.match(place.tokens, at)
        if matched is not None:
            return Said(means=matched[0], words=place.tokens.text(at, matched[1]))
        if place.word(at) not in _BETWEEN:
            return None
    return None


def _before(place: Place) -> Said[Side] | None:
    for at in range(max(place.before, place.first - 4), place.first):
        matched = _RATES_BEFORE.match(place.tokens, at)
        if matched is not None and matched[1] == place.first:
            return Said(means=matched[0], words=place.tokens.text(at, matched[1]))
    return None
