"""Locates a value in its sentence: its tokens, and the stretch of words that is about this value and no other."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from loanproof.statements.vocabulary.months import names_month
from loanproof.values import Tokens

if TYPE_CHECKING:
    from collections.abc import Collection

    from loanproof.core import Span
    from loanproof.statements.texts.text import StatedText
    from loanproof.values import Kind

    _Mark = tuple[int, int, Kind[Any]]

_REACH = 80  # tokens read on either side, which limits the time that a long sentence takes
# Words allowed between two values that share the words after the second: "45 days and not later than 20 days before".
_WORDS_BETWEEN_VALUES = frozenset(
    """and to or but , - – no not nor more less than later earlier at least most between from the above below over
    under""".split()
)
_BEFORE_VALUES = frozenset({"on", "by", "in", "at", "of", "to", "the", "a", "an"})
_COMMA, _JOINTS = frozenset({","}), frozenset({"and", "while", "whereas", "but", "or"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A value in its sentence. Positions are token indices; every range is half-open.

    Attributes:
        tokens: The tokens of the whole text.
        kind: The kind of the value, or None for plain words.
        first, after: The value itself.
        start, end: The stretch about the value, up to a semicolon or to the joint with another value of its kind.
        before, behind: Where the previous value of any kind ends, and where the next one begins, within the stretch.
        begins: Whether the sentence begins with the stretch.
        opens, closes: The sentence, as far as it is read.
        next_after: Where the next value of the same kind ends, if only small words separate the two; otherwise None.
        series: Where the values of the same kind begin that this one continues: ``18 May, 19 May or 20 May``.
    """

    tokens: Tokens
    kind: Kind[Any] | None
    first: int
    after: int
    start: int
    end: int
    before: int
    behind: int
    begins: bool
    opens: int = 0
    closes: int = 0
    next_after: int | None = None
    series: int | None = None

    def word(self, at: int) -> str:
        """Return the token at a position in lower case; only the month of May keeps its capital, as *may* is a verb."""
        word = self.tokens[at].lower
        return "May" if word == "may" and names_month(self.tokens, at) else word


def place_of(text: StatedText, span: Span) -> Place:
    """Return the place of what is at a span of a text; the result is cached."""
    return text.tokens.cached((place_of, span), lambda: _find(text, span))


def _find(text: StatedText, span: Span) -> Place:
    tokens, marks = text.tokens, text.marks
    first, after = text.position(span.start), max(text.position(span.start) + 1, text.position(span.end))
    start, end = text.sentence_of(first)
    begins = first - start <= _REACH
    start, end = opens, closes = max(start, first - _REACH), min(end, after + _REACH)
    start, end = _within_semicolons(tokens, start, first, after, end)
    at = bisect_left(marks, first, key=lambda mark: mark[0])
    kind = marks[at][2] if at < len(marks) and marks[at][0] == first else None
    if kind is not None:  # a fact may cover more than its value: of "five days before the Maturity Date" only the days
        after = min(after, marks[at][1])
    # the other values of the stretch, nearest first
    left = [mark for mark in reversed(marks[max(0, at - _REACH) : at]) if start <= mark[0] and mark[1] <= first]
    right = [mark for mark in marks[at : at + _REACH] if mark[0] >= after and mark[1] <= end]
    before, behind = (left[0][1] if left else start), (right[0][0] if right else end)
    same_left = [mark for mark in left if kind is not None and mark[2] is kind]
    same_right = [mark for mark in right if kind is not None and mark[2] is kind]
    parted = _first_joint(tokens, first, [(mark[1], first) for mark in same_left])
    start = start if parted is None else parted + 1
    joined = _first_joint(tokens, after, [(after, mark[0]) for mark in same_right])
    end = end if joined is None else joined
    is_near = bool(same_right) and all(
        tokens[one].lower in _WORDS_BETWEEN_VALUES for one in range(after, same_right[0][0])
    )
    return Place(
        tokens=tokens,
        kind=kind,
        first=first,
        after=after,
        start=start,
        end=end,
        before=max(before, start),
        behind=min(behind, end),
        begins=begins and parted is None,
        opens=opens,
        closes=closes,
        next_after=same_right[0][1] if is_near else None,
        series=_series_start(tokens, first, same_left, range(after, same_right[0][0] if same_right else after)),
    )


def _series_start(tokens: Tokens, first: int, before: list[_Mark], next_gap: range) -> int | None:
    """Return where the first of the values begins that commas and an ``or`` join to this one; None if none do."""
    found, is_choice = None, _offers(tokens, next_gap)
    for start, end, _ in before:
        if _offers(tokens, range(end, first)):
            is_choice = True
        elif end + 1 != first or tokens[end].text != ",":
            break
        found = first = start
    return found if is_choice else None


def _offers(tokens: Tokens, gap: range) -> bool:
    """Return whether an ``or``, with no comma, joins the values on both sides of a gap."""
    words = [tokens[at].lower for at in gap]
    return bool(words) and words[0] in ("or", "nor") and _BEFORE_VALUES.issuperset(words[1:])


def parted_from(place: Place, others: Collection[tuple[int, int]]) -> Place:
    """Return a place whose stretch stops at the joints with the token ranges ``others``, as it does at other values."""
    left = [one for one in sorted(others, reverse=True) if place.start <= one[0] and one[1] <= place.first]
    right = [one for one in sorted(others) if place.after <= one[0] and one[1] <= place.end]
    parted = _parting(place.tokens, place.first, [(end, place.first) for _, end in left])
    joined = _parting(place.tokens, place.after, [(place.after, start) for start, _ in right])
    start, end = place.start if parted is None else parted + 1, place.end if joined is None else joined
    return replace(place, start=start, end=end)


def _parting(tokens: Tokens, edge: int, gaps: list[tuple[int, int]]) -> int | None:
    """Return the token between two stretches: a comma before a joint (``each week, and the …``), else a joint."""
    nearest = gaps[0] if gaps else (0, 0)
    marked = (at for at in range(*nearest) if tokens[at].lower in _COMMA and tokens[at + 1].lower in _JOINTS)
    return next(marked, _first_joint(tokens, edge, gaps))


def _within_semicolons(tokens: Tokens, start: int, first: int, after: int, end: int) -> tuple[int, int]:
    """Return a stretch around a value, cut at the nearest semicolons."""
    start = next((at + 1 for at in range(first - 1, start - 1, -1) if tokens[at].text == ";"), start)
    return start, next((at for at in range(after, end) if tokens[at].text == ";"), end)


def _first_joint(tokens: Tokens, edge: int, gaps: list[tuple[int, int]]) -> int | None:
    """Return the joint or comma that sets a value apart from others of its kind, or None if there is none.

    ``gaps`` all start at the ``edge`` of the value and are ordered from near to far, so that only the new part of each
    is examined. The last ``and``, ``or`` or ``while`` in a gap separates the two values; failing that, the last comma.
    Without either, one value belongs to the other, as in ``45 days after the first three fiscal quarters``.
    """
    left = right = edge
    for start, end in gaps:
        fresh: list[int] = [*range(end - 1, right - 1, -1), *range(left - 1, start - 1, -1)]
        left, right = start, end
        for joints in (_JOINTS, _COMMA):
            for at in fresh:
                if tokens[at].lower in joints and not tokens.words(at, "or", "equal"):
                    return at
    return None
