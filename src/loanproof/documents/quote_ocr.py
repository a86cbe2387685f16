"""Misreadings that are forgiven on recognised pages: letters only, a few of them, and nothing that could mislead.

Figures, currencies and names are never forgiven, nor a word whose change would change the meaning. A word that
the document uses elsewhere was hardly misread here; it is taken for another word than the quote's, unless it is
one letter away from a word that is used far more often, as a letter misread throughout the document makes it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rapidfuzz.distance import Levenshtein

from loanproof.core import Span
from loanproof.documents.quote_alignment import Edit, Passage
from loanproof.documents.quote_exact import Needle
from loanproof.documents.quote_folding import FoldedText
from loanproof.documents.quote_lookup import ValueLookup
from loanproof.documents.quote_names import find_names, is_role
from loanproof.documents.quote_result import QuoteRules
from loanproof.documents.quote_terms import Term
from loanproof.documents.quote_values import find_mentions

_LOOKALIKES = (("0", "o"), ("1", "l"), ("|", "l"), ("5", "s"), ("8", "b"), ("rn", "m"), ("cl", "d"), ("vv", "w"))
_RARER = 8
_FORGIVABLE = re.compile(r"[^\W\d_]|[ .,;:'-]")


def misread_characters(
    quote: Needle, passage: Passage, text: FoldedText, lookup: ValueLookup, rules: QuoteRules
) -> int | None:
    """Return how many characters of the passage were misread; ``None`` if that does not explain the differences."""
    hit = passage.hit
    errors = Levenshtein.distance(quote.text, text.text[hit.start : hit.end])
    if errors > rules.ocr_max_errors or errors > rules.ocr_error_rate * len(quote.text):
        return None
    guarded = _guarded(quote)
    edits = [edit for edit in passage.edits if not edit.is_equal]
    return errors if all(_is_misread(edit, quote, passage, text, lookup, guarded) for edit in edits) else None


def _guarded(quote: Needle) -> list[Span]:
    """Return the places of the folded quote in which nothing is forgiven: values and names."""
    folded = quote.folded
    names = [Span(folded.place_of(name.start), folded.place_of(name.end)) for name in find_names(folded.original)]
    return names + [Span(mention.start, mention.end) for mention in find_mentions(folded.text)]


def _is_misread(
    edit: Edit, quote: Needle, passage: Passage, text: FoldedText, lookup: ValueLookup, guarded: list[Span]
) -> bool:
    ours, theirs = passage.quote_terms[edit.start : edit.end], passage.terms[edit.doc_start : edit.doc_end]
    if not ours or not theirs:
        return False
    place = Span(ours[0].start, ours[-1].end)
    quoted = _as_seen(quote.folded.text[place.start : place.end])
    given = _as_seen(text.text[theirs[0].start : theirs[-1].end])
    if any(place.overlaps(span) for span in guarded):
        return False
    if not all(_FORGIVABLE.match(character) for character in quoted + given):
        return False
    if quoted == given:
        return True
    slips = Levenshtein.distance(quoted, given)
    if _change_meaning(ours, theirs) or slips > max(len(quoted) // 4, 1):
        return False
    used, seen = _least_used(ours, lookup), _least_used(theirs, lookup)
    return seen <= 1 or (slips == 1 and seen * _RARER <= used)


def _as_seen(text: str) -> str:
    """Write characters that look alike in a scan in one way."""
    for one, other in _LOOKALIKES:
        text = text.replace(one, other)
    return text


def _change_meaning(ours: Sequence[Term], theirs: Sequence[Term]) -> bool:
    """Tell whether the page clearly shows another word where a change of word changes the meaning."""
    if any(term.is_negation or term.is_exception or term.is_operator or term.modality is not None for term in theirs):
        return True
    return any(is_role(term.key) for term in ours) and any(is_role(term.key) for term in theirs)


def _least_used(terms: Sequence[Term], lookup: ValueLookup) -> int:
    """Return in how many blocks the rarest of the words stands."""
    return min((lookup.occurrences(term.key) for term in terms if term.is_word), default=0)
