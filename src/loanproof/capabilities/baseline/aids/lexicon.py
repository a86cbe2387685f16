"""The lexicon of market concepts: what people call something, what agreements call it, and where it is found.

A person's question rarely uses the words of the agreement: a question when the loan must be paid back asks for the
maturity date. The lexicon is data; nothing in it names a party, a document or a figure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from loanproof.capabilities.baseline.aids.roles import Role
from loanproof.core import Words, WordTable, load_words

_WORD = re.compile(r"[a-z0-9]+")


class _Concept(WordTable):
    """One concept as the word table writes it."""

    asked: Words
    market: Words
    headings: Words = ()


class _Lexicon(WordTable):
    """All concepts by name."""

    concepts: dict[str, _Concept]


@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """One market concept.

    Attributes:
        name: Its name in the lexicon.
        asked: Words that questions use.
        market: Words that agreements use: defined terms and phrases of clauses.
        roles: The roles of the sections in which it is found.
    """

    name: str
    asked: tuple[str, ...]
    market: tuple[str, ...]
    roles: frozenset[Role]


def _load() -> tuple[Concept, ...]:
    """Return the concepts of the word table."""
    table = load_words(__package__, "concepts", _Lexicon).concepts
    return tuple(
        Concept(name=name, asked=one.asked, market=one.market, roles=frozenset(map(Role, one.headings)))
        for name, one in table.items()
    )


CONCEPTS = _load()
"""Every concept of the lexicon."""


def concepts_in(question: str) -> tuple[Concept, ...]:
    """Return the concepts that a question asks about; the one with the longest matching phrase comes first."""
    words = f" {' '.join(_WORD.findall(question.lower()))} "
    found = ((_longest(words, concept), concept) for concept in CONCEPTS)
    return tuple(concept for size, concept in sorted(found, key=lambda pair: -pair[0]) if size)


def _longest(words: str, concept: Concept) -> int:
    """Return the length of the longest phrase of a concept that the words contain; 0 if there is none."""
    return max((len(one) for one in (*concept.asked, *concept.market) if _holds(words, one)), default=0)


def _holds(words: str, phrase: str) -> bool:
    return f" {' '.join(_WORD.findall(phrase.lower()))} " in words
