"""From a question to what is searched for: its words, their synonyms, and the sections where the answer is expected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import CONCEPTS
from loanproof.capabilities.baseline.retrieval.bm25 import Sought
from loanproof.capabilities.baseline.retrieval.words import akin_to, search_words

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Role

_SYNONYM_WEIGHT = 0.5  # of a synonym, relative to the word itself
_MARKET_WEIGHT = 0.5  # of the market's term for a lexicon phrase, relative to a word of the question
_ROLE_WEIGHT = 0.4  # of the role of a section where the lexicon expects the answer
_CONTEXT_WEIGHT = 0.15  # of a word from the other parts of a question
_CONTEXT_WEIGHT_OF_SHORT_PART = 0.4  # the same if the part has at most one word of its own: "and for how long?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What is searched for.

    Attributes:
        words: The words of the question, each with its weight.
        synonyms: For a word of the question, the terms that may replace it, as sets of words.
        phrases: For each lexicon phrase in the question, the terms that agreements use for it.
        roles: The section roles where the lexicon expects the answer, encoded as words of headings.
    """

    words: Mapping[str, float]
    synonyms: Mapping[str, tuple[frozenset[str], ...]] = field(default_factory=dict)
    phrases: tuple[tuple[frozenset[str], ...], ...] = ()
    roles: tuple[str, ...] = ()

    def sought(self) -> Iterator[Sought]:
        """Yield what a unit is scored by: for each word, phrase and role, the alternatives of which the best counts."""
        for word, weight in self.words.items():
            others = ((term, _SYNONYM_WEIGHT * weight) for term in self.synonyms.get(word, ()))
            yield Sought(terms=((frozenset({word}), weight), *others))
        for terms in self.phrases:
            yield Sought(terms=tuple((term, _MARKET_WEIGHT) for term in terms))
        yield Sought(terms=tuple((frozenset({role}), _ROLE_WEIGHT) for role in self.roles))


def query_of(text: str, around: str = "") -> Query:
    """Return what to search for.

    Args:
        text: What is asked.
        around: The whole question, if the text is only a part of it; its other words count less.
    """
    asked = search_words(text)
    words = dict.fromkeys(asked, 1.0)
    beside = _CONTEXT_WEIGHT if len(words) > 1 else _CONTEXT_WEIGHT_OF_SHORT_PART
    for word in search_words(around):
        words.setdefault(word, beside)
    synonyms = {word: _SYNONYMS[word] for word in words if word in _SYNONYMS}
    terms = tuple(_terms_in(asked))
    for term in terms:
        for word in () if term.is_market else term.asked.split():
            synonyms[word] = tuple(dict.fromkeys((*synonyms.get(word, ()), *term.market)))
    return Query(
        words=words,
        synonyms=synonyms,
        phrases=tuple(dict.fromkeys(one.market for one in terms)),
        roles=tuple(dict.fromkeys(role for one in terms for role in one.roles)),
    )


def role_word(role: Role) -> str:
    """Return a section role as a heading word that cannot occur in a text."""
    return f"§{role}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Term:
    """A phrase of the lexicon, the terms that agreements use for the same thing, and where they use them.

    A market term keeps its own meaning: a ticking fee is not a facility fee, although both are searched for together.
    """

    asked: str
    market: tuple[frozenset[str], ...]
    roles: tuple[str, ...]
    is_market: bool


def _terms_in(words: Sequence[str]) -> Iterator[_Term]:
    """Yield the lexicon terms whose words appear, in order and adjacent, in a list of words."""
    spaced = f" {' '.join(words)} "
    return (one for one in _TERMS if one.asked in spaced)


def _terms() -> Iterator[_Term]:
    """Yield every phrase of the concept lexicon, in people's words and in the market's."""
    for concept in CONCEPTS:
        market, roles = _word_sets(concept.market), tuple(sorted(map(role_word, concept.roles)))
        for phrases, is_market in ((concept.asked, False), (concept.market, True)):
            for words, written in ((search_words(phrase), phrase.split()) for phrase in phrases):
                if words and (len(words) > 1 or len(written) == 1):  # "all lenders" must not be reduced to "lenders"
                    yield _Term(asked=f" {' '.join(words)} ", market=market, roles=roles, is_market=is_market)


def _word_sets(phrases: Sequence[str]) -> tuple[frozenset[str], ...]:
    """Return the distinct sets of search words of some phrases."""
    found = dict.fromkeys(frozenset(search_words(phrase)) for phrase in phrases)
    return tuple(one for one in found if one)


_TERMS = tuple(_terms())
_SYNONYMS = akin_to()
