"""From a text to a period of time."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from loanproof.core import Reason
from loanproof.values.duration.units import COUNTING, EXTENDING, OR_MORE, QUARTER, UNITS, YEAR, read_unit, times
from loanproof.values.duration.value import Duration
from loanproof.values.number.parse import read_number
from loanproof.values.number.words import NUMBER_STARTS, may_begin_number, read_ordinal, read_words
from loanproof.values.reading import NO_CONTEXT, Context, Match, Reading, Unreadable
from loanproof.values.text.finding import Starts
from loanproof.values.text.tokens import TokenKind, Tokens, tokenize

_CALENDAR_YEAR = re.compile(r"(?:19|20|21)[0-9]{2}")  # the 2005 year-end
_FEW = {"one": 1, "two": 2, "three": 3}
_OUTER = frozenset("\"'.,;:()[]*")
_DERIVED = frozenset({"derived", "calculated", "computed"})
_SPANS = frozenset({"term", "tenor", "period"})
_RUNNING = frozenset({"from", "after", "following", "commencing", "tenor", "term"})
DURATION_STARTS = NUMBER_STARTS | Starts.of({"["})


def read_duration(
    tokens: Tokens, at: int, *, context: Context = NO_CONTEXT, letters: bool = False
) -> Match[Duration] | None:
    """Read the period that begins at ``at``, with all its parts: ``5 years and 1 day``.

    Single letters (``3Y``, ``36M``) are units only with ``letters``: in running text ``36M`` is an amount. The result
    is cached per text, because periods, dates, tenors and frequencies all ask for it.
    """
    if tokens[at].text != "[" and not may_begin_number(tokens[at]):
        return None
    key = (read_duration, at, context.number_locale, letters)
    return tokens.cached(key, lambda: _read(tokens, at, context, letters=letters))


def _read(tokens: Tokens, at: int, context: Context, *, letters: bool) -> Match[Duration] | None:
    first = _part(tokens, at, context, letters=letters)
    if first is None:
        return None
    found, rank = first
    while (following := _next_part(tokens, found.end, rank, context, letters=letters)) is not None:
        part, rank = following
        sums = tuple(one.plus(other) for one in found.candidates for other in part.candidates)
        found = Match(candidates=sums, end=part.end, reason=found.reason or part.reason)
    return found


def read_counted_day(tokens: Tokens, at: int) -> Match[Duration] | None:
    """Read an ordinal day counted from another as a period: ``the 20th day after the notice``."""
    ordinal = read_ordinal(tokens, at)
    unit, end = (None, at) if ordinal is None else read_unit(tokens, ordinal[1], letters=False)
    if ordinal is None or ordinal[0] == 1 or unit is None or unit.rank or tokens[end].lower not in COUNTING:
        return None  # "the first day after" may just mean the next day
    period = times(ordinal[0], unit.of_one)
    return None if period is None else Match(candidates=(period,), end=end)


def parse_duration(text: str, context: Context = NO_CONTEXT) -> Reading[Duration]:
    """Read a text that is one period, with any extension options and ``(derived)``."""
    tokens = tokenize(text)
    start = next((at for at in range(len(tokens)) if tokens[at].text not in _OUTER), 0)
    if tokens[start].lower in ("a", "an"):
        start += 3 if tokens[start + 1].lower in _SPANS and tokens[start + 2].lower == "of" else 1
    found = read_duration(tokens, start, context=context, letters=True) or _with_options(tokens, start)
    if found is None:
        return Unreadable(f"{text[:80]!r} is not a period of time.")
    found = _said_twice(tokens, found, context)
    rest = {token.lower for token in tokens.items[found.end :]} - _OUTER
    extensions = _extensions(tokens, found.end, context)
    if rest - _DERIVED and not extensions and not _is_harmless(tokens, found.end):
        return Unreadable(f"{text[:80]!r} says more than one period of time.")
    read = tuple(
        replace(one, extensions=one.extensions + extensions, derived=bool(rest & _DERIVED)) for one in found.candidates
    )
    return Match(candidates=read, end=found.end, reason=found.reason).reading


def _part(tokens: Tokens, at: int, context: Context, *, letters: bool) -> tuple[Match[Duration], int] | None:
    """Read one count with its unit, and return it with the rank of the unit."""
    if letters and tokens[at].lower in _FEW and tokens[at + 1].lower in ("quarter", "quarters"):
        # as numbers these words are fractions, and in running text they usually are
        return Match(candidates=(Duration(months=3 * _FEW[tokens[at].lower]),), end=at + 2), QUARTER.rank
    at = at + 1 if tokens[at].text == "[" else at
    number = read_number(tokens, at, context=context) if may_begin_number(tokens[at]) else None
    if number is None:
        return None
    is_bracketed = tokens[at - 1].text == "[" and tokens[number.end].text == "]"  # [10] days, as in a draft
    unit_at = number.end + 1 if is_bracketed or tokens[number.end].text == "-" else number.end
    unit_at += next((len(words) for words in OR_MORE if tokens.words(unit_at, *words)), 0)
    unit_at += 1 if tokens[unit_at].lower == "calendar" else 0
    unit, end = read_unit(tokens, unit_at, letters=letters)
    if unit is None or (unit is YEAR and _CALENDAR_YEAR.fullmatch(tokens.text(at, number.end))):
        return None
    periods = tuple(times(one.value, unit.of_one) for one in number.candidates)
    known = tuple(period for period in periods if period is not None)
    return (Match(candidates=known, end=end, reason=number.reason), unit.rank) if known else None


def _next_part(
    tokens: Tokens, at: int, rank: int, context: Context, *, letters: bool
) -> tuple[Match[Duration], int] | None:
    """Read a further part in a smaller unit, after ``and`` or a comma."""
    start = at
    while tokens[start].lower in (",", "and", "plus"):
        start += 1
    part = _part(tokens, start, context, letters=letters) if start - at <= 2 else None
    return part if part is not None and part[1] < rank else None


def _with_options(tokens: Tokens, at: int) -> Match[Duration] | None:
    """Read ``3+1+1``, in years unless a unit follows."""
    counts, end = _sum(tokens, at)
    if len(counts) < 2:
        return None
    unit, end = read_unit(tokens, end, letters=True)
    periods = [times(Decimal(count), (unit or YEAR).of_one) for count in counts]
    base, *options = [period for period in periods if period is not None]
    return Match(candidates=(replace(base, extensions=tuple(options)),), end=end)


def _sum(tokens: Tokens, at: int) -> tuple[list[int], int]:
    counts: list[int] = []
    while tokens[at].kind is TokenKind.NUMBER and tokens[at].text.isdigit() and len(tokens[at].text) <= 3:
        counts.append(int(tokens[at].text))
        at += 1
        if tokens[at].text != "+":
            break
        at += 1
    return counts, at


def _extensions(tokens: Tokens, at: int, context: Context) -> tuple[Duration, ...]:
    """Read what a text says after a tenor about extending it: ``(+1+1 …)``, ``with two 1-year extension options``."""
    start = at + 1 if tokens[at].text == "(" else at
    if tokens[start].text == "+":
        counts, end = _sum(tokens, start + 1)
        unit, _ = read_unit(tokens, end, letters=True)
        options = (times(Decimal(count), (unit or YEAR).of_one) for count in counts)
        return tuple(option for option in options if option is not None)
    if not any(token.lower in EXTENDING for token in tokens.items[start:]):
        return ()
    for position in range(start, len(tokens)):
        option = read_duration(tokens, position, context=context)
        if option is not None:
            return option.candidates[:1] * _times_over(tokens, position)
    return ()


def _said_twice(tokens: Tokens, found: Match[Duration], context: Context) -> Match[Duration]:
    """Take in the same period in other units: ``60 months (5 years)``. If they differ, both are candidates."""
    again = read_duration(tokens, found.end + 1, context=context) if tokens[found.end].text == "(" else None
    if again is None or tokens[again.end].text != ")":
        return found
    lengths = {one.length for one in again.candidates}
    both = tuple(one for one in found.candidates if one.length in lengths)
    if both:
        return Match(candidates=both, end=again.end + 1, reason=found.reason)
    reason = Reason.WORDS_AND_FIGURES_DIFFER
    return Match(candidates=found.candidates + again.candidates, end=again.end + 1, reason=reason)


def _is_harmless(tokens: Tokens, at: int) -> bool:
    """Return whether the rest only says when the period starts: ``5 years from the Closing Date``."""
    counted = any(token.kind is TokenKind.NUMBER or token.lower in UNITS for token in tokens.items[at:])
    return tokens[at].lower in _RUNNING and not counted


def _times_over(tokens: Tokens, at: int) -> int:
    """Return how many options the preceding word counts: ``two 1-year extension options``."""
    before = at - 1
    if tokens[before].kind is TokenKind.NUMBER and len(tokens[before].text) == 1:
        return max(int(tokens[before].text), 1)
    words = read_words(tokens, before)
    return int(words[0]) if words is not None and words[1] == at and 1 <= words[0] <= 9 else 1
