"""The markets and the words that show them, from ``markets.words.yaml``."""

from __future__ import annotations

import re

from loanproof.core import PhrasePattern, SingleWords, Words, WordTable, load_words


class _Market(WordTable):
    """What shows one market, and the association whose practice is nearest to it."""

    association: str
    countries: SingleWords
    currencies: SingleWords = ()
    cities: Words = ()
    forms: Words = ()
    registers: PhrasePattern | None = None


class _Markets(WordTable):
    """All markets by name, and the words that show who borrows, where a party is seated and which law applies."""

    markets: dict[str, _Market]
    offshore: SingleWords
    borrowers: PhrasePattern
    other_lists: PhrasePattern
    notices_to: PhrasePattern
    seated: PhrasePattern
    company: PhrasePattern
    streets: PhrasePattern
    of_agreement: PhrasePattern
    excepted: PhrasePattern
    beside: PhrasePattern


WORDS = load_words(__package__, "markets", _Markets)
MARKETS = WORDS.markets
OFFSHORE = frozenset(code.upper() for code in WORDS.offshore)
_BY_COUNTRY = {code.upper(): name for name, market in MARKETS.items() for code in market.countries}
BY_CURRENCY = {code.upper(): name for name, market in MARKETS.items() for code in market.currencies}
"""The market of each currency, by its code."""
_CITIES = {
    name: re.compile(r"\b(?:" + "|".join(map(re.escape, market.cities)) + r")\b") for name, market in MARKETS.items()
}


def country_of(code: str) -> str:
    """Return the country of the code of a law: *US* of *US-NY*. A centre with a law of its own stands for itself."""
    return code.partition("-")[0]


def market_of_law(code: str) -> str | None:
    """Return the market to which the place of a law belongs, by its code; None if it is in no market."""
    return _BY_COUNTRY.get(country_of(code))


def cities_in(words: str, unless: re.Pattern[str] | None = None) -> list[str]:
    """Return the markets of the cities that words name, in their order; ``unless`` must not match after a city."""
    found = [
        (match.start(), name)
        for name, pattern in _CITIES.items()
        for match in pattern.finditer(words)
        if unless is None or not unless.match(words, match.end())
    ]
    return [name for _, name in sorted(found)]
