"""The words of a quote as terms, each with its role in the sentence.

A term is a word, a figure or a sign of folded text, or a phrase with one meaning: ``not more than`` is an operator
rather than a negation, and ``other than`` is an exception. Two phrases with one meaning have one key.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from loanproof.documents.quotes.index import WORD
from loanproof.values import COMPARISONS, EVERYDAY_COMPARISONS, STOP_WORDS_IN_QUOTES, Operator

_NEGATIONS = frozenset("not no nor neither never none nothing cannot without".split())
_MODALS = {
    **dict.fromkeys(("shall", "must", "will"), "obligation"),
    **dict.fromkeys(("may", "can", "might", "could"), "permission"),
    **dict.fromkeys(("should", "would", "ought"), "advice"),
}
_EXCEPTIONS = ("except", "unless", "other than", "save", "subject to", "provided that", "only if", "excluding")
# Adjacent letters and digits are one term: "5bn" is not "5", and "A1" is not "A".
_TOKEN = re.compile(r"[^\W_]+(?:(?<=[0-9])[.,'_](?=[0-9])[^\W_]+)*|[^\w\s]|_")
_SIGNS = {Operator.AT_MOST: "≤", Operator.BELOW: "<", Operator.AT_LEAST: "≥", Operator.ABOVE: ">"}
_OPERATORS = frozenset(_SIGNS.values())
_SIGN_OF = {
    tuple(_TOKEN.findall(phrase)): sign
    for operator, sign in _SIGNS.items()
    for phrase in COMPARISONS[operator]
    if phrase not in EVERYDAY_COMPARISONS
}
_PHRASES: dict[str, list[tuple[str, ...]]] = {}
for _phrase in sorted((*_SIGN_OF, *(tuple(phrase.split()) for phrase in _EXCEPTIONS)), key=len, reverse=True):
    _PHRASES.setdefault(_phrase[0], []).append(_phrase)


class Term(NamedTuple):
    """One term: what it means, and its place in the folded text."""

    key: str
    start: int
    end: int

    @property
    def is_operator(self) -> bool:
        """Whether the term compares: ``at least``, ``not exceed``."""
        return self.key in _OPERATORS

    @property
    def is_negation(self) -> bool:
        """Whether the term is a negation."""
        return self.key in _NEGATIONS

    @property
    def is_exception(self) -> bool:
        """Whether the term makes an exception."""
        return self.key in _EXCEPTIONS

    @property
    def modality(self) -> str | None:
        """The kind of modal verb, if the term is one; ``shall`` and ``must`` are the same kind."""
        return _MODALS.get(self.key)

    @property
    def is_word(self) -> bool:
        """Whether the term is a word, phrase or figure rather than a sign."""
        return self.key[0].isalnum() or self.is_operator


def terms_of(text: str, start: int = 0, end: int | None = None) -> list[Term]:
    """Return the terms of a span of folded text, with each phrase as one term."""
    return joined(words_of(text, start, end))


def joined(words: Sequence[Term]) -> list[Term]:
    """Return words with those of a phrase joined into one term."""
    terms: list[Term] = []
    at = 0
    while at < len(words):
        word = words[at]
        length = _phrase_length(words, at) if word.key in _PHRASES else 0
        if length:
            phrase = tuple(part.key for part in words[at : at + length])
            word = Term(_SIGN_OF.get(phrase) or " ".join(phrase), word.start, words[at + length - 1].end)
        terms.append(word)
        at += length or 1
    return terms


def words_of(text: str, start: int = 0, end: int | None = None) -> list[Term]:
    """Return the words, figures and signs of a span of folded text, without joining phrases."""
    end = len(text) if end is None else end
    return [Term(match[0], match.start(), match.end()) for match in _TOKEN.finditer(text, start, end)]


def content_words(text: str) -> tuple[str, ...]:
    """Return the content words and figures of a folded text, each once; all words if there are none."""
    words = dict.fromkeys(WORD.findall(text))
    return tuple(word for word in words if word not in STOP_WORDS_IN_QUOTES) or tuple(words)


def negation_count(terms: Sequence[Term]) -> int:
    """Count negations; those inside an operator are part of its meaning and do not count."""
    return sum(term.is_negation for term in terms)


def exceptions_and_negations(text: str) -> tuple[str, ...]:
    """Return the negations and exceptions in a span of folded text, as written; a quote must not skip them."""
    return tuple(
        text[term.start : term.end]
        for term in terms_of(text)
        if term.is_negation or term.is_exception or (term.is_operator and text[term.start : term.start + 2] == "no")
    )


def _phrase_length(words: Sequence[Term], at: int) -> int:
    for phrase in _PHRASES[words[at].key]:
        if tuple(word.key for word in words[at : at + len(phrase)]) == phrase:
            return len(phrase)
    return 0
