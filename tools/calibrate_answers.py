"""How much support an answer needs: ``python -m tools.calibrate_answers SUITE …``.

Every question is answered as far as the paper allows, whatever the support, and scored. For each threshold it prints
how many right answers would be kept and how many questions without an answer would be refused. Then one document after
the other is left out: the threshold is chosen on the others and tried on it. The table that the code reads is
``capabilities/baseline/questions/thresholds.yaml``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from loanproof.capabilities.baseline.questions import THRESHOLDS, Thresholds
from tools.measure_answers import Scored, score_suite

REFUSED = 0.97
"""The share of questions without an answer that must be refused on the documents on which a threshold is chosen."""
STEPS = [step / 100 for step in range(30, 81, 2)]
_ALL = -9.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A question: its document, how well its answer is supported, and what it is worth."""

    document: str
    support: float
    answerable: bool
    is_right: bool


def point_of(scored: Scored) -> Point:
    """Return the point of a scored question; a refusal has no support."""
    case = scored.case
    return Point(
        document=case.document_names[0],
        support=scored.support if scored.output["provenance"] else _ALL,
        answerable=case.expected.answerable,
        is_right=scored.is_right,
    )


def right_at(points: Sequence[Point], threshold: float) -> tuple[int, int]:
    """Return how many answers are right at a threshold, and how many questions are refused as they should be."""
    right = sum(one.answerable and one.is_right and one.support >= threshold for one in points)
    refused = sum(not one.answerable and one.support < threshold for one in points)
    return right, refused


def choose(points: Sequence[Point]) -> float:
    """Return the threshold with the most right answers and refusals among those that refuse enough."""
    absent = sum(not one.answerable for one in points)
    enough = [step for step in STEPS if right_at(points, step)[1] >= REFUSED * absent]
    return max(enough, key=lambda step: (sum(right_at(points, step)), step), default=STEPS[-1])


def main(folders: Sequence[str]) -> None:
    """Print the table, and what leaving one document out gives."""
    open_ = THRESHOLDS.model_copy(update={"value": _ALL, "yes_no": _ALL, "words": _ALL})
    points = [
        point_of(one) for folder in folders for one in score_suite(Path(folder), Thresholds(**open_.model_dump()))
    ]
    asked, absent = sum(one.answerable for one in points), sum(not one.answerable for one in points)
    print(f"{'threshold':>10}{'right answers':>16}{'refusals':>12}{'share right':>14}")
    for step in STEPS:
        right, refused = right_at(points, step)
        print(f"{step:>10.2f}{right:>9}/{asked:<6}{refused:>7}/{absent:<4}{(right + refused) / len(points):>14.3f}")
    right = refused = 0
    for document in sorted({one.document for one in points}):
        step = choose([one for one in points if one.document != document])
        found = right_at([one for one in points if one.document == document], step)
        right, refused = right + found[0], refused + found[1]
    print(
        f"chosen on all: {choose(points):.2f}; "
        f"one document left out: {right}/{asked} answers, {refused}/{absent} refusals"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
