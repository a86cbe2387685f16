"""Where words appear letter by letter, though not as a valid quote.

A file may run words together or split them, a letter may be unreadable, and somebody looking for a figure may know only
its first groups. Quotes are checked more strictly; a place found here is quoted as in the document, in whole words and
figures.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.core import Span
from loanproof.documents import UNREAD

if TYPE_CHECKING:
    from collections.abc import Iterator

_LIGATURES = ("ffi", "ffl", "ff", "fi", "fl", "ti", "tt", "ft", "th")
_MARKS = {**dict.fromkeys('“”„"', '[“”„"]'), **dict.fromkeys("‘’'", "[‘’']"), **dict.fromkeys("-–‐", "[-–‐]")}
_FEWEST = 6  # characters; anything shorter may be part of something else
_LONGEST = 300
_GROUPS_BEFORE = re.compile(r"(?:[0-9]+[ \xa0])+$")
_GROUPS_BEHIND = re.compile(r"(?:[ \xa0][0-9]+)+")


def places_by_letters(text: str, words: str) -> Iterator[Span]:
    """Yield where a text has the letters of words, as whole words at both ends, with any blanks between them."""
    letters = "".join(words.split())
    if not _FEWEST <= len(letters) <= _LONGEST:
        return
    # USD 500 is not part of USD 500,000
    pattern = re.compile(rf"(?<!\w)(?<![0-9][.,']){_spaced(letters)}(?!\w|[.,'][0-9])", re.IGNORECASE)
    for match in pattern.finditer(text):
        before = _GROUPS_BEFORE.search(text, max(0, match.start() - 40), match.start())
        behind = _GROUPS_BEHIND.match(text, match.end(), match.end() + 40)
        is_figure = text[match.start()].isdigit(), text[match.end() - 1].isdigit()
        start = before.start() if before and is_figure[0] else match.start()
        yield Span(start, behind.end() if behind and is_figure[1] else match.end())


def _spaced(letters: str) -> str:
    pieces, at = list[str](), 0
    while at < len(letters):
        joined = next((one for one in _LIGATURES if letters.startswith(one, at)), "")
        ways = [r"\s*".join(map(_letter, joined)), UNREAD] if joined else [_letter(letters[at])]
        pieces.append(ways[0] if len(ways) == 1 else f"(?:{'|'.join(ways)})")
        at += len(joined) or 1
    return r"\s*".join(pieces)


def _letter(one: str) -> str:
    return _MARKS.get(one, re.escape(one))
