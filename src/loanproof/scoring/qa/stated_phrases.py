"""Finds phrases that a text states: their words in order, not denied and not taken back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from loanproof.scoring.qa.assent import DENIALS
from loanproof.statements import names_month, plain_text
from loanproof.values import TokenKind, Tokens, tokenize

_PERMITTING = frozenset({"may", "can"})
_DOUBLE_DENIAL_REACH = 8  # words around a denial in which a second one cancels it
_SIGNS = frozenset("[]●/~≈≤≥")


@dataclass(frozen=True, slots=True, kw_only=True)
class TextWords:
    """A text prepared for matching phrases.

    Attributes:
        texts: Its words in lower case, with the signs that phrases may contain.
        positions: Where each of them is among the tokens.
        places: Where each different word is among ``texts``.
    """

    text: str
    tokens: Tokens
    texts: tuple[str, ...]
    positions: tuple[int, ...]
    places: Mapping[str, Sequence[int]]


def any_states(known: Sequence[TextWords], phrases: Iterable[str]) -> bool:
    """Return whether one of several texts states one of the phrases."""
    return any(is_stated(words, phrase) for phrase in phrases for words in known)


def is_stated(words: TextWords, phrase: str) -> bool:
    """Return whether a text states a phrase at least once without denying it or taking it back."""
    wanted = words_in(phrase)
    if not wanted or wanted[0] not in words.places:  # a shortcut: most phrases are not in the text
        return False
    end = len(wanted)
    return any(not (is_denied(words, at) or _is_refused(words, at + end)) for at in places_in(words, phrase))


def _is_refused(words: TextWords, end: int) -> bool:
    """Return whether the next word takes back a permission: *a Lender may not*."""
    return words.texts[end - 1] in _PERMITTING and words.texts[end : end + 1] == ("not",)


def is_denied(words: TextWords, at: int) -> bool:
    """Return whether a denial comes before a phrase, or before the *subject to* that introduces it."""
    if words.texts[max(0, at - 2) : at] == ("subject", "to"):
        at -= 2
    if at == 0 or words.texts[at - 1] not in DENIALS:
        return False
    # A second denial nearby cancels it: "need not pay costs that were not reasonably incurred".
    around = (
        *words.texts[max(0, at - _DOUBLE_DENIAL_REACH) : at - 1],
        *words.texts[at : at + _DOUBLE_DENIAL_REACH - 2],
    )
    return DENIALS.isdisjoint(around)


def places_in(words: TextWords, phrase: str) -> Iterator[int]:
    """Yield where a phrase begins among the words of a text; the month of May is no *may*."""
    wanted = words_in(phrase)
    for at in words.places.get(wanted[0], ()) if wanted else ():
        if words.texts[at : at + len(wanted)] == wanted and not names_month(words.tokens, words.positions[at]):
            yield at


@lru_cache(maxsize=1024)
def words_in(phrase: str) -> tuple[str, ...]:
    """Return the words of a phrase."""
    return words_of(plain_text(phrase)).texts


def words_of(text: str) -> TextWords:
    """Return a text prepared for matching phrases."""
    tokens = tokenize(text)
    kept = [at for at, token in enumerate(tokens.items) if token.kind is not TokenKind.SIGN or token.text in _SIGNS]
    texts = tuple(tokens[at].lower for at in kept)
    places: dict[str, list[int]] = {}
    for at, word in enumerate(texts):
        places.setdefault(word, []).append(at)
    return TextWords(text=text, tokens=tokens, texts=texts, positions=tuple(kept), places=places)
