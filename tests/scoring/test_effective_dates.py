"""When a covenant follows the agreement: which words say so, and which name some time from it, or nothing."""

from __future__ import annotations

import pytest

from loanproof.scoring.covenants.effective_dates import refers_to_agreement


@pytest.mark.parametrize(
    "text",
    [
        "per_agreement",
        "as per the original agreement",
        "matches the original agreement",
        "same as the original",
        "date of this Agreement",
        "on signing",
        "at signing of the Facility Agreement",
        "Closing Date",
        "from and after the Closing Date",
        "on or after the Closing Date",
        "from the Closing Date until the Termination Date",
        "the date of the Amended and Restated Credit Agreement",
        "not stated separately; follows the original agreement",
    ],
)
def test_words_that_name_the_agreement_or_its_closing_follow_it(text: str) -> None:
    assert refers_to_agreement(text)


@pytest.mark.parametrize(
    "text",
    [
        "six months after signing",
        "one year after the Closing Date",
        "six months from signing",
        "30 days from the date of this Agreement",
        "the first anniversary of the Closing Date",
        "the first Quarter Date following the Closing Date",
        "before the date of this Agreement",
        "until the Closing Date",
        "not before the Amendment Agreement is signed",
        "the date of the amendment agreement",
        "the date of the waiver agreement",
        "it is unclear from the agreement when it starts",
        "the agreement does not say",
        "the agreement doesn't say",
        "the agreement is silent",
        "no date in the agreement",
        "subject to agreement",
        "with the agreement of the Lenders",
        "a later date under the agreement",
        "designing stage",
        "originally unknown",
        "soon",
    ],
)
def test_some_time_from_the_agreement_or_another_one_does_not(text: str) -> None:
    assert not refers_to_agreement(text)
