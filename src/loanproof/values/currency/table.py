"""The currencies: code, digits after the point, names, symbols and countries, as ``currencies.words.yaml`` has them.

The parser folds the case of names. A surface that several currencies share is in ``SHARED``, not among the names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Literal, NamedTuple, TypeAlias

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from loanproof.core import Whole, WordFault, Words, WordTable, load_words, repeated_phrases, unknown_phrases


class CurrencyRow(NamedTuple):
    """One currency; ``digits`` are those that amounts use in practice."""

    code: str
    digits: int
    names: tuple[str, ...]
    symbols: tuple[str, ...]
    countries: tuple[str, ...]


def _checked_code(code: str) -> str:
    if not re.fullmatch("[A-Z]{3}", code):
        raise PydanticCustomError("code", "must be a code of three capital letters")
    return code


_Code = Annotated[str, AfterValidator(_checked_code)]


_Of: TypeAlias = Literal["names", "symbols", "countries"]


class _Currencies(WordTable):
    currencies: dict[_Code, dict[_Of, Words]]
    digits: dict[Whole, Words]
    shared: dict[str, Words]
    offshore: dict[_Code, _Code]
    also_words: Words

    def faults(self) -> Iterator[WordFault]:
        names, symbols = self._listed("names"), self._listed("symbols")
        yield from repeated_phrases(names)
        yield from repeated_phrases(symbols, str)
        yield from repeated_phrases(self._listed("countries"))
        codes = [(("digits", str(count)), codes) for count, codes in self.digits.items()]
        codes += [(("shared", text), codes) for text, codes in self.shared.items()]
        codes += [(("offshore", name), (code,)) for name, code in self.offshore.items()]
        yield from unknown_phrases(codes, self.currencies, "a currency of this table")
        surfaces = {text.lower() for _, texts in (*names, *symbols) for text in texts} | set(self.shared)
        unread = [one for one in self.also_words if one not in self.currencies and one.lower() not in surfaces]
        yield from (WordFault(("also_words",), one, "is not a code, sign or name of this table") for one in unread)

    def _listed(self, of: _Of) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
        return [(("currencies", code, of), row[of]) for code, row in self.currencies.items() if of in row]


def _rows() -> Iterator[CurrencyRow]:
    digits = {code: count for count, codes in _WORDS.digits.items() for code in codes}
    for code, row in _WORDS.currencies.items():
        names, symbols, countries = (row.get(of, ()) for of in ("names", "symbols", "countries"))
        yield CurrencyRow(code, digits.get(code, _USUAL_DIGITS), names, symbols, countries)


_USUAL_DIGITS = 2
_WORDS = load_words(__package__, "currencies", _Currencies)
TABLE = tuple(_rows())
SHARED = _WORDS.shared
"""What several currencies share, and which they are, the likeliest first."""
OFFSHORE = _WORDS.offshore
"""The offshore name of a currency, and its code; ISO 4217 does not know it."""
CURRENCIES_WITH_A_POINT = frozenset(
    text.removesuffix(".").lower()
    for text in (*SHARED, *(sign for row in TABLE for sign in row.symbols))
    if text[-1] == "."
)
"""Short forms in lower case whose point ends no sentence before a figure: ``Rs. 1,000``."""
ALSO_WORDS = frozenset(_WORDS.also_words)
"""Codes and symbols that are also words, initials or labels: read next to a number, or when the whole text is one."""
