"""Texts that state several rates, cut into each rate and the words that belong to it.

``2.75% (leverage > 3.0x), 2.50% (≤ 3.0x)`` has its words after the rates, ``Term SOFR Loans 2.25%, Base Rate
Loans 1.25%`` before them. A percentage that is compared with something (``utilisation > 33%``) is a condition.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.values.number.words import may_begin_number
from loanproof.values.percentage.discounts import is_taken_off
from loanproof.values.percentage.forms import read_percentage
from loanproof.values.percentage.periods import with_period_around
from loanproof.values.percentage.value import Percentage
from loanproof.values.reading import Context, Match
from loanproof.values.reference_rate.parse import read_reference_rate
from loanproof.values.text.phrases import Phrases
from loanproof.values.text.tokens import TokenKind, Tokens
from loanproof.values.threshold.parse import read_threshold


class _Rates(WordTable):
    opening: Words
    other_rates: Words
    idle: SingleWords


_WORDS = load_words(__package__, "rates", _Rates)
_OPENING = Phrases.of([(True, _WORDS.opening)])
_OTHER_RATES = Phrases.of([(True, _WORDS.other_rates)])
_MOST_RATES = 200  # a bound on work: rows are compared with each other, and no grid is longer
_BREAKS = frozenset({",", ";", "\n", "/", "|"})
_LINKS = frozenset("of is at be to : = a the pa per annum".split())
_FEWEST_RATES = 3  # rates in a list whose last words could be a remark
_LONGEST_NAME, _LONGEST_RATE_NAME = 4, 12
_MORE = frozenset({"+", "plus"})
_OVER = frozenset({"over", "above"})
_THEN = frozenset({"then", "thereafter", "afterwards"})
_AFTER_ALL = "thereafter"
_IDLE = frozenset(_WORDS.idle) | frozenset(".,;:-/|+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Priced:
    """A rate, the words that belong to it, and whether they say that it is the opening one."""

    value: Percentage
    words: str
    is_opening: bool = False
    is_row: bool = True  # the words may be in addition to its own: Level III 1.25% (opening)
    is_other: bool = False  # a floor, default interest or a fee by name
    is_added: bool = False  # joined by a plus to what precedes it


class _Price(NamedTuple):
    value: Percentage
    start: int
    end: int


def read_priced(tokens: Tokens, context: Context) -> tuple[Priced, ...]:
    """Return each rate of a text with its words, in order; ambiguous rates are left out."""
    prices = _prices(tokens, context)
    if not prices or len(prices) > _MOST_RATES:
        return ()
    ends_with_then = _ends_with_then(tokens, prices)
    after = ends_with_then or _has_words_behind(tokens, prices)
    results: list[Priced] = []
    for place, price in enumerate(prices):
        before_at = prices[place - 1].end if place else 0
        after_at = prices[place + 1].start if place + 1 < len(prices) else len(tokens)
        lead_at = _after_semicolon(tokens, _after_remark(tokens, before_at, price.start), price.start)
        own_end = _first_break(tokens, price.end, after_at)
        graded = _grades(tokens, price.start) and bool(tokens.gap(price.start + 1))  # BBB+ 1.10%
        words = (price.end, own_end) if after else (lead_at, price.start + graded)
        lead = (_last_break(tokens, before_at, price.start), price.start)
        remark_end = _after_remark(tokens, price.end, after_at)
        behind = (price.end, own_end if after or own_end < after_at else remark_end)
        own = _trimmed(tokens, *words)
        is_opening = any(_OPENING.first_in(tokens, *stretch) for stretch in (lead, behind))
        results.append(
            Priced(
                value=price.value,
                words=own,
                is_opening=is_opening,
                is_row=not is_opening or (own != "" and _OPENING.first_in(tokens, *words) is None),
                is_other=_is_named_otherwise(tokens, price),
                is_added=any(tokens[at].lower in _MORE for at in range(before_at, price.end)),
            )
        )
    if ends_with_then:
        results[-1] = replace(results[-1], words=_AFTER_ALL)
    return tuple(results)


def _has_words_behind(tokens: Tokens, prices: list[_Price]) -> bool:
    """Return whether words follow the last rate; a final adjustment, floor or fee has words of its own."""
    own = [price for price in prices if not price.value.either_way and not _is_named_otherwise(tokens, price)]
    if len(own) > _FEWEST_RATES and _OPENING.first_in(tokens, own[-2].end, own[-1].start) is not None:
        own = own[:-1]  # 3.25% if Leverage > 3.50:1; … Opening margin 3.25%
    last = own[-1] if own else prices[-1]
    is_sum = tokens[last.end].lower in _OVER and not may_begin_number(tokens[last.end + 1])
    if is_sum and _says_something(tokens, 0, prices[0].start):
        return False  # Level I 1.25%, Level II 2.00% over LIBOR: the reference rate is not a condition
    following = next((price.start for price in prices if price.start >= last.end), len(tokens))
    if not _says_something(tokens, last.end, _first_break(tokens, last.end, following)):
        return False
    # Tier 1: 1.25%; Tier 2: 1.50%; Tier 3: 1.75% (now Tier 2): words after the last rate only are a remark
    leads = _says_something(tokens, 0, prices[0].start)
    return len(own) < _FEWEST_RATES or not leads or any(tokens[one.end].text not in _BREAKS for one in own[:-1])


def _ends_with_then(tokens: Tokens, prices: list[_Price]) -> bool:
    """Return whether only ``then`` introduces the last rate: ``0.20% until 30 June 2026, then 0.40%``."""
    leads = tokens[prices[-1].start - 1].lower in _THEN and len(prices) > 1
    return leads and not _says_something(tokens, 0, prices[0].start)


def read_price(tokens: Tokens, at: int, context: Context) -> Match[Percentage] | None:
    """Read the percentage at ``at``, unless it is compared with something."""
    percentage = read_percentage(tokens, at, context=context)
    if percentage is None:
        return None
    threshold = read_threshold(tokens, at, context=context)
    is_compared = threshold is not None and threshold.candidates[0].operator is not None
    return None if is_compared else percentage


def states_range(tokens: Tokens, context: Context) -> bool:
    """Return whether two rates form a range: ``225 to 275 bps``, ``1.00%-2.00%``, ``between 1% and 2%``."""
    prices = _prices(tokens, context)
    if len(prices) == 2 and tokens[prices[0].start - 1].lower == "between":
        return True
    for price in prices:
        joined = tokens[price.start - 1].lower in ("-", "to")
        before = tokens[price.start - 2]
        if joined and (before.kind is TokenKind.NUMBER or before.text == "%" or before.lower in ("bps", "cent")):
            return True
    return False


def read_discount(tokens: Tokens, context: Context) -> Percentage | None:
    """Return the only rate of a text below zero, where its words take it off another: ``2.25% below Prime``."""
    prices = _prices(tokens, context)
    if len(prices) != 1:
        return None
    value = prices[0].value
    is_less = value.figure > 0 and is_taken_off(tokens.folded.original, tokens.span(prices[0].start, prices[0].end))
    return replace(value, figure=-value.figure) if is_less else None


def may_be_discount(tokens: Tokens, context: Context) -> bool:
    """Return whether a dash before the only rate may take it off a reference rate or part the two: ``SOFR - 2.25%``.

    With several rates, a dash separates the names in a list from their rates.
    """
    prices = _prices(tokens, context)
    if len(prices) != 1:
        return False
    start = prices[0].start
    return tokens[start - 1].text == "-" and _ends_reference_rate(tokens, start - 1, context)


def _ends_reference_rate(tokens: Tokens, end: int, context: Context) -> bool:
    rates = (read_reference_rate(tokens, at, context=context) for at in range(max(0, end - _LONGEST_RATE_NAME), end))
    return any(rate is not None and rate.end == end for rate in rates)


def _is_named_otherwise(tokens: Tokens, price: _Price) -> bool:
    """Return whether a rate has another name next to it: ``floor of 2%``, ``2% p.a. floor``."""
    if _OTHER_RATES.match(tokens, price.end) is not None:
        return True
    end = price.start
    while end > 0 and tokens[end - 1].lower in _LINKS:
        end -= 1
    names = (_OTHER_RATES.match(tokens, at) for at in range(max(0, end - _LONGEST_NAME), end))
    return any(name is not None and name[1] == end for name in names)


def _prices(tokens: Tokens, context: Context) -> list[_Price]:
    prices: list[_Price] = []
    at = 0
    while at < len(tokens):
        percentage = read_percentage(tokens, at, context=context)
        if percentage is None:
            at += 1
            continue
        if read_price(tokens, at, context) is not None and len(percentage.candidates) == 1:
            prices.append(_Price(percentage.candidates[0], at, percentage.end))
        at = percentage.end
    return [_with_period(tokens, prices, place) for place in range(len(prices))]


def _with_period(tokens: Tokens, prices: list[_Price], place: int) -> _Price:
    """Return a rate with its period, which may be in the words between it and its neighbours."""
    price = prices[place]
    start = prices[place - 1].end if place else 0
    end = prices[place + 1].start if place + 1 < len(prices) else len(tokens)
    end = next((at for at in range(price.end, end) if tokens[at].text == ";"), end)
    value = with_period_around(price.value, tokens, (price.start, price.end), (start, end))
    return price._replace(value=value)


def _says_something(tokens: Tokens, start: int, end: int) -> bool:
    return any(tokens[at].lower not in _IDLE for at in range(start, end) if tokens[at].text not in "()[]")


def _first_break(tokens: Tokens, start: int, end: int) -> int:
    """Return where the words after a rate end: at a comma outside brackets, or at the next rate."""
    depth = 0
    for at in range(start, end):
        depth += (tokens[at].text in ("(", "[")) - (tokens[at].text in (")", "]"))
        if depth <= 0 and at > start and (tokens[at].text in _BREAKS or "\n" in tokens.gap(at) or _ends(tokens, at)):
            return at
    return end


def _ends(tokens: Tokens, at: int) -> bool:
    """Return whether a full stop ends a sentence, and is not part of ``p.a.``."""
    return tokens[at].text == "." and bool(tokens.gap(at + 1)) and tokens[at + 1].text[:1].isupper()


def _last_break(tokens: Tokens, start: int, end: int) -> int:
    """Return where the words before a rate begin: after the last comma or bracket."""
    for at in range(end - 1, start - 1, -1):
        if tokens[at].text in _BREAKS or tokens[at].text in (")", "]"):
            return at + 1
    return start


def _after_remark(tokens: Tokens, start: int, end: int) -> int:
    """Return where the words before a rate begin, skipping ``(opening)``, which belongs to the previous rate."""
    if tokens[start].text not in ("(", "["):
        return start
    close = next((at for at in range(start, end) if tokens[at].text in (")", "]")), start)
    return close + 1 if _OPENING.first_in(tokens, start, close) else start


def _after_semicolon(tokens: Tokens, start: int, end: int) -> int:
    """Return where the words before a rate begin, without those of the previous rate."""
    return next((at + 1 for at in range(end - 1, start - 1, -1) if tokens[at].text == ";"), start)


def _trimmed(tokens: Tokens, start: int, end: int) -> str:
    """Return the words without the punctuation and joining words around them."""
    outer = _IDLE | {"(", ")", "[", "]"}
    while start < end and tokens[start].lower in outer and tokens[start].kind is not TokenKind.NUMBER:
        start += 1
    while end > start and tokens[end - 1].lower in outer and not _grades(tokens, end - 1):
        end -= 1
    return tokens.text(start, end)


def _grades(tokens: Tokens, at: int) -> bool:
    """Return whether a sign belongs to the rating before it: ``BBB+``, ``A-``."""
    return tokens[at].text in ("+", "-") and not tokens.gap(at) and tokens[at - 1].text.isupper()
