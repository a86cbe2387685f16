"""The currencies: code, digits after the point, names, symbols and countries, as ``currencies.words.yaml`` has them.

The parser folds the case of names. A surface that several currencies share is not a name but in ``SHARED``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, NamedTuple

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from loanproof.core import FileModel, Whole, WordFault, Words, WordTable, load_words, repeated_phrases, unknown_phrases


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


class _Currency(FileModel):
    digits: Whole = 2
    names: Words
    symbols: Words = ()
    countries: Words = ()


class _Currencies(WordTable):
    currencies: dict[_Code, _Currency]
    shared: dict[str, Words]
    offshore: dict[_Code, _Code]
    also_words: Words

    def faults(self) -> Iterator[WordFault]:
        rows = self.currencies.items()
        names = [(("currencies", code, "names"), row.names) for code, row in rows]
        symbols = [(("currencies", code, "symbols"), row.symbols) for code, row in rows]
        yield from repeated_phrases(names)
        yield from repeated_phrases(symbols, str)
        yield from repeated_phrases([(("currencies", code, "countries"), row.countries) for code, row in rows])
        shared = [(("shared", text), codes) for text, codes in self.shared.items()]
        offshore = [(("offshore", name), (code,)) for name, code in self.offshore.items()]
        yield from unknown_phrases([*shared, *offshore], self.currencies, "a currency of this table")
        surfaces = {text.lower() for _, texts in (*names, *symbols) for text in texts} | set(self.shared)
        unread = [one for one in self.also_words if one not in self.currencies and one.lower() not in surfaces]
        yield from (WordFault(("also_words",), one, "is not a code, sign or name of this table") for one in unread)


_WORDS = load_words(__package__, "currencies", _Currencies)
TABLE = tuple(
    CurrencyRow(code, row.digits, row.names, row.symbols, row.countries) for code, row in _WORDS.currencies.items()
)
SHARED = _WORDS.shared
"""What several currencies share, and which they are, the likeliest first."""
OFFSHORE = _WORDS.offshore
"""The offshore name of a currency, and its code; ISO 4217 does not know it."""
ALSO_WORDS = frozenset(_WORDS.also_words)
"""Codes and symbols that are also words, initials or labels: read next to a number, or when the whole text is one."""
