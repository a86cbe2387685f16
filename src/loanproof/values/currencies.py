"""Currencies: codes, symbols and names, and what a document says its own symbols mean.

A bare ``$`` is never guessed: it is every dollar at once, until the document defines it. ``CNH`` is no ISO code; it
is the renminbi, offshore.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from loanproof.core import Reason
from loanproof.values.currency_table import ALSO_WORDS, OFFSHORE, SHARED, TABLE
from loanproof.values.finding import find_each
from loanproof.values.kinds import Kind
from loanproof.values.reading import (
    EQUAL,
    UNKNOWN,
    At,
    Comparison,
    Context,
    Found,
    NotOne,
    Reading,
    different,
    partial,
)
from loanproof.values.tokens import TokenKind, Tokens, tokenize


@dataclass(frozen=True, slots=True, kw_only=True)
class Currency:
    """A currency by its ISO 4217 code.

    Attributes:
        offshore: The text used the market's name for the offshore currency (``CNH``).
        bare: The text used a mere sign, or a word that several currencies share, whether or not it was resolved.
    """

    code: str
    offshore: bool = False
    bare: bool = False

    @property
    def canonical(self) -> str:
        """The ISO 4217 code."""
        return self.code


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
_FAMILIES = ({"$", "dollar", "dollars"}, {"rs", "rs.", "rupee", "rupees"}, {"kr", "kr.", "kroner", "kronor"})


def _surface(text: str, codes: Iterable[str], *, cased: bool = False, offshore: bool = False) -> _Surface:
    texts = tuple(token.text if cased else token.lower for token in tokenize(text).items)
    return _Surface(text.lower(), texts, tuple(codes), cased=cased, offshore=offshore)


def _surfaces() -> Iterable[_Surface]:
    for row in TABLE:
        yield _surface(row.code, [row.code], cased=True)
        for name in row.names.split(";"):
            yield _surface(name, [row.code])
            if " " in name and name.endswith("s"):
                yield _surface(name.removesuffix("s"), [row.code])  # the US Dollar
        yield from (_surface(one, [row.code], cased=one.isalpha()) for one in row.symbols.split(";") if one)
    for text, codes in SHARED.items():
        yield _surface(text, codes.split())
    for market, code in OFFSHORE.items():
        yield _surface(market, [code], cased=True, offshore=True)


def _indexed() -> dict[str, tuple[_Surface, ...]]:
    """Return the surfaces by the first token in lower case, the longest first."""
    index: dict[str, list[_Surface]] = {}
    for surface in _surfaces():
        index.setdefault(surface.texts[0].lower(), []).append(surface)
    return {first: tuple(sorted(found, key=lambda one: -len(one.texts))) for first, found in index.items()}


_INDEX = _indexed()
_HAN_SCALES = frozenset("万萬亿億")
_HAN_NAMES = tuple(sorted((one for one in _INDEX if tokenize(one)[0].kind is TokenKind.HAN), key=len, reverse=True))
COUNTED_NAMES = frozenset(name for name in _HAN_NAMES if len(name) == 1)
"""Names of one character, such as ``元``: they belong to the number before them."""


def read_currency(tokens: Tokens, at: int, *, context: Context = UNKNOWN, loose: bool = False) -> At[Currency] | None:
    """Read the currency that begins at ``at``: code, symbol or name, the longest that fits.

    Codes are capitals unless ``loose``. What the document defines goes before the table; a shared symbol without a
    definition has a candidate for each currency that uses it.
    """
    for surface in _INDEX.get(tokens[at].lower, ()) or _han(tokens, at):
        end = at + len(surface.texts)
        if _fits(tokens, at, surface, loose=loose):
            codes = _defined(surface, context)
            found = _currencies(codes, offshore=surface.offshore, bare=_is_bare(surface, codes))
            return At(candidates=found, end=end, reason=Reason.AMBIGUOUS_CURRENCY if len(found) > 1 else None)
    return None


_EXPLAINING = frozenset("base facility loan currency the offshore".split())


def parse_currency(text: str, context: Context = UNKNOWN) -> Reading[Currency]:
    """Read a text that is one currency. A repetition in brackets and a list of optional currencies are passed over."""
    tokens = tokenize(text)
    at = next((position for position in range(len(tokens)) if tokens[position].text not in _OUTER), 0)
    found = read_currency(tokens, at, context=context, loose=True)
    if found is None:
        return NotOne(f"{text[:80]!r} is not a currency.")
    if tokens[found.end].text == "(":
        inner = found.end + 2 if tokens[found.end + 1].text == '"' else found.end + 1
        again = read_currency(tokens, inner, context=context, loose=True)
        if again is not None:
            found = _agreed(found, again)
    rest = [token.lower for token in tokens.items[found.end :] if token.lower not in _OUTER | _EXPLAINING]
    if rest and not rest[0].startswith("option"):
        return NotOne(f"{text[:80]!r} says more than one currency.")
    return found.reading


def find_currencies(tokens: Tokens, context: Context = UNKNOWN) -> tuple[Found[Currency], ...]:
    """Find every currency in running text; what is also an ordinary word or a label is left out."""

    def read_at(at: int) -> At[Currency] | None:
        found = read_currency(tokens, at, context=context)
        if found is None or tokens.text(at, found.end) in ALSO_WORDS or tokens[at].text[:1] in _HAN_NAMES:
            return None
        return found

    return find_each(tokens, read_at)


def compare_currencies(expected: Currency, given: Currency) -> Comparison:
    """Compare two currencies. A bare symbol names a family: it agrees with a code only in part, even if defined."""
    if expected.code != given.code:
        return different()
    if given.bare and not expected.bare:
        return partial(Reason.AMBIGUOUS_CURRENCY, "a bare symbol is no currency code")
    if given.offshore:
        return Comparison(relation=EQUAL.relation, reason=EQUAL.reason, detail="CNH is a market name, not ISO 4217")
    return EQUAL


CURRENCY_KIND: Kind[Currency] = Kind(
    name="currency",
    parse=parse_currency,
    find=find_currencies,
    canonical=lambda currency: currency.canonical,
    compare=compare_currencies,
)


@lru_cache(maxsize=1024)
def _currencies(codes: tuple[str, ...], *, offshore: bool, bare: bool) -> tuple[Currency, ...]:
    return tuple(Currency(code=code, offshore=offshore, bare=bare) for code in codes)


def _is_bare(surface: _Surface, codes: tuple[str, ...]) -> bool:
    """Tell a symbol or a shared short form from a name: € is clear and still no code, ``Dollars`` is one if defined."""
    if len(surface.name) == 1 and not surface.name.isalnum():
        return True
    is_word = surface.name.isalpha() and len(surface.name) > _LONGEST_SHORT_FORM
    return len(surface.codes) > 1 and not (is_word and len(codes) == 1)


def _fits(tokens: Tokens, at: int, surface: _Surface, *, loose: bool) -> bool:
    exact = surface.cased and not loose
    for offset, text in enumerate(surface.texts):
        token = tokens[at + offset]
        if token.text != text if exact else token.lower != text.lower():
            # a run of Chinese characters may hold the name at its edge
            return token.kind is TokenKind.HAN and len(surface.texts) == 1 and text in token.text
        if offset and len(surface.texts[0]) == 1 and surface.texts[1] == "$" and tokens.gap(at + offset):
            return False  # "Schedule A $5" is no Australian dollar
    return True


def _han(tokens: Tokens, at: int) -> tuple[_Surface, ...]:
    """Return the name at the edge of a run of Chinese characters: ``贷款金额为人民币``.

    A name of one character (``元``) is one after a number only: it begins other words too.
    """
    token = tokens[at]
    if token.kind is not TokenKind.HAN:
        return ()
    counted = tokens[at - 1].kind is TokenKind.NUMBER or tokens[at - 1].text in _HAN_SCALES
    for name in _HAN_NAMES:
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


def _agreed(found: At[Currency], again: At[Currency]) -> At[Currency]:
    """Join a currency and its repetition: what both allow, or both where they contradict each other."""
    codes = {currency.code for currency in again.candidates}
    both = tuple(currency for currency in found.candidates if currency.code in codes)
    candidates = both or found.candidates + again.candidates
    if both and len(again.candidates) == 1:
        candidates = again.candidates if found.candidates[0].bare else both
    return At(candidates=candidates, end=again.end, reason=Reason.AMBIGUOUS_CURRENCY if len(candidates) > 1 else None)
