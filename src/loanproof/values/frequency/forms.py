"""How frequencies are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from loanproof.core import Reason
from loanproof.values.date.months import MONTHS
from loanproof.values.duration.parse import read_duration
from loanproof.values.frequency.value import Frequency
from loanproof.values.frequency.words import (
    ANY,
    ANY_TIME,
    BOUNDING,
    COUNTED,
    EACH,
    EVERY,
    FORBIDDING,
    KINDS_OF_PERIOD,
    OF_WHOSE,
    RHYTHMS,
    TWO_MEANINGS,
    UNITS,
    Rhythm,
)
from loanproof.values.reading import NO_CONTEXT, Context, Match
from loanproof.values.text.finding import Starts
from loanproof.values.text.phrases import Phrases
from loanproof.values.text.tokens import TokenKind, Tokens

_BY_MONTHS = {
    1: Rhythm.MONTHLY,
    2: Rhythm.EVERY_TWO_MONTHS,
    3: Rhythm.QUARTERLY,
    6: Rhythm.SEMI_ANNUAL,
    12: Rhythm.ANNUAL,
    24: Rhythm.EVERY_TWO_YEARS,
}
_IN_EACH_YEAR = Phrases.of(
    [
        (True, [f"{joiner} {each} {which}year"])
        for joiner in ("in", "of")
        for each in ("each", "every", "any")
        for which in ("", "calendar ", "financial ", "fiscal ")
    ]
)
_HALF = "half"
# Repeated before each month: "the last day of June and the last day of December".
_LAST_DAY = Phrases.of((True, [f"the last {kind}day of"]) for kind in ("", "business "))
FREQUENCY_STARTS = (
    TWO_MEANINGS.starts
    | RHYTHMS.starts
    | EVERY.starts
    | ANY_TIME.starts
    | Starts(words=frozenset(MONTHS) | EACH | ANY | {_HALF}, figures=True)
)
_AMONG = COUNTED | {",", "and", "or", "(", ")"}  # "three (3)"
_MOST_COUNTED = 7  # "first, second, third and fourth"
_LISTED = frozenset({",", "and", "each", "&", "/", "on", "or", ";"})


def read_frequency(tokens: Tokens, at: int, *, context: Context = NO_CONTEXT) -> Match[Frequency] | None:
    """Read the frequency that begins at ``at``: a word, ``every three months`` or the days of a year."""
    doubted = TWO_MEANINGS.match(tokens, at)
    if doubted is not None:
        meanings = tuple(Frequency(rhythm=one, doubtful=True) for one in doubted[0])
        return _settled(tokens, doubted[1], meanings, context)
    return (
        _read_interval(tokens, at, context)
        or _read_days(tokens, at)
        or _read_each(tokens, at)
        or _read_half(tokens, at)
        or _read_any_time(tokens, at)
        or _read_word(tokens, at)
    )


def _settled(tokens: Tokens, at: int, meanings: tuple[Frequency, ...], context: Context) -> Match[Frequency]:
    """Let months in brackets decide a word with two meanings: ``biannual (every six months)``."""
    if tokens[at].text == "(":
        interval = _read_interval(tokens, at + 1, context)
        if interval is not None and tokens[interval.end].text == ")":
            return replace(interval, end=interval.end + 1)
    return Match(candidates=meanings, end=at, reason=Reason.AMBIGUOUS_FREQUENCY)


def _read_word(tokens: Tokens, at: int) -> Match[Frequency] | None:
    matched = RHYTHMS.match(tokens, at)
    if matched is None or (tokens[matched[1]].lower == "period" and not _comes_again(tokens, at, matched[1])):
        return None
    return Match(candidates=(Frequency(rhythm=matched[0]),), end=matched[1])


def _comes_again(tokens: Tokens, at: int, period: int) -> bool:
    """Return whether a period is one of many, ``each semi-annual period``, or a term for them, ``Semiannual Period``.

    Any other is one that a test looks at.
    """
    is_term = tokens[at].text[:1].isupper() and tokens[period].text[:1].isupper()
    return is_term or tokens[at - 1].lower in EACH


def _read_any_time(tokens: Tokens, at: int) -> Match[Frequency] | None:
    """Read ``at any time`` where something is forbidden: ``does not, at any time, exceed``, ``at any time to fall``."""
    matched = ANY_TIME.match(tokens, at)
    if matched is None:
        return None
    before = at - 2 if tokens[at - 1].text == "," else at - 1
    after = matched[1] + 1 if tokens[matched[1]].text == "," else matched[1]
    bound = BOUNDING.match(tokens, after)
    if bound is None and (before < 0 or tokens[before].lower not in FORBIDDING):
        return None
    return Match(candidates=(Frequency(rhythm=Rhythm.AT_ALL_TIMES),), end=matched[1] if bound is None else bound[1])


def _read_each(tokens: Tokens, at: int) -> Match[Frequency] | None:
    """Read ``each of its fiscal quarters``, ``each of the first, second and third quarters``, ``any fiscal year``."""
    is_each = tokens[at].lower in EACH
    if not is_each and tokens[at].lower not in ANY:
        return None
    whose = OF_WHOSE.match(tokens, at + 1)
    start = at + 1 if whose is None else whose[1]
    counted = next((n for n in range(_MOST_COUNTED) if tokens[start + n].lower not in _AMONG), _MOST_COUNTED)
    is_kind = tokens[start + counted].lower in KINDS_OF_PERIOD
    unit = UNITS.match(tokens, start + counted + is_kind)
    if unit is None or not (is_each or is_kind) or tokens[unit[1]].lower == "period":
        return None
    return Match(candidates=(Frequency(rhythm=unit[0]),), end=unit[1])


def _read_half(tokens: Tokens, at: int) -> Match[Frequency] | None:
    """Read ``half of each financial year``: something after each half happens twice a year."""
    if tokens[at].lower != _HALF or tokens[at + 1].lower != "of":
        return None
    year = _read_each(tokens, at + 2)
    if year is None or year.candidates[0].rhythm is not Rhythm.ANNUAL:
        return None
    return Match(candidates=(Frequency(rhythm=Rhythm.SEMI_ANNUAL),), end=year.end)


def _read_interval(tokens: Tokens, at: int, context: Context) -> Match[Frequency] | None:
    """Read ``every three months``, but not a period of so many months."""
    every = EVERY.match(tokens, at)
    if every is None:
        return None
    duration = read_duration(tokens, every[1], context=context)
    if duration is None or tokens[duration.end].lower == "period":
        return None
    one = duration.candidates[0]
    if one.length == (0, 7, 0):
        return Match(candidates=(Frequency(rhythm=Rhythm.WEEKLY),), end=duration.end)
    rhythm = _BY_MONTHS.get(one.months) if not one.days and not one.business_days else None
    return None if rhythm is None else Match(candidates=(Frequency(rhythm=rhythm),), end=duration.end)


def _read_days(tokens: Tokens, at: int) -> Match[Frequency] | None:
    """Read days of a year: ``31 March, 30 June, 30 September and 31 December``. A day with its year is a date."""
    if _is_inside_days(tokens, at):
        return None
    said_each = tokens[at].lower in ("each", "every")
    months: list[int] = []
    end = at + 1 if said_each else at
    while len(months) < 12:
        start = end
        while months and tokens[start].lower in _LISTED:
            start += 1
        if months and (again := _LAST_DAY.match(tokens, start)) is not None:
            start = again[1]
        day = _read_day(tokens, start)
        if day is None:
            break
        months.append(day[0])
        end = day[1]
    rhythm = rhythm_of_months(months)
    if rhythm is None:
        return None
    yearly = _IN_EACH_YEAR.match(tokens, end)
    if len(months) == 1 and yearly is None and not said_each:
        return None
    end = end if yearly is None else yearly[1]
    return Match(candidates=(Frequency(rhythm=rhythm),), end=end)


def month_of_each(tokens: Tokens, at: int, end: int) -> int | None:
    """Return the month of a single day of each year: the 4 of ``each April 1``; ``None`` for any other frequency."""
    day = _read_day(tokens, at + 1) if tokens[at].lower in EACH else None
    return None if day is None or day[1] != end else day[0]


def rhythm_of_months(months: Sequence[int]) -> Rhythm | None:
    """Return how often something happens in some months of each year, if these are evenly spread."""
    steps = {(later - earlier) % 12 for earlier, later in zip(months, [*months[1:], *months[:1]], strict=True)}
    return _BY_MONTHS.get(steps.pop() or 12) if len(steps) == 1 else None


def _is_inside_days(tokens: Tokens, at: int) -> bool:
    """Return whether this is inside a list of days, so that an uneven list is not read from its second day on."""
    said = (start for start in (at - 4, at - 5) if start > 0 and _LAST_DAY.match(tokens, start) == (True, at))
    at = next(said, at)
    before = tokens[at - 1]
    if at == 0 or before.kind is TokenKind.NUMBER:
        return at > 0
    is_joined = before.lower in _LISTED and at >= 2
    return is_joined and (tokens[at - 2].lower in MONTHS or tokens[at - 3].lower in MONTHS)


def _read_day(tokens: Tokens, at: int) -> tuple[int, int] | None:
    """Read a day of a year, or the bare name of a month: ``the last Business Day of each March and September``."""
    day_first = tokens[at].kind is TokenKind.NUMBER
    day, month = (tokens[at], tokens[at + 1]) if day_first else (tokens[at + 1], tokens[at])
    if month.lower not in MONTHS or not month.text[:1].isupper():
        return None
    has_day = day.text.isdigit() and len(day.text) <= 2
    end = at + 2 if has_day else at + 1
    following = tokens[end + 1].text if tokens[end].text == "," else tokens[end].text
    has_year = following.isdigit() and len(following) == 4
    return None if has_year or (day_first and not has_day) else (MONTHS[month.lower], end)
