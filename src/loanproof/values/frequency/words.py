"""The words for how often something happens, from ``rhythms.words.yaml``."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from loanproof.core import SingleWords, WordFault, Words, WordTable, load_words, repeated_phrases, unknown_phrases
from loanproof.values.text.phrases import Phrases


class Rhythm(StrEnum):
    """How often; the first four are the ladder, each one level from the next."""

    MONTHLY = "monthly"
    QUARTERLY = "quarterly"
    SEMI_ANNUAL = "semi_annual"
    ANNUAL = "annual"
    WEEKLY = "weekly"
    EVERY_TWO_WEEKS = "every_two_weeks"
    TWICE_A_MONTH = "twice_a_month"
    EVERY_TWO_MONTHS = "every_two_months"
    EVERY_TWO_YEARS = "every_two_years"
    AT_ALL_TIMES = "at_all_times"
    ON_UTILISATION = "on_utilisation"
    ON_INCURRENCE = "on_incurrence"
    ON_PAYMENT_DATE = "on_payment_date"


class _Rhythms(WordTable):
    rhythms: dict[Rhythm, Words]
    two_meanings: dict[str, Words]
    each: SingleWords
    any: SingleWords
    of_whose: Words
    counted: SingleWords
    kinds: SingleWords
    units: dict[Rhythm, Words]
    every: Words
    any_time: Words
    forbidding: SingleWords
    bounding: Words
    conditions: Words
    drawn: SingleWords
    looked_at: SingleWords
    in_clauses: dict[Rhythm, Words]

    def faults(self) -> Iterator[WordFault]:
        rhythms = [(("rhythms", rhythm.value), phrases) for rhythm, phrases in self.rhythms.items()]
        doubtful = [(("two_meanings", meanings), phrases) for meanings, phrases in self.two_meanings.items()]
        yield from repeated_phrases([*rhythms, *doubtful])
        yield from repeated_phrases([(("units", rhythm.value), phrases) for rhythm, phrases in self.units.items()])
        meant = [(("two_meanings", meanings), meanings.split(_OR)) for meanings in self.two_meanings]
        yield from unknown_phrases(meant, list(Rhythm), "a rhythm")


_OR = " or "
_WORDS = load_words(__package__, "rhythms", _Rhythms)
RHYTHMS = Phrases.of(_WORDS.rhythms.items())
RHYTHM_WORDS = {rhythm: phrases[0] for rhythm, phrases in _WORDS.rhythms.items()}
"""The words for each rhythm that a message uses."""
TWO_MEANINGS = Phrases.of(
    (tuple(Rhythm(one) for one in meanings.split(_OR)), phrases) for meanings, phrases in _WORDS.two_meanings.items()
)
EACH, ANY = frozenset(_WORDS.each), frozenset(_WORDS.any)
OF_WHOSE = Phrases.of([(True, _WORDS.of_whose)])
COUNTED, KINDS_OF_PERIOD = frozenset(_WORDS.counted), frozenset(_WORDS.kinds)
UNITS = Phrases.of(_WORDS.units.items())
EVERY = Phrases.of([(True, _WORDS.every)])
ANY_TIME = Phrases.of([(True, _WORDS.any_time)])
"""As an answer this is a rhythm; in running text it is said of everything."""
FORBIDDING, BOUNDING = frozenset(_WORDS.forbidding), Phrases.of([(True, _WORDS.bounding)])
CONDITIONS = Phrases.of([(True, _WORDS.conditions)])
DRAWN = frozenset(_WORDS.drawn)
"""Words of which one must be in the condition of a springing test."""
LOOKED_AT = frozenset(_WORDS.looked_at)
IN_CLAUSES = {rhythm: Phrases.of([(True, phrases)]) for rhythm, phrases in _WORDS.in_clauses.items()}
"""Words that say when a covenant is tested if they are in its clause."""
