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
from loanproof.documents.quotes.exact import Hit, Needle
from loanproof.documents.quotes.folding import FoldedText
from loanproof.documents.quotes.index import WORD
from loanproof.documents.quotes.lookup import ValueLookup
from loanproof.documents.quotes.meanings import find_meanings
from loanproof.documents.quotes.names import find_names, is_role
from loanproof.documents.quotes.result import QuoteRules
from loanproof.documents.quotes.terms import Term, words_of
from loanproof.documents.quotes.values import find_figures

_LOOKALIKES = (("0", "o"), ("1", "l"), ("|", "l"), ("5", "s"), ("8", "b"), ("rn", "m"), ("cl", "d"), ("vv", "w"))
_RARER = 8
_FORGIVABLE = re.compile(r"[^\W\d_]|[ .,;:'-]")


def misread_characters(
    quote: Needle, passage: Hit, text: FoldedText, lookup: ValueLookup, rules: QuoteRules
) -> int | None:
    """Return how many characters of the passage were misread; ``None`` if that does not explain the differences."""
    said, shown = quote.text, text.text[passage.start : passage.end]
    errors = Levenshtein.distance(said, shown)
    if errors > rules.ocr_max_errors or errors > rules.ocr_error_rate * len(said):
        return None
    guarded = _guarded(quote)
    ours, theirs = words_of(said), words_of(shown)
    for code in Levenshtein.opcodes([term.key for term in ours], [term.key for term in theirs]):
        if code.tag == "equal":
            continue
        changed, seen = ours[code.src_start : code.src_end], theirs[code.dest_start : code.dest_end]
        if not changed or not seen:
            return None
        place = Span(changed[0].start, changed[-1].end)
        if any(place.overlaps(span) for span in guarded):
            return None
        for mine, its in _in_pairs(changed, seen):
            quoted, given = said[mine[0].start : mine[-1].end], shown[its[0].start : its[-1].end]
            if not _is_misread(mine, its, quoted, given, lookup):
                return None
            if rules.material_changes and _turns_meaning(mine, its):
                return None
    return errors


def _in_pairs(ours: Sequence[Term], theirs: Sequence[Term]) -> list[tuple[Sequence[Term], Sequence[Term]]]:
    """Part a run of changed words into single words where their number allows it; each was misread by itself."""
    if len(ours) != len(theirs):
        return [(ours, theirs)]
    return [((one,), (other,)) for one, other in zip(ours, theirs, strict=True)]


def _guarded(quote: Needle) -> list[Span]:
    """Return the places of the quote, counted from its start, in which nothing is forgiven: values and names."""
    written = quote.folded
    names = [(written.place_of(name.start), written.place_of(name.end)) for name in find_names(written.original)]
    figures = [(mention.start, mention.end) for mention in find_figures(written, quote.start, quote.end)]
    return [Span(max(start - quote.start, 0), max(end - quote.start, 0)) for start, end in names + figures]


def _is_misread(ours: Sequence[Term], theirs: Sequence[Term], said: str, shown: str, lookup: ValueLookup) -> bool:
    """Tell whether the words shown are a misreading of the words said."""
    quoted, given = _as_seen(said), _as_seen(shown)
    if not all(_FORGIVABLE.match(character) for character in quoted + given):
        return False
    if quoted == given:
        return True
    slips = min(Levenshtein.distance(said, shown), Levenshtein.distance(quoted, given))
    if _change_meaning(ours, theirs) or slips > max(len(said) // 4, 1):
        return False
    used, seen = _least_used(said, lookup), _least_used(shown, lookup)
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


def _turns_meaning(ours: Sequence[Term], theirs: Sequence[Term]) -> bool:
    """Tell whether one word of a set stands where the page shows another: ``decrease`` for ``increase``."""
    mine, its = ({(one.number, one.line) for one in find_meanings(terms)} for terms in (ours, theirs))
    return any(number == other and line != another for number, line in mine for other, another in its)


def _least_used(text: str, lookup: ValueLookup) -> int:
    """Return in how many blocks of the document the rarest word of a text stands."""
    return min((lookup.occurrences(word) for word in WORD.findall(text)), default=0)
