"""Definitions: each defined term is a place of its own, ``1.1#margin``."""

from __future__ import annotations

import re
from typing import NamedTuple

from loanproof.values import NO_CONTEXT, SECTION_KIND, Read

OPENING_QUOTES = ("“", '"', "„", "«")
_OPEN, _CLOSE = '“"„«', '”"“»'
_DEFINITION = re.compile(
    rf"[{_OPEN}]\s?(?P<term>[^{_OPEN}{_CLOSE}\n]{{1,120}}?)\s?[{_CLOSE}]"
    rf"(?:,?\s(?:or|and)\s[{_OPEN}][^{_OPEN}{_CLOSE}\n]{{1,120}}[{_CLOSE}]|\s?\([^()\n]{{0,120}}\)){{0,3}}"
    # of any Person, with respect to a Lender
    r"(?:,?\s(?:of|for|with\srespect\sto)\s(?:an?y?|each|such|the)\s[^.;:“”\"\n]{1,60}?(?=,?\s(?:shall\s)?means?\b))?"
    r"(?:,?\s?:|,?\s{1,3}(?:(?:shall|will)\s{1,3})?"
    r"(?:(?:each\s|collectively,?\s)?(?:means?|has|have|is|are|includes?|refers?))\b"
    r"(?!\s(?:hereby|amended|deleted|replaced|added|restated|modified)\b))"
)
_PLAIN = re.compile(
    r"(?P<term>[A-Z][\w&'’/-]{0,30}(?:\s(?:[A-Z(][\w&'’/)-]{0,30}|of|and|to|the|for|in|or)){0,7})"
    r"(?:\s?\([^()\n]{0,60}\))?:?\s(?:means?|has\sthe\smeaning|shall\s(?:mean|have\sthe\smeaning))\b"
)
_TERM = re.compile(r"[\w\s&'’/%.-]+")
_WORD = re.compile(r"[0-9]+(?:[.,'_][0-9]+)*|[^\W\d_]+")
_MOST_WORDS = 12
_LONGEST = 600
_LONGEST_TERM = 120


class Definition(NamedTuple):
    """A defined term: its words as in an id, and where ``means`` ends."""

    words: str
    end: int


def definition_at(text: str, start: int) -> Definition | None:
    """Return the definition that begins at ``start``: a term in quotes, then ``means`` or its like."""
    match = _DEFINITION.match(text, start, start + _LONGEST)
    if match is None:
        return None
    words = term_words(match["term"])
    return Definition(words, match.end()) if words else None


def plain_definition_at(text: str, start: int) -> Definition | None:
    """Return the definition that begins at ``start`` with a capitalised term without quotes: ``Margin means``."""
    if text.find("mean", start, start + _LONGEST_TERM) < 0:
        return None  # rules out most lines cheaply, before searching for a term
    match = _PLAIN.match(text, start, start + _LONGEST)
    words = "" if match is None else term_words(match["term"])
    return Definition(words, match.end()) if match is not None and words else None


def term_words(term: str) -> str:
    """Return the words of a defined term in lower case, as section ids write them: ``applicable rate``."""
    plain = _TERM.match(term)
    return "" if plain is None else " ".join(_WORD.findall(plain[0].lower())[:_MOST_WORDS])


def heading_id(title: str) -> str:
    """Return the id of a heading without a number: ``head:interest``, as a reference to it is read."""
    reading = SECTION_KIND.parse(f"head:{title}", NO_CONTEXT)
    return reading.value.canonical if isinstance(reading, Read) else f"head:{term_words(title)}"
