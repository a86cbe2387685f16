"""A reference rate whose quotes give another tenor: ``3-month Term SOFR`` does not show a six-month rate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.values import REFERENCE_RATE_KIND, Mentions

if TYPE_CHECKING:
    from loanproof.cases.written import ExpectedCitation
    from loanproof.provenance import Claim
    from loanproof.values import Context, ReferenceRate


def tenors_that_differ(claim: Claim, citations: Sequence[ExpectedCitation], context: Context) -> Iterator[str]:
    """Yield how the quotes name a rate, if every quote that gives a tenor gives another one."""
    scans = [Mentions.in_text(one.quote, context) for one in citations]
    named = [
        (one.span.of(scan.text), rate)
        for scan in scans
        for one in scan.of(REFERENCE_RATE_KIND)
        for value in one.candidates
        for rate in value.rates
        if rate.tenor is not None
    ]
    parts = [part for part in claim.parts if part.kind is REFERENCE_RATE_KIND]
    for rate in (rate for part in parts for value in part.candidates for rate in value.rates):
        if rate.tenor is not None:
            same = [(words, _shares_tenor(rate, other)) for words, other in named if other.family is rate.family]
            if same and not any(shares for _, shares in same):
                yield same[0][0]


def _shares_tenor(rate: ReferenceRate, other: ReferenceRate) -> bool:
    given, named = rate.tenor, other.tenor
    return given is not None and named is not None and not set(given.periods).isdisjoint(named.periods)
