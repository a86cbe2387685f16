"""Finds denials in an answer that no source supports: the sources with the same words do not deny anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.statements.vocabulary.keys import keys_between
from loanproof.statements.vocabulary.negations import DENYING
from loanproof.values import COMPARING_WORDS, TokenKind

if TYPE_CHECKING:
    from loanproof.statements.texts.text import StatedText

_EXCEPTING = frozenset({"unless", "except", "without", "only"})
_COMPARED = COMPARING_WORDS | {"later", "earlier", "longer", "shorter", "exceed"}
_MARKS = frozenset(",;:()")
_MIN_SHARED_WORDS = 2  # content words that a source must share with a clause


def denials_alone(answer: StatedText, sources: Sequence[StatedText]) -> Iterator[str]:
    """Yield the word that denies something in each clause of an answer for which no source with its words has a denial.

    A comparison (``no less than``) is not a denial, and neither is the ``No,`` that answers a question.
    """
    denying = [keys_between(text.tokens, 0, len(text.tokens)) for text in sources if any(True for _ in _denials(text))]
    for at in _denials(answer):
        keys = keys_between(answer.tokens, *answer.between_marks(at, at, _MARKS))
        if len(keys) >= _MIN_SHARED_WORDS and not any(len(keys & known) >= _MIN_SHARED_WORDS for known in denying):
            yield answer.tokens[at].lower


def _denials(text: StatedText) -> Iterator[int]:
    tokens = text.tokens
    for at, token in enumerate(tokens.items):
        following = tokens[at + 1]
        denies = token.lower in DENYING and following.kind is TokenKind.WORD and following.lower not in _COMPARED
        if denies or token.lower in _EXCEPTING:
            yield at
