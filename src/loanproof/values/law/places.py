"""Legal systems: a code for each, the places that name it and the adjectives of its law, from ``places.words.yaml``.

Codes follow ISO 3166; England and Wales is ``GB-EAW``, and the two financial centres of the Emirates, which have laws
of their own, are ``AE-DIFC`` and ``AE-ADGM``. ``GB``, ``US``, ``AU`` and ``CA`` have several legal systems, so these
codes are always too broad.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, TypeAlias

from loanproof.core import (
    SingleWords,
    WordFault,
    Words,
    WordTable,
    load_words,
    repeated_phrases,
    unknown_phrases,
)


@lru_cache(maxsize=8192)  # cached: the same words are on every page
def words_of(name: str) -> tuple[str, ...]:
    """Return a name as lower-case words without signs, the form in which it is looked up."""
    return tuple("".join(char if char.isalnum() else " " for char in name.lower().replace("&", " and ")).split())


_By: TypeAlias = Literal["places", "adjectives"]


class _Systems(WordTable):
    systems: dict[str, dict[_By, Words]]
    parts: dict[str, dict[str, Words]]
    adjectives_of_parts: dict[str, Words]
    broad: dict[str, str]
    law_names: dict[str, str]
    around_a_name: SingleWords
    between_law_and_place: SingleWords
    provisos: SingleWords

    def faults(self) -> Iterator[WordFault]:
        parts = [
            (("parts", country, part), names) for country in self.parts for part, names in self.parts[country].items()
        ]
        yield from repeated_phrases([*self._named("places"), *parts], words_of)
        of_parts = [(("adjectives_of_parts", code), names) for code, names in self.adjectives_of_parts.items()]
        yield from repeated_phrases([*self._named("adjectives"), *of_parts], words_of)
        codes = {f"{country}-{part}" for country in self.parts for part in self.parts[country]}
        yield from unknown_phrases([(place, place[-1:]) for place, _ in of_parts], codes, "a part of a country")
        countries = [(("parts", country), (country,)) for country in self.parts]
        countries += [(("broad", country), (country,)) for country in self.broad]
        countries += [(("law_names", country), (country,)) for country in self.law_names]
        yield from unknown_phrases(countries, self.systems, "a legal system of this table")

    def _named(self, by: _By) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
        return [(("systems", code, by), system[by]) for code, system in self.systems.items() if by in system]

    def names(self, by: _By) -> Iterator[tuple[tuple[str, ...], str]]:
        """Yield each place or adjective as it is looked up, and the code of its system."""
        for code, system in self.systems.items():
            yield from ((words_of(name), code) for name in system.get(by, ()))


def _parts() -> Iterator[tuple[tuple[str, ...], str]]:
    for country, parts in _WORDS.parts.items():
        yield from ((words_of(name), f"{country}-{part}") for part, names in parts.items() for name in names)


_WORDS = load_words(__package__, "places", _Systems)
PLACES = dict([*_WORDS.names("places"), *_parts()])
_OF_PARTS = {words_of(name): code for code, names in _WORDS.adjectives_of_parts.items() for name in names}
ADJECTIVES = {**dict(_WORDS.names("adjectives")), **_OF_PARTS}
BROAD = _WORDS.broad
AROUND_A_NAME = frozenset(_WORDS.around_a_name)
BETWEEN_LAW_AND_PLACE = frozenset(_WORDS.between_law_and_place)
PROVISOS = frozenset(_WORDS.provisos)
CODES = {words_of(code): code for code in {*PLACES.values(), *ADJECTIVES.values()} if len(code) > 3 or code in BROAD}
FIRST_WORDS = frozenset(words[0] for table in (PLACES, ADJECTIVES, CODES) for words in table)
MOST_WORDS = max(len(words) for words in PLACES)
_NAMED = re.compile(r"[^\W_]+")


def law_name(code: str) -> str:
    """Return what a lawyer calls the law of a legal system: ``English law``, ``New York law``."""
    if code in _WORDS.law_names:
        return _WORDS.law_names[code]
    country, _, part = code.partition("-")
    system = _WORDS.systems.get(code, {})
    names = system.get("adjectives") or system.get("places") or _WORDS.parts.get(country, {}).get(part, (code,))
    return f"{names[0]} law"


def is_place(name: str) -> bool:
    """Return whether a name is the name of a legal system's place and nothing else."""
    return words_of(name) in PLACES or words_of(name) in ADJECTIVES


def places_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield the places of legal systems that a text names, each in its own words and with its code."""
    words = [match for match in _NAMED.finditer(text) if match[0] != "s"]
    after = 0
    for at, first in enumerate(words):
        if at < after or not first[0][0].isupper():
            continue
        for end in range(min(len(words), at + MOST_WORDS), at, -1):
            written = text[first.start() : words[end - 1].end()]
            code = PLACES.get(words_of(written)) or ADJECTIVES.get(words_of(written))
            if code is not None:
                yield written, code
                after = end
                break


@lru_cache(maxsize=256)
def names_place(code: str) -> re.Pattern[str]:
    """Return a pattern for every name of a place and of its parts: ``GB`` also matches England."""
    related = (
        words
        for table in (PLACES, ADJECTIVES)
        for words, other in table.items()
        if other == code or other.startswith(f"{code}-")
    )
    any_of = "|".join(r"\W{1,3}".join(map(re.escape, words)) for words in sorted(related, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{any_of})(?!\w)", re.IGNORECASE)
