"""Proof that no passage of a text is within k edits of a quote.

The q-gram lemma: one edit of a character destroys at most q of the q-grams of a quote. A passage within k edits
therefore keeps all but k·q of them, and if no window of the text has that many, there is no such passage. Windows that
do have enough are checked one by one. If they would cover most of the text, one full pass over the text decides
instead. An index that finds nothing is never taken as proof.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rapidfuzz import fuzz

from loanproof.documents.quotes.exact import Hit
from loanproof.documents.quotes.index import GRAM, BlockIndex, grams_of

_RECOGNISABLE = 8  # a person still recognises a copy with one character in eight wrong
_MANY = 8  # windows that make up an eighth of the text cost as much as a full pass
_STRETCH = 4096  # characters per step of a full pass, or the length of the quote if longer


@dataclass(frozen=True, slots=True)
class Absent:
    """No passage comes within ``k`` insertions, deletions and substitutions of characters."""

    k: int


@dataclass(frozen=True, slots=True)
class Near:
    """A passage may be that close; this span contains it."""

    window: Hit


Absence: TypeAlias = Absent | Near


def edits_to_exclude(length: int) -> int:
    """Return the smallest k that a proof of absence must reach for a quote of this length."""
    return length // _RECOGNISABLE


def prove_absence(quote: str, text: str, index: BlockIndex) -> Absence:
    """Prove that a quote has no counterpart in a text, or return a span that comes near."""
    wanted = edits_to_exclude(len(quote))
    longest = len(quote) + wanted
    grams = grams_of(quote)
    counts = index.counts(grams, longest=longest)
    excluded = (len(grams) - counts.highest() - 1) // GRAM
    if excluded >= wanted:
        return Absent(excluded)
    kept = len(grams) - wanted * GRAM
    windows = counts.at_least(kept) if kept > 0 else []
    if kept <= 0 or len(windows) * _MANY > counts.windows:
        return _full_pass(quote, text, wanted)
    for window in windows:
        near = _near(quote, text, Hit(*index.window(window, longest=longest)), wanted)
        if near is not None:
            return Near(near)
    return Absent(wanted)


def _full_pass(quote: str, text: str, k: int) -> Absence:
    """Check the whole text span by span, stopping at the first that comes near."""
    longest = len(quote) + k
    step = max(longest, _STRETCH)
    for start in range(0, len(text), step):
        near = _near(quote, text, Hit(start, min(start + step + longest, len(text))), k)
        if near is not None:
            return Near(near)
    return Absent(k)


def _near(quote: str, text: str, window: Hit, k: int) -> Hit | None:
    """Return the span of a window within k edits of the quote, if there may be one.

    A passage within k edits, cut or widened to the length n of the quote, differs from it by at most 2k
    insertions and deletions, so its ratio is at least 1 - k/n. No passage below that ratio qualifies.
    """
    stretch = text[window.start : window.end]
    if window.end >= len(text):
        stretch += "\0" * len(quote)  # a passage at the end of the text is padded with characters that match nothing
    best = fuzz.partial_ratio_alignment(quote, stretch, score_cutoff=100 * (1 - k / len(quote)) - 1e-6)
    if best is None:
        return None
    start = min(window.start + best.dest_start, len(text))
    return Hit(start, min(window.start + best.dest_end, len(text)))
