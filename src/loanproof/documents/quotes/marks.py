"""Marks that a quoter adds to a quote: ellipses, insertions in square brackets, list markers."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from loanproof.documents.quotes.exact import Hit, Needle, find_exact
from loanproof.documents.quotes.folding import FoldedText, fold_text
from loanproof.documents.quotes.index import BlockIndex
from loanproof.documents.quotes.result import QuoteRules

_ELISION = re.compile(r"[\[(] ?\.(?: ?\.){2,5} ?[\])]|\.(?: ?\.){2,5}")
_INSERTION = re.compile(r"\[[^\[\]]{1,200}\]")
_MARKER = re.compile(r"(?:\([a-z0-9]{1,5}\)|[a-z0-9]{1,4}\)|[0-9]{1,3}\.|[•·▪◦‣*-])(?= )")
_MARKER_BEFORE = re.compile(
    r"(?:^|[\n\f])[^\S\n\f]*(?P<marker>\([A-Za-z0-9]{1,5}\)|[A-Za-z0-9]{1,4}[.)]|[•·▪◦‣*-])?\s*$"
)


def split_at_elisions(needle: Needle) -> list[Needle]:
    """Return the fragments of a quote between its marks of elision; one fragment if it has none."""
    fragments: list[Needle] = []
    at = needle.start
    for match in _ELISION.finditer(needle.folded.text, needle.start, needle.end):
        fragments.append(needle.part(at, match.start()))
        at = match.end()
    fragments.append(needle.part(at, needle.end))
    return [fragment for fragment in fragments if fragment.end > fragment.start]


def without_insertions(needle: Needle) -> tuple[Needle, tuple[str, ...]] | None:
    """Return a quote without its square brackets, and their contents; ``None`` if it has none."""
    written = needle.written
    insertions = tuple(match[0][1:-1].strip() for match in _INSERTION.finditer(written))
    if not insertions:
        return None
    rest = fold_text(_INSERTION.sub(" ", written))
    return Needle(rest, 0, len(rest.text)).part(0, len(rest.text)), insertions


def find_without_marker(text: FoldedText, needle: Needle, index: BlockIndex) -> tuple[Needle, list[Hit]]:
    """Return a quote without the list marker at its start, ``(a)``, and where it then appears.

    The place must begin a line, and another marker must not be there.
    """
    marker = _MARKER.match(needle.folded.text, needle.start, needle.end)
    if marker is None:
        return needle, []
    rest = needle.part(marker.end(), needle.end)
    return rest, [hit for hit in find_exact(text, rest, index) if _begins_line(text, hit, marker[0])]


def is_fragment_long_enough(fragment: Needle, rules: QuoteRules) -> bool:
    """Return whether a fragment is long enough to be recognised on its own."""
    text = fragment.text
    return len(text.split()) >= rules.elision_min_words or len(text) >= rules.elision_min_characters


def in_order(hits_of_fragments: Sequence[Sequence[Hit]]) -> list[Hit] | None:
    """Choose one hit for each fragment, in order, in the shortest span; ``None`` if that is impossible."""
    best: list[Hit] | None = None
    for first in hits_of_fragments[0]:
        chain = [first]
        for hits in hits_of_fragments[1:]:
            following = bisect_left(hits, chain[-1].end, key=lambda hit: hit.start)
            if following == len(hits):
                return best
            chain.append(hits[following])
        if best is None or chain[-1].end - chain[0].start < best[-1].end - best[0].start:
            best = chain
    return best


def _begins_line(text: FoldedText, hit: Hit, marker: str) -> bool:
    offset = text.origin(hit.start)
    before = _MARKER_BEFORE.search(text.original[max(offset - 40, 0) : offset])
    return before is not None and before["marker"] in (None, marker)
