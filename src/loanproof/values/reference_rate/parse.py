"""From a text to a reference rate."""

from __future__ import annotations

from dataclasses import dataclass, replace

from loanproof.values.duration.parse import DURATION_STARTS
from loanproof.values.percentage.find import find_percentages
from loanproof.values.percentage.forms import read_percentage
from loanproof.values.percentage.periods import with_period_around
from loanproof.values.reading import NO_CONTEXT, Context, Match, Read, Reading, Unreadable
from loanproof.values.reference_rate.names import BESIDE, NAMES, Named, RateFamily, Style, Timing
from loanproof.values.reference_rate.tenors import RateTenor, read_tenor
from loanproof.values.reference_rate.value import ReferenceRate, ReferenceRates
from loanproof.values.text.finding import Starts
from loanproof.values.text.phrases import denies, sentence_of
from loanproof.values.text.tokens import Tokens, tokenize

_NEVER_FIRST = frozenset({"on", "with", "basis", "rate", "rates", "in"})
RATE_STARTS = NAMES.starts | Starts.of(BESIDE.by_first.keys() - _NEVER_FIRST) | DURATION_STARTS
_MOST_RATES = 50
_MOST_WORDS = 8  # next to one name


def read_reference_rate(tokens: Tokens, at: int, *, context: Context = NO_CONTEXT) -> Match[ReferenceRate] | None:
    """Read the rate whose first word is at ``at``: tenor and method may be on both sides of the name."""
    before, end = _read_before(tokens, at)
    named = NAMES.match(tokens, end)
    if named is None or named[0].family is None:
        return None
    if named[0].family is RateFamily.FIXED:
        return _read_fixed(tokens, named[1], context)
    parts, end = _read_after(tokens, named[1], _with(before, named[0]))
    # Only compounding can be in arrears or in advance: a simple rate is always known at the end.
    style = parts.style or (None if parts.timing is None else Style.COMPOUNDED)
    timing = parts.timing if style is Style.COMPOUNDED else None
    value = ReferenceRate(family=named[0].family, style=style, timing=timing, tenor=parts.tenor)
    return Match(candidates=(value,), end=end)


def parse_reference_rate(text: str, context: Context = NO_CONTEXT) -> Reading[ReferenceRates]:
    """Read a text that names one or more reference rates; other words are ignored.

    A separate tenor (``Term SOFR, with Interest Periods of 3 months``) belongs to the only rate.
    """
    tokens = tokenize(text)
    if denies(tokens):
        return Unreadable(sentence_of(text, "says only what it is not"))
    rates: list[ReferenceRate] = []
    apart: list[RateTenor] = []
    at = 0
    while at < len(tokens):
        found = read_reference_rate(tokens, at, context=context)
        if found is not None:
            rates.append(found.candidates[0])
            at = found.end
            continue
        tenor = read_tenor(tokens, at, is_beside=False)
        if tenor is not None:
            apart.append(tenor[0])
        at = at + 1 if tenor is None else tenor[1]
    if len(rates) > _MOST_RATES:
        return Unreadable(sentence_of(text, "names more reference rates than a loan has"))
    distinct = _distinct(rates)
    if not distinct:
        return Unreadable(sentence_of(text, "names no reference rate"))
    if len(distinct) == 1 and len(apart) == 1 and distinct[0].tenor is None:
        distinct = (replace(distinct[0], tenor=apart[0]),)
    stated = find_percentages(tokens, context)
    if distinct[0] == ReferenceRate(family=RateFamily.FIXED) and len(stated) == 1:
        distinct = (replace(distinct[0], fixed_at=stated[0].candidates[0]), *distinct[1:])  # 5.25% fixed
    return Read(value=ReferenceRates(rates=distinct))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    """What the words next to a name have said so far."""

    style: Style | None = None
    timing: Timing | None = None
    tenor: RateTenor | None = None


def _with(parts: _Parts, named: Named) -> _Parts:
    return replace(parts, style=parts.style or named.style, timing=parts.timing or named.timing)


