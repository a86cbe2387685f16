"""Matters: what bankers ask of every loan is answered whatever words they use, and only where the paper tells it."""

from __future__ import annotations

import pytest
from tests.capabilities.papers import read

from loanproof.capabilities.baseline import Paper, QuestionAnswerer
from loanproof.capabilities.baseline.questions import read_question, refuse
from loanproof.capabilities.baseline.questions.matters import matters_of
from loanproof.standards import load_contract

AGREEMENT = """CREDIT AGREEMENT

1. DEFINITIONS

“Banking Day” means a day on which banks are open in Oslo and Bergen.

“Repayment Day” means 9 September 2032.

2. THE CREDIT

2.1 Amount

The Bank makes a credit of NOK 90,000,000 available to the Customer.

2.2 Drawing

The Customer draws by a request that reaches the Bank not later than four Banking Days before the day of the advance.
Each advance is of NOK 3,000,000 or more.

2.3 Repayment

The Customer shall repay the credit on the Repayment Day.

2.4 Early repayment

The Customer may prepay an advance on eight Banking Days’ notice. On an amount that is prepaid before 9 September 2028
the Customer shall pay a premium of 1.25 per cent. of that amount.

2.5 Overdue sums

A sum that is not paid when due bears interest at a rate that is 2.50 per cent. per annum above the rate of Clause 3.

3. UNDERTAKINGS

3.1 Accounts

The Customer shall deliver its audited financial statements within 100 days after the end of each financial year.

3.2 Distributions

The Customer shall not pay any dividend exceeding NOK 4,000,000 in a year.

4. EVENTS OF DEFAULT

4.1 Non-payment

The Customer fails to pay interest within six Banking Days of its due date.

4.2 Judgments

A judgment against the Customer exceeding NOK 7,000,000 is not stayed.

5. TRANSFERS

The Bank may transfer its rights with the consent of the Customer, which is deemed given unless the Customer objects
within eleven Banking Days. The Customer may not assign its rights.
"""


@pytest.fixture(scope="module")
def answerer(tmp_path_factory: pytest.TempPathFactory) -> QuestionAnswerer:
    document = read(tmp_path_factory.mktemp("matters"), AGREEMENT)
    return QuestionAnswerer(Paper(document), load_contract("eval-standards@1.0+r2"))


TOLD = (
    ("How much warning does the bank need before a drawdown?", "four Banking Days"),
    ("What is the smallest drawdown?", "NOK 3,000,000"),
    ("What extra is charged on money that is paid late?", "2.50 per cent."),
    ("What does paying back early cost?", "1.25 per cent."),
    ("How many days can a coupon be late?", "six Banking Days"),
    ("How big may an unpaid court ruling be?", "NOK 7,000,000"),
    ("When are the yearly numbers due?", "100 days"),
    ("How much may be paid out to shareholders each year?", "NOK 4,000,000"),
    (
        "How long can the client stay silent before its sign-off on a loan sale is taken as given?",
        "eleven Banking Days",
    ),
    ("Can the client hand its position to somebody else?", "may not assign"),
    ("In which cities must banks be open?", "Oslo and Bergen"),
)


@pytest.mark.parametrize(("question", "said"), TOLD)
def test_a_matter_is_answered_in_whatever_words_it_is_asked_for(
    answerer: QuestionAnswerer, question: str, said: str
) -> None:
    output = answerer.answer(question)
    assert said in output["answer"]
    assert output["provenance"]


UNTOLD = (
    "What is charged on the money that a guarantor pays late?",  # of a guarantor nothing is said
    "What extra is charged on money that was paid late last year?",
    "How often is interest cover tested?",
    "By how much can the facility be upsized?",
    "When is default interest due?",  # a rate is no day
    "What did paying back early cost the earlier borrower?",
    "How much of the revolver can be used for standbys?",
    "What is the smallest piece that can be sold?",
    "Is there a key man clause?",
)


@pytest.mark.parametrize("question", UNTOLD)
def test_what_is_beside_a_matter_or_untold_is_refused(answerer: QuestionAnswerer, question: str) -> None:
    assert not answerer.answer(question)["provenance"]


LETTER = """OFFER OF FACILITIES

1. SWING LINE

1.1 Limits

The Cash Line Sublimit is $9,000,000 and the Swing Line Sublimit is $4,000,000.

2. DRAWING

2.1 Requests

The Client may draw by a request that is delivered to the Agent by noon on the second Banking Day before the drawing.

3. TRANSFERS

3.1 Fee

A new lender shall pay the Agent a fee of $1,750 when a transfer to it is registered.

4. OFFER

4.1 How long it is open

This offer lapses unless its duplicate, signed by you, is returned to the Agent on or before 6 March 2029.

4.2 Delivery of goods

Goods that are returned to the Client are not financed after 9 April 2030.
"""


@pytest.fixture(scope="module")
def of_letter(tmp_path_factory: pytest.TempPathFactory) -> QuestionAnswerer:
    document = read(tmp_path_factory.mktemp("matters"), LETTER)
    return QuestionAnswerer(Paper(document), load_contract("eval-standards@1.0+r2"))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How much is available for swing line loans?", "$4,000,000"),
        ("By when must a drawdown request reach the Agent?", "second Banking Day before"),
        ("If we sell down part of our ticket, what does the buyer have to pay the Agent?", "$1,750"),
        ("Until when can the client return the signed copy?", "6 March 2029"),
        ("How long is the offer open?", "6 March 2029"),
    ],
)
def test_a_letter_tells_its_limits_and_times(of_letter: QuestionAnswerer, question: str, said: str) -> None:
    assert said in of_letter.answer(question)["answer"]


@pytest.mark.parametrize(
    "question",
    [
        "How much is available for bankers’ acceptances?",
        "Until when can the client return the pledged shares?",
        "By when must a drawdown request be approved by the sponsor?",
        "How long is the offer of the purchaser open?",
    ],
)
def test_what_a_letter_does_not_tell_is_refused(of_letter: QuestionAnswerer, question: str) -> None:
    assert not of_letter.answer(question)["provenance"]


def _left(question: str) -> list[set[str]]:
    return [set(one.left) for one in matters_of(read_question(question).parts[0])]


def test_a_matter_says_which_word_of_the_question_it_does_not_explain() -> None:
    assert _left("What is the penalty for early repayment?") == [set()]
    assert _left("What is the penalty for early repayment of vessel loans?") == [{"vessel"}]


def test_a_figure_or_another_case_is_never_explained() -> None:
    assert set() not in _left("What is the commitment fee at a leverage of 3.2?")
    assert set() not in _left("What is the margin of the second lender?")


def test_a_part_without_a_word_of_its_own_goes_back_to_the_one_before() -> None:
    first, second = read_question("Which share of the debt must be hedged, and for how long?").parts
    assert [one.name for one in matters_of(second, first.text)] == ["hedging"]
    assert not matters_of(second)


def test_a_refusal_names_the_matter_where_the_question_does_not() -> None:
    assert "(accordion)" in refuse("By how much can the company upsize the facilities later on?")
