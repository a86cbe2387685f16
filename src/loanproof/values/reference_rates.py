"""Reference rates: family, tenor and method, as ``Term SOFR 3M`` or ``compounded SORA in arrears``.

Term, simple and compounded rates of one family are different rates. In arrears and in advance are two methods
of the same rate. Lookback, floor and credit adjustment spread are passed over.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from loanproof.core import Reason
from loanproof.values.kinds import Kind
from loanproof.values.percentages import Percentage, compare_percentages, find_percentages, read_percentage
from loanproof.values.phrases import denies, sentence_of
from loanproof.values.rate_names import BESIDE, NAMES, Named, RateFamily, Style, Timing
from loanproof.values.rate_tenors import RateTenor, read_tenor
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
    Relation,
    different,
    partial,
)
from loanproof.values.tokens import Tokens, tokenize

# Compounded without further words is in arrears in these markets; SORA is usual both ways.
_USUALLY_IN_ARREARS = frozenset(
    {RateFamily.SOFR, RateFamily.SONIA, RateFamily.ESTR, RateFamily.SARON, RateFamily.TONA, RateFamily.CORRA}
)
_NEVER_FIRST = frozenset({"on", "with", "basis", "rate", "rates", "in"})
_MOST_RATES = 50
_MOST_WORDS = 8  # beside one name


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceRate:
    """One rate. What a text does not say is ``None``; ``fixed_at`` is the rate of a fixed-rate loan."""

    family: RateFamily
    style: Style | None = None
    timing: Timing | None = None
    tenor: RateTenor | None = None
    fixed_at: Percentage | None = None

    @property
    def canonical(self) -> str:
        """Family, method and tenor: ``SOFR term 3M``."""
        parts = [self.family.value]
        parts += [] if self.style is None else [self.style.value]
        parts += [] if self.timing is None else [self.timing.value]
        parts += [] if self.tenor is None else [self.tenor.canonical]
        parts += [] if self.fixed_at is None else [self.fixed_at.canonical]
        return " ".join(parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceRates:
    """The rates that a text names, in its order; more than one where tranches or options differ. Never empty."""

    rates: tuple[ReferenceRate, ...]

    @property
    def canonical(self) -> str:
        """The canonical forms of all rates."""
        return ", ".join(rate.canonical for rate in self.rates)

    @property
    def main(self) -> tuple[ReferenceRate, ...]:
        """The rates without a base or prime rate, which is a second option, unless there is no other."""
        return tuple(rate for rate in self.rates if rate.family is not RateFamily.BASE) or self.rates


def read_reference_rate(tokens: Tokens, at: int, *, context: Context = UNKNOWN) -> At[ReferenceRate] | None:
    """Read the rate whose first word stands at ``at``: tenor and method may stand on both sides of the name."""
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
    return At(candidates=(value,), end=end)


def parse_reference_rate(text: str, context: Context = UNKNOWN) -> Reading[ReferenceRates]:
    """Read a text that names one or more reference rates; the words around them are free.

    A tenor that stands apart (``Term SOFR, with Interest Periods of 3 months``) belongs to the only rate.
    """
    tokens = tokenize(text)
    if denies(tokens):
        return NotOne(sentence_of(text, "says only what it is not"))
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
        return NotOne(sentence_of(text, "names more reference rates than a loan has"))
    distinct = _distinct(rates)
    if not distinct:
        return NotOne(sentence_of(text, "names no reference rate"))
    if len(distinct) == 1 and len(apart) == 1 and distinct[0].tenor is None:
        distinct = (replace(distinct[0], tenor=apart[0]),)
    stated = find_percentages(tokens, context)
    if distinct[0] == ReferenceRate(family=RateFamily.FIXED) and len(stated) == 1:
        distinct = (replace(distinct[0], fixed_at=stated[0].candidates[0]), *distinct[1:])  # 5.25% fixed
    return Read(value=ReferenceRates(rates=distinct))


def find_reference_rates(tokens: Tokens, context: Context = UNKNOWN) -> tuple[Found[ReferenceRates], ...]:
    """Find every mention of a reference rate in running text; the word ``fixed`` or ``prime`` alone is none."""
    results: list[Found[ReferenceRates]] = []
    at = 0
    while at < len(tokens):
        found = read_reference_rate(tokens, at, context=context)
        if found is None or tokens.text(at, found.end).lower() in ("fixed", "prime"):
            at += 1
            continue
        results.append(
            Found(span=tokens.span(at, found.end), reading=Read(value=ReferenceRates(rates=found.candidates)))
        )
        at = found.end
    return tuple(results)


def compare_reference_rates(expected: ReferenceRates, given: ReferenceRates) -> Comparison:
    """Compare rate by rate; one of several expected rates is a part, a rate that is not expected differs."""
    wanted, offered = expected.main, given.main
    worst = EQUAL
    for rate in offered:
        best = min((compare_one_rate(one, rate) for one in wanted), key=lambda one: list(Relation).index(one.relation))
        if best.relation is Relation.DIFFERENT:
            known = len(offered) > 1 and any(
                compare_one_rate(one, other).relation is not Relation.DIFFERENT for one in wanted for other in offered
            )
            return partial(Reason.LIST_EXTRA) if known else best
        worst = best if best.relation is Relation.PARTIAL else worst
    return partial(Reason.LIST_INCOMPLETE) if len(offered) < len(wanted) else worst


def compare_one_rate(expected: ReferenceRate, given: ReferenceRate) -> Comparison:
    """Compare two rates by family, method and tenor, in this order."""
    if expected.family is not given.family:
        return different()
    if expected.family is RateFamily.FIXED:
        return _compare_fixed(expected, given)
    if expected.style is not given.style:
        if expected.style is not None and given.style is not None:
            return different(detail=f"{given.style.value} is another rate than {expected.style.value}")
        return partial(Reason.METHOD_MISSING if given.style is None else Reason.METHOD_DIFFERS)
    timings = _timing(expected), _timing(given)
    if timings[0] is not timings[1]:
        return partial(Reason.METHOD_MISSING if timings[1] is None else Reason.METHOD_DIFFERS)
    if expected.tenor == given.tenor:
        return EQUAL
    return partial(Reason.TENOR_MISSING if given.tenor is None else Reason.TENOR_DIFFERS)


def _compare_fixed(expected: ReferenceRate, given: ReferenceRate) -> Comparison:
    if expected.fixed_at is None or given.fixed_at is None:
        return EQUAL if expected.fixed_at is given.fixed_at else partial(Reason.DETAIL_MISSING, "the fixed rate")
    return compare_percentages(expected.fixed_at, given.fixed_at)


def _timing(rate: ReferenceRate) -> Timing | None:
    if rate.timing is None and rate.style is Style.COMPOUNDED and rate.family in _USUALLY_IN_ARREARS:
        return Timing.ARREARS
    return rate.timing


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    """What the words beside a name have said so far."""

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
    """Read what belongs to a name after it, in brackets or not, and return where the last part of it ends.

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
    """Read a word or tenor beside a name: what is known then, where it ends, and whether it said something."""
    named = BESIDE.match(tokens, at) if NAMES.match(tokens, at) is None else None
    if named is not None:
        return _with(parts, named[0]), named[1], named[0] != Named()
    tenor = read_tenor(tokens, at) if parts.tenor is None else None
    return None if tenor is None else (replace(parts, tenor=tenor[0]), tenor[1], True)


