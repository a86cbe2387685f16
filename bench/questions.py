"""What a question to the baseline costs on a long agreement: ``.venv/bin/python -m bench.questions [PDF]``.

The document is read before, and that is not timed. ``first`` is the first question, for which the paper is cut, counted
and scanned; ``warm`` are the same questions again, wall-clock milliseconds each, the slowest of five rounds.

The PDF is the first argument; by default the longest of the real suites of ``../shared`` (or ``$LOANPROOF_SHARED``).
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from bench.parse import SHARED
from loanproof.capabilities.baseline import Paper, QuestionAnswerer
from loanproof.documents import load_document
from loanproof.standards import load_contract

DEFAULT = SHARED / "real-suites" / "peloton" / "documents" / "peloton-2024-third-ar-credit-agreement.pdf"
AIM_MS = 50
ROUNDS = 5
QUESTIONS = (
    "On which date do the Term Loans mature?",
    "How much is the fee of the Administrative Agent?",
    "May the Borrower prepay the Loans, and on what notice?",
    "Which law governs the Agreement?",
    "How many Interest Periods may be outstanding at the same time?",
    "Is a margin of 5.50% usual for a borrower like this one?",
    "What happens if a Lender does not answer a request for consent?",
)


def main(arguments: list[str]) -> None:
    """Print a line for each question."""
    path = Path(arguments[0]) if arguments else DEFAULT
    document = load_document(path)
    answerer = QuestionAnswerer(Paper(document), load_contract("eval-standards@1.0+r2"))
    print(f"{path.name}: {len(document.pages)} pages, {len(document.text):,} characters")
    print(f"{'first ms':>10}{'warm ms':>10}   (aim warm: {AIM_MS} ms)")
    first = [_milliseconds(answerer, question) for question in QUESTIONS]
    warm = [max(_milliseconds(answerer, question) for _ in range(ROUNDS)) for question in QUESTIONS]
    for question, cold, again in zip(QUESTIONS, first, warm, strict=True):
        print(f"{cold:>10.1f}{again:>10.1f}   {question}")


def _milliseconds(answerer: QuestionAnswerer, question: str) -> float:
    start = time.perf_counter()
    answerer.answer(question)
    return 1000 * (time.perf_counter() - start)


if __name__ == "__main__":
    main(sys.argv[1:])
