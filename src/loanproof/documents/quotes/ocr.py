"""Misreadings that are forgiven on recognised pages: signs, blanks, a few letters, never anything misleading.

Specks of a scan are read as signs (``.`` ``'`` ``_``), and signs of the page are lost or taken for others (``'`` for
``"``); blanks are lost or seen inside words. All this is forgiven except before a figure, where a sign may be part of
it. Differences in figures, currencies and names are never forgiven, nor is a word whose change would change the
meaning. A word that the document uses elsewhere was probably not misread here and counts as a different word, unless it
is one letter away from a far more frequent word: a letter misread throughout the document has that effect.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile

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

_LOOKALIKES = (
    *(("0", "o"), ("1", "l"), ("|", "l"), ("]", "l"), ("5", "s"), ("8", "b"), ("¢", "c")),
    *(("rn", "m"), ("cl", "d"), ("vv", "w")),
)
_RARER = 8
_SIGNS = frozenset(".,;:'\"-_~*^`°·•©®\\")  # signs that a scan loses, and that its stains are read as
_FORGIVABLE = re.compile(r"[^\W\d_]|[ .,;:'\"-]")
_NO_LETTER = re.compile(r"[\W_]+")


def misread_characters(
    quote: Needle, passage: Hit, text: FoldedText, lookup: ValueLookup, rules: QuoteRules
) -> int | None:
    """Return how many characters of the passage were misread; ``None`` if that does not explain the differences.

    The rulings limit the number of letters among them. Signs and blanks do not count as letters, and no word may be
    missing.
    """
    shown = (text.text[start:end] for start, end in _past_signs(passage, text.text))
    found = (_explain(quote, one, lookup, rules) for one in shown)
    return next((errors for errors in found if errors is not None), None)


def _past_signs(passage: Hit, text: str) -> Iterator[Hit]:
    """Yield a passage without signs at its ends and, if there were any, widened by a word for each sign."""
    terms = words_of(text, *passage)
    before, after = (sum(1 for _ in takewhile(_is_sign, run)) for run in (terms, reversed(terms)))
    if before == len(terms):
        return
    yield Hit(terms[before].start, terms[-1 - after].end)
    start, end = passage
    for _ in range(before):
        start = text.rfind(" ", 0, max(start - 1, 0)) + 1
    for _ in range(after):
        following = text.find(" ", end + 1)
        end = len(text) if following < 0 else following
    if before or after:
        yield Hit(start, end)


def _explain(quote: Needle, shown: str, lookup: ValueLookup, rules: QuoteRules) -> int | None:
    said = quote.text
    letters = _count_letters(said, shown)
    if letters > rules.ocr_max_errors or letters > rules.ocr_error_rate * len(said):
        return None
    guarded = _guarded(quote)
    for changed, seen in _changes(_without_signs(said), _without_signs(shown)):
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
    return Levenshtein.distance(said, shown)


def _without_signs(text: str) -> list[Term]:
    """Return the terms of a text without meaningless signs; a sign before a figure may be part of it and stays."""
    terms = words_of(text)
    following = [*(term.key for term in terms[1:]), ""]
    return [term for term, after in zip(terms, following, strict=True) if not _is_sign(term) or after[:1].isdigit()]


def _is_sign(term: Term) -> bool:
    return term.key in _SIGNS


def _changes(ours: Sequence[Term], theirs: Sequence[Term]) -> Iterator[tuple[Sequence[Term], Sequence[Term]]]:
    """Yield the runs of terms that differ, with nothing between two runs left out: ``or to`` and ``orto``."""
    codes = Levenshtein.opcodes([term.key for term in ours], [term.key for term in theirs])
    for is_equal, run in groupby(codes, key=lambda code: code.tag == "equal"):
        if not is_equal:
            first, *others = run
            last = others[-1] if others else first
            yield ours[first.src_start : last.src_end], theirs[first.dest_start : last.dest_end]


def _count_letters(said: str, shown: str) -> int:
    """Return how many letters and figures differ, ignoring signs and blanks."""
    return Levenshtein.distance(_NO_LETTER.sub("", said), _NO_LETTER.sub("", shown))


def _in_pairs(ours: Sequence[Term], theirs: Sequence[Term]) -> list[tuple[Sequence[Term], Sequence[Term]]]:
    """Split a run of changed words into pairs of single words if both sides have the same number."""
    if len(ours) != len(theirs):
        return [(ours, theirs)]
    return [((one,), (other,)) for one, other in zip(ours, theirs, strict=True)]


def _guarded(quote: Needle) -> list[Span]:
    """Return the spans of the quote, counted from its start, in which nothing is forgiven: values and names."""
    written = quote.folded
    names = [(written.place_of(name.start), written.place_of(name.end)) for name in find_names(written.original)]
    figures = [(mention.start, mention.end) for mention in find_figures(written, quote.start, quote.end)]
    return [Span(max(start - quote.start, 0), max(end - quote.start, 0)) for start, end in names + figures]


def _is_misread(ours: Sequence[Term], theirs: Sequence[Term], said: str, shown: str, lookup: ValueLookup) -> bool:
    """Return whether the words shown are a misreading of the words said."""
    quoted, given = _as_seen(said), _as_seen(shown)
    if not all(_FORGIVABLE.match(character) for character in quoted + given):
        return False
    if quoted == given:
        return True
    slips = min(_count_letters(said, shown), _count_letters(quoted, given))
    if _change_meaning(ours, theirs) or slips > max(len(said) // 4, 1):
        return False
    used, seen = _least_used(said, lookup), _least_used(shown, lookup)
    return seen <= 1 or (slips <= 1 and seen * _RARER <= used)


def _as_seen(text: str) -> str:
    """Map characters that look alike in a scan to one form, and remove accents that stains may cause."""
    for one, other in _LOOKALIKES:
        text = text.replace(one, other)
    return "".join(one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one))


def _change_meaning(ours: Sequence[Term], theirs: Sequence[Term]) -> bool:
    """Return whether the page clearly shows another word where that changes the meaning.

    Words that are split or joined differently must keep their meaning: ``not able`` is not ``notable``.
    """
    if any(map(_is_weighty, theirs)) or (len(ours) != len(theirs) and any(map(_is_weighty, ours))):
        return True
    return any(is_role(term.key) for term in ours) and any(is_role(term.key) for term in theirs)


def _turns_meaning(ours: Sequence[Term], theirs: Sequence[Term]) -> bool:
    """Return whether the page shows another word of the same set: ``decrease`` for ``increase``."""
    mine, its = ({(one.number, one.line) for one in find_meanings(terms)} for terms in (ours, theirs))
    return any(number == other and line != another for number, line in mine for other, another in its)


def _is_weighty(term: Term) -> bool:
    return term.is_negation or term.is_exception or term.is_operator or term.modality is not None


def _least_used(text: str, lookup: ValueLookup) -> int:
    """Return in how many blocks of the document the rarest word of a text appears."""
    return min((lookup.occurrences(word) for word in WORD.findall(text)), default=0)