def _read_fixed(tokens: Tokens, at: int, context: Context) -> At[ReferenceRate]:
    """Read the rate of a fixed-rate loan: ``fixed rate of 5.25%``, ``Fixed, 5.25% p.a.``, ``fixed 5.25 %``."""
    nearby = 2 if tokens[at - 1].lower == "fixed" else 6
    for position in range(at, at + nearby):
        percentage = read_percentage(tokens, position, context=context)
        if percentage is not None and len(percentage.candidates) == 1:
            fixed = ReferenceRate(family=RateFamily.FIXED, fixed_at=percentage.candidates[0])
            return At(candidates=(fixed,), end=percentage.end)
        if tokens[position].text in (".", ";"):
            break
    return At(candidates=(ReferenceRate(family=RateFamily.FIXED),), end=at)


def _distinct(rates: list[ReferenceRate]) -> tuple[ReferenceRate, ...]:
    """Return each rate once, with all that its several mentions say."""
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
    """Return two mentions of one rate as one, or nothing where they contradict each other."""
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


REFERENCE_RATE_KIND: Kind[ReferenceRates] = Kind(
    name="reference_rate",
    parse=parse_reference_rate,
    find=find_reference_rates,
    canonical=lambda value: value.canonical,
    compare=compare_reference_rates,
)
