"""Which recognised words may have been misread: by the engine's confidence, by their kind, and by their shape.

A short figure or word needs a higher confidence, because one character is a large part of it; so does a word with a
sign inside. A word that was read with certainty elsewhere on the page needs less, because the same misreading rarely
happens twice. Specks are read as signs, so a sign at a word inside a sentence is doubted however sure the engine is.
Two adjacent figures may be one that lost its point; so may a whole number at the start of a line, where clause numbers
are, or a rate. Two words may have been joined.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

_SURE = Decimal("0.93")  # least confidence of a short word
_FAIRLY = Decimal("0.88")  # of a longer figure: its least certain character decides, and it has more of them
_WORD = Decimal("0.90")
_LIKELY = Decimal("0.80")  # of a word read with certainty elsewhere
_ODD = re.compile(r"[|_~©®°¢\\{}<>^`•«»*=]|\A[‘'’.,;:-]+[a-z]|[a-z][.‘:;]+[a-z]|[0-9]\.[A-Za-z]|[a-z]\.[0-9]|’\Z")
_JOINED = re.compile(r"(?:or|in|on|to|of|is|as|at|by)a")  # ``or a``
_LED_ON = re.compile(r"(?:of|the|an?|from)[.,;:]", re.IGNORECASE)  # no sentence ends after these
_SPECK = re.compile(r"[b-wyz]")  # not words; ``a`` is one, and ``x`` may mean times
_OPEN = re.compile(r"[0-9],[0-9]{3},\Z")  # an amount whose last characters may have become a word
_FIGURE_ENDS = re.compile(r"[0-9][.,]?\Z")
_WHOLE = re.compile(r"[(“\"]?(?:[0-9]{2,3}|[0-9]{1,2}[:;][0-9]{2})(?P<rate>%|x)?[.,;:)”\"]?")
_RATE_UNIT = re.compile(r"per\b|percent|times\b|x\b|%|bps|basis|to\b", re.IGNORECASE)
_STOP = re.compile(r"(?P<stem>[\w.]*\w)[.:]")
_SHORT = 4  # characters of a short figure or word, and of the longest abbreviation
_OUTER = ".,;:()[]“”\"‘’'"


def doubtful_words(lines: Sequence[Sequence[tuple[str, Decimal]]]) -> list[list[bool]]:
    """Return for each word of a page, given with its confidence, whether it may have been misread."""
    sure = {word.strip(_OUTER) for line in lines for word, confidence in line if confidence >= _SURE}
    return [_of_line(line, sure) for line in lines]


def _of_line(line: Sequence[tuple[str, Decimal]], sure: set[str]) -> list[bool]:
    words = [word for word, _ in line]
    stops = [*(_stops_in_sentence(*pair) for pair in pairwise(words)), False]
    broken = [False, *(_is_one_figure(*pair) for pair in pairwise(words)), False]
    whole = [_is_whole(word, at, words[at + 1 : at + 2]) for at, word in enumerate(words)]
    doubts = [
        stops[at] or broken[at] or broken[at + 1] or whole[at] or not _is_sure(word, confidence, sure)
        for at, (word, confidence) in enumerate(line)
    ]
    return [
        own or (following and _OPEN.search(word) is not None)
        for word, own, following in zip(words, doubts, [*doubts[1:], False], strict=True)
    ]


def _is_sure(word: str, confidence: Decimal, sure: set[str]) -> bool:
    if not any(map(str.isalnum, word)) or _ODD.search(word) or _is_stained(word, sure):
        return False
    if any(shape.fullmatch(word) for shape in (_SPECK, _JOINED, _LED_ON)):
        return False
    if any(map(str.isdigit, word)):
        return confidence >= (_SURE if len(word) < _SHORT else _FAIRLY)
    inner = word.strip(_OUTER)
    is_short = inner.islower() and 1 < len(inner) < _SHORT  # a single letter is a list item
    needed = _WORD if inner.isalpha() and not is_short else _SURE
    return confidence >= (_LIKELY if inner in sure else needed)


def _is_one_figure(word: str, following: str) -> bool:
    """Return whether two words may be one figure that was read as two: ``£250 000``, ``£250 ,000``."""
    return bool(_FIGURE_ENDS.search(word)) and following.lstrip(".,")[:1].isdigit()


def _is_whole(word: str, at: int, following: Sequence[str]) -> bool:
    """Return whether a number may have lost its point: ``74`` before a clause, ``25 times``, ``185%``, ``1:25 %``."""
    found = _WHOLE.fullmatch(word)
    is_rate = found is not None and (found["rate"] or any(map(_RATE_UNIT.match, following)))
    return found is not None and (at == 0 or bool(is_rate))


def _stops_in_sentence(word: str, following: str) -> bool:
    """Return whether a word ends with a full stop or colon mid-sentence and is not an abbreviation."""
    stop = _STOP.fullmatch(word)
    return stop is not None and len(stop["stem"]) > _SHORT and following[:1].islower()


def _is_stained(word: str, sure: set[str]) -> bool:
    """Return whether a word has an accent here but not elsewhere."""
    bare = "".join(one for one in unicodedata.normalize("NFKD", word) if not unicodedata.combining(one))
    return bare != word and bare.strip(_OUTER) in sure
