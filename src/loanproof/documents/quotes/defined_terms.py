"""The terms that a document defines, and which of them mean the same thing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from loanproof.documents.quotes.folding import FoldedText
from loanproof.documents.quotes.names import find_names, name_key, singular
from loanproof.documents.quotes.written_forms import spelling

_QUOTED = re.compile(r'"([^"\n]{2,60})"')
_BETWEEN = re.compile(r",? ?or (?:the |an? )?")
_DEFINING = re.compile(r"\)|,? (?:shall |will )?(?:means?|has|is)\b")
_INTRODUCED = re.compile(
    r"[,;]? ?\((?:hereinafter |together,? |collectively,? |each,? |the |an? |in such capacity,? )*$"
)
_REACH = 240  # characters before a bracket in which to look for the name it defines
_LEADING = re.compile(r"^(?:the|a|an|each|any|such|every) ")


class DefinedTerms:
    """The terms in quotation marks in one document, and the names before them."""

    def __init__(self, text: FoldedText) -> None:
        self._group: dict[str, str] = {}
        for one, other in _pairs(text):
            self._join(one, other)

    def holds(self, term: str) -> bool:
        """Return whether the document defines a term."""
        return term_key(term) in self._group

    def are_one(self, one: str, other: str) -> bool:
        """Return whether two terms or names are the same, or aliases from one definition."""
        mine, its = term_key(one), term_key(other)
        return mine == its or (mine in self._group and self._root(mine) == self._root(its))

    def _join(self, one: str, other: str) -> None:
        mine, its = self._root(one), self._root(other)
        self._group.setdefault(mine, mine)
        self._group[its] = mine

    def _root(self, key: str) -> str:
        while self._group.get(key, key) != key:
            self._group[key] = self._group.get(self._group[key], self._group[key])
            key = self._group[key]
        return key


def term_key(term: str) -> str:
    """Return a term for comparison: folded, without article, in the singular, with one spelling of -ise and -ize."""
    words = _LEADING.sub("", name_key(term).strip("\"' ")).split()
    return spelling(" ".join(map(singular, words))).replace("z", "s")  # Companies before Company becomes Co


def _pairs(text: FoldedText) -> Iterator[tuple[str, str]]:
    """Yield each term with itself, with the term right before it, and with the name that its bracket explains."""
    before: re.Match[str] | None = None
    for match in _QUOTED.finditer(text.text):
        term = term_key(match[1])
        yield term, term
        if before is not None and _BETWEEN.fullmatch(text.text, before.end(), match.start()):
            if _DEFINING.match(text.text, match.end()):
                yield term_key(before[1]), term
        else:
            name = _name_before(text, match.start())
            if name:
                yield name, term
        before = match


def _name_before(text: FoldedText, at: int) -> str:
    """Return the name that a term in brackets refers to: ``Acme Limited, a company of Jersey (the "Borrower")``."""
    opening = _INTRODUCED.search(text.text[max(at - 60, 0) : at])
    if opening is None:
        return ""
    end = max(at - 60, 0) + opening.start()
    start = max(end - _REACH, 0, *(text.text.rfind(sign, max(end - _REACH, 0), end) + 1 for sign in ";)"))
    span = text.span_of(start, end)
    names = [name.of(span.of(text.original)) for name in find_names(span.of(text.original))]
    return term_key(" ".join(names[0].split())) if len(names) == 1 else ""
