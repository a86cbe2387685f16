"""Two amounts of a text whose labels are exchanged."""

from __future__ import annotations

import pytest

from loanproof.scoring.exchanged_amounts import exchanged_amounts
from loanproof.values import NO_CONTEXT

ADVANCES = [
    '"Tranche A" means an amount of up to EUR 7,000,000.',
    '"Tranche B" means an amount of up to EUR 5,000,000.',
]
RATES = ["2.25% per annum in the case of Term Benchmark Loans and 1.25% per annum in the case of ABR Loans"]


@pytest.mark.parametrize(
    ("text", "sources", "is_exchanged"),
    [
        ("EUR 12m (Tranche A EUR 7m; Tranche B EUR 5m)", ADVANCES, False),
        ("EUR 12m (Tranche A EUR 5m; Tranche B EUR 7m)", ADVANCES, True),
        ("EUR 7m for Tranche A and EUR 5m for Tranche B", ADVANCES, False),
        ("EUR 5m for Tranche A and EUR 7m for Tranche B", ADVANCES, True),
        ("EUR 5m for the ship and EUR 7m for the yard", ADVANCES, False),
        ("Term SOFR + 2.25%; ABR + 1.25%", RATES, False),
        ("Term SOFR + 1.25%; ABR + 2.25%", RATES, True),
        ("Tranche A EUR 5m; Tranche B EUR 9m", ADVANCES, False),
        ("EUR 5m", ADVANCES, False),
    ],
)
def test_amounts_are_exchanged_if_each_has_the_words_of_the_other(
    text: str, sources: list[str], is_exchanged: bool
) -> None:
    assert (exchanged_amounts(text, sources, NO_CONTEXT) is not None) is is_exchanged
