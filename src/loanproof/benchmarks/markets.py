"""The regions and associations of the loan market, by the words that people use for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum


class Region(StrEnum):
    """A region of the loan market."""

    APAC = "APAC"
    EUROPE = "Europe"
    US = "US"
    MIDDLE_EAST = "Middle East"
    AFRICA = "Africa"
    LATIN_AMERICA = "Latin America"


_NAMES = {
    Region.APAC: "APAC|Asia[ -]Pacific|Asian?|Singapore|Hong Kong|Australian?|Malaysian?|Taiwan|Japan|China|PRC|India"
    "|Indonesia|Philippines|Vietnam|Thailand|Korea|New Zealand",
    Region.EUROPE: "Europe|European|EMEA|UK|United Kingdom|Great Britain|London|Eurozone|EU|Germany|France"
    "|Spain|Italy|Netherlands",
    Region.US: "US|U\\.S\\.?|USA|United States(?: of America)?|North America|American|Yankee",
    Region.MIDDLE_EAST: "Middle East|Gulf|GCC|MENA|UAE|United Arab Emirates|Dubai|Abu Dhabi|Saudi Arabia|Qatar",
    Region.AFRICA: "Africa|African|Nigeria|Kenya|South Africa",
    Region.LATIN_AMERICA: "Latin America|LatAm|Brazil|Mexico|Chile|South America",
}
_MARKET = r"(?:\s(?:loan\s)?market)?"
_WHOLE = {region: re.compile(rf"(?:the\s)?(?:{names}){_MARKET}", re.IGNORECASE) for region, names in _NAMES.items()}
_ANYWHERE = {region: re.compile(rf"\b(?:{names})(?!\w)") for region, names in _NAMES.items()}
_EMEA = re.compile(r"\bEMEA\b", re.IGNORECASE)
_LONGEST = 4000


def region_of(market: str | None) -> Region | None:
    """Return the region that a market's name means, or ``None`` if it is unknown."""
    name = " ".join((market or "")[:_LONGEST].split())
    return next((region for region, pattern in _WHOLE.items() if pattern.fullmatch(name)), None)


def regions_of(market: str | None) -> frozenset[Region]:
    """Return every region that a market's name covers; ``EMEA`` is three of them."""
    region = region_of(market)
    if region is Region.EUROPE and _EMEA.search(market or ""):
        return frozenset({Region.EUROPE, Region.MIDDLE_EAST, Region.AFRICA})
    return frozenset() if region is None else frozenset({region})


def named_regions(text: str) -> frozenset[Region]:
    """Return the regions named in a text; letter case counts, because ``us`` is not a market."""
    return frozenset(region for region, pattern in _ANYWHERE.items() if pattern.search(text[:_LONGEST]))


def named_associations(text: str | None, names: Mapping[str, str]) -> frozenset[str]:
    """Return the associations named in a text, by initials or in full; ``APLMA`` does not contain LMA."""
    rest = " ".join((text or "")[:_LONGEST].split())
    found: set[str] = set()
    for short, full in sorted(names.items(), key=lambda pair: -len(pair[1])):
        pattern = re.compile(rf"\b(?:{re.escape(full)}|{re.escape(short)})\b", re.IGNORECASE)
        rest, count = pattern.subn(" ; ", rest)
        if count:
            found.add(short)
    return frozenset(found)
