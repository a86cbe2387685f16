"""Where the lines of a file begin, by case and repeat, in a few bytes per line."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

MOST_REPEATS = 1_000_000


class LinePosition(NamedTuple):
    """Where a line begins in its file, in bytes, and its number."""

    offset: int
    line: int


class LineIndex:
    """The positions of the lines of one file.

    A line costs three numbers of eight bytes and a case one dictionary entry, so that an index of many repeats of a
    suite is small compared with the suite.
    """

    def __init__(self) -> None:
        self._cases: dict[str, _Repeats] = {}

    def add(self, case_id: str, repeat: int, place: LinePosition) -> LinePosition | None:
        """Add a line, or return the position of an earlier line with this case and repeat."""
        repeats = self._cases.get(case_id)
        if repeats is None:
            repeats = self._cases[case_id] = _Repeats()
        return repeats.add(repeat, place)

    def find(self, case_id: str, repeat: int) -> LinePosition | None:
        """Return where the line of a case and repeat begins, if there is one."""
        repeats = self._cases.get(case_id)
        return None if repeats is None else repeats.find(repeat)

    def __bool__(self) -> bool:
        return bool(self._cases)

    def __iter__(self) -> Iterator[tuple[str, int]]:
        """Yield case and repeat of every line: cases in order of first appearance, repeats in order."""
        return ((case_id, repeat) for case_id, repeats in self._cases.items() for repeat in repeats.numbers)


class _Repeats:
    """The lines of one case, in the order of their repeats."""

    __slots__ = ("_places", "numbers")

    def __init__(self) -> None:
        self.numbers = array("Q")
        self._places = array("Q")  # offset and line number of each

    def add(self, repeat: int, place: LinePosition) -> LinePosition | None:
        at = bisect_left(self.numbers, repeat)
        if at < len(self.numbers) and self.numbers[at] == repeat:
            return self._place(at)
        self.numbers.insert(at, repeat)
        self._places[2 * at : 2 * at] = array("Q", place)
        return None

    def find(self, repeat: int) -> LinePosition | None:
        at = bisect_left(self.numbers, repeat)
        return self._place(at) if at < len(self.numbers) and self.numbers[at] == repeat else None

    def _place(self, at: int) -> LinePosition:
        return LinePosition(self._places[2 * at], self._places[2 * at + 1])
