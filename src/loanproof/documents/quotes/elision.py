"""Quotes with ``...``: each fragment is searched for alone, and the rules decide whether the whole is verbatim."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from loanproof.documents.quotes.exact import Hit, Needle
from loanproof.documents.quotes.folds import folds_used
from loanproof.documents.quotes.haystack import Finding, Haystack
from loanproof.documents.quotes.index import WORD
from loanproof.documents.quotes.marks import in_order, is_fragment_long_enough
from loanproof.documents.quotes.places import Cited
from loanproof.documents.quotes.result import Difference, Fold, QuoteRules, QuoteVerdict, TokenClass
from loanproof.documents.quotes.splice import spliced
from loanproof.documents.quotes.values import find_figures

_GRAVITY = (
    QuoteVerdict.VERBATIM,
    QuoteVerdict.PARAPHRASE,
    QuoteVerdict.ALTERED,
    QuoteVerdict.SPLICED,
    QuoteVerdict.PARTIAL,
)


def find_fragments(
    haystack: Haystack,
    fragments: Sequence[Needle],
    cited: Cited,
    rules: QuoteRules,
    search: Callable[[Needle], Finding | None],
) -> Finding | None:
    """Return the verdict on a quote in fragments; ``None`` if too little of it is found.

    If all fragments appear word for word, the quote is verbatim within the rules of elision; a splice if they are out
    of order, too far apart or skip a negation or exception; otherwise a paraphrase. If not, the worst fragment decides.
    """
    hits = [_places_of(haystack, fragment, rules) for fragment in fragments]
    if all(hits):
        return _exact(haystack, fragments, hits, cited, rules)
    findings = [search(fragment) for fragment in fragments]
    return combined(haystack, fragments, findings, rules)


def _places_of(haystack: Haystack, fragment: Needle, rules: QuoteRules) -> list[Hit]:
    found = list(haystack.find_exact(fragment))
    return found or (haystack.written_forms.find(fragment) if rules.written_forms else found)


def combined(
    haystack: Haystack, fragments: Sequence[Needle], findings: Sequence[Finding | None], rules: QuoteRules
) -> Finding | None:
    """Return the verdict on a quote from the findings on its fragments; the worst decides."""
    pairs = list(zip(fragments, findings, strict=True))
    lost = [fragment for fragment, finding in pairs if finding is None]
    found = [finding for finding in findings if finding is not None]
    words, lost_words = (sum(len(WORD.findall(one.text)) for one in group) for group in (fragments, lost))
    if not found or words - lost_words < rules.containment * words:
        return None
    gravest = max((finding.verdict for finding in found), key=_GRAVITY.index)
    return Finding(
        verdict=QuoteVerdict.PARTIAL if lost else gravest,
        spans=tuple(span for finding in found for span in finding.spans),
        differences=tuple(
            difference
            for fragment, finding in pairs
            for difference in (_all_lost(haystack, fragment) if finding is None else finding.differences)
        ),
        skipped=tuple(word for finding in found for word in finding.skipped),
        ocr_errors=sum(finding.ocr_errors for finding in found),
    )


def _exact(
    haystack: Haystack, fragments: Sequence[Needle], hits: Sequence[Sequence[Hit]], cited: Cited, rules: QuoteRules
) -> Finding:
    text = haystack.text
    near = haystack.places.around_cited_page(text, cited, neighbours=1)
    inside = [[hit for hit in group if near and near.start <= hit.start < near.end] for group in hits]
    chain = (in_order(inside) if all(inside) else None) or in_order(hits)
    if chain is None:
        return spliced(text, [group[0] for group in hits], rules)
    found = spliced(text, chain, rules)
    left_out = sum(other.start - one.end for one, other in pairwise(chain))
    if found.skipped or not _may_leave_out(haystack, chain, left_out, rules):
        return found
    allowed = len(fragments) <= rules.elision_max_fragments
    allowed = allowed and all(is_fragment_long_enough(fragment, rules) for fragment in fragments)
    used = {fold for hit, fragment in zip(chain, fragments, strict=True) for fold in _folds(haystack, hit, fragment)}
    return Finding(
        verdict=QuoteVerdict.VERBATIM if allowed else QuoteVerdict.PARAPHRASE,
        spans=found.spans,
        folds=tuple(fold for fold in Fold if fold in used | {Fold.ELISION}),
    )


def _may_leave_out(haystack: Haystack, chain: Sequence[Hit], left_out: int, rules: QuoteRules) -> bool:
    """Return whether this much text may be left out; a longer span only inside one clause and without a value."""
    if left_out <= rules.elision_max_gap:
        return True
    spans = [haystack.text.span_of(*hit) for hit in chain]
    if left_out > rules.elision_max_gap_in_clause or not haystack.places.are_in_one_clause(spans):
        return False
    gaps = ((one.end, other.start) for one, other in pairwise(chain))
    return not any(
        mention.is_in_figures for gap in gaps for mention in haystack.lookup.find_values(haystack.text, *gap)
    )


def _folds(haystack: Haystack, hit: Hit, fragment: Needle) -> set[Fold]:
    used = folds_used(haystack.document, haystack.text, hit, fragment)
    return set(used) - {Fold.OUTER_PUNCTUATION}


def _all_lost(haystack: Haystack, fragment: Needle) -> list[Difference]:
    """Return the values of a fragment without counterpart, and the fragment itself."""
    values = [
        Difference(
            expected="",
            found=mention.text,
            token_class=mention.token_class,
            appears_elsewhere=haystack.lookup.holds_value(mention),
        )
        for mention in find_figures(fragment.folded, fragment.start, fragment.end, haystack.lookup.context)
    ]
    return [*values, Difference(expected="", found=fragment.written, token_class=TokenClass.OTHER)]
