"""Which folds an exact match needed: the typography of the quote compared with the document's."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING
from unicodedata import normalize

from loanproof.core import Span
from loanproof.documents.quotes.folding import FoldedText, Joint
from loanproof.documents.quotes.result import Fold
from loanproof.values import DASHES, INVISIBLE

if TYPE_CHECKING:
    from loanproof.documents.model import Document
    from loanproof.documents.quotes.exact import Hit, Needle

_KINDS = {
    Fold.LIGATURE: "\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06",
    Fold.FOOTNOTE: "⁰¹²³⁴⁵⁶⁷⁸⁹",
    Fold.QUOTES: "\"'“”„‟«»″‘’‚‛′`´",
    Fold.DASHES: DASHES,
    Fold.INVISIBLE: INVISIBLE,
    Fold.ELLIPSIS: "…",
    Fold.WIDTH: "".join(map(chr, range(0xFF01, 0xFF5F))),
}
_KIND_OF = {character: fold for fold, characters in _KINDS.items() for character in characters}
_MARKED = re.compile(f"[{re.escape(''.join(_KIND_OF))}]")
_GAPS = re.compile(r"\s+")
_NO_LETTERS = re.compile(r"[\W\d_]+")


def folds_used(document: Document, text: FoldedText, hit: Hit, needle: Needle) -> tuple[Fold, ...]:
    """Return the folds without which the needle would not have matched, in the order of :class:`Fold`."""
    span = text.span_of(*hit)
    running = [one for page in document.pages_of(span) for one in page.running if span.contains(one)]
    written, quoted = _without(document.text, span, running), needle.written
    used = set() if written == quoted else _typography(written, quoted)
    if "\f" in span.of(document.text):
        used.add(Fold.PAGE_BREAK)
    if running:
        used.add(Fold.RUNNING_MATTER)
    if _hyphens_differ(text.joints(*hit), needle.folded.joints(needle.start, needle.end)):
        used.add(Fold.HYPHEN)
    if quoted != needle.folded.original.strip():
        used.add(Fold.OUTER_PUNCTUATION)
    return tuple(fold for fold in Fold if fold in used) if used else ()


def _typography(written: str, quoted: str) -> set[Fold]:
    """Return the kinds of characters that the two texts write in different ways."""
    if written.split() == quoted.split():
        return {Fold.SPACES}
    ours, theirs = _characters(quoted), _characters(written)
    used = {kind for kind in ours.keys() | theirs.keys() if ours.get(kind) != theirs.get(kind)}
    return used | {Fold.CASE} if _case_differs(written, quoted) else used


def _characters(text: str) -> dict[Fold, list[str]]:
    """Return the characters of each kind in a text, in order."""
    found: dict[Fold, list[str]] = {Fold.SPACES: _GAPS.findall(text)}
    for character in _MARKED.findall(text):
        found.setdefault(_KIND_OF[character], []).append(character)
    return found


def _without(text: str, span: Span, running: Iterable[Span]) -> str:
    pieces: list[str] = []
    at = span.start
    for one in sorted(running):
        if one.start >= at:
            pieces.append(text[at : one.start])
            at = one.end
    pieces.append(text[at : span.end])
    return "".join(pieces)


def _hyphens_differ(one: dict[int, Joint], other: dict[int, Joint]) -> bool:
    return any(one.get(place, Joint.CLOSED) != other.get(place, Joint.CLOSED) for place in one.keys() | other.keys())


def _case_differs(written: str, quoted: str) -> bool:
    """Return whether letters differ in case. Only letters are compared, so NFKC does no harm here."""
    one, other = (_NO_LETTERS.sub("", normalize("NFKC", text)) for text in (written, quoted))
    return one != other and one.casefold() == other.casefold()
