"""From a text to a currency."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from loanproof.core import Reason
from loanproof.values.currency.table import OFFSHORE, SHARED, TABLE
from loanproof.values.currency.value import Currency
from loanproof.values.number.words import CHINESE_SCALES
from loanproof.values.reading import NO_CONTEXT, Context, Match, Reading, Unreadable
from loanproof.values.text.finding import Starts
from loanproof.values.text.tokens import TokenKind, Tokens, tokenize


class _Surface(NamedTuple):
    """One way to write a currency, cut into tokens."""

    name: str
    texts: tuple[str, ...]
    codes: tuple[str, ...]
    cased: bool = False
    offshore: bool = False


DIGITS = {row.code: row.digits for row in TABLE}
_LONGEST_SHORT_FORM = 3  # Rs, kr
_OUTER = frozenset("\"'.,;:()[]*")
_JOINED_NAMES = frozenset("euro dollar dollars sterling yen franc francs".split())
_FAMILIES = ({"$", "dollar", "dollars"}, {"rs", "rs.", "rupee", "rupees"}, {"kr", "kr.", "kroner", "kronor"})


def _surface(text: str, codes: Iterable[str], *, cased: bool = False, offshore: bool = False) -> _Surface:
    texts = tuple(token.text if cased else token.lower for token in tokenize(text).items)
    return _Surface(text.lower(), texts, tuple(codes), cased=cased, offshore=offshore)


def _surfaces() -> Iterable[_Surface]:
    for row in TABLE:
        yield _surface(row.code, [row.code], cased=True)
        for name in row.names:
            yield _surface(name, [row.code])
            if " " in name and name.endswith("s"):
                yield _surface(name.removesuffix("s"), [row.code])  # the US Dollar
        yield from (_surface(one, [row.code], cased=one.isalpha()) for one in row.symbols)
        yield from (
            _surface(f"lawful {money} of {the}{country}", [row.code])
            for country in row.countries
            for money in ("money", "currency")
            for the in ("", "the ")
        )
    for text, codes in SHARED.items():
        yield _surface(text, codes)
    for market, code in OFFSHORE.items():
        yield _surface(market, [code], cased=True, offshore=True)


def _indexed() -> dict[str, tuple[_Surface, ...]]:
    """Return the surfaces by the first token in lower case, the longest first."""
    index: dict[str, list[_Surface]] = {}
    for surface in _surfaces():
        index.setdefault(surface.texts[0].lower(), []).append(surface)
    return {first: tuple(sorted(found, key=lambda one: -len(one.texts))) for first, found in index.items()}


_INDEX = _indexed()
CURRENCY_STARTS = Starts(words=frozenset(_INDEX), han=True)
HAN_NAMES = tuple(sorted((one for one in _INDEX if tokenize(one)[0].kind is TokenKind.HAN), key=len, reverse=True))
COUNTED_NAMES = frozenset(name for name in HAN_NAMES if len(name) == 1)
"""Names of one character, such as ``元``: they belong to the number before them."""


def read_currency(
    tokens: Tokens, at: int, *, context: Context = NO_CONTEXT, loose: bool = False
) -> Match[Currency] | None:
    """Read the currency that begins at ``at``: code, symbol or name, the longest that fits.

    Codes must be in capitals unless ``loose``. The document's own definitions come before the table. A shared symbol
    without a definition has a candidate for each currency that uses it.
    """
    for surface in _INDEX.get(tokens[at].lower, ()) or _han(tokens, at):
        end = at + len(surface.texts)
        if _fits(tokens, at, surface, loose=loose) and not _is_half_of_name(tokens, at, end):
            codes = _defined(surface, context)
            found = _currencies(codes, offshore=surface.offshore, bare=_is_bare(surface, codes))
            return Match(candidates=found, end=end, reason=Reason.AMBIGUOUS_CURRENCY if len(found) > 1 else None)
    return None


_EXPLAINING = frozenset("base facility loan currency the offshore".split())


def parse_currency(text: str, context: Context = NO_CONTEXT) -> Reading[Currency]:
    """Read a text that is one currency. A repetition in brackets and a list of optional currencies are ignored."""
    tokens = tokenize(text)
    at = next((position for position in range(len(tokens)) if tokens[position].text not in _OUTER), 0)
    found = read_currency(tokens, at, context=context, loose=True)
    if found is None:
        return Unreadable(f"{text[:80]!r} is not a currency.")
    if tokens[found.end].text == "(":
        inner = found.end + 2 if tokens[found.end + 1].text == '"' else found.end + 1
        again = read_currency(tokens, inner, context=context, loose=True)
        if again is not None:
            found = _agreed(found, again)
    rest = [token.lower for token in tokens.items[found.end :] if token.lower not in _OUTER | _EXPLAINING]
    if rest and not rest[0].startswith("option"):
        return Unreadable(f"{text[:80]!r} says more than one currency.")
    return found.reading


@lru_cache(maxsize=1024)
def _currencies(codes: tuple[str, ...], *, offshore: bool, bare: bool) -> tuple[Currency, ...]:
    return tuple(Currency(code=code, offshore=offshore, bare=bare) for code in codes)


def _is_bare(surface: _Surface, codes: tuple[str, ...]) -> bool:
    """Return whether a surface is a symbol or shared short form, not a name: € is clear but bare."""
    if len(surface.name) == 1 and not surface.name.isalnum():
        return True
    is_word = surface.name.isalpha() and len(surface.name) > _LONGEST_SHORT_FORM
    return len(surface.codes) > 1 and not (is_word and len(codes) == 1)


def _fits(tokens: Tokens, at: int, surface: _Surface, *, loose: bool) -> bool:
    exact = surface.cased and not loose
    for offset, text in enumerate(surface.texts):
        token = tokens[at + offset]
        if token.text != text if exact else token.lower != text.lower():
            # a run of Chinese characters may have the name at its edge
            return token.kind is TokenKind.HAN and len(surface.texts) == 1 and text in token.text
        if offset and len(surface.texts[0]) == 1 and surface.texts[1] == "$" and tokens.gap(at + offset):
            return False  # "Schedule A $5" is not an Australian dollar
    return True


def _is_half_of_name(tokens: Tokens, at: int, end: int) -> bool:
    """Return whether a name is joined to another: ``Euro-Dollar`` is neither the euro nor the loan's dollar."""
    before = tokens[at - 1].text == "-" and not tokens.gap(at) and tokens[at - 2].lower in _JOINED_NAMES
    behind = tokens[end].text == "-" and not tokens.gap(end + 1) and tokens[end + 1].lower in _JOINED_NAMES
    return (before or behind) and tokens[at].lower in _JOINED_NAMES


