"""The full title after the label of a heading: across a line break, and past the points of ``U.S.`` and ``No.``."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from loanproof.documents.sections.lines import BLANKS, TITLE_WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.documents.sections.headings import Candidate
    from loanproof.documents.sections.lines import Line

_LONGEST = 120
_MOST_LINES = 3
_STOP = re.compile(r"[.:](?=\s|$)")
_LABEL = re.compile(r"(?:[0-9]{1,3}|[A-Za-z])[.)](?=\s)|\(\w{1,5}\)")  # words that begin a text, not a title
_INITIALS = re.compile(r"\.[A-Za-z]$")  # U.S, N.A
_SHORTENED = re.compile(r"\b(?:No|Nos|Inc|Ltd|Pte|Co|Corp|St|Mr|Mrs|Ms|Dr|Rev|Proc|Reg|Art|Sec|vs?|[Ee]tc)$")
_SMALL = TITLE_WORDS | {"into", "under", "upon"}
_OUTER = BLANKS + ".:—–-("


def title_of(text: str, lines: Sequence[Line], candidate: Candidate) -> str | None:
    """Return the title after a label: up to the full stop that ends it, or else the rest of its line.

    A title that is cut by the line end continues on the next line, as far as that reads as a title.
    """
    at = candidate.line
    rest = text[candidate.after : min(lines[at].end, candidate.after + 4 * _LONGEST)].strip(BLANKS).lstrip(_OUTER)
    if not rest and at + 1 < len(lines):
        at += 1
        rest = text[lines[at].start : lines[at].end].strip(BLANKS)
        rest = rest if len(rest) <= _LONGEST and not _LABEL.match(rest) else ""
    while (end := _end_of(rest)) is None and at + 1 < min(len(lines), candidate.line + _MOST_LINES):
        at += 1
        more = _continued(text, lines, at, rest)
        if not more:
            break
        rest = f"{rest} {more}"
    return rest[:end][:_LONGEST].rstrip(" )") or None


def _end_of(rest: str) -> int | None:
    """Return where a title ends: at a full stop or colon, but not after an abbreviation if the title continues."""
    stops = [match.start() for match in _STOP.finditer(rest)]
    for stop, following in pairwise([*stops, len(rest)]):
        # the text may begin after "Etc.", so the title must clearly end further on
        shortened = following < len(rest) and _SHORTENED.search(rest, 0, stop) is not None
        is_short = rest[stop] == "." and (shortened or _INITIALS.search(rest, 0, stop) is not None)
        if not (is_short and is_title(rest[stop + 1 : following])):
            return stop
    return None


def _continued(text: str, lines: Sequence[Line], at: int, rest: str) -> str:
    """Return what a line adds to the previous title; empty if it begins a text of its own."""
    line = lines[at]
    if line.apart or not rest or len(rest) > _LONGEST or not (is_title(rest) or rest.isupper()):
        return ""
    more = text[line.start : min(line.end, line.start + _LONGEST)].strip(BLANKS)
    end = _end_of(more)
    breaks_off = not line.after_short or rest.split()[-1].lower() in _SMALL
    if end is None:
        return more if rest.isupper() and more.isupper() and breaks_off and not more[0].isdigit() else ""
    return more[: end + 1] if breaks_off and is_title(more[:end]) else ""


def is_title(words: str) -> bool:
    """Return whether every word except small ones is capitalised."""
    return all(not word[0].islower() or word.lower() in _SMALL for word in words.split())
