"""Answers to questions that are scored in a second, each with one citation, on documents that were read before.

The answers are those of ``tests/conformance/statements_qa.yaml``, right and wrong, each of its own words; ``repeated``
is one of them again and again. Part of ``python -m bench.scoring``.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence

from tests.conformance.test_statements import ANSWERS, case_of, citations_of, documents_of
from tests.conformance.vectors import SECOND_REVISION, contract_of

from loanproof.cases import QaCase
from loanproof.core import Capability
from loanproof.outputs import QaOutput, parse_output
from loanproof.provenance import DocumentSet
from loanproof.scoring import score_qa

AIM = 500
"""Answers a second of CPU time."""
_Answer = tuple[QaCase, str, DocumentSet]


def print_answers() -> None:
    """Print how many answers a second are read and scored."""
    given = [_answer(number) for number in range(len(ANSWERS))]
    print(f"\n{'answers':<12}{'count':>8}{'quotes':>8}{'words':>8}{'ours/s':>10}   (aim: {AIM})")
    for name, answers in (("repeated", given[:1] * len(given)), ("distinct", given)):
        seconds(answers[:1])
        words = sum(len(text.split()) for _, text, _ in answers) // len(answers)
        print(f"{name:<12}{len(answers):>8}{1:>8}{words:>8}{len(answers) / seconds(answers):>10.0f}")


def seconds(answers: Sequence[_Answer]) -> float:
    """Return the CPU seconds in which answers are read and scored."""
    standard = contract_of(SECOND_REVISION)
    start = time.process_time()
    for case, text, documents in answers:
        output = parse_output(text, Capability.QA, standard=standard)
        assert isinstance(output, QaOutput)
        score_qa(case, output, documents=documents, standard=standard)
    return time.process_time() - start


def _answer(number: int) -> _Answer:
    row = ANSWERS[number].row
    cited = [{"document": row["document"], **one} for one in citations_of(row)[:1]]
    text = json.dumps({"answer": ANSWERS[number].answer, "provenance": cited})
    return case_of(row), text, documents_of(row["document"])
