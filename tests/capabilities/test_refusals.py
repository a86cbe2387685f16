"""Questions that a document does not answer: refused, however plausible they are."""

from __future__ import annotations

import pytest
from tests.capabilities.papers import LOAN, STANDARD
from tests.rows import each_row
from tools.measure_refusals import QUESTIONS, unanswerable

from loanproof.capabilities.baseline import Paper, QuestionAnswerer
from loanproof.capabilities.baseline.questions import read_question
from loanproof.documents import load_document

NOT_JUDGING = ("Who drafted the agreement badly?",)  # an adverb judges here; the words are nowhere in a document


@pytest.fixture(scope="module")
def answerer(tmp_path_factory: pytest.TempPathFactory) -> QuestionAnswerer:
    path = tmp_path_factory.mktemp("refusals") / "loan.txt"
    path.write_text(LOAN, encoding="utf-8")
    return QuestionAnswerer(Paper(load_document(path)), STANDARD)


@each_row("question", [one for kind, one in unanswerable("") if kind == "opinion"])
def test_an_opinion_is_asked_for_in_words_of_its_own(question: str) -> None:
    assert read_question(question).is_opinion or question in NOT_JUDGING


@pytest.mark.parametrize(
    "question",
    [
        "How high is the margin?",
        "How long is the grace period?",
        "Is there a charge for repaying early?",
        "Is the Borrower allowed to prepay?",
        "What is the usury limit?",
        "Will the Lenders receive the accounts every year?",
    ],
)
def test_a_plain_question_asks_for_no_opinion(question: str) -> None:
    assert not read_question(question).is_opinion


def test_what_a_short_loan_does_not_say_is_refused(answerer: QuestionAnswerer) -> None:
    asked = [question for _, question in unanswerable(LOAN)]
    answered = [question for question in asked if answerer.answer(question)["provenance"]]
    assert len(asked) > 150, QUESTIONS
    assert len(answered) <= 0.03 * len(asked), answered


@pytest.mark.parametrize(
    "question",
    [
        "When was the loan repaid?",  # the document only says when it must be
        "What margin applies to Facility D?",
        "What did the Borrower pay last year?",
        "What is SONIA on the day of signing?",
    ],
)
def test_what_has_not_happened_or_is_another_thing_is_refused(question: str, answerer: QuestionAnswerer) -> None:
    assert not answerer.answer(question)["provenance"]


@pytest.mark.parametrize(
    ("question", "said"), [("What is the margin?", "2.35"), ("When does the loan mature?", "2031")]
)
def test_what_it_does_say_is_answered(question: str, said: str, answerer: QuestionAnswerer) -> None:
    assert said in answerer.answer(question)["answer"]
