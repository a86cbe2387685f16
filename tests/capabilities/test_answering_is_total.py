"""Answering is total: whatever a document looks like, a question is answered or refused, and nothing is raised."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from tests.capabilities.papers import AMENDMENT, LOAN, STANDARD, TWO_FACILITIES

import loanproof.corpus
from loanproof.capabilities.baseline import Paper, QuestionAnswerer
from loanproof.capabilities.baseline.questions.stretches import blocks_of
from loanproof.core import Span
from loanproof.documents import load_document

CONFORMANCE = Path(__file__).parents[1] / "conformance" / "documents"
CORPUS = Path(loanproof.corpus.__file__).parent / "suite" / "dev" / "documents"
SHORT = ("kestrel-bilateral-term-loan", "lantau-crest-facility-letter", "nordvale-four-column-grid")
LONGEST = 6000  # characters of a document that is broken: more lines are of the same kind
SEED = 20261117
ROUNDS = 25
QUESTIONS = (
    "What is the margin?",
    "On which date must the loan be repaid, and from when does it run?",
    "How many lenders are there, and which of them is the agent?",
    "How long may the Borrower take to cure a breach?",
    "May the Borrower prepay, on what notice and at what cost?",
    "Which documents must the Lender receive before the first drawing?",
    "What leverage applies at a ratio of 3.20:1 on 30 June 2029?",
    "If the park is sold, what must be prepaid under Clause 7.2?",
    "Has the Borrower ever missed a payment?",
    "Which law governs the agreement?",
    "Is the margin of Facility B high?",
    "Until when?",
    "?",
    "",
)

Damage = Callable[[random.Random, list[str]], list[str]]


def _delete(chance: random.Random, lines: list[str]) -> list[str]:
    return [line for line in lines if chance.random() > 0.2]


def _double(chance: random.Random, lines: list[str]) -> list[str]:
    return [line for line in lines for _ in range(1 + (chance.random() < 0.2))]


def _exchange(chance: random.Random, lines: list[str]) -> list[str]:
    return chance.sample(lines, len(lines))


def _cut(chance: random.Random, lines: list[str]) -> list[str]:
    return [line[: chance.randrange(len(line) + 1)] if chance.random() < 0.3 else line for line in lines]


def _blank(chance: random.Random, lines: list[str]) -> list[str]:
    start = chance.randrange(len(lines) + 1)
    return [*lines[:start], *([""] * 12), "\f", *lines[start + 12 :]]


def _mark(chance: random.Random, lines: list[str]) -> list[str]:
    marks = ("(a)", "(i)", "1.", "2.1", "ARTICLE II", "“", ":", ";", "-", "SCHEDULE 1", "\f", "(")
    return [line + "\n" + chance.choice(marks) if chance.random() < 0.3 else line for line in lines]


def _stop(chance: random.Random, lines: list[str]) -> list[str]:
    return [*lines[: chance.randrange(len(lines) + 1)], chance.choice(("(a)", "2.1 Margin", "“Margin” means", ""))]


DAMAGES: tuple[Damage, ...] = (_delete, _double, _exchange, _cut, _blank, _mark, _stop)


def _texts() -> list[str]:
    whole = [path.read_text(encoding="utf-8") for path in sorted(CONFORMANCE.glob("*.txt"))]
    bundled = [load_document(CORPUS / f"{name}.pdf", with_truth=False).text for name in SHORT]
    return [LOAN, AMENDMENT, TWO_FACILITIES, *(text[:LONGEST] for text in (*whole, *bundled))]


def _damaged(chance: random.Random, texts: Sequence[str]) -> Iterator[str]:
    for _ in range(ROUNDS):
        lines = chance.choice(texts).split("\n")
        for damage in chance.sample(DAMAGES, 2):
            lines = damage(chance, lines)
        yield "\n".join(lines)


def _answers(path: Path, text: str, questions: Sequence[str]) -> Iterator[str]:
    path.write_text(text, encoding="utf-8")
    answerer = QuestionAnswerer(Paper(load_document(path)), STANDARD)
    return (str(answerer.answer(question)["answer"]) for question in questions)


def test_a_broken_document_is_answered_or_refused(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    for at, text in enumerate(_damaged(chance, _texts())):
        asked = chance.sample(QUESTIONS, 5)
        assert all(_answers(tmp_path / f"{at}.txt", text or " ", asked))


@pytest.mark.parametrize(
    "text", ["x", "\n\n\n", "1.\n\n2.\n\n(a)", "“Margin” means\n\n\n\n", "1. MARGIN\n\n\f\n\n(a)\n\n(b)"]
)
def test_a_document_that_says_nothing_refuses_everything(text: str, tmp_path: Path) -> None:
    for said in _answers(tmp_path / "nothing.txt", text, QUESTIONS):
        assert said.startswith("The document does not contain information about")


def test_words_without_a_line_have_no_part_that_was_written_as_one(tmp_path: Path) -> None:
    path = tmp_path / "loan.txt"
    path.write_text(LOAN, encoding="utf-8")
    paper = Paper(load_document(path))
    blank = paper.text.index("\n\n")
    assert list(blocks_of(paper, Span(blank, blank + 2))) == []
