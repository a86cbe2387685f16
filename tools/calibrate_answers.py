"""How much support an answer needs: ``python -m tools.calibrate_answers SUITE …``.

Every question is answered as far as the paper allows, whatever the support, and scored; the papers are asked what they
cannot answer as well (``tools.measure_refusals``). For each kind of question and threshold it prints how many right
answers would be kept and how many questions would be answered that should not be. Then one document after the other is
left out: the thresholds are chosen on the others and tried on it. The table that the code reads is
``capabilities/baseline/questions/thresholds.yaml``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from loanproof.capabilities.baseline import Paper
from loanproof.capabilities.baseline.questions import THRESHOLDS, QuestionAnswerer, Thresholds, read_question
from loanproof.cases import QaCase, load_suite
from loanproof.documents import load_document
from loanproof.standards import load_contract
from tools.measure_answers import Scored, score_suite
from tools.measure_refusals import unanswerable

FALSE = 0.15
"""What a false answer costs beside a right one: far more questions cannot be answered here than people ask."""
STEPS = [step / 100 for step in range(30, 81, 2)]
KINDS = ("value", "yes_no", "words")
_ALL = -9.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A question: its document, what it expects, how well its answer is supported, and what it is worth."""

    document: str
    kind: str
    support: float
    answerable: bool
    is_right: bool


def kind_of(question: str) -> str:
    """Return which threshold is for a question, by its first part."""
    first = read_question(question).parts[0]
    return "yes_no" if first.is_yes_no else "value" if first.wanted else "words"


def point_of(scored: Scored) -> Point:
    """Return the point of a scored question; a refusal has no support."""
    case = scored.case
    return Point(
        document=case.document_names[0],
        kind=kind_of(case.question),
        support=scored.support if scored.output["provenance"] else _ALL,
        answerable=case.expected.answerable,
        is_right=scored.is_right,
    )


def absent_points(folder: Path, open_: Thresholds) -> Iterator[Point]:
    """Yield the points of what the documents of a suite cannot answer."""
    suite = load_suite(folder)
    standard = load_contract(suite.settings.standard)
    for name in sorted({one.case.document_names[0] for one in suite.cases if isinstance(one.case, QaCase)}):
        paper = Paper(load_document(folder / "documents" / name, with_truth=False))
        answerer = QuestionAnswerer(paper, standard, open_)
        for _, question in unanswerable(paper.text):
            answered = bool(answerer.answer(question)["provenance"])
            support = answerer.support(question) if answered else _ALL
            yield Point(document=name, kind=kind_of(question), support=support, answerable=False, is_right=False)


def right_at(points: Sequence[Point], kind: str, threshold: float) -> tuple[int, int]:
    """Return how many answers of a kind are right at a threshold, and how many are false."""
    kept = [one for one in points if one.kind == kind and one.support >= threshold]
    return sum(one.answerable and one.is_right for one in kept), sum(not one.answerable for one in kept)


def choose(points: Sequence[Point], kind: str) -> float:
    """Return the threshold of a kind with the most right answers less what false ones cost."""

    def worth(step: float) -> float:
        right, false = right_at(points, kind, step)
        return right - FALSE * false

    return max(STEPS, key=worth)


def main(folders: Sequence[str]) -> None:
    """Print the table, and what leaving one document out gives."""
    open_ = Thresholds(**THRESHOLDS.model_copy(update=dict.fromkeys(KINDS, _ALL)).model_dump())
    points = [point_of(one) for folder in folders for one in score_suite(Path(folder), open_)]
    points += [one for folder in folders for one in absent_points(Path(folder), open_)]
    asked, absent = sum(one.answerable for one in points), sum(not one.answerable for one in points)
    print(f"{asked} questions with an answer, {absent} without\n{'kind':<8}{'threshold':>10}{'right':>8}{'false':>8}")
    for kind in KINDS:
        for step in STEPS:
            right, false = right_at(points, kind, step)
            print(f"{kind:<8}{step:>10.2f}{right:>8}{false:>8}")
    right = false = 0
    for document in sorted({one.document for one in points}):
        others = [one for one in points if one.document != document]
        for kind in KINDS:
            found = right_at([one for one in points if one.document == document], kind, choose(others, kind))
            right, false = right + found[0], false + found[1]
    chosen = ", ".join(f"{kind} {choose(points, kind):.2f}" for kind in KINDS)
    print(f"chosen on all: {chosen}; one document left out: {right}/{asked} right, {false}/{absent} false")


if __name__ == "__main__":
    main(sys.argv[1:])
