"""From a question to what is searched for: its words, what may stand for them, and where the thing is expected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import CONCEPTS
from loanproof.capabilities.baseline.retrieval.bm25 import Sought
from loanproof.capabilities.baseline.retrieval.words import akin_to, search_words

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Role

_AKIN = 0.5  # what a term that stands for a word counts beside that word itself
_MARKET = 0.5  # what the market's term for a phrase of the lexicon counts beside a word of the question
_ROLE = 0.4  # the same of the role of a section in which the lexicon expects the thing
_BESIDE = 0.15  # what a word of the other parts of a question counts
_BESIDE_FEW = 0.4  # the same where the part itself has hardly a word: "and for how long?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What is searched for.

    Attributes:
        words: The words that were asked, each with its weight.
        synonyms: For a word that was asked, the terms that may stand for it, as sets of words.
        phrases: For each phrase of the lexicon that was asked, what agreements say for it.
        roles: The roles of the sections in which the lexicon expects what was asked, as words of headings.
    """

    words: Mapping[str, float]
    synonyms: Mapping[str, tuple[frozenset[str], ...]] = field(default_factory=dict)
    phrases: tuple[tuple[frozenset[str], ...], ...] = ()
    roles: tuple[str, ...] = ()

    def sought(self) -> Iterator[Sought]:
        """Yield what a unit is weighed by: of each word, phrase and role the best that it has of what stands for it."""
        for word, weight in self.words.items():
            others = ((term, _AKIN * weight) for term in self.synonyms.get(word, ()))
            yield Sought(terms=((frozenset({word}), weight), *others))
        for terms in self.phrases:
            yield Sought(terms=tuple((term, _MARKET) for term in terms))
        yield Sought(terms=tuple((frozenset({role}), _ROLE) for role in self.roles))


def query_of(text: str, around: str = "") -> Query:
    """Return what to search for.

    Args:
        text: What is asked.
        around: The whole question, of which it may be a part: its other words count less.
    """
    asked = search_words(text)
    words = dict.fromkeys(asked, 1.0)
    beside = _BESIDE if len(words) > 1 else _BESIDE_FEW
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
    """Return the role of a section as a word of its headings that no text has."""
    return f"§{role}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Term:
    """A phrase of the lexicon, what agreements call the same, and where they say it.

    A term of the market stands for itself: a ticking fee is not a facility fee, though both are looked for together.
    """

    asked: str
    market: tuple[frozenset[str], ...]
    roles: tuple[str, ...]
    is_market: bool


def _terms_in(words: Sequence[str]) -> Iterator[_Term]:
    """Yield the terms of the lexicon whose words follow one after the other among words."""
    spaced = f" {' '.join(words)} "
    return (one for one in _TERMS if one.asked in spaced)


def _terms() -> Iterator[_Term]:
    for concept in CONCEPTS:
        market, roles = _sets(concept.market), tuple(sorted(map(role_word, concept.roles)))
        for phrases, is_market in ((concept.asked, False), (concept.market, True)):
            for words, written in ((search_words(phrase), phrase.split()) for phrase in phrases):
                if words and (len(words) > 1 or len(written) == 1):  # "all lenders" is not "lenders"
                    yield _Term(asked=f" {' '.join(words)} ", market=market, roles=roles, is_market=is_market)


def _sets(phrases: Sequence[str]) -> tuple[frozenset[str], ...]:
    found = dict.fromkeys(frozenset(search_words(phrase)) for phrase in phrases)
    return tuple(one for one in found if one)


_TERMS = tuple(_terms())
_SYNONYMS = akin_to()
