"""Questions as people type them: short, commanded, by the borrower's name, by a row; and what they do not answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.capabilities.papers import STANDARD

from loanproof.capabilities.baseline import Paper, QuestionAnswerer
from loanproof.capabilities.baseline.questions import read_question
from loanproof.documents import load_document

AGREEMENT = """FACILITY AGREEMENT

dated 4 May 2026

THIS AGREEMENT is made on 4 May 2026 between ORCHARD MILLS LIMITED (the “Borrower”) and COMBE BANK PLC (the “Agent”).

1. DEFINITIONS

“Final Day” means 4 May 2031.

“Specified Breaches” means the breaches of Clause 4.1 on 30 June 2025 and on 30 September 2025.

2. FEES

2.1 Late charge

The Borrower shall pay a late charge of 5% of any instalment that is not received within ten days after it is due.

2.2 Closing fee

The Borrower shall pay the Agent a closing fee of £32,000 on the date of the advance.

3. CONDITIONS PRECEDENT

3.1 The Borrower may not draw the loan until the Agent has received:

(a) a certified copy of its articles; and

(b) an opinion of Strunk & Dyer LLP, counsel to the Agent.

4. FINANCIAL COVENANTS

4.1 The loan shall not at any time exceed 70% of the value of the Mill.

4.2 The ratio of EBITDA to Fixed Charges shall be at least 1.15:1 on the last day of each financial quarter.

5. NEGATIVE COVENANTS

5.1 The Borrower shall not give a mortgage, charge or other security over any of its assets.

6. EVENTS OF DEFAULT

6.1 The Borrower does not pay a sum within three Business Days of its due date.

7. WAIVER

7.1 The Lenders waive the Specified Breaches.

SCHEDULE 1
THE LENDERS

Lender                                  Commitment (£)
Combe Bank plc                          24,000,000
Tidewater Savings Bank                  16,000,000
"""


@pytest.fixture(scope="module")
def answerer(tmp_path_factory: pytest.TempPathFactory) -> QuestionAnswerer:
    path = tmp_path_factory.mktemp("people") / "mill.txt"
    path.write_text(AGREEMENT, encoding="utf-8")
    return QuestionAnswerer(Paper(load_document(path)), STANDARD)


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("Closing fee?", "What is closing fee"),
        ("Give me the closing fee, please.", "What is the closing fee"),
        ("what's the LTV cap", "what is the loan to value cap"),
        ("Can you tell me who the agent is?", "who the agent is"),
        ("What is the closing fee?", "What is the closing fee"),
        ("Name of the agent?", "What is name of the agent"),
    ],
)
def test_what_people_type_is_read_as_a_question_in_full(typed: str, asked: str) -> None:
    [part] = read_question(typed).parts
    assert part.text == asked


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Late fee?", "5%"),
        ("Give me the closing fee, please.", "£32,000"),
        ("What is the LTV cap?", "70% of the value"),
        ("What is the commitment of Tidewater Savings Bank?", "16,000,000"),
        ("Which breaches are waived?", "30 June 2025"),
        ("What is the grace period for missed payments?", "three Business Days"),
    ],
)
def test_a_clause_is_found_by_the_words_of_people(question: str, said: str, answerer: QuestionAnswerer) -> None:
    assert said in answerer.answer(question)["answer"]


@pytest.mark.parametrize(
    "question",
    [
        "What is the utilisation fee?",  # another fee
        "Is there a financial covenant on interest coverage?",  # another ratio
        "What security secures the loan?",  # only what may not be given
        "Has the Borrower ever missed a payment?",  # only what happens if
        "What is the commitment of Harbour Savings Bank?",  # nobody of that name
        "What is the letter of credit sublimit?",
    ],
)
def test_what_is_near_but_another_thing_is_refused(question: str, answerer: QuestionAnswerer) -> None:
    assert not answerer.answer(question)["provenance"]


@pytest.mark.parametrize("name", ["Loan Life Cover Ratio", "Interest Cover", "Leverage"])
def test_a_paper_with_a_covenant_of_any_kind_can_be_asked(name: str, tmp_path: Path) -> None:
    path = tmp_path / "loan.txt"
    path.write_text(
        f"{AGREEMENT}\n9. COVENANTS\n\n9.1 The Borrower shall ensure that {name} is at least 1.30:1.\n", "utf-8"
    )
    assert QuestionAnswerer(Paper(load_document(path)), STANDARD).answer("Which law applies?")["answer"]
