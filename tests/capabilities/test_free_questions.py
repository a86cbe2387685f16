"""Questions in everyday words: they are answered where the paper tells it, in full, and refused beside it."""

from __future__ import annotations

import pytest
from tests.capabilities.papers import read

from loanproof.capabilities.baseline import Paper, QuestionAnswerer
from loanproof.standards import load_contract

AGREEMENT = """FACILITY AGREEMENT

1. DEFINITIONS

“Dry-Up Event” means that Rent Cover is below 1.60:1 on a Test Date.

“Margin” means:
(a) in relation to Facility A, 2.20 per cent. per annum; and
(b) in relation to Facility B, 1.90 per cent. per annum.

“Termination Date” means:
(a) in relation to Facility A, 4 June 2031; and
(b) in relation to Facility B, 4 June 2029.

“Unusual Items” means one-off restructuring costs in an aggregate amount not exceeding 9 per cent. of EBITDA.

2. THE FACILITIES

2.1 The Lender makes available Facility A of EUR 30,000,000 and Facility B of EUR 12,000,000.

2.2 The Borrower shall repay each Facility on its Termination Date.

3. PREPAYMENT

3.1 The Borrower may prepay Facility A on six Business Days’ notice.

3.2 A prepayment fee of 1.75 per cent. of the amount prepaid is payable within the first two years and none thereafter.

3.3 If Term Loans are repriced or refinanced within eight months, the Borrower shall pay a premium of 0.80 per cent.

4. SECURITY

4.1 The Facilities are secured by a first mortgage over the Quay and a pledge of the shares of the Borrower.

5. ACCOUNTS

5.1 Rent is paid into the Rent Account. Amounts in the Rent Account shall be applied in the following order:
first, costs of the Lender; second, interest; and third, principal.

5.2 While a Cash Trap is in force because Rent Cover falls below 1.60:1, no sum is paid to the Owner.

6. FINANCIAL COVENANTS

6.1 The Borrower shall ensure that the Leverage Ratio on the last day of each quarter does not exceed the ratio below:

Period                               Ratio
1 July 2025 to 30 June 2026          4.10:1
1 July 2026 to 30 June 2027          3.60:1

6.2 No Default arises under 6.1 if the Borrower, within 14 Business Days, receives new equity that restores compliance.

7. GENERAL

7.1 If this Agreement and the Fee Letter are inconsistent, this Agreement prevails.

7.2 The Borrower shall reimburse the legal costs of the Lender.

7.3 The Borrower shall sign and return a copy of this letter within 17 days.
"""

ANSWERED = (
    ("When does each of the two facilities finally fall due?", ("4 June 2031", "4 June 2029")),
    ("What leverage cap applies at 31 December 2026?", ("3.60:1",)),
    ("Is there soft call protection?", ("0.80 per cent.",)),
    ("What collateral do we hold?", ("first mortgage", "pledge")),
    ("Walk me through the waterfall.", ("first, costs of the Lender",)),
    (
        "If the company refinances elsewhere, what will that cost and how much notice is needed?",
        ("1.75", "six Business"),
    ),
    ("How quickly can a blown leverage ratio be fixed with cash?", ("14 Business Days",)),
    ("Which document wins if the two papers contradict each other?", ("this Agreement prevails",)),
    ("Who picks up the tab for the lawyers?", ("legal costs",)),
    ("By when must the customer countersign?", ("17 days",)),
    ("Can one-off costs be added back to earnings without limit?", ("9 per cent.",)),
    ("What premium is due for prepaying in the third year?", ("none thereafter",)),
)
REFUSED = (
    "Which arbitration rules apply to disputes?",
    "What is the exit fee?",
    "Up to what amount must the Borrower reimburse legal costs?",
    "Which hotels are collateral?",
    "What leverage cap applies to the guarantor?",
    "How much was realised from the collateral last year?",
    "Is the soft call protection market standard?",
    "What did the lawyers charge?",
    "How large can the accordion be, and what fee will joining lenders earn?",
    # A word in the gap of a phrase is not explained by it, and a price or an extra is not the margin.
    "How is income tax applied?",
    "How is insurance money applied?",
    "What is the listed price?",
    "What is the share price?",
    "What is the extra margin for late payment?",
    "What fee does the arranger earn for the early stage?",
)


@pytest.fixture(scope="module")
def answerer(tmp_path_factory: pytest.TempPathFactory) -> QuestionAnswerer:
    document = read(tmp_path_factory.mktemp("free"), AGREEMENT)
    return QuestionAnswerer(Paper(document), load_contract("eval-standards@1.0+r2"))


def test_what_is_asked_in_everyday_words_is_answered_in_full(answerer: QuestionAnswerer) -> None:
    given = {question: answerer.answer(question)["answer"] for question, _ in ANSWERED}
    assert not [(one, given[one]) for one, said in ANSWERED if not all(word in given[one] for word in said)]


def test_everyday_words_beside_a_matter_do_not_make_an_answer(answerer: QuestionAnswerer) -> None:
    given = {question: answerer.answer(question) for question in REFUSED}
    assert not [(question, one["answer"]) for question, one in given.items() if one["provenance"]]
