"""The legible characters of a value that cannot be read in full, and whether a guess fits them.

A case writes ``#`` or ``?`` for each character that cannot be read, and ``…`` for any number of them: ``3.##%``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING

from loanproof.values import (
    DATE_KIND,
    MONTH_NAMES,
    CalendarDate,
    Duration,
    Money,
    Percentage,
    Relation,
    candidates_of,
)

if TYPE_CHECKING:
    from loanproof.scoring.extraction.stated import Stated

_UNSEEN_CHARACTERS = "#?_█▒▓■□�"
_UNSEEN = re.compile(f"[{_UNSEEN_CHARACTERS}]")  # one character that cannot be read
_GAP = re.compile(r"\.{3}|…|\[illegible\]", re.IGNORECASE)  # any number of such characters
_FIGURE = re.compile(f"[0-9{_UNSEEN_CHARACTERS}](?:[0-9.,{_UNSEEN_CHARACTERS}]{{0,40}}[0-9{_UNSEEN_CHARACTERS}])?")
_SCALES = (1, 10**3, 10**6, 10**9)
_MAX_LENGTH = 300
_MAX_GAPS = 2  # so that matching stays cheap
_MAX_DECIMALS = 6


def has_unseen(pattern: str) -> bool:
    """Return whether a text marks some of its characters as illegible."""
    return _UNSEEN.search(pattern) is not None or _GAP.search(pattern) is not None


def fits(guess: Stated, pattern: str) -> bool:
    """Return whether a guess fits the legible characters, as it is written or rewritten in their form."""
    return _fits_as_written(guess, pattern) or any(_reads_as_guess(guess, filled) for filled in _filled(guess, pattern))


def _fits_as_written(guess: Stated, pattern: str) -> bool:
    """Return whether a guess, in one of its writings, has the legible characters in the same places."""
    pieces = _GAP.split(pattern[:_MAX_LENGTH], maxsplit=_MAX_GAPS)
    forms = [guess.other(text).typography for text in _writings(guess) if len(text) <= _MAX_LENGTH]
    expressions = [
        re.compile(".*".join(".".join(map(re.escape, _UNSEEN.split(part))) for part in _GAP.split(form)))
        for form in guess.other("…".join(pieces)).typography
    ]
    return any(one.fullmatch(form) for one in expressions for group in forms for form in group)


def _writings(guess: Stated) -> list[str]:
    """Return the ways to write a guess: as given and, for a date, also with the name of its month."""
    text = guess.text
    read = () if text is None else candidates_of(DATE_KIND.read(text, guess.context))
    days = [one.day for one in read if isinstance(one, CalendarDate)]
    spelt = [
        f"{day.day} {month} {day.year}"
        for day in days
        for month in (MONTH_NAMES[day.month - 1], MONTH_NAMES[day.month - 1][:3])
    ]
    return spelt if text is None else [text, *spelt]


def _filled(guess: Stated, pattern: str) -> Iterator[str]:
    """Yield the legible text with the guess's figures in place of the one figure that cannot be read in full.

    ``325 bps`` turns ``3.## per cent.`` into ``3.25 per cent.``. The caller checks that this reads as the guess.
    """
    unseen = [one for one in _FIGURE.finditer(pattern[:_MAX_LENGTH]) if _UNSEEN.search(one[0])]
    if len(unseen) != 1 or _GAP.search(pattern):
        return
    start, end = unseen[0].span()
    figure = re.compile("[0-9]".join(map(re.escape, _UNSEEN.split(unseen[0][0]))))
    decimals = len(unseen[0][0].rpartition(".")[2]) if "." in unseen[0][0] else 0
    for number in _numbers(guess):
        if decimals > _MAX_DECIMALS or number != round(number, decimals):
            continue
        for written in (f"{number:.{decimals}f}", f"{number:,.{decimals}f}"):
            if figure.fullmatch(written):
                yield pattern[:start] + written + pattern[end:]


def _numbers(guess: Stated) -> Iterator[Decimal]:
    """Yield the figures with which a guess may be written: in per cent or basis points, in units or in millions."""
    kind = guess.of_kind
    parts = (part for value in guess.candidates for part in kind.parts(value)) if kind is not None else ()
    for one in (value for part in parts for value in part.candidates):
        match one:
            case Money():
                yield from (one.amount / scale for scale in _SCALES)
            case Percentage():
                yield from (one.figure,) if one.bps is None else (one.bps / 100, one.bps)
            case Duration():
                yield from (Decimal(one.months), Decimal(one.months) / 12, Decimal(one.days))


def _reads_as_guess(guess: Stated, filled: str) -> bool:
    """Return whether a filled-in text is read as the same value as the guess, or as a part of it."""
    kind = guess.of_kind
    if kind is None:
        return False
    compared = kind.compare_readings(kind.read(filled, guess.context), guess.reading)
    return compared.relation is not Relation.DIFFERENT
