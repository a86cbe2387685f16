"""Measure the answers of the baseline: ``python -m tools.measure_answers [-v] SUITE …``.

Every question of the suites is answered and scored as a run would score it. Printed are the share of right answers and
of right refusals, how many answers hold a hallucination, and how complete the citations are, per suite and per type.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loanproof.capabilities.baseline.aids import Paper
from loanproof.capabilities.baseline.questions import THRESHOLDS, QuestionAnswerer, Thresholds
from loanproof.cases import QaCase, load_suite
from loanproof.documents import load_document
from loanproof.runs import ResultCase, SampleScorer, record_of_line
from loanproof.standards import load_contract, load_rubric


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A question, what was answered and what it is worth."""

    suite: str
    case: QaCase
    output: dict[str, Any]
    result: ResultCase
    support: float

    @property
    def type(self) -> str:
        """The type of the question by its tag, such as ``T5``; questions without one are of their suite."""
        return next((tag for tag in self.case.tags if tag[:1] == "T" and tag[1:].isdigit()), self.suite)

    @property
    def is_right(self) -> bool:
        """Whether it is a correct answer or a grounded refusal."""
        return self.result.score == 1


def score_suite(folder: Path, thresholds: Thresholds = THRESHOLDS) -> Iterator[Scored]:
    """Yield the scored questions of a suite; thresholds that are given replace those of the baseline."""
    suite = load_suite(folder)
    standard = load_contract(suite.settings.standard)
    scorer = SampleScorer(suite, standard, load_rubric(suite.settings.rubric))
    answerers: dict[str, QuestionAnswerer] = {}
    for located in suite.cases:
        case = located.case
        if not isinstance(case, QaCase):
            continue
        name = case.document_names[0]
        if name not in answerers:
            paper = Paper(load_document(folder / "documents" / name, with_truth=False))
            answerers[name] = QuestionAnswerer(paper, standard, thresholds)
        support = answerers[name].support(case.question)
        output = answerers[name].answer(case.question)
        line = json.dumps({"case_id": case.id, "repeat": 1, "output": output})
        result = scorer.score(case, 1, record_of_line(case.id, 1, line)).result
        yield Scored(suite=folder.name, case=case, output=output, result=result, support=support)


def print_figures(scored: Sequence[Scored]) -> None:
    """Print a line for each suite and type, and one for all."""
    groups: dict[str, list[Scored]] = defaultdict(list)
    for one in scored:
        groups[one.type].append(one)
        groups[f"= {one.suite}"].append(one)
        groups["= all"].append(one)
    print(f"{'':<20}{'count':>6}{'right':>8}{'answers':>16}{'refusals':>16}{'hallucinated':>14}")
    for name, group in sorted(groups.items(), key=lambda pair: (pair[0][:1] == "=", len(pair[0]), pair[0])):
        asked = [one for one in group if one.case.expected.answerable]
        absent = [one for one in group if not one.case.expected.answerable]
        right = sum(one.is_right for one in group) / len(group)
        false = sum(one.result.hallucination for one in group)
        print(f"{name:<20}{len(group):>6}{right:>8.3f}{_share(asked):>16}{_share(absent):>16}{false:>14}")


def print_each(scored: Sequence[Scored]) -> None:
    """Print every question with its answer and why it is wrong, if it is."""
    for one in scored:
        item = one.result.items[0]
        sign = "ok " if one.is_right else "BAD"
        print(f"\n{sign} {one.case.id} {one.type} {item.label} | {one.case.question}")
        print(f"    {one.output['answer'][:600]}")
        if not one.is_right:
            print("    " + " / ".join(f"{reason.code}: {reason.message}" for reason in item.reasons)[:500])
            print("    gold: " + " | ".join(str(cited.quote) for cited in one.case.expected.citations)[:400])


def _share(group: Sequence[Scored]) -> str:
    right = sum(one.is_right for one in group)
    return f"{right}/{len(group)} {right / len(group):.3f}" if group else "-"


def main(arguments: Sequence[str]) -> None:
    """Score the suites that are named."""
    folders = [Path(one) for one in arguments if one != "-v"]
    scored = [one for folder in folders for one in score_suite(folder)]
    if "-v" in arguments:
        print_each(scored)
    print_figures(scored)


if __name__ == "__main__":
    main(sys.argv[1:])
