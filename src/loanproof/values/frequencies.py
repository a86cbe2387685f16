"""How often a covenant is tested or an instalment falls due: quarterly, each 30 June and 31 December, at all times.

The period that a test looks at (rolling twelve months) is not how often it is made. ``biannual`` and
``bi-monthly`` have two meanings each and never agree fully with anything unless months are given beside them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from loanproof.core import Reason
from loanproof.values.durations import read_duration
from loanproof.values.frequency_words import RHYTHMS, TWO_MEANINGS, Rhythm
from loanproof.values.kinds import Kind
from loanproof.values.months import MONTHS
from loanproof.values.percentages import find_percentages
from loanproof.values.phrases import Phrases, denies, sentence_of
from loanproof.values.reading import (
    EQUAL,
    UNKNOWN,
    At,
    Comparison,
    Context,
    Found,
    NotOne,
    Read,
    Reading,
    different,
    partial,
)
from loanproof.values.tokens import TokenKind, Tokens, tokenize

_LADDER = (Rhythm.MONTHLY, Rhythm.QUARTERLY, Rhythm.SEMI_ANNUAL, Rhythm.ANNUAL)
_BY_MONTHS = {
    1: Rhythm.MONTHLY,
    2: Rhythm.EVERY_TWO_MONTHS,
    3: Rhythm.QUARTERLY,
    6: Rhythm.SEMI_ANNUAL,
    12: Rhythm.ANNUAL,
    24: Rhythm.EVERY_TWO_YEARS,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Frequency:
    """A rhythm, the condition of a springing test, and whether the word used has a second meaning."""

    rhythm: Rhythm
    condition: str | None = None
    doubtful: bool = False

    @property
    def canonical(self) -> str:
        """The rhythm, and the condition where there is one."""
        return self.rhythm.value + ("" if self.condition is None else f" if {self.condition}")


# As an answer this is a rhythm; in running text it is said of everything.
_ANY_TIME = Phrases.of([(True, "at any time|at no time")])
_EVERY = Phrases.of([(True, "every|each|at intervals of|intervals of")])
_IN_EACH_YEAR = Phrases.of(
    [
        (True, f"{joiner} {each} {which}year")
        for joiner in ("in", "of")
        for each in ("each", "every", "any")
        for which in ("", "calendar ", "financial ", "fiscal ")
    ]
)
_LISTED = frozenset({",", "and", "each", "&", "/", "on", "or", ";"})
_LOOKED_AT = frozenset("rolling trailing last preceding previous past consecutive ltm".split())
_CONDITIONS = Phrases.of([(True, "if|when|where|whenever|only if|provided that|so long as|springing when")])
_DRAWN = frozenset(
    "drawn utilised utilized outstanding exceeds exceed exceeding utilisation utilization drawings more usage".split()
)


def read_frequency(tokens: Tokens, at: int, *, context: Context = UNKNOWN) -> At[Frequency] | None:
    """Read the frequency that begins at ``at``: a word, ``every three months`` or the days of a year."""
    doubted = TWO_MEANINGS.match(tokens, at)
    if doubted is not None:
        meanings = tuple(Frequency(rhythm=one, doubtful=True) for one in doubted[0])
        return _settled(tokens, doubted[1], meanings, context)
    return _read_interval(tokens, at, context) or _read_days(tokens, at) or _read_word(tokens, at)


def parse_frequency(text: str, context: Context = UNKNOWN) -> Reading[Frequency]:
    """Read a text that names one frequency, with the condition of a springing test where there is one."""
    tokens = tokenize(text)
    if denies(tokens):
        return NotOne(sentence_of(text, "says only what it is not"))
    condition = _condition(tokens)
    places = find_frequencies(tokens, context)
    if condition is not None:
        # "if on a Quarter Date more than …": a frequency inside the condition counts where there is no other.
        places = tuple(one for one in places if not tokens.span(*condition).contains(one.span)) or places
    found = [place.reading for place in places]
    if not found and _ANY_TIME.first_in(tokens) is not None:
        found = [Read(value=Frequency(rhythm=Rhythm.AT_ALL_TIMES))]
    rhythms = {tuple(one.rhythm for one in _candidates(reading)) for reading in found}
    if len(rhythms) > 1:
        rhythms -= {(Rhythm.AT_ALL_TIMES,)}  # "the Borrower shall at all times ensure" sets no rhythm
        found = [one for one in found if tuple(each.rhythm for each in _candidates(one)) in rhythms]
    if len(rhythms) != 1:
        return NotOne(sentence_of(text, "names several frequencies" if rhythms else "names no frequency"))
    words = None if condition is None else tokens.text(*condition)
    values = tuple(replace(one, condition=words) for one in _candidates(found[0]))
    return At(candidates=values, end=len(tokens), reason=Reason.AMBIGUOUS_FREQUENCY).reading


def find_frequencies(tokens: Tokens, context: Context = UNKNOWN) -> tuple[Found[Frequency], ...]:
    """Find every frequency in running text; the period that a test looks at is left out."""
    results: list[Found[Frequency]] = []
    at = 0
    while at < len(tokens):
        found = read_frequency(tokens, at, context=context)
        if found is None:
            at += 1
            continue
        if tokens[at - 1].lower not in _LOOKED_AT:
            results.append(Found(span=tokens.span(at, found.end), reading=found.reading))
        at = found.end
    return tuple(results)


def compare_frequencies(expected: Frequency, given: Frequency) -> Comparison:
    """Compare by the ladder: one level off agrees in part, more differ, and off the ladder only the same agrees."""
    if expected.rhythm is not given.rhythm:
        if expected.rhythm in _LADDER and given.rhythm in _LADDER:
            distance = abs(_LADDER.index(expected.rhythm) - _LADDER.index(given.rhythm))
            if distance == 1 and not given.doubtful:
                return partial(Reason.FREQ_OFF_BY_ONE)
        return different(Reason.FREQ_WRONG)
    if expected.doubtful != given.doubtful:
        return partial(Reason.AMBIGUOUS_FREQUENCY, "the word has two meanings")
    if expected.condition is not None and given.condition is None:
        return partial(Reason.CONDITION_MISSING, expected.condition)
    if expected.condition is not None and given.condition is not None:
        return _compare_conditions(expected.condition, given.condition)
    return EQUAL if given.condition is None else partial(Reason.DETAIL_DIFFERS, "a condition that is not expected")


def _compare_conditions(expected: str, given: str) -> Comparison:
    """Compare the shares that two conditions name; the words around them are free."""
    shares = [
        {candidate.bps for found in find_percentages(tokenize(words)) for candidate in found.candidates}
        for words in (expected, given)
    ]
    return EQUAL if shares[0] == shares[1] else partial(Reason.DETAIL_DIFFERS, "another condition")


def _candidates(reading: Reading[Frequency]) -> tuple[Frequency, ...]:
    match reading:
        case NotOne():
            return ()
        case Read():
            return (reading.value,)
        case _:
            return reading.candidates


def _settled(tokens: Tokens, at: int, meanings: tuple[Frequency, ...], context: Context) -> At[Frequency]:
    """Let months in brackets settle a word with two meanings: ``biannual (every six months)``."""
    if tokens[at].text == "(":
        interval = _read_interval(tokens, at + 1, context)
        if interval is not None and tokens[interval.end].text == ")":
            return replace(interval, end=interval.end + 1)
    return At(candidates=meanings, end=at, reason=Reason.AMBIGUOUS_FREQUENCY)


def _read_word(tokens: Tokens, at: int) -> At[Frequency] | None:
    matched = RHYTHMS.match(tokens, at)
    if matched is None or tokens[matched[1]].lower == "period":
        return None
    return At(candidates=(Frequency(rhythm=matched[0]),), end=matched[1])


def _read_interval(tokens: Tokens, at: int, context: Context) -> At[Frequency] | None:
    """Read ``every three months``; a period of so many months is not meant."""
    every = _EVERY.match(tokens, at)
    if every is None:
        return None
    duration = read_duration(tokens, every[1], context=context)
    if duration is None or tokens[duration.end].lower == "period":
        return None
    one = duration.candidates[0]
    if one.length == (0, 7, 0):
        return At(candidates=(Frequency(rhythm=Rhythm.WEEKLY),), end=duration.end)
    rhythm = _BY_MONTHS.get(one.months) if not one.days and not one.business_days else None
    return None if rhythm is None else At(candidates=(Frequency(rhythm=rhythm),), end=duration.end)


def _read_days(tokens: Tokens, at: int) -> At[Frequency] | None:
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
        day = _read_day(tokens, start)
        if day is None:
            break
        months.append(day[0])
        end = day[1]
    steps = {(later - earlier) % 12 for earlier, later in zip(months, months[1:] + months[:1], strict=True)}
    if len(steps) != 1:
        return None
    yearly = _IN_EACH_YEAR.match(tokens, end)
    if len(months) == 1 and yearly is None and not said_each:
        return None
    end = end if yearly is None else yearly[1]
    rhythm = _BY_MONTHS.get(steps.pop() or 12)
    return None if rhythm is None else At(candidates=(Frequency(rhythm=rhythm),), end=end)


def _is_inside_days(tokens: Tokens, at: int) -> bool:
    """Tell whether a list of days goes on here, so that an uneven list is not read from its second day on."""
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


def _condition(tokens: Tokens) -> tuple[int, int] | None:
    """Return the words of a springing condition: from after ``if`` to the end of its part of the sentence."""
    opened = _CONDITIONS.first_in(tokens)
    if opened is None:
        return None
    start = opened[2]
    end = next((at for at in range(start, len(tokens)) if tokens[at].text in (";", ")")), len(tokens))
    words = {token.lower for token in tokens.items[start:end]}
    return (start, end) if words & _DRAWN else None


FREQUENCY_KIND: Kind[Frequency] = Kind(
    name="frequency",
    parse=parse_frequency,
    find=find_frequencies,
    canonical=lambda value: value.canonical,
    compare=compare_frequencies,
)
