"""The names of reference rates and the words next to them that give the method, from ``names.words.yaml``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Literal, NamedTuple, TypeAlias

from loanproof.core import WordFault, Words, WordTable, load_words, repeated_phrases
from loanproof.values.text.phrases import Phrases


class RateFamily(StrEnum):
    """A published rate, or a kind of rate that is not published: fixed, base and prime rates.

    Two names of one administrator are two families where the rates differ: BBSY and BBSW, TONA and TIBOR.
    """

    SOFR = "SOFR"
    SONIA = "SONIA"
    EURIBOR = "EURIBOR"
    ESTR = "€STR"
    HIBOR = "HIBOR"
    CNH_HIBOR = "CNH HIBOR"
    HONIA = "HONIA"
    SORA = "SORA"
    SOR = "SOR"
    SIBOR = "SIBOR"
    BBSY = "BBSY"
    BBSW = "BBSW"
    AONIA = "AONIA"
    BKBM = "BKBM"
    TONA = "TONA"
    TIBOR = "TIBOR"
    CORRA = "CORRA"
    CDOR = "CDOR"
    SARON = "SARON"
    LPR = "LPR"
    SHIBOR = "SHIBOR"
    NIBOR = "NIBOR"
    STIBOR = "STIBOR"
    CIBOR = "CIBOR"
    TAIBOR = "TAIBOR"
    KLIBOR = "KLIBOR"
    EIBOR = "EIBOR"
    SAIBOR = "SAIBOR"
    JIBAR = "JIBAR"
    WIBOR = "WIBOR"
    PRIBOR = "PRIBOR"
    BUBOR = "BUBOR"
    ROBOR = "ROBOR"
    MCLR = "MCLR"
    MIBOR = "MIBOR"
    REPO_RATE = "Repo Rate"
    THOR = "THOR"
    BIBOR = "BIBOR"
    JIBOR = "JIBOR"
    INDONIA = "INDONIA"
    MYOR = "MYOR"
    KOFR = "KOFR"
    TIIE = "TIIE"
    CDI = "CDI"
    BSBY = "BSBY"
    LIBOR = "LIBOR"
    FEDERAL_FUNDS = "Federal Funds Rate"
    BANK_RATE = "Bank Rate"
    BASE = "base"
    FIXED = "fixed"


class Style(StrEnum):
    """How the rate for a period is computed from an overnight rate."""

    TERM = "term"
    SIMPLE = "daily_simple"
    COMPOUNDED = "compounded"


class Timing(StrEnum):
    """Whether a compounded rate is known at the end or at the start of its period."""

    ARREARS = "in_arrears"
    ADVANCE = "in_advance"


class Named(NamedTuple):
    """What a name, or a word next to it, says; words next to a name have no family."""

    family: RateFamily | None = None
    style: Style | None = None
    timing: Timing | None = None


_Beside: TypeAlias = Literal["term", "daily_simple", "compounded", "average", "in_arrears", "in_advance", "nothing"]


class _Names(WordTable):
    names: dict[RateFamily, Words]
    compounded_names: dict[RateFamily, Words]
    beside_a_name: dict[_Beside, Words]
    as_selected: Words

    def faults(self) -> Iterator[WordFault]:
        names = [(("names", family.value), names) for family, names in self.names.items()]
        compounded = [(("compounded_names", family.value), names) for family, names in self.compounded_names.items()]
        yield from repeated_phrases([*names, *compounded])
        yield from repeated_phrases((("beside_a_name", said), words) for said, words in self.beside_a_name.items())
        nameless = [family.value for family in RateFamily if family not in self.names]
        yield from (WordFault(("names",), family, "is a rate without a name here") for family in nameless)


_SAID: Mapping[_Beside, Named] = {
    "term": Named(style=Style.TERM),
    "daily_simple": Named(style=Style.SIMPLE),
    "compounded": Named(style=Style.COMPOUNDED),
    "average": Named(style=Style.COMPOUNDED, timing=Timing.ADVANCE),
    "in_arrears": Named(timing=Timing.ARREARS),
    "in_advance": Named(timing=Timing.ADVANCE),
    "nothing": Named(),
}
_WORDS = load_words(__package__, "names", _Names)
NAMES: Phrases[Named] = Phrases.of(
    [
        *((Named(family), names) for family, names in _WORDS.names.items()),
        *((Named(family, Style.COMPOUNDED), names) for family, names in _WORDS.compounded_names.items()),
    ]
)
BESIDE: Phrases[Named] = Phrases.of((_SAID[said], words) for said, words in _WORDS.beside_a_name.items())
"""Words on either side of the name of an overnight rate; those that say nothing about the method are passed over."""
AS_SELECTED = Phrases.of([(True, _WORDS.as_selected)])
