"""What a finding in words says of a term: that it deviates, that it conforms, or that nothing compares with it."""

from __future__ import annotations

import pytest

from loanproof.cases import TermFinding
from loanproof.scoring.bmt.finding_words import read_finding

DEVIATES = [
    "deviation",
    "Deviation",
    "deviates from the LMA benchmark",
    "deviation, limited to 25 bps",
    "a deviation from market standard",
    "deviates: market standard is 2.00%",
    "minor deviation",
    "immaterial deviation from the APLMA position",
    "departs from the usual position",
    "differs from the benchmark",
    "not market standard",
    "not market-standard",
    "Not in line with market",
    "not fully in line",
    "not in line with market standard",
    "does not conform",
    "doesn't conform to the LMA form",
    "fails to comply with the benchmark",
    "partly in line",
    "hardly market standard",
    "partially deviates",
    "non-conforming",
    "nonconforming",
    "non-compliant",
    "non_standard",
    "inconsistent with market",
    "not consistent with market practice",
    "off-market",
    "out of line",
    "outside the market range",
    "above market",
    "below market standard",
    "higher than the benchmark",
    "exceeds the benchmark",
    "far from market standard",
    "misaligned",
    "not aligned with LMA",
    "not a true negative",
    "not within the benchmark range",
    "no floor, which deviates from the benchmark",
    "not only deviates but exceeds the range",
]
CONFORMS = [
    "conforms",
    "Conforming",
    "no deviation",
    "No deviations found",
    "no material deviation",
    "no significant deviation",
    "in line, no material deviation",
    "no benchmark deviation",
    "no LMA benchmark deviation",
    "no evidence of any deviation",
    "no material or significant deviation",
    "hardly any deviation",
    "not a deviation",
    "does not deviate",
    "does not depart from the benchmark",
    "without any deviation",
    "compliant - no deviation",
    "complies with the LMA form",
    "in-line",
    "In line with market standard",
    "broadly in line",
    "consistent with market practice",
    "not inconsistent with market",
    "market standard",
    "market-standard",
    "standard",
    "at market",
    "within the market range",
    "aligned with APLMA",
    "matches the benchmark",
    "same as the benchmark",
    "true_negative",
    "neither deviates nor differs",
    "no discrepancy",
]
NOT_COMPARABLE = [
    "not_comparable",
    "Not-Comparable",
    "incomparable",
    "limited",
    "inapplicable",
    "comparison inapplicable or limited",
    "benchmark comparison is limited",
    "limited comparability",
    "not applicable",
    "no benchmark",
    "no benchmark exists for this term",
    "no corresponding LMA benchmark",
    "no comparator",
    "no comparator, so no deviation is flagged",
    "non-standard structure: comparison inapplicable",
    "no market standard",
    "cannot be compared",
]
UNCLEAR = [
    None,
    "",
    "noteworthy",
    "limited to 25 bps",
    "deviation; not comparable",
    "in line; deviation of 50 bps",
    "conforms except for a deviation in the floor",
    "no deviation except for the floor",
    "not without deviation",
    "conforms, but comparison is inapplicable",
]


@pytest.mark.parametrize(
    ("said", "finding"),
    [
        *((text, TermFinding.DEVIATION) for text in DEVIATES),
        *((text, TermFinding.CONFORMS) for text in CONFORMS),
        *((text, TermFinding.NOT_COMPARABLE) for text in NOT_COMPARABLE),
        *((text, None) for text in UNCLEAR),
    ],
)
def test_a_finding_is_read_as_a_person_reads_it_and_two_that_disagree_say_nothing(
    said: str | None, finding: TermFinding | None
) -> None:
    assert read_finding(said) is finding
