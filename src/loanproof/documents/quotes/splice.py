"""A quote made of true pieces that do not appear together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from loanproof.documents.quotes.exact import Hit, Needle
from loanproof.documents.quotes.folding import FoldedText
from loanproof.documents.quotes.haystack import Finding, Haystack
from loanproof.documents.quotes.marks import is_fragment_long_enough
from loanproof.documents.quotes.places import Cited
from loanproof.documents.quotes.result import QuoteRules, QuoteVerdict
from loanproof.documents.quotes.terms import Term, exceptions_and_negations


def find_splice(
    haystack: Haystack, needle: Needle, terms: Sequence[Term], cited: Cited, rules: QuoteRules
) -> Finding | None:
    """Return the pieces of a quote if a few of them, each long enough to be recognised, make up all of it."""
    pieces: list[Needle] = []
    at = 0
    while at < len(terms):
        end = _longest(haystack, needle, terms, at)
        piece = needle.part(terms[at].start, terms[end - 1].end) if end > at else None
        if piece is None or not is_fragment_long_enough(piece, rules) or len(pieces) == rules.elision_max_fragments:
            return None
        pieces.append(piece)
        at = end
    if len(pieces) < 2:
        return None
    hits = _choose(haystack, pieces, cited)
    return spliced(haystack.text, hits, rules)


def spliced(text: FoldedText, hits: Sequence[Hit], rules: QuoteRules) -> Finding:
    """Return the verdict on pieces that were silently joined, with the negations that they skip.

    Pieces further apart than an elision may be skip whole clauses; the negations in those are not counted.
    """
    skipped: list[str] = []
    for one, other in pairwise(hits):
        if 0 <= other.start - one.end <= max(rules.elision_max_gap, rules.elision_max_gap_in_clause):
            skipped += exceptions_and_negations(text.text[one.end : other.start])
    spans = tuple(text.span_of(*hit) for hit in hits)
    return Finding(verdict=QuoteVerdict.SPLICED, spans=spans, skipped=tuple(skipped))


def _longest(haystack: Haystack, needle: Needle, terms: Sequence[Term], at: int) -> int:
    """Return the end of the longest run of terms from ``at`` on that appears word for word; a binary search."""
    low, high = at, len(terms)
    while low < high:
        middle = (low + high + 1) // 2
        piece = needle.part(terms[at].start, terms[middle - 1].end)
        if next(haystack.find_exact(piece), None) is not None:
            low = middle
        else:
            high = middle - 1
    return low


def _choose(haystack: Haystack, pieces: Sequence[Needle], cited: Cited) -> list[Hit]:
    """Choose the place of each piece: the first where it was cited, the next ones as close behind as possible."""
    chosen: list[Hit] = []
    for piece in pieces:
        hits = haystack.places.order(haystack.text, haystack.find_exact(piece), cited)
        after = chosen[-1].end if chosen else None
        following = [hit for hit in hits if after is not None and hit.start >= after]
        chosen.append(min(following) if following else hits[0])
    return chosen
