"""Near misses: a sentence has a value of the right kind and nearly all words of a question, and tells another thing."""

from __future__ import annotations

import pytest
from tests.capabilities.papers import STANDARD

from loanproof.capabilities.baseline import Paper, QuestionAnswerer
from loanproof.capabilities.baseline.questions import read_question
from loanproof.documents import load_document

AGREEMENT = """FACILITY AGREEMENT

dated 9 March 2026

THIS AGREEMENT is made on 9 March 2026 between TEASEL FOODS LIMITED (the “Borrower”), TEASEL HOLDINGS LIMITED (the
“Guarantor”) and HAZELBANK PLC (the “Lender”).

1. DEFINITIONS

“Margin” means the rate per annum set beside the facility below:

Facility A 1.85

Facility B 2.45

“Tenant” means a person who holds any part of the Property under a lease, before or after its lease was granted.

2. REPAYMENT

2.1 The Borrower shall repay each loan on 30 June 2031.

2.2 The prepayment fee is 1.00 per cent. of the amount that is prepaid.

3. ROLE OF THE AGENT

3.1 The Agent acts for the Lender. It may resign on thirty days’ notice to the Lender and the Borrower.

4. ACCOUNTS

4.1 The Borrower delivers its audited accounts within 120 days after the end of each financial year.

5. FEES

5.1 The Borrower shall pay a commitment fee of 40 per cent. of the Margin for Facility B on the undrawn amount.

6. WORKS

6.1 The works are let under a fixed-price contract with Alder Build Limited, which is liable for
£4,000 for each day of delay.

SCHEDULE 1

Existing debt

Rowan Dairies Limited equipment notes £3,100,000
"""


@pytest.fixture(scope="module")
def answerer(tmp_path_factory: pytest.TempPathFactory) -> QuestionAnswerer:
    path = tmp_path_factory.mktemp("near") / "agreement.txt"
    path.write_text(AGREEMENT, encoding="utf-8")
    return QuestionAnswerer(Paper(load_document(path)), STANDARD)


@pytest.mark.parametrize(
    "question",
    [
        "What is the rate of the exit fee?",  # the lexicon looks for both together, but the fee must be said
        "Who are the auditors of Teasel Foods Limited?",  # the name is there, and the auditors are not
        "How many days’ notice must the Security Trustee give before it resigns?",  # somebody else resigns
        "Within how many days must the Guarantor deliver its audited accounts?",  # somebody else delivers
        "Who is the anchor tenant, and when does its lease run out?",  # whose lease is not told
        "How much is Teasel paying for Rowan Dairies?",  # the row has the name, and tells its debt
        "What is the contract price agreed with Alder Build Limited?",  # a price of another kind
        "Is a fee payable to the Lender for this amendment?",  # for something else
        "Which law governs the security documents?",
    ],
)
def test_what_is_told_of_another_thing_is_refused(question: str, answerer: QuestionAnswerer) -> None:
    assert not answerer.answer(question)["provenance"]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is the rate of the prepayment fee?", "1.00 per cent."),
        ("On how many days’ notice may the Agent resign?", "thirty days"),
        ("Within how many days must the Borrower deliver its audited accounts?", "120 days"),
        ("margin on facility B?", "Facility B 2.45"),
    ],
)
def test_the_thing_itself_is_answered(question: str, said: str, answerer: QuestionAnswerer) -> None:
    assert said in answerer.answer(question)["answer"]


@pytest.mark.parametrize(
    ("question", "head"),
    [
        ("What is the rate of the exit fee?", "exit fee"),
        ("What is the contract price agreed with the builder?", "contract price"),
        ("Which audited statements are due?", "audited statements"),
    ],
)
def test_the_thing_that_is_asked_for_is_the_whole_noun(question: str, head: str) -> None:
    [part] = read_question(question).parts
    assert " ".join(part.head).endswith(head)


@pytest.mark.parametrize(
    ("question", "main"),
    [
        ("By when must the budget be sent if a Default continues?", "By when must the budget be sent "),
        ("Can the Borrower pay a dividend before Facility A is repaid?", "Can the Borrower pay a dividend "),
        ("When does the loan mature?", "When does the loan mature?"),
    ],
)
def test_the_case_in_which_something_is_asked_is_not_the_thing(question: str, main: str) -> None:
    [part] = read_question(question).parts
    assert part.main == main
