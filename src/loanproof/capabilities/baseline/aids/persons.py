"""Names of people: with a title, with the number of an identity card behind them, or where only a name can be.

Most parties of a loan have a legal form that shows that they are names. People have none, so the place must show it.
"""

from __future__ import annotations

import re

from loanproof.core import Span, Words, WordTable, load_words


class _PersonWords(WordTable):
    """The words by which the name of a person is recognised."""

    titles: Words
    inside: Words
    identified: Words
    nobody: Words


_TABLE = load_words(__package__, "persons", _PersonWords)


def _any(words: Words) -> str:
    return "|".join(re.escape(one) for one in sorted(words, key=len, reverse=True))


_NAME_WORD = r"(?:[A-ZÀ-Þ][\w’'-]{1,30}|[A-Z]\.(?:[A-Z]\.)?)"
_GAP = r"(?:[ ]|[ ]?\n[ \t]{0,30})"
_TITLES = rf"(?:(?:{_any(_TABLE.titles)})\.?[ ]){{0,2}}"
_PERSON = re.compile(
    rf"(?P<title>{_TITLES})"
    rf"(?P<name>{_NAME_WORD}(?:{_GAP}(?:{_NAME_WORD}|(?:{_any(_TABLE.inside)})\s{_NAME_WORD})){{0,5}})"
)
_IDENTIFIED = re.compile(rf"[\s,]*\(?(?:the\s)?(?:\w+\s){{0,2}}?(?:{_any(_TABLE.identified)})", re.IGNORECASE)
_NOBODY = frozenset(_TABLE.nobody)


def person_at(text: str, start: int, *, is_bare: bool = False) -> Span | None:
    """Return the name of a person that begins at a place, with its title.

    Args:
        text: The text.
        start: The place.
        is_bare: Whether the place shows that a name follows, so that two plain capitalised words are enough.
    """
    match = _PERSON.match(text, start)
    if match is None:
        return None
    words = match["name"].split()
    if any(word.lower().strip(".") in _NOBODY for word in words):
        return None
    is_shown = bool(match["title"]) or (
        len(words) > 1 and (is_bare or _IDENTIFIED.match(text, match.end()) is not None)
    )
    return Span(start, match.end()) if is_shown else None
