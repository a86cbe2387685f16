"""Questions in bankers' own words: what a sentence leaves to the one before it, rows of tables, dates and denials."""

from __future__ import annotations

import pytest
from tests.capabilities.papers import read

from loanproof.capabilities.baseline import Paper, QuestionAnswerer
from loanproof.capabilities.baseline.questions import read_question
from loanproof.capabilities.baseline.questions.matters import matters_of
from loanproof.capabilities.baseline.questions.rows import ends_with_cells, is_row
from loanproof.standards import load_contract

AGREEMENT = """LOAN AGREEMENT

1. DEFINITIONS

“Drawing Time” means the time from signing until 14 May 2028.

2. THE LOAN

2.1 Purpose

The Loan serves to finance a new paper machine at the works in Hamar.

2.2 Own funds

At least EUR 6.200.000,00 of the cost is to be borne from own funds of the Borrower.

2.3 Fees

The Borrower shall have paid an origination fee of EUR 31.000,00 to the Lenders.
No commitment fee is payable on Facility A.
The Borrower pays a commitment fee of 0.40% per annum on the undrawn part of Facility B.

2.4 Number of drawings

No more than nine Loans may be outstanding at any time.

2.5 Early repayment

The Borrower may prepay the Loan on six Business Days’ notice. It is set against the instalments in reverse order.

3. FINANCIAL COVENANTS

3.1 Leverage

Leverage on each test date until 31 December 2029 shall not exceed 3.25:1 and after that shall not exceed 2.75:1.

3.2 Cure

If the ratio is missed, the shareholders may pay in equity within 20 days (cure). This may be done no more than twice.

4. CONDITIONS

The Lenders shall have received an appraisal of the works.

The Lenders lend EUR 24.000.000,00 to finance part of the purchase price of the machine.

SCHEDULE 1

THE LENDERS

Bank                            Amount               Share
Birkeland Sparebank ASA         EUR 16.000.000,00    66,67 %
Osterdal Kreditbank AG          EUR  8.000.000,00    33,33 %
Total                           EUR 24.000.000,00    100,00 %
"""


@pytest.fixture(scope="module")
def answerer(tmp_path_factory: pytest.TempPathFactory) -> QuestionAnswerer:
    document = read(tmp_path_factory.mktemp("bankers"), AGREEMENT)
    return QuestionAnswerer(Paper(document), load_contract("eval-standards@1.0+r2"))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What does the money build?", "new paper machine"),
        ("What must the owners put in themselves?", "6.200.000,00"),
        ("How much did we charge to put the loan on the books?", "31.000,00"),
        ("Which facility pays no commitment fee?", "on Facility A"),
        ("How many loans can be out at the same time?", "nine Loans"),
        ("How is a voluntary repayment set against the instalments?", "reverse order"),
        ("How high may leverage go at the June 2030 test?", "2.75:1"),
        ("How often can a covenant breach be cured with equity?", "no more than twice"),
        ("How much is Osterdal in for?", "8.000.000,00"),
        ("What share does Birkeland hold?", "66,67"),
    ],
)
def test_what_bankers_ask_is_answered(answerer: QuestionAnswerer, question: str, said: str) -> None:
    output = answerer.answer(question)
    assert said in output["answer"]
    assert output["provenance"]


@pytest.mark.parametrize(
    "question",
    [
        "How much is Norfjord in for?",  # no row has the name
        "What did the appraisal come in at?",  # what must be received has not happened
        "What is the purchase price of the machine?",  # the sum is only part of it
        "On what day of the month do the instalments fall?",
        "What is the rate of the exit fee?",
    ],
)
def test_what_only_looks_like_an_answer_is_refused(answerer: QuestionAnswerer, question: str) -> None:
    assert not answerer.answer(question)["provenance"]


def test_the_answer_for_one_lender_names_no_other(answerer: QuestionAnswerer) -> None:
    assert "Birkeland" not in answerer.answer("How much is Osterdal in for?")["answer"]


def test_what_a_sentence_is_about_is_quoted_with_it(answerer: QuestionAnswerer) -> None:
    said = answerer.answer("How often can a covenant breach be cured with equity?")["answer"]
    assert "the shareholders may pay in equity" in said


def test_a_row_may_be_written_with_decimal_commas() -> None:
    assert is_row("Osterdal Kreditbank AG   EUR 8.000.000,00   33,33 %")
    assert ends_with_cells("Balloon 20 March 2033 29,000,000 0")
    assert not ends_with_cells("the Loan is repaid on 20 March")


def test_a_second_question_mark_begins_another_part() -> None:
    assert len(read_question("What happens on a takeover? From what stake?").parts) == 2
    assert len(read_question("What happens on a takeover?").parts) == 1


def test_the_latest_day_is_no_present_state() -> None:
    assert read_question("When must they prepay at the latest?").status is None
    assert read_question("What is the latest margin?").status == "latest"


def test_a_matter_of_each_party_needs_a_name() -> None:
    def named(question: str) -> list[str]:
        return [one.name for one in matters_of(read_question(question).parts[0]) if one.named]

    assert named("How big is the piece of Osterdal?") == ["lender_share"]
    assert named("How big is the piece of each bank?") == []
