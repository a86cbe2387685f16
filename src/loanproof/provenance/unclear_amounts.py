"""Amounts of an output that its documents leave open: by their only separator, or by a sign of several currencies.

The documents settle whether ``EUR 350,000`` groups figures or has decimals. As a thousandfold amount is the most
expensive misreading, it counts as settled only where the documents have it with its figures grouped and not the other
one, or where it is copied from them. A bare ``$`` may be any dollar (1.0.3): it is silent support only for the
likeliest one, and for that only where the documents name no other.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from loanproof.core import Reason
from loanproof.provenance.document_set import fold_wording
from loanproof.values import CURRENCY_KIND, MONEY_KIND, NO_CONTEXT, Ambiguous, Kind, Read, tokenize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loanproof.provenance.document_set import DocumentSet
    from loanproof.values import Context, Mentions, Reading

_FIGURES = re.compile(r"[0-9][0-9.,]*[0-9]")


def unsettled_amounts(text: str, notation: Context, documents: DocumentSet) -> Iterator[str]:
    """Yield the amounts of an output's text that may be a thousand times, or a thousandth, of what is meant."""
    for found in MONEY_KIND.find(tokenize(text), notation):
        written = found.span.of(text)
        settled = settle_separator(MONEY_KIND, written, found.reading, documents)
        is_open = isinstance(settled, Ambiguous) and settled.reason is Reason.AMBIGUOUS_SEPARATOR
        # a document that writes the same figures leaves the same open: “$5,000” for “USD 5,000”
        figures = _FIGURES.search(written)
        if is_open and not _is_copied(written if figures is None else figures[0], documents):
            yield written


def unnamed_currencies(text: str, documents: DocumentSet) -> Iterator[str]:
    """Yield the currencies of an output's text that the documents have only in a sign or word of several currencies."""
    for found in CURRENCY_KIND.find(tokenize(text), NO_CONTEXT):
        codes = {one.code for one in found.candidates}
        if len(codes) == 1 and _rests_on_shared_sign(codes.pop(), documents):
            yield found.span.of(text)


def _rests_on_shared_sign(code: str, documents: DocumentSet) -> bool:
    meant = {codes for source in documents for codes in _currencies_in(source.mentions)}
    named = {codes[0] for codes in meant if len(codes) == 1}
    shared = [codes for codes in meant if len(codes) > 1 and code in codes]
    return code not in named and any(codes[0] != code or not named.isdisjoint(codes) for codes in shared)


def _currencies_in(mentions: Mentions) -> Iterator[tuple[str, ...]]:
    """Yield what each currency of a text may be, the likeliest first; ``Rs.`` is one only beside an amount."""
    for one in mentions.of(CURRENCY_KIND):
        yield tuple(currency.code for currency in one.candidates)
    for other in mentions.of(MONEY_KIND):
        yield tuple(dict.fromkeys(money.currency for money in other.candidates if money.currency))


def settle_separator(kind: Kind[Any], written: object, reading: Reading[Any], documents: DocumentSet) -> Reading[Any]:
    """Return a reading without the meaning of its separator that the documents rule out; others stay as they are."""
    if not isinstance(reading, Ambiguous) or reading.reason is not Reason.AMBIGUOUS_SEPARATOR:
        return reading
    held = [one for one in reading.candidates if any(source.holds(kind.part(one)) for source in documents)]
    is_grouped = held == [reading.candidates[0]]  # the grouped figures come first
    is_sure = is_grouped or (len(held) == 1 and isinstance(written, str) and _is_copied(written, documents))
    return Read(value=held[0]) if is_sure else reading


def _is_copied(written: str, documents: DocumentSet) -> bool:
    """Return whether a document has an amount as it is written, and not as the beginning of a longer one."""
    copied = re.compile(r"(?<![0-9])(?<![0-9][.,])" + re.escape(fold_wording(written)) + r"(?![.,]?[0-9])")
    return any(copied.search(source.folded_text) for source in documents)
