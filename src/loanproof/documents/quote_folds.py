"""Which folds a word-for-word match needed: the typography of the quote against that of the document."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from loanproof.core import Span
from loanproof.documents.quote_folding import FoldedText, Joint
from loanproof.documents.quote_result import Fold
from loanproof.values.folding import fold_characters

if TYPE_CHECKING:
    from loanproof.documents.model import Document
    from loanproof.documents.quote_exact import Hit, Needle

_CHARACTERS = {
    Fold.LIGATURE: re.compile("[\ufb00-\ufb06]"),
    Fold.QUOTES: re.compile("[\"'“”„‟«»″‘’‚‛′`´]"),
    Fold.DASHES: re.compile("[\u2010-\u2015\u2212\ufe63\uff0d]"),
    Fold.INVISIBLE: re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]"),
    Fold.FOOTNOTE: re.compile("(?<=[0-9.,;:)\\]\"'”’%])[⁰¹²³⁴-⁹]+"),
    Fold.ELLIPSIS: re.compile("…"),
    Fold.WIDTH: re.compile("[\uff01-\uff5e]"),
    Fold.SPACES: re.compile(r"\s+"),
}
_ASCII_CHARACTERS = {fold: _CHARACTERS[fold] for fold in (Fold.QUOTES, Fold.SPACES)}
_LETTERS = re.compile(r"[^\W\d_]")


def folds_used(document: Document, text: FoldedText, hit: Hit, needle: Needle) -> tuple[Fold, ...]:
    """Return the folds without which the needle would not have matched, in the order of :class:`Fold`."""
    span = text.span_of(*hit)
    written, quoted = _without_running(document, span), needle.written
    used = set() if written == quoted else _typography(written, quoted)
    if "\f" in span.of(document.text):
        used.add(Fold.PAGE_BREAK)
    if any(span.contains(running) for running in _running(document, span)):
        used.add(Fold.RUNNING_MATTER)
    if _hyphens_differ(text.joints(*hit), needle.folded.joints(needle.start, needle.end)):
        used.add(Fold.HYPHEN)
    if needle.written != needle.folded.original.strip():
        used.add(Fold.OUTER_PUNCTUATION)
    return tuple(fold for fold in Fold if fold in used)


def _typography(written: str, quoted: str) -> set[Fold]:
    """Return the kinds of characters that the two texts write in different ways."""
    if written.split() == quoted.split():
        return {Fold.SPACES}
    plain = written.isascii() and quoted.isascii()
    patterns = _ASCII_CHARACTERS if plain else _CHARACTERS
    used = {fold for fold, pattern in patterns.items() if pattern.findall(written) != pattern.findall(quoted)}
    return used | {Fold.CASE} if _case_differs(written, quoted) else used


def _running(document: Document, span: Span) -> Iterable[Span]:
    return (running for page in document.pages_of(span) for running in page.running)


def _without_running(document: Document, span: Span) -> str:
    pieces: list[str] = []
    at = span.start
    for running in sorted(_running(document, span)):  # a quote of a header keeps the header
        if span.contains(running) and running.start >= at:
            pieces.append(document.text[at : running.start])
            at = running.end
    pieces.append(document.text[at : span.end])
    return "".join(pieces)


def _hyphens_differ(one: dict[int, Joint], other: dict[int, Joint]) -> bool:
    return any(one.get(place, Joint.CLOSED) != other.get(place, Joint.CLOSED) for place in one.keys() | other.keys())


def _case_differs(written: str, quoted: str) -> bool:
    """Tell whether letters differ in case; ligatures and other folded letters are compared as they are spelt out."""
    one, other = ("".join(_LETTERS.findall(fold_characters(text).text)) for text in (written, quoted))
    return one != other and one.casefold() == other.casefold()