def _han(tokens: Tokens, at: int) -> tuple[_Surface, ...]:
    """Return the name at the edge of a run of Chinese characters: ``贷款金额为人民币``.

    A one-character name (``元``) counts only after a number, because it begins other words too.
    """
    token = tokens[at]
    if token.kind is not TokenKind.HAN:
        return ()
    counted = tokens[at - 1].kind is TokenKind.NUMBER or tokens[at - 1].text in CHINESE_SCALES
    for name in HAN_NAMES:
        if token.text.startswith(name) and (len(name) > 1 or counted):
            return _INDEX[name]
        if token.text.endswith(name) and len(name) > 1:
            return _INDEX[name]
    return ()


def _defined(surface: _Surface, context: Context) -> tuple[str, ...]:
    """Return the codes of a surface, or the one that the document gives it."""
    if not context.currencies:
        return surface.codes
    own = context.currencies.get(surface.name)
    if own is None:
        family = next((family for family in _FAMILIES if surface.name in family), set[str]())
        own = next((context.currencies[name] for name in sorted(family) if name in context.currencies), None)
    return surface.codes if own is None else (own,)


def _agreed(found: Match[Currency], again: Match[Currency]) -> Match[Currency]:
    """Join a currency and its repetition: what both allow, or both if they contradict each other."""
    codes = {currency.code for currency in again.candidates}
    both = tuple(currency for currency in found.candidates if currency.code in codes)
    candidates = both or found.candidates + again.candidates
    if both and len(again.candidates) == 1:
        candidates = again.candidates if found.candidates[0].bare else both
    return Match(
        candidates=candidates, end=again.end, reason=Reason.AMBIGUOUS_CURRENCY if len(candidates) > 1 else None
    )
