"""Amounts of an output whose only separator may group figures or begin decimals: ``EUR 350,000``.

The documents settle what is meant. As a thousandfold amount is the most expensive misreading, an amount counts as
settled only where the documents have it with its figures grouped and not the other one, or where it is copied
from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loanproof.core import Reason
from loanproof.provenance.document_set import fold_wording
from loanproof.values import MONEY_KIND, Ambiguous, Kind, Read, tokenize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loanproof.provenance.document_set import DocumentSet
    from loanproof.values import Context, Reading


def unsettled_amounts(text: str, notation: Context, documents: DocumentSet) -> Iterator[str]:
    """Yield the amounts of an output's text that may be a thousand times, or a thousandth, of what is meant."""
    for found in MONEY_KIND.find(tokenize(text), notation):
        written = found.span.of(text)
        settled = settle_separator(MONEY_KIND, written, found.reading, documents)
        if isinstance(settled, Ambiguous) and settled.reason is Reason.AMBIGUOUS_SEPARATOR:
            yield written


def settle_separator(kind: Kind[Any], written: object, reading: Reading[Any], documents: DocumentSet) -> Reading[Any]:
    """Return a reading without the meaning of its separator that the documents rule out; others stay as they are."""
    if not isinstance(reading, Ambiguous) or reading.reason is not Reason.AMBIGUOUS_SEPARATOR:
        return reading
    held = [one for one in reading.candidates if any(source.holds(kind.part(one)) for source in documents)]
    is_grouped = held == [reading.candidates[0]]  # the grouped figures come first
    is_copied = isinstance(written, str) and any(fold_wording(written) in one.folded_text for one in documents)
    return Read(value=held[0]) if is_grouped or (is_copied and len(held) == 1) else reading
