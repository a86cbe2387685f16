"""Figures that a quote writes twice and differently: ``thirty-six (38) months`` proves neither value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from loanproof.core import Reason
from loanproof.values import Ambiguous, Mentions

if TYPE_CHECKING:
    from loanproof.cases.written import ExpectedCitation
    from loanproof.provenance import Claim
    from loanproof.values import Context, Found, Part


def doublets_that_disagree(claim: Claim, citations: Sequence[ExpectedCitation], context: Context) -> Iterator[str]:
    """Yield the text of each value that the quotes give only as words and figures that differ."""
    scans = [Mentions.in_text(one.quote, context) for one in citations]
    for part in claim.parts:
        showing = [(scan, one) for scan in scans for one in scan.of(part.kind) if _shows(part, one)]
        if showing and all(_disagrees(one) for _, one in showing):
            scan, one = showing[0]
            yield one.span.of(scan.text)


def _shows(part: Part[Any], found: Found[Any]) -> bool:
    key = part.kind.canonical
    return any(key(one) == key(other) for one in part.candidates for other in found.candidates)


def _disagrees(found: Found[Any]) -> bool:
    return isinstance(found.reading, Ambiguous) and found.reading.reason is Reason.WORDS_AND_FIGURES_DIFFER
