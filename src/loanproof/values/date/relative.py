"""Dates counted from another date: ``the date falling 60 months after the Closing Date``."""

from __future__ import annotations

from loanproof.values.date.forms import read_date
from loanproof.values.date.value import RelativeDate, move_date
from loanproof.values.duration.parse import DURATION_STARTS, read_duration
from loanproof.values.duration.value import Duration
from loanproof.values.number.words import read_ordinal
from loanproof.values.reading import NO_CONTEXT, Context, Match
from loanproof.values.text.tokens import TokenKind, Tokens

_LEADS = (
    ("the", "date", "which", "falls"), ("the", "date", "that", "falls"), ("the", "date", "falling"),
    ("the", "date", "that", "is"), ("the", "date", "which", "is"), ("the", "day", "falling"), ("the", "date"),
    ("date", "falling"), ("falling",), ("the",),
)  # fmt: skip
_LEADING = frozenset(phrase[0] for phrase in _LEADS)
_LONGEST_LEAD = max(len(phrase) for phrase in _LEADS)
_AFTER = (("after",), ("from", "and", "including"), ("from",), ("following",))
_BEFORE = (("before",), ("prior", "to"), ("preceding",))
_SHORT_NAMES = frozenset({"closing", "signing", "completion"})  # each used for the date of the same name
# Events from which a period may be counted: Financial Close, first utilisation.
_EVENTS = frozenset(
    "close closing signing completion drawdown utilisation utilization drawing disbursement funding delivery "
    "commencement advance".split()
)
_SMALL = frozenset({"of", "this", "the", "and", "first", "initial", "final"})
_STOPS = frozenset("or and which that on in if but unless provided as by for with to is shall under of".split())
_LONGEST_NAME = 6


def read_relative_date(tokens: Tokens, at: int, *, context: Context = NO_CONTEXT) -> Match[RelativeDate] | None:
    """Read the relative date that begins at ``at``; its day is filled in from the context's anchors.

    An anchor is a defined term of at most six words, ``the date of this Agreement``, or a written date. There must be
    exactly one period; a doublet that contradicts itself is not read.
    """
    start = _after_any(tokens, at, _LEADS) if tokens[at].lower in _LEADING else at
    counted = _period(tokens, start, context)
    if counted is None:
        return None
    period, end = counted
    anniversary = tokens[end - 1].lower == "anniversary"  # "within 10 days of" does not fix a day
    joined = _after_any(tokens, end, (("of",),) if anniversary else _AFTER)
    before = joined == end
    joined = _after_any(tokens, end, _BEFORE) if before else joined
    if joined == end:
        return None
    return _anchored(tokens, joined, period, context, before=before, anniversary=anniversary)


def relative_date_starts(tokens: Tokens) -> list[int]:
    """Return where a relative date may begin: at a period, or at the words that lead up to it."""
    periods = DURATION_STARTS.within(tokens)
    leads = (at - back for at in periods for back in range(1, _LONGEST_LEAD + 1))
    return periods + [at for at in leads if tokens[at].lower in _LEADING]


def _period(tokens: Tokens, at: int, context: Context) -> tuple[Duration, int] | None:
    """Read ``60 months`` or ``fifth anniversary``."""
    ordinal = read_ordinal(tokens, at)
    if ordinal is not None:
        end = ordinal[1]
        if tokens[end].text == "(" and (figures := read_ordinal(tokens, end + 1)) is not None:
            end = figures[1] + 1
        annual = tokens[end].lower == "anniversary" and 0 < ordinal[0] < 1000
        return (Duration(months=12 * int(ordinal[0])), end + 1) if annual else None
    found = read_duration(tokens, at, context=context)
    return None if found is None or len(found.candidates) > 1 else (found.candidates[0], found.end)


def _anchored(
    tokens: Tokens, at: int, period: Duration, context: Context, *, before: bool, anniversary: bool
) -> Match[RelativeDate] | None:
    written = read_date(tokens, at, context=context)
    if written is not None and len(written.candidates) == 1:
        start = written.candidates[0]
        day = move_date(start, period, before=before)
        value = RelativeDate(anchor=start.isoformat(), period=period, before=before, day=day)
        return Match(candidates=(value,), end=written.end)
    named = _anchor_name(tokens, at, anniversary=anniversary)
    if named is None:
        return None
    value = RelativeDate(anchor=named[0], period=period, before=before)
    resolved = value.resolve(context.anchors)
    value = RelativeDate(anchor=named[0], period=period, before=before, day=resolved)
    return Match(candidates=(value,), end=named[1])


def _anchor_name(tokens: Tokens, at: int, *, anniversary: bool) -> tuple[str, int] | None:
    """Read a capitalised name that ends in ``Date`` or is an event, or ``the date of`` something.

    Whatever has an anniversary is a day, so that any capitalised name will do there.
    """
    start = at + 1 if tokens[at].lower == "the" else at
    if tokens.words(start, "date", "hereof"):
        return "date of this agreement", start + 2
    if tokens.words(start, "date", "of"):
        return _date_of(tokens, start)
    for end in range(start, start + _LONGEST_NAME):
        token = tokens[end]
        ends = not tokens[end + 1].text[:1].isupper() or "\n" in tokens.gap(end + 1)
        is_event = token.lower in _EVENTS and end > start and ends
        named = token.kind is TokenKind.WORD and (token.text[:1].isupper() or token.lower in _SMALL or is_event)
        if not named and token.text != "-":
            is_day = anniversary and end > start and tokens[end - 1].text[:1].isupper()
            return _name(tokens, start, end) if is_day else None
        if token.lower == "date" or is_event:
            return _name(tokens, start, end + 1)
        if end == start and token.lower in _SHORT_NAMES and tokens[end + 1].lower != "date":
            return f"{token.lower} date", end + 1
    return None


def _name(tokens: Tokens, start: int, end: int) -> tuple[str, int]:
    return " ".join(tokens[position].lower for position in range(start, end)), end


def _date_of(tokens: Tokens, start: int) -> tuple[str, int] | None:
    """Read ``date of this Agreement``, ``date of first utilisation``, up to the next small word or sign."""
    end = start + 2
    while tokens[end].lower in ("the", "this"):
        end += 1
    first = end
    while end < first + 3 and tokens[end].kind is TokenKind.WORD and tokens[end].lower not in _STOPS:
        end += 1
    words = [tokens[position].lower for position in range(start, end)]
    return (" ".join(word for word in words if word != "the"), end) if end > first else None


def _after_any(tokens: Tokens, at: int, phrases: tuple[tuple[str, ...], ...]) -> int:
    """Return the position after the first of the phrases that is at ``at``, or ``at``."""
    return next((at + len(phrase) for phrase in phrases if tokens.words(at, *phrase)), at)