def _read_before(tokens: Tokens, at: int) -> tuple[_Parts, int]:
    """Read the words and the tenor before a name, and return where the name must begin."""
    parts, end = _Parts(), at
    for _ in range(_MOST_WORDS):
        word = None if tokens[end].lower in _NEVER_FIRST else _read_word(tokens, end, parts)
        if word is None:
            break
        parts, end, _ = word
    return parts, end


def _read_after(tokens: Tokens, at: int, parts: _Parts) -> tuple[_Parts, int]:
    """Read what belongs to a name after it, in brackets or not, and return where the last part ends.

    Words that lead up to another name belong to that one: ``HIBOR, Term SOFR``.
    """
    end = last = at
    depth = 0
    for _ in range(_MOST_WORDS):
        sign = tokens[end].text
        if sign in ("(", ",", "-", "/") or (sign == ")" and depth):
            depth += (sign == "(") - (sign == ")")
            end += 1
            last = end if sign == ")" else last
            continue
        word = _read_word(tokens, end, parts)
        if word is None or NAMES.match(tokens, _read_before(tokens, end)[1]) is not None:
            break
        parts, end, says_something = word
        last = end if says_something else last
    opened = sum((token.text == "(") - (token.text == ")") for token in tokens.items[at:last])
    return parts, last + 1 if opened > 0 and tokens[last].text == ")" else last


def _read_word(tokens: Tokens, at: int, parts: _Parts) -> tuple[_Parts, int, bool] | None:
    """Read a word or tenor next to a name: what is now known, where it ends, and whether it said something."""
    named = BESIDE.match(tokens, at) if NAMES.match(tokens, at) is None else None
    if named is not None:
        return _with(parts, named[0]), named[1], named[0] != Named()
    tenor = read_tenor(tokens, at) if parts.tenor is None else None
    return None if tenor is None else (replace(parts, tenor=tenor[0]), tenor[1], True)


def _read_fixed(tokens: Tokens, at: int, context: Context) -> Match[ReferenceRate]:
    """Read the rate of a fixed-rate loan: ``fixed rate of 5.25%``, ``Fixed, 5.25% p.a.``, ``fixed 5.25 %``."""
    nearby = 2 if tokens[at - 1].lower == "fixed" else 6
    for position in range(at, at + nearby):
        percentage = read_percentage(tokens, position, context=context)
        if percentage is not None and len(percentage.candidates) == 1:
            own = (position, percentage.end)
            rate = with_period_around(percentage.candidates[0], tokens, own, (at, len(tokens)))
            fixed = ReferenceRate(family=RateFamily.FIXED, fixed_at=rate)
            return Match(candidates=(fixed,), end=percentage.end)
        if tokens[position].text in (".", ";"):
            break
    return Match(candidates=(ReferenceRate(family=RateFamily.FIXED),), end=at)


def _distinct(rates: list[ReferenceRate]) -> tuple[ReferenceRate, ...]:
    """Return each rate once, combining what its mentions say."""
    kept: list[ReferenceRate] = []
    for rate in rates:
        for place, known in enumerate(kept):
            merged = _merged(known, rate)
            if merged is not None:
                kept[place] = merged
                break
        else:
            kept.append(rate)
    return tuple(kept)


def _merged(one: ReferenceRate, other: ReferenceRate) -> ReferenceRate | None:
    """Return two mentions of one rate as one, or ``None`` if they contradict each other."""
    pairs = (
        (one.style, other.style),
        (one.timing, other.timing),
        (one.tenor, other.tenor),
        (one.fixed_at, other.fixed_at),
    )
    if one.family is not other.family or any(None not in pair and pair[0] != pair[1] for pair in pairs):
        return None
    return ReferenceRate(
        family=one.family,
        style=one.style or other.style,
        timing=one.timing or other.timing,
        tenor=one.tenor or other.tenor,
        fixed_at=one.fixed_at or other.fixed_at,
    )
