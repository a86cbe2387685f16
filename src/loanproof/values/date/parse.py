"""From a text to a date."""

from __future__ import annotations

import re

from loanproof.values.date.forms import read_date, read_incomplete_date
from loanproof.values.date.months import WEEKDAYS
from loanproof.values.date.relative import read_relative_date
from loanproof.values.date.value import Adjustment, CalendarDate, DateValue, IncompleteDate
from loanproof.values.reading import NO_CONTEXT, Context, Match, Reading, Unreadable
from loanproof.values.text.tokens import TokenKind, Tokens, tokenize

_OUTER = frozenset("\"'.,;:()[]*")
_LEADING = frozenset({"on", "dated", "the", "this", "le", "am", "den", "el"})
_FORMULA_LEADS = frozenset({"(", ",", "being"})
_DERIVED = frozenset({"derived", "calculated", "computed", "unadjusted"})
_AT_THE_LATEST = frozenset({"at", "the", "latest"})
_YEAR = re.compile(r"(?:19|20|21)[0-9]{2}")
_MONTH = re.compile(r"0[1-9]|1[0-2]")
_DAY_BEFORE = re.compile(r"[0-9]{1,2}")
_CLOCK = re.compile(r"T[0-9]{2}:[0-9]{2}[0-9:.]*(?:Z|[+-][0-9:]+)?")  # an ISO time stamp; the time of day is ignored


def parse_date(text: str, context: Context = NO_CONTEXT) -> Reading[DateValue]:
    """Read a text that is one date. Weekdays, a Business Day rule, ``(derived)`` and ``at the latest`` are ignored.

    So is the formula behind the date, ``(the fifth anniversary of the Closing Date)``, unless its anchor's date is
    known and gives another day.
    """
    tokens = tokenize(text)
    found = read_any_date(tokens, 0, context)
    start = _start(tokens)
    found = found or read_any_date(tokens, start, context) or _read_bare(tokens, start)
    if found is None:
        return Unreadable(f"{text[:80]!r} is not a date that the calendar has.")
    rest = _rest(tokens, _after_formula(tokens, found, context))
    if rest is None:
        return Unreadable(f"{text[:80]!r} says more than one date.")
    if isinstance(rest, Adjustment):
        adjusted = tuple(_with_rule(one, rest) for one in found.candidates)
        found = Match(candidates=adjusted, end=found.end, reason=found.reason)
    return found.reading


def read_any_date(tokens: Tokens, at: int, context: Context) -> Match[DateValue] | None:
    """Read the date that begins at ``at`` in any form: full, relative to another date, or without its day."""
    relative = read_relative_date(tokens, at, context=context)
    if relative is not None:
        return Match(candidates=tuple(relative.candidates), end=relative.end)
    return read_written_date(tokens, at, context)


def read_written_date(tokens: Tokens, at: int, context: Context) -> Match[DateValue] | None:
    """Read the written-out date that begins at ``at``: full, or without its day."""
    full = read_date(tokens, at, context=context)
    if full is not None:
        days = tuple(CalendarDate(day=day) for day in full.candidates)
        return Match(candidates=days, end=full.end, reason=full.reason)
    if _DAY_BEFORE.fullmatch(tokens[at - 1].text):
        return None  # 31 February 2031 is not a date, and is not February 2031 either
    incomplete = read_incomplete_date(tokens, at)
    return None if incomplete is None else Match(candidates=tuple(incomplete.candidates), end=incomplete.end)


def _read_bare(tokens: Tokens, at: int) -> Match[DateValue] | None:
    """Read a year alone, ``2031-03`` or ``03/2031``: too ambiguous to look for in running text."""
    first, sign, last = tokens[at].text, tokens[at + 1].text, tokens[at + 2].text
    if sign not in ("-", "/"):
        return Match(candidates=(IncompleteDate(year=int(first)),), end=at + 1) if _YEAR.fullmatch(first) else None
    year, month = (last, first) if _YEAR.fullmatch(last) else (first, last)
    if not _YEAR.fullmatch(year) or not _MONTH.fullmatch(month):
        return None
    return Match(candidates=(IncompleteDate(year=int(year), month=int(month)),), end=at + 3)


def _start(tokens: Tokens) -> int:
    at = 0
    while tokens[at].text in _OUTER or tokens[at].lower in _LEADING or tokens[at].lower in WEEKDAYS:
        at += 1
    return at


def _after_formula(tokens: Tokens, found: Match[DateValue], context: Context) -> int:
    """Return the position after a formula that repeats the date, else after the date."""
    at = found.end
    while tokens[at].lower in _FORMULA_LEADS:
        at += 1
    formula = read_relative_date(tokens, at, context=context) if at > found.end else None
    if formula is None or formula.end == found.end:
        return found.end
    days = {one.day for one in found.candidates if isinstance(one, CalendarDate)}
    agrees = all(one.day is None or one.day in days for one in formula.candidates)
    return formula.end if days and agrees else found.end


def _rest(tokens: Tokens, at: int) -> Adjustment | bool | None:
    """Read what follows a date: a Business Day rule, nothing that matters (true), or too much (none)."""
    words = {token.lower for token in tokens.items[at:]}
    if {"business", "day"} <= words and not any(token.kind is TokenKind.NUMBER for token in tokens.items[at:]):
        earlier = bool(words & {"preceding", "previous", "prior", "before"})
        later = bool(words & {"following", "next", "succeeding", "after"})
        if earlier == later:
            return Adjustment.EITHER
        return Adjustment.PRECEDING if earlier else Adjustment.FOLLOWING
    if (
        words <= _OUTER | _DERIVED | WEEKDAYS
        or words - _OUTER == _AT_THE_LATEST
        or _CLOCK.fullmatch(tokens.text(at, len(tokens))[:40])
    ):
        return True
    return None


def _with_rule(value: DateValue, rule: Adjustment) -> DateValue:
    return CalendarDate(day=value.day, adjustment=rule) if isinstance(value, CalendarDate) else value
