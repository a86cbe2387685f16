"""Facts that a source joins by *and* or *or* are joined so in an answer, however it says it."""

from __future__ import annotations

import pytest

from loanproof.cases import QaCase, QaExpected
from loanproof.core import Capability
from loanproof.scoring.qa.joined import joined_otherwise
from loanproof.statements import stated_in
from loanproof.values import NO_CONTEXT

BOTH = "The Borrower may distribute if Leverage is below 3.00:1 and Cover is above 2.00:1."
EITHER = "The Borrower may distribute if either Leverage is below 3.00:1 or Cover is above 2.00:1."
UNLESS = "Consent is needed unless Leverage is below 3.00:1 or Cover is above 2.00:1."
SUMS = "The long-stop date applies to a claim of 3.00:1 and a fee of 2.00:1."


@pytest.mark.parametrize(
    ("source", "answer", "is_told"),
    [
        (BOTH, "It may if Leverage is below 3.00:1 or Cover is above 2.00:1.", True),
        (BOTH, "It may as long as Leverage is below 3.00:1 and Cover is above 2.00:1.", False),
        (BOTH, "It may so long as Leverage is below 3.00:1 or Cover is above 2.00:1.", True),
        (EITHER, "Only if Leverage is below 3.00:1 and, in addition, Cover is above 2.00:1.", True),
        (EITHER, "Only in two cases: if Leverage is below 3.00:1 and also if Cover is above 2.00:1.", False),
        (
            EITHER,
            "It is only allowed when Leverage is below 3.00:1, and it is also allowed when Cover is 2.00:1.",
            False,
        ),
        (UNLESS, "Only if Leverage is not below 3.00:1 and also Cover is not above 2.00:1.", False),
        (SUMS, "The long-term claim is 3.00:1 or, for fees, 2.00:1.", False),
    ],
)
def test_what_is_joined_otherwise_is_told(source: str, answer: str, is_told: bool) -> None:
    cited = {"document": "heron.txt", "page": "1", "section": "1", "quote": source}
    facts = [{"any": ["3.00:1"]}, {"any": ["2.00:1"]}]
    expected = QaExpected.model_validate({"answerable": True, "facts": facts, "citations": [cited]})
    case = QaCase(
        id="Q", capability=Capability.QA, question="When may it?", documents=("heron.txt",), expected=expected
    )
    assert bool(list(joined_otherwise(case, stated_in(answer, NO_CONTEXT)))) is is_told
