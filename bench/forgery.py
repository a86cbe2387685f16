"""Ways to forge a true quote so that it says something else."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from tools import agreement_wording as wording

from loanproof.documents.quotes.result import TokenClass

_MONTHS = "January February March April May June July August September October November December".split()
_DATE = re.compile(rf"\b[0-9]{{1,2}} (?:{'|'.join(_MONTHS)}) [0-9]{{4}}\b")
_FIGURE = re.compile(r"[0-9][0-9,.]*[0-9]|[0-9]")
_VALUES = frozenset({TokenClass.NUMBER, TokenClass.MONEY, TokenClass.PERCENTAGE, TokenClass.RATIO, TokenClass.DATE})


@dataclass(frozen=True, slots=True)
class Forgery:
    """A way to forge: it returns the forged quote, or ``None`` if this quote gives no hold for it."""

    name: str
    forge: Callable[[str, random.Random], str | None]
    classes: frozenset[TokenClass]


def _replace(text: str, match: re.Match[str], by: str) -> str:
    return text[: match.start()] + by + text[match.end() :]


def _digit(text: str, rng: random.Random) -> str | None:
    figures = list(_FIGURE.finditer(text))
    if not figures:
        return None
    match = rng.choice(figures)
    places = [at for at, character in enumerate(match[0]) if character.isdigit()]
    at = rng.choice(places)
    digit = rng.choice([digit for digit in "123456789" if digit != match[0][at]])
    return _replace(text, match, match[0][:at] + digit + match[0][at + 1 :])


def _date(text: str, rng: random.Random) -> str | None:
    dates = list(_DATE.finditer(text))
    if not dates:
        return None
    match = rng.choice(dates)
    day, month, year = match[0].split()
    part = rng.randrange(3)
    day = str(int(day) % 28 + 1) if part == 0 else day
    month = rng.choice([name for name in _MONTHS if name != month]) if part == 1 else month
    year = str(int(year) + 1) if part == 2 else year
    return _replace(text, match, f"{day} {month} {year}")


def _dropped_not(text: str, rng: random.Random) -> str | None:
    found = list(re.finditer(r" not(?= )", text))
    return _replace(text, rng.choice(found), "") if found else None


def _modal(text: str, rng: random.Random) -> str | None:
    found = list(re.finditer(r"\b(?:shall|may)\b", text))
    if not found:
        return None
    match = rng.choice(found)
    return _replace(text, match, "may" if match[0] == "shall" else "shall")


def _party(text: str, rng: random.Random) -> str | None:
    parties = [*wording.NAMES, *(role.split(" ", 1)[1] for role in wording.ROLES)]
    found = [match for party in parties for match in re.finditer(rf"\b{re.escape(party)}(?!\w)", text)]
    if not found:
        return None
    match = rng.choice(found)
    kind = wording.NAMES if match[0] in wording.NAMES else parties[len(wording.NAMES) :]
    # A role inside another party's name or role gives no fair forgery: it changes neither of them into the other.
    if any(other is not match and other.start() <= match.start() and match.end() <= other.end() for other in found):
        return None
    return _replace(text, match, rng.choice([party for party in kind if party != match[0]]))


FORGERIES = (
    Forgery("digit", _digit, _VALUES),
    Forgery("date", _date, frozenset({TokenClass.DATE})),
    Forgery("dropped not", _dropped_not, frozenset({TokenClass.NEGATION})),
    Forgery("may for shall", _modal, frozenset({TokenClass.MODAL})),
    Forgery("swapped party", _party, frozenset({TokenClass.PARTY})),
)
