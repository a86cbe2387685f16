"""Which numbered lines are clauses: decided by the best-supported sequence, not the wording of one line.

``5.1`` follows ``5`` or ``4.7``; ``2.01`` follows ``1.09``; a number that does not fit is a cross-reference, a table
cell or a list inside a clause. Among all ways to read the candidates as one ascending sequence the one with the most
evidence is taken (a longest path, in time linear in the number of candidates). A sequence may restart at one: cheaply
under a new article or part, at a cost elsewhere.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from loanproof.values import roman_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from loanproof.documents.sections.headings import Candidate

Steps: TypeAlias = tuple[int, ...]

_LETTERS = 32  # 14A is between 14 and 15
_GAP_PRICE = 2
_LARGEST_LEAP = 60  # clauses: an extract, or a short form of an agreement, goes from clause 3 to clause 21
_LEAP_PRICE = 4  # less than the weight of a titled number that begins a paragraph, more than any weaker evidence
_LATE_START_PRICE = 4
_RESTART_PRICE = 9
_ABOVE = -1  # stands for "the heading above, before its first number"
_PART = re.compile(r"([0-9]{1,3})([A-Z]?)")


class Numbered(NamedTuple):
    """A candidate that the sequence confirmed, its number as steps, and whether the numbering restarted here."""

    candidate: Candidate
    steps: Steps
    begins: bool


class _Path(NamedTuple):
    score: int
    at: int


def steps_of(label: str) -> Steps | None:
    """Return a label as comparable steps: ``2.05`` is (2, 5), ``II`` is (2,), ``14A`` is after 14."""
    if not label[:1].isdigit():
        value = roman_value(label)
        return None if value is None else (value * _LETTERS,)
    parts = [(int(number), letter) for number, letter in _PART.findall(label)]
    steps = tuple(number * _LETTERS + (ord(letter) - 64 if letter else 0) for number, letter in parts)
    return steps if all(number for number, _ in parts) else None


def letter_steps_of(label: str) -> Steps | None:
    """Return a label that begins with a letter as comparable steps: ``B.5`` is (2, 5), ``B2.5`` is (2, 2, 5)."""
    below = [int(number) for number, _ in _PART.findall(label[1:])]
    return tuple(number * _LETTERS for number in (ord(label[0]) - 64, *below)) if all(below) else None


def begins_at_one(label: str) -> bool:
    """Return whether a label is the first of its kind at every level: ``1``, ``I``, ``1.01``."""
    steps = steps_of(label)
    return steps is not None and all(_is_first(step) for step in steps)


def follows(label: str, earlier: str) -> bool:
    """Return whether a label directly follows another at some level: ``4``, ``4.01``, ``3.16`` after 3.15."""
    steps, before = steps_of(label), steps_of(earlier)
    if steps is None or before is None or begins_at_one(label):
        return False
    return any(
        steps[:level] == before[:level]
        and len(before) > level
        and steps[level] - before[level] == _LETTERS
        and all(_is_first(step) for step in steps[level + 1 :])
        for level in range(len(steps))
    )


def goes_on(steps: Steps, before: Steps) -> bool:
    """Return whether a number is the very next one at its level, or the first below: ``4.2`` after 4.1, 4.1 after 4."""
    *above, last = steps
    if list(before) == above:
        return _is_first(last)
    return list(before[: len(above)]) == above and last - before[len(above)] == _LETTERS


def choose_sequence(
    candidates: Sequence[Candidate],
    *,
    bonus: Sequence[int] | None = None,
    free_restarts: Sequence[int] = (),
    steps_by: Callable[[str], Steps | None] = steps_of,
) -> tuple[Numbered, ...]:
    """Return the candidates of the best sequence, in order.

    Args:
        candidates: In order of their place; each must have a weight above zero.
        bonus: Evidence beyond the weight, one figure for each candidate.
        free_restarts: Offsets of headings after which the numbering may restart.
        steps_by: How a label is counted.
    """
    extra = bonus or [0] * len(candidates)
    counted = ((one, steps_by(one.label), more) for one, more in zip(candidates, extra, strict=True))
    known = [(candidate, steps, more) for candidate, steps, more in counted if steps is not None]
    scores: list[int] = []
    before: list[int] = []
    ending: dict[Steps, _Path] = {}
    best = _Path(0, -1)
    restarts = sorted(free_restarts)
    passed, base = 0, best
    for at, (candidate, steps, more) in enumerate(known):
        while passed < len(restarts) and restarts[passed] <= candidate.start:
            passed, base = passed + 1, best
        weight = candidate.weight + more
        paths = [_follow(steps, ending), _restart(steps, base, best)]
        path = max((path for path in paths if path is not None), key=lambda one: one.score)
        scores.append(path.score + weight)
        before.append(path.at)
        _record(steps, _Path(scores[at], at), ending)
        if scores[at] >= best.score:
            best = _Path(scores[at], at)
    return _walk_back(known, before, best.at)


def _follow(steps: Steps, ending: dict[Steps, _Path]) -> _Path | None:
    """Return the best path that this number continues: one step further at some level, and first below it.

    Skipped numbers, because a page is missing or a heading could not be read, have a cost.
    """
    found: list[_Path] = []
    missing = 0
    for level in range(len(steps) - 1, -1, -1):
        for gap, path in _at_level(steps[: level + 1], ending):
            found.append(_Path(path.score - min(_GAP_PRICE * (missing + gap), _LEAP_PRICE), path.at))
        missing += steps[level] // _LETTERS - 1
    return max(found, default=None)


def _at_level(steps: Steps, ending: dict[Steps, _Path]) -> Iterator[tuple[int, _Path]]:
    """Yield the paths whose last number precedes this one at its last level, or is just above it.

    Each comes with how many numbers are skipped between the two.
    """
    head, last = steps[:-1], steps[-1]
    if last % _LETTERS:
        if (path := ending.get((*head, last - 1))) is not None:
            yield 0, path
        return
    for gap in range(_LARGEST_LEAP):
        before = last - (gap + 1) * _LETTERS
        if (path := ending.get((*head, before or _ABOVE))) is not None:
            yield gap, path


def _restart(steps: Steps, base: _Path, best: _Path) -> _Path:
    """Return the path that restarts with this number: after an article, from nothing, or at a cost."""
    if not all(_is_first(step) for step in steps):
        return _Path(-_LATE_START_PRICE, -1)
    return max(_Path(base.score - 1, base.at), _Path(best.score - _RESTART_PRICE, best.at), _Path(0, -1))


def _is_first(step: int) -> bool:
    return step == _LETTERS


def _record(steps: Steps, path: _Path, ending: dict[Steps, _Path]) -> None:
    """Enter a path under each level of its last number; a lettered number also under its plain one."""
    keys = [steps[: level + 1] for level in range(len(steps))]
    keys += [(*key[:-1], key[-1] - key[-1] % _LETTERS) for key in keys if key[-1] % _LETTERS]
    keys.append((*steps, _ABOVE))
    for key in keys:
        if key not in ending or path.score >= ending[key].score:
            ending[key] = path


def _walk_back(known: Sequence[tuple[Candidate, Steps, int]], before: Sequence[int], at: int) -> tuple[Numbered, ...]:
    chosen: list[Numbered] = []
    while at >= 0:
        candidate, steps, _ = known[at]
        earlier = before[at]
        previous = known[earlier][1] if earlier >= 0 else None
        chosen.append(Numbered(candidate, steps, previous is None or previous > steps))
        at = earlier
    return tuple(reversed(chosen))
