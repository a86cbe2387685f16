"""Dates that are counted from another date: ``the date falling 60 months after the Closing Date``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from loanproof.values.date_forms import read_date
from loanproof.values.duration_units import Duration
from loanproof.values.durations import read_duration
from loanproof.values.months import add_months
from loanproof.values.number_words import read_ordinal
from loanproof.values.reading import UNKNOWN, At, Context
from loanproof.values.tokens import TokenKind, Tokens

_LEADS = (
    ("the", "date", "which", "falls"), ("the", "date", "that", "falls"), ("the", "date", "falling"),
    ("the", "date", "that", "is"), ("the", "date", "which", "is"), ("the", "day", "falling"), ("the", "date"),
    ("date", "falling"), ("falling",), ("the",),
)  # fmt: skip
_LEADING = frozenset(phrase[0] for phrase in _LEADS)
_AFTER = (("after",), ("from", "and", "including"), ("from",), ("following",))
_BEFORE = (("before",), ("prior", "to"), ("preceding",))
_SHORT_NAMES = frozenset({"closing", "signing", "completion"})  # each said for the date of the same name
_SMALL = frozenset({"of", "this", "the", "and", "first", "initial", "final"})
_STOPS = frozenset("or and which that on in if but unless provided as by for with to is shall under of".split())
_LONGEST_NAME = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class RelativeDate:
    """A period after (or before) an anchor. ``day`` is the date itself, where the anchor's date is known.

    Attributes:
        anchor: The name of the anchor in lower case and without its article, or its ISO date.
        before: The period runs back from the anchor.
    """

    anchor: str
    period: Duration
    before: bool = False
    day: date | None = None

    @property
    def canonical(self) -> str:
        """``closing date + 60 months``."""
        return f"{self.anchor} {'-' if self.before else '+'} {self.period.canonical}"

    def resolve(self, anchors: Mapping[str, date]) -> date | None:
        """Return the unadjusted date, or nothing where the anchor is unknown or business days would be counted."""
        if self.day is not None:
            return self.day
        start = anchors.get(self.anchor)
        return None if start is None else _moved(start, self.period, before=self.before)


def read_relative_date(tokens: Tokens, at: int, *, context: Context = UNKNOWN) -> At[RelativeDate] | None:
    """Read the relative date that begins at ``at``; its day is filled in from the context's anchors.

    An anchor is a defined term of at most six words, ``the date of this Agreement``, or a written date. The period
    must be a single one; a doublet that contradicts itself is left alone.
    """
    start = _after_any(tokens, at, _LEADS) if tokens[at].lower in _LEADING else at
    counted = _period(tokens, start, context)
    if counted is None:
        return None
    period, end = counted
    anniversary = tokens[end - 1].lower == "anniversary"  # "within 10 days of" says no day
    joined = _after_any(tokens, end, (("of",),) if anniversary else _AFTER)
    before = joined == end
    joined = _after_any(tokens, end, _BEFORE) if before else joined
    if joined == end:
        return None
    return _anchored(tokens, joined, period, context, before=before)


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


def _anchored(tokens: Tokens, at: int, period: Duration, context: Context, *, before: bool) -> At[RelativeDate] | None:
    written = read_date(tokens, at, context=context)
    if written is not None and len(written.candidates) == 1:
        start = written.candidates[0]
        day = _moved(start, period, before=before)
        value = RelativeDate(anchor=start.isoformat(), period=period, before=before, day=day)
        return At(candidates=(value,), end=written.end)
    named = _anchor_name(tokens, at)
    if named is None:
        return None
    value = RelativeDate(anchor=named[0], period=period, before=before)
    resolved = value.resolve(context.anchors)
    value = RelativeDate(anchor=named[0], period=period, before=before, day=resolved)
    return At(candidates=(value,), end=named[1])


def _anchor_name(tokens: Tokens, at: int) -> tuple[str, int] | None:
    """Read a capitalised name that ends in ``Date``, or ``the date of`` something."""
    start = at + 1 if tokens[at].lower == "the" else at
    if tokens.words(start, "date", "hereof"):
        return "date of this agreement", start + 2
    if tokens.words(start, "date", "of"):
        return _date_of(tokens, start)
    for end in range(start, start + _LONGEST_NAME):
        token = tokens[end]
        named = token.kind is TokenKind.WORD and (token.text[:1].isupper() or token.lower in _SMALL)
        if not named and token.text != "-":
            return None
        if token.lower == "date":
            return " ".join(tokens[position].lower for position in range(start, end + 1)), end + 1
        if end == start and token.lower in _SHORT_NAMES and tokens[end + 1].lower != "date":
            return f"{token.lower} date", end + 1
    return None


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


def _moved(start: date, period: Duration, *, before: bool) -> date | None:
    if period.business_days:
        return None
    sign = -1 if before else 1
    by_months = add_months(start, sign * period.months)
    if by_months is None:
        return None
    ordinal = by_months.toordinal() + sign * period.days
    return date.fromordinal(ordinal) if 1 <= ordinal <= date.max.toordinal() else None


def _after_any(tokens: Tokens, at: int, phrases: tuple[tuple[str, ...], ...]) -> int:
    """Return the position after the first of the phrases that stands at ``at``, or ``at``."""
    return next((at + len(phrase) for phrase in phrases if tokens.words(at, *phrase)), at)
