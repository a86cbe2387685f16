"""Quotes with words in square brackets: text that the quoter added to an otherwise true passage."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from loanproof.documents.quotes.exact import Needle
from loanproof.documents.quotes.folding import fold_text
from loanproof.documents.quotes.haystack import Finding, Haystack
from loanproof.documents.quotes.marks import without_insertions
from loanproof.documents.quotes.names import find_names
from loanproof.documents.quotes.places import Cited
from loanproof.documents.quotes.result import Difference, QuoteVerdict, TokenClass
from loanproof.documents.quotes.terms import terms_of


def find_without_insertions(haystack: Haystack, needle: Needle, cited: Cited) -> Finding | None:
    """Return a quote that appears word for word once its insertions are left out; ``None`` if it does not.

    It is a paraphrase, since text was added. It is altered if the added text contains a negation, exception or
    permission, or a value or name that does not appear in the document.
    """
    stripped = without_insertions(needle)
    if stripped is None:
        return None
    rest, insertions = stripped
    hits = haystack.places.order(haystack.text, haystack.find_exact(rest), cited)
    if not hits:
        return None
    differences = tuple(difference for insertion in insertions for difference in _weigh(haystack, insertion))
    is_material = any(one.is_forged or one.token_class in _MEANING for one in differences)
    verdict = QuoteVerdict.ALTERED if is_material else QuoteVerdict.PARAPHRASE
    return replace(haystack.found_at(verdict, haystack.text, hits), differences=differences)


_MEANING = frozenset({TokenClass.NEGATION, TokenClass.EXCEPTION, TokenClass.MODAL})


def _weigh(haystack: Haystack, insertion: str) -> Iterator[Difference]:
    folded = fold_text(insertion)
    classes = set()
    for term in terms_of(folded.text):
        if term.is_negation or (term.is_operator and folded.text.startswith("no", term.start)):
            classes.add(TokenClass.NEGATION)
        elif term.is_exception:
            classes.add(TokenClass.EXCEPTION)
        elif term.modality is not None:
            classes.add(TokenClass.MODAL)
    for token_class in sorted(classes):
        yield Difference(expected="", found=insertion, token_class=token_class)
    values = False
    for mention in haystack.lookup.find_values(folded, 0, len(folded.text)):
        if not mention.is_in_figures:
            continue
        values = True
        written = folded.span_of(mention.start, mention.end).of(insertion)
        stands = haystack.lookup.holds_value(mention)
        yield Difference(expected="", found=written, token_class=mention.token_class, appears_elsewhere=stands)
    for span in find_names(insertion):
        values = True
        stands = haystack.lookup.holds_wording(span.of(insertion))
        yield Difference(expected="", found=span.of(insertion), token_class=TokenClass.PARTY, appears_elsewhere=stands)
    if not classes and not values:
        yield Difference(expected="", found=insertion, token_class=TokenClass.OTHER)
