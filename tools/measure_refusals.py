"""Ask every document what it cannot answer: ``python -m tools.measure_refusals [-v] SUITE …``.

The questions are those of ``tests/capabilities/unanswerable.yaml``; each is asked of the documents that have none of
the words by which one would answer it. Printed is how many are refused, and with ``-v`` what was answered instead.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import yaml

from loanproof.capabilities.baseline.aids import Paper
from loanproof.capabilities.baseline.questions import THRESHOLDS, QuestionAnswerer
from loanproof.cases import load_suite
from loanproof.documents import load_document
from loanproof.standards import load_contract

QUESTIONS = Path(__file__).parent.parent / "tests" / "capabilities" / "unanswerable.yaml"


def unanswerable(text: str) -> Iterator[tuple[str, str]]:
    """Yield the kind and the words of the questions that a document of some text cannot answer."""
    table = yaml.safe_load(QUESTIONS.read_text(encoding="utf-8"))
    for kind in ("absent", "near"):
        lacking = (one["ask"] for one in table[kind] if not re.search(one["lacks"], text, re.IGNORECASE))
        yield from ((kind, question) for question in lacking)
    yield from (("opinion", one) for one in table["opinion"])


def main(arguments: Sequence[str]) -> None:
    """Ask the documents of the suites that are named."""
    asked: Counter[str] = Counter()
    answered: Counter[str] = Counter()
    for folder in (Path(one) for one in arguments if one != "-v"):
        standard = load_contract(load_suite(folder).settings.standard)
        for path in sorted((folder / "documents").glob("*.pdf")):
            paper = Paper(load_document(path, with_truth=False))
            answerer = QuestionAnswerer(paper, standard, THRESHOLDS)
            for kind, question in unanswerable(paper.text):
                asked[kind] += 1
                output = answerer.answer(question)
                if output["provenance"]:
                    answered[kind] += 1
                    if "-v" in arguments:
                        print(
                            f"{path.stem} {answerer.support(question):.2f} | {question}\n    {output['answer'][:300]}"
                        )
    for kind, count in asked.items():
        refused = count - answered[kind]
        print(f"{kind:<12}{refused}/{count} {refused / count:.3f} refused")


if __name__ == "__main__":
    main(sys.argv[1:])
