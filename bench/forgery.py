"""Ways to forge a true quote so that it says something else: at least one for each class of C-16."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tools import agreement_wording as wording

from loanproof.documents.quotes.defined_terms import term_key
from loanproof.documents.quotes.result import TokenClass

_MONTHS = "January February March April May June July August September October November December".split()
_DATE = re.compile(rf"\b[0-9]{{1,2}} (?:{'|'.join(_MONTHS)}) [0-9]{{4}}\b")
_US_DATE = re.compile(rf"\b(?P<month>{'|'.join(_MONTHS)}) (?P<day>[0-9]{{1,2}}), (?P<year>[0-9]{{4}})\b")
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
        return _us_date(text, rng)
    match = rng.choice(dates)
    day, month, year = match[0].split()
    part = rng.randrange(3)
    day = str(int(day) % 28 + 1) if part == 0 else day
    month = rng.choice([name for name in _MONTHS if name != month]) if part == 1 else month
    year = str(int(year) + 1) if part == 2 else year
    return _replace(text, match, f"{day} {month} {year}")


def _us_date(text: str, rng: random.Random) -> str | None:
    dates = list(_US_DATE.finditer(text))
    if not dates:
        return None
    match = rng.choice(dates)
    return _replace(text, match, f"{match['month']} {int(match['day']) % 28 + 1}, {match['year']}")


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


def _swap(pairs: Mapping[str, str]) -> Callable[[str, random.Random], str | None]:
    """Return a way to put a word for another: each of the pairs, whole words only, in the letter case of the text."""
    pattern = re.compile(
        rf"(?<![\w-])(?:{'|'.join(sorted(map(re.escape, pairs), key=len, reverse=True))})(?![\w-])", re.I
    )

    def forge(text: str, rng: random.Random) -> str | None:
        found = list(pattern.finditer(text))
        if not found:
            return None
        match = rng.choice(found)
        new = pairs[match[0].lower()]
        return _replace(text, match, new.capitalize() if match[0][0].isupper() and new.islower() else new)

    return forge


def _both_ways(*pairs: tuple[str, str]) -> dict[str, str]:
    return {**dict(pairs), **{other.lower(): one for one, other in pairs}}


_COUNT = r"(?:[0-9]{1,3}|one|two|three|four|five|six|seven|ten|twelve|fifteen|thirty|sixty|ninety)(?: \([0-9]{1,3}\))?"
_UNIT = re.compile(rf"\b{_COUNT}[ -](?P<unit>years?|months?|weeks?|days?)\b", re.I)
_OTHER_UNIT = {"year": "month", "month": "week", "week": "year", "day": "month"}
_COUNTED = re.compile(
    r"\b(?P<word>two|three|four|five|six|seven|ten|twelve|fifteen|thirty|sixty|ninety)"
    r"(?= \(|[ -](?:year|month|day|week|Business))",
    re.I,
)
_LAW = re.compile(
    r"\b(?P<place>New York|Delaware|England|English|California|Texas|Singapore|Hong Kong|Ohio|Michigan)(?= law)"
    r"|(?<=laws of the State of )(?P<state>[A-Z]\w+(?: York)?)|(?<=laws of )(?P<land>England|Singapore|Hong Kong)"
)
_TERM = re.compile(r"(?<=[a-z,] )(?P<term>[A-Z][a-z]+ [A-Z][a-z]+)\b(?! [A-Z])")
_ROLE = re.compile(
    r"\b(?:Borrowers?|Lenders?|Guarantors?|Administrative Agent|Facility Agent|Security Agent|Issuing Bank|Parent"
    r"|Company|Trustee)\b"
)


def _unit(text: str, rng: random.Random) -> str | None:
    found = list(_UNIT.finditer(text))
    if not found:
        return None
    match = rng.choice(found)
    unit = match["unit"]
    other = _OTHER_UNIT[unit.lower().removesuffix("s")] + ("s" if unit.lower().endswith("s") else "")
    return text[: match.start("unit")] + other + text[match.end("unit") :]


def _count(text: str, rng: random.Random) -> str | None:
    found = list(_COUNTED.finditer(text))
    if not found:
        return None
    match = rng.choice(found)
    return _replace(text, match, "eighty" if match[0].islower() else "Eighty")


def _law(text: str, rng: random.Random) -> str | None:
    found = list(_LAW.finditer(text))
    if not found:
        return None
    match = rng.choice(found)
    return _replace(text, match, "Nevada" if match[0] != "Nevada" else "Oregon")


def _term(text: str, rng: random.Random) -> str | None:
    found = [match for match in _TERM.finditer(text) if not any(month in match[0] for month in _MONTHS)]
    return _replace(text, rng.choice(found), rng.choice(_OTHER_TERMS)) if found else None


def _exchanged(pattern: re.Pattern[str]) -> Callable[[str, random.Random], str | None]:
    """Return a way to let two different matches of a text change places."""

    def forge(text: str, rng: random.Random) -> str | None:
        found = [] if _SIGNED.search(text) else list(pattern.finditer(text))
        pairs = [
            (one, other)
            for at, one in enumerate(found)
            for other in found[at + 1 :]
            if term_key(one[0]) != term_key(other[0])  # singular and plural are one term
        ]
        if not pairs:
            return None
        one, other = rng.choice(pairs)
        return text[: one.start()] + other[0] + text[one.end() : other.start()] + one[0] + text[other.end() :]

    return forge


_SIGNED = re.compile(r"/s/|\b(?:By|Name|Title):")  # exchanged places do not count in signature blocks (C-16)
_OTHER_TERMS = ("Reserve Account", "Disposal Proceeds", "Quarterly Certificate", "Permitted Holders", "Release Notice")
_RATES = _both_ways(
    ("sofr", "EURIBOR"), ("libor", "SONIA"), ("prime rate", "Federal Funds Rate"), ("libo rate", "SONIA")
)
_RHYTHMS = {
    "quarterly": "monthly",
    "monthly": "annually",
    "annually": "quarterly",
    "annual": "monthly",
    "semi-annually": "monthly",
}
_COMPARED = _both_ways(
    ("at least", "at most"), ("not less than", "not more than"), ("more than", "less than"), ("before", "after"),
    ("prior to", "following"), ("earlier", "later"), ("exceeds", "falls below"), ("greater than", "less than"),
    ("higher", "lower"), ("minimum", "maximum"),
)  # fmt: skip
_OPPOSITES = _both_ways(
    ("increase", "decrease"), ("increased", "reduced"), ("secured", "unsecured"), ("senior", "subordinated"),
    ("include", "exclude"), ("including", "excluding"), ("with", "without"), ("includes", "excludes"),
)  # fmt: skip
_DRAWN = _both_ways(("drawn", "undrawn"), ("used", "unused"), ("utilised", "unutilised"))
_WORDS = frozenset({TokenClass.COMPARATOR, TokenClass.NEGATION})

FORGERIES = (
    Forgery("digit", _digit, _VALUES),
    Forgery("date", _date, frozenset({TokenClass.DATE})),
    Forgery("dropped not", _dropped_not, frozenset({TokenClass.NEGATION})),
    Forgery("may for shall", _modal, frozenset({TokenClass.MODAL})),
    Forgery("swapped party", _party, frozenset({TokenClass.PARTY})),
)

MATERIAL = (
    *FORGERIES,
    Forgery("unit of a period", _unit, frozenset({TokenClass.PERIOD})),
    Forgery("count in words", _count, frozenset({TokenClass.PERIOD, TokenClass.NUMBER})),
    Forgery(
        "days for Business Days", _swap({"business days": "days", "business day": "day"}), frozenset({TokenClass.DAY})
    ),
    Forgery("period of a rate", _swap({"per annum": "per month"}), frozenset({TokenClass.RATE_PERIOD})),
    Forgery("reference rate", _swap(_RATES), frozenset({TokenClass.REFERENCE_RATE})),
    Forgery("frequency", _swap(_RHYTHMS), frozenset({TokenClass.FREQUENCY})),
    Forgery("law", _law, frozenset({TokenClass.LAW})),
    Forgery("defined term", _term, frozenset({TokenClass.TERM})),
    Forgery("terms exchanged", _exchanged(_TERM), frozenset({TokenClass.EXCHANGED})),
    Forgery("roles exchanged", _exchanged(_ROLE), frozenset({TokenClass.EXCHANGED, TokenClass.PARTY})),
    Forgery("comparator", _swap(_COMPARED), _WORDS),
    Forgery("and, or", _swap(_both_ways(("and", "or"))), frozenset({TokenClass.CONJUNCTION})),
    Forgery("drawn, undrawn", _swap(_DRAWN), frozenset({TokenClass.DRAWN})),
    Forgery("opposite", _swap(_OPPOSITES), frozenset({TokenClass.OPPOSITE})),
)
"""Those that revision 2 of the rulings catches."""
