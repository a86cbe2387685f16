"""Inline marks of drafted text: looks, named gold spans and footnotes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from tools.corpus.markup import DraftError

_TOKEN = re.compile(r"\*\*|''|~~|\+\+|\[\[([a-z0-9_.-]+):\s?|\]\]|\^\[|\]\^")


class Look(StrEnum):
    """How text looks beyond its font; ``struck`` and ``added`` are the two colours of a blackline."""

    BOLD = "bold"
    ITALIC = "italic"
    STRUCK = "struck"
    ADDED = "added"
    RAISED = "raised"


_OPENING = {'"': "\u201c", "'": "\u2018"}
_CLOSING = {'"': "\u201d", "'": "\u2019"}
_LOOKS = {"**": Look.BOLD, "''": Look.ITALIC, "~~": Look.STRUCK, "++": Look.ADDED}


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A stretch of text with one look, and the gold spans that it belongs to.

    ``note`` is the text of the footnote whose mark this run is.
    """

    text: str
    looks: frozenset[Look] = frozenset()
    marks: tuple[str, ...] = ()
    note: tuple[Run, ...] = ()


def parse_runs(text: str, *, curly: bool = False) -> tuple[Run, ...]:
    """Return the runs of a text; a mark that is not closed raises :class:`DraftError`."""
    runs: list[Run] = []
    looks: set[Look] = set()
    marks: list[str] = []
    opened: set[str] = set()
    at, end = 0, len(text)
    while at < end:
        found = _TOKEN.search(text, at)
        stop = found.start() if found else end
        if stop > at:
            runs.append(Run(text=text[at:stop], looks=frozenset(looks), marks=tuple(marks)))
        if found is None:
            break
        at = found.end()
        token = found[0]
        if token in _LOOKS:
            looks ^= {_LOOKS[token]}
        elif token == "^[":
            close = text.find("]^", at)
            if close < 0:
                raise DraftError(f"{text[:60]!r}: a footnote is not closed.")
            runs.append(Run(text="", looks=frozenset({Look.RAISED}), note=parse_runs(text[at:close], curly=curly)))
            at = close + 2
        elif token == "]]" and marks:
            marks.pop()
        elif found[1]:
            if found[1] in opened:
                raise DraftError(f"the span {found[1]!r} is marked twice.")
            opened.add(found[1])
            marks.append(found[1])
        else:
            raise DraftError(f"{text[max(0, at - 40) : at]!r}: {token} closes nothing.")
    if looks or marks:
        raise DraftError(f"{text[:60]!r}: {', '.join([*looks, *marks])} is not closed.")
    return tuple(_curl(runs)) if curly else tuple(runs)


def with_look(runs: Iterable[Run], *looks: Look) -> tuple[Run, ...]:
    """Return runs with looks added."""
    return tuple(replace(run, looks=run.looks | set(looks)) for run in runs)


def upper(runs: Iterable[Run]) -> tuple[Run, ...]:
    """Return runs in capitals."""
    return tuple(replace(run, text=run.text.upper()) for run in runs)


def plain_text(runs: Iterable[Run]) -> str:
    """Return the text of runs without looks."""
    return "".join(run.text for run in runs)


def _curl(runs: Iterable[Run]) -> Iterable[Run]:
    """Yield runs with typographic quotation marks; an opening one is at the start or behind a blank or bracket."""
    before = " "
    for run in runs:
        curled = []
        for sign in run.text:
            opening = before in " ([\u2018\u201c"
            curled.append(
                {'"': "\u201c" if opening else "\u201d", "'": "\u2018" if opening else "\u2019"}.get(sign, sign)
            )
            before = curled[-1]
        yield replace(run, text="".join(curled))
