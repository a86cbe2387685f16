"""Where words stand letter by letter, though not as a quote must have them.

A file may run words together or part them, a letter may be one that could not be read, and somebody who looks for a
figure may know only its first groups. A quote is judged more strictly; what is found here is quoted as the document has
it, in whole words and figures.
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
_FEWEST = 6  # characters: what is shorter may be a piece of anything
_LONGEST = 300
_GROUPS_BEFORE = re.compile(r"(?:[0-9]+[ \xa0])+$")
_GROUPS_BEHIND = re.compile(r"(?:[ \xa0][0-9]+)+")


def places_by_letters(text: str, words: str) -> Iterator[Span]:
    """Yield where a text has the letters of words, whole words at both ends, with whatever blanks between them."""
    letters = "".join(words.split())
    if not _FEWEST <= len(letters) <= _LONGEST:
        return
    # USD 500 is no piece of USD 500,000
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
