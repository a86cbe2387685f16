"""Finds clock times in a text: *11:00 a.m.*, *4.30 pm*, *1500 hours*, *noon*."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from loanproof.core import Span

_HALF_DAY = 12 * 60
_ZONE = r"(?-i:\(?[A-Z][a-z]+(?:\s[A-Z][a-z]+){0,3}\stime\b|GMT|UTC|CET|EST|local\stime)"
# "15 hours" is a time of day only before a time zone; "24h" is one unless the words beside it make it a duration.
_MARKED = re.compile(
    r"(?<![\w.,:])(?P<hour>[01]?[0-9]|2[0-4])(?:[:.](?P<minute>[0-5][0-9]))?\s{0,2}"
    r"(?:(?P<half>[ap])\.?\s?m\b\.?|in the (?P<part>morning|afternoon|evening)\b"
    rf"|o'clock|hours?\b(?=\s(?:{_ZONE}|(?-i:[A-Z]{{3,4}}\b)))"
    r"|(?P<clock>h)\b|(?P<noon>noon|midday))",
    re.IGNORECASE,
)
_BARE = re.compile(r"(?<![\w.,:/-])(?P<hour>[01]?[0-9]|2[0-4])(?P<sign>[:.])(?P<minute>[0-5][0-9])(?![\w:%]|[.,][0-9])")
_FOUR_DIGITS = re.compile(
    r"(?<![\w.,:/-])(?P<hour>[01][0-9]|2[0-4])(?P<minute>[0-5][0-9])\s{0,2}(?:hours|hrs|h)\b", re.IGNORECASE
)
_NAMED = re.compile(r"\b(?:(?:12\s)?(?P<noon>noon|midday)|(?:12\s)?midnight)\b", re.IGNORECASE)
# A bare 11:00 is a clock time only if the words next to it show that.
_BEFORE = re.compile(r"\b(?:at|by|before|after|until|till|than|from)\s$", re.IGNORECASE)
_BEHIND = re.compile(rf"\s{{0,2}}{_ZONE}")
_BEFORE_DURATION = re.compile(r"\b(?:within|for|every|least|most|next|last|another|further)\s$", re.IGNORECASE)
_BEHIND_DURATION = re.compile(r"\s(?:of|after|before|from|prior|notice|per|an?)\b", re.IGNORECASE)
_AT = re.compile(r"\b(?:at|by|until|till|later than|earlier than)\s$", re.IGNORECASE)
_LOOK_BACK = 14  # characters: "earlier than" and the mark before it


@dataclass(frozen=True, slots=True)
class ClockTime:
    """A time of day with its place in a text; it has two readings if the text does not say which half of the day."""

    minutes: frozenset[int]
    span: Span


def times_in(text: str) -> tuple[ClockTime, ...]:
    """Return the clock times that a text certainly gives, in order."""
    kept: list[ClockTime] = []
    for one in sorted(_sure(text), key=lambda time: (time.span.start, -time.span.end)):
        if not kept or not kept[-1].span.contains(one.span):  # "12 noon" also matches as "noon"
            kept.append(one)
    return tuple(kept)


def possible_times(text: str) -> frozenset[int]:
    """Return every time that a text may give, in minutes; every bare *11:00* counts, for both halves of the day."""
    bare = (minute for match in _BARE.finditer(text) if match["sign"] == ":" for minute in _minutes(match, None))
    return frozenset(minute for one in _sure(text) for minute in one.minutes).union(bare)


def _sure(text: str) -> Iterator[ClockTime]:
    """Yield the clock times that are marked as such, or that the words around them confirm."""
    for match in _MARKED.finditer(text):
        if match["clock"] and _is_duration(text, match):
            continue
        part = {"morning": "a", "afternoon": "p", "evening": "p"}.get((match["part"] or "").lower())
        half = "p" if match["noon"] else match["half"] or part
        yield ClockTime(_minutes(match, half), Span(*match.span()))
    for match in _FOUR_DIGITS.finditer(text):
        if _AT.search(_before(text, match)) or not _is_duration(text, match):
            yield ClockTime(frozenset({int(match["hour"]) * 60 + int(match["minute"])}), Span(*match.span()))
    for match in _NAMED.finditer(text):
        yield ClockTime(frozenset({_HALF_DAY if match["noon"] else 0}), Span(*match.span()))
    for match in _BARE.finditer(text):
        if _BEHIND.match(text, match.end()) or (match["sign"] == ":" and _BEFORE.search(_before(text, match))):
            yield ClockTime(_minutes(match, None), Span(*match.span()))


def _is_duration(text: str, match: re.Match[str]) -> bool:
    """Return whether the words beside a number of hours make it a length of time: ``2000 hours of operation``."""
    return bool(_BEFORE_DURATION.search(_before(text, match)) or _BEHIND_DURATION.match(text, match.end()))


def _before(text: str, match: re.Match[str]) -> str:
    return text[max(0, match.start() - _LOOK_BACK) : match.start()]


def _minutes(match: re.Match[str], half: str | None) -> frozenset[int]:
    """Return the minutes after midnight; without a half of the day, 3:00 may be 15:00, and 12:00 may be midnight."""
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if half is not None and hour <= 12:
        return frozenset({hour % 12 * 60 + minute + (_HALF_DAY if half.lower() == "p" else 0)})
    both = {hour % 24 * 60 + minute}
    return frozenset(both | {(hour + 12) * 60 + minute} if hour < 12 else both | {minute} if hour == 12 else both)
