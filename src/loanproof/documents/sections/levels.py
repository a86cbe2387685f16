"""Lettered paragraphs below a clause: (a), (i), (A), (1), and the definitions that may contain them.

Each level has its own count. A label belongs to the innermost level that it continues, or opens a new one if it is a
first: (a), (i), (A), (1). Whether (i) is a letter or a numeral depends on what follows first, (j) or (ii). A label that
neither continues nor opens anything is a cross-reference.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from loanproof.documents.sections.headings import LEAST_WEIGHT, REFERRED_TO, is_referred
from loanproof.documents.sections.lines import REFERRING_NOUNS
from loanproof.documents.sections.titles import is_title
from loanproof.values import roman_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from loanproof.documents.sections.headings import Candidate

_RUN_IN = re.compile(r"(?:[^()\f]{0,160}?[.:;,—–])?\s{0,3}\((?P<first>a|i|A|1)\)(?=\s)")
_TITLED_RUN_IN = re.compile(r"\s{0,9}(?P<title>[A-Z][^().:;\f]{2,100}?)\s{1,3}\((?P<first>a|A|1)\)(?=\s)")
_LABEL = re.compile(r"\(?(\w+)")
_LARGEST_GAP = 3
_LETTERS_LEFT_OUT = 8  # in a list whose letters can be nothing else: (f) after (b)
_LOOK_AHEAD = 60
_CAPITALS = 40  # characters that show whether a paragraph is in capitals
_LOOK_BACK = 1500
_LONGEST_RUN_IN = 200
_DEEPEST = 8
_ALPHABET = 26
_MOST_OF_A_STYLE = 2
DEFINITION = "definition"
_ROMANS = [tens + units for tens in ("", "x", "xx", "xxx") for units in " i ii iii iv v vi vii viii ix".split(" ")][1:]


class Reading(NamedTuple):
    """One way to read a label: the style of its level, and its position in the count."""

    style: str
    value: int


@dataclass(slots=True)
class _Level:
    style: str
    value: int
    start: int


class AcceptedParagraph(NamedTuple):
    """A paragraph that was accepted: where it begins, its label and its depth.

    ``tentative`` marks the first of a list, which counts only once another member or a nested level follows it.
    """

    start: int
    after: int
    label: str
    depth: int
    tentative: bool


@lru_cache(maxsize=1024)
def readings_of(label: str) -> tuple[Reading, ...]:
    """Return the ways to read a label: ``i`` is the ninth letter or the first numeral; ``foo`` is neither.

    ``aa`` is the first of a new level, or follows ``z``, as ``aaa`` follows ``zz``.
    """
    if label.isdigit():
        return (Reading("1", int(label)),)
    case = "a" if label.islower() else "A" if label.isupper() else ""
    letters = label.lower()
    if not case or not letters.isascii():
        return ()
    found: list[Reading] = []
    numeral = roman_value(letters)
    if numeral is not None and numeral < 50:
        found.append(Reading("i" if case == "a" else "I", numeral))
    if letters == letters[0] * len(letters) and len(letters) <= 3:
        found.append(Reading(case * len(letters), ord(letters[0]) - 96))
        if len(letters) > 1:
            found.append(Reading(case, ord(letters[0]) - 96 + _ALPHABET * (len(letters) - 1)))
    return tuple(found)


def successors_of(label: str) -> tuple[str, ...]:
    """Return the labels that may follow a label: ``(ii)`` and ``(j)`` follow ``(i)``."""
    found: list[str] = []
    for style, value in readings_of(label):
        if style == "1":
            found.append(str(value + 1))
        elif style in ("i", "I") and value < len(_ROMANS):
            found.append(_ROMANS[value] if style == "i" else _ROMANS[value].upper())
        elif style not in ("i", "I") and value < _ALPHABET:
            found.append(chr(ord(style[0]) + value) * len(style))
        elif value == _ALPHABET:
            found.append(style[0] * (len(style) + 1))
    return tuple(found)


class Levels:
    """The open levels below one clause, and the paragraphs accepted so far."""

    def __init__(self, text: str, candidates: Sequence[Candidate]) -> None:
        """Begin below a clause; ``candidates`` are all lettered lines of the document, for looking ahead."""
        self._text = text
        self._candidates = candidates
        self._open: list[_Level] = []

    def clear(self) -> None:
        """Close all levels: a new clause begins."""
        self._open.clear()

    def define(self, start: int, *, within: bool = False) -> int:
        """Open a definition, which closes the previous one, and return its depth. ``within`` keeps the level open."""
        if not within:
            for depth, level in enumerate(self._open):
                if level.style == DEFINITION:
                    del self._open[depth:]
                    break
        self._open.append(_Level(DEFINITION, 0, start))
        return len(self._open) - 1

    def accept(self, at: int) -> AcceptedParagraph | None:
        """Add the candidate at position ``at`` to its level, or refuse it.

        A paragraph in capitals throughout has its letter in capitals too; such a letter also counts as a small one.
        """
        candidate = self._candidates[at]
        if candidate.weight <= REFERRED_TO:
            return None
        small = candidate.label.lower()
        if small == candidate.label or not self._is_in_capitals(candidate):
            return self._accept(at, candidate.label)
        if self._follows_first(at, small, candidate.label):
            return self._accept(at, small)
        return self._accept(at, candidate.label) or self._accept(at, small)

    def _accept(self, at: int, label: str) -> AcceptedParagraph | None:
        candidate, readings = self._candidates[at], readings_of(label)
        depth = self._continued(at, readings)
        opening = next((reading for reading in readings if reading.value == 1), None)
        opens = opening is not None and (depth is None or self._opens(at, self._open[depth], opening))
        if opening is not None and opens and candidate.weight >= LEAST_WEIGHT:
            return self._begun_again(candidate, label, opening) or self._opened(
                candidate.start, candidate.after, label, opening
            )
        if depth is None or opens:  # within a sentence neither a list inside (h) nor an (i) after it is certain
            return None
        level = self._open[depth]
        del self._open[depth + 1 :]
        level.value = next(reading.value for reading in readings if reading.style == level.style)
        level.start = candidate.start
        return AcceptedParagraph(candidate.start, candidate.after, label, depth, tentative=False)

    def _begun_again(self, candidate: Candidate, label: str, opening: Reading) -> AcceptedParagraph | None:
        """Restart the innermost list of a style if two are open: nobody nests a third one in them."""
        depths = self._depths_of(opening.style)
        if len(depths) < _MOST_OF_A_STYLE:
            return None
        del self._open[depths[-1] + 1 :]
        self._open[depths[-1]] = _Level(opening.style, 1, candidate.start)
        return AcceptedParagraph(candidate.start, candidate.after, label, depths[-1], tentative=True)

    def _depths_of(self, style: str) -> list[int]:
        """Return the depths at which a style is open below the innermost definition."""
        first = max((depth + 1 for depth, level in enumerate(self._open) if level.style == DEFINITION), default=0)
        return [depth for depth in range(first, len(self._open)) if self._open[depth].style == style]

    def _is_in_capitals(self, candidate: Candidate) -> bool:
        words = self._text[candidate.after : candidate.after + _CAPITALS]
        return words.isupper() and sum(map(str.isalpha, words)) > _CAPITALS // 2

    def _follows_first(self, at: int, small: str, capital: str) -> bool:
        """Return whether the next member of the list that begins here is a small letter."""
        for candidate in self._candidates[at + 1 : at + 1 + _LOOK_AHEAD]:
            if candidate.label in successors_of(capital):
                return False
            if candidate.label in successors_of(small):
                return True
        return False

    def run_in(self, after: int, before: int) -> Iterator[AcceptedParagraph]:
        """Open the first paragraphs inside the line of a heading: ``2.03 Prepayments. (a) Optional. (i)``.

        ``before`` is where the next candidate begins, the limit for a run-in paragraph.
        """
        while (match := self._run_in_at(after, min(after + _LONGEST_RUN_IN, before))) is not None:
            start, after = match.start("first") - 1, match.end()
            reading = next(reading for reading in readings_of(match["first"]) if reading.value == 1)
            if len(self._depths_of(reading.style)) >= _MOST_OF_A_STYLE:
                return
            place = self._opened(start, after, match["first"], reading)
            if place is None:
                return
            yield place

    def _run_in_at(self, after: int, before: int) -> re.Match[str] | None:
        """Match the first paragraph after a full stop, or after a title without one: ``2.06 Prepayments (a) The``."""
        match = _RUN_IN.match(self._text, after, before)
        if match is not None:
            return match
        titled = _TITLED_RUN_IN.match(self._text, after, before)
        if titled is None or not is_title(titled["title"]) or is_referred(self._text, titled.end()):
            return None
        # "(b) Paragraph (a) does not apply to:" refers to the previous paragraph
        return None if titled["title"].split()[-1].lower() in REFERRING_NOUNS else titled

    def _opened(self, start: int, after: int, label: str, reading: Reading) -> AcceptedParagraph | None:
        if len(self._open) >= _DEEPEST:
            return None
        self._open.append(_Level(reading.style, 1, start))
        return AcceptedParagraph(start, after, label, len(self._open) - 1, tentative=True)

    def _continued(self, at: int, readings: Sequence[Reading]) -> int | None:
        """Return the depth of the level that a label continues: the innermost exact one, else across a small gap."""
        candidate = self._candidates[at]
        strong = candidate.weight >= LEAST_WEIGHT
        for largest in (1, _LARGEST_GAP) if strong else (1,):
            for depth in range(len(self._open) - 1, -1, -1):
                level = self._open[depth]
                if any(
                    reading.style == level.style and 0 < reading.value - level.value <= largest for reading in readings
                ):
                    return depth if strong or self._is_next(candidate, level) else None
        return self._after_left_out(at, readings) if strong else None

    def _after_left_out(self, at: int, readings: Sequence[Reading]) -> int | None:
        """Return the innermost depth if a letter continues it after several that the document leaves out.

        The letter must be no numeral too, and none of those between may follow.
        """
        if len(readings) != 1 or not self._open or self._open[-1].style != readings[0].style:
            return None
        style, last, value = readings[0].style, self._open[-1].value, readings[0].value
        following = self._candidates[at + 1 : at + 1 + _LOOK_AHEAD]
        later = {reading for one in following for reading in readings_of(one.label)}
        between = (Reading(style, number) for number in range(last + 1, value))
        is_near = 0 < value - last <= _LETTERS_LEFT_OUT
        return len(self._open) - 1 if is_near and later.isdisjoint(between) else None

    def _is_next(self, candidate: Candidate, level: _Level) -> bool:
        """Return whether the previous label was last written at this level, not inside a sentence."""
        match = _LABEL.match(self._text, level.start)
        if match is None:
            return False
        earliest = max(candidate.start - _LOOK_BACK, 0)
        last = self._text.rfind(f"({match[1]})", earliest, candidate.start)
        return last in (-1, level.start)

    def _opens(self, at: int, level: _Level, opening: Reading) -> bool:
        """Return whether a label that could continue a level opens one instead: (ii) comes before (j).

        It also opens one if it would skip a label: (h) after an (i) that is in (g).
        """
        style = level.style
        if style == opening.style:
            return False
        value = next(reading.value for reading in readings_of(self._candidates[at].label) if reading.style == style)
        if level.value % _ALPHABET == 0 and value == level.value + 1:
            return False  # (aa) right after (z)
        for candidate in self._candidates[at + 1 : at + 1 + _LOOK_AHEAD]:
            if candidate.label == self._candidates[at].label:
                return False  # that one opens the nested level
            for reading in readings_of(candidate.label):
                left_out = reading.style == style and level.value < reading.value < value
                if left_out or reading == Reading(opening.style, 2):
                    return True
                if reading == Reading(style, value + 1):
                    return False
        return False
