"""Finds conditions that an answer calls irrelevant although its source depends on them: ``refinanced or not``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.statements.acts import key_of
from loanproof.statements.comparison import Contradiction
from loanproof.values import TokenKind, content_words_in

if TYPE_CHECKING:
    from loanproof.statements.text import StatedText

_INDIFFERENT = frozenset({"whether", "regardless", "irrespective", "notwithstanding"})


def said_not_to_matter(answer: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield a contradiction for the first word of a source that the answer follows with ``or not``.

    Nothing is yielded if a quote itself says ``whether``, ``regardless`` or a similar word.
    """
    if any(_INDIFFERENT & quote.tokens.places.keys() for quote in quotes):
        return
    for at in answer.tokens.places.get("not", ()):
        if not answer.tokens.words(at - 1, "or", "not") or answer.tokens[at - 2].kind is not TokenKind.WORD:
            continue
        word = answer.tokens[at - 2]
        if answer.tokens[at + 1].kind is not TokenKind.SIGN or not content_words_in(answer.tokens, at - 2, at - 1):
            continue
        for quote in quotes:
            alike = [token.text for token in quote.tokens.items if key_of(token.lower) == key_of(word.lower)]
            if alike:
                yield Contradiction(Reason.DIFFERENT, alike[0], answer.tokens.text(at - 2, at + 1))
                return
