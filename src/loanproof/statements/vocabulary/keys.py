"""The keys of the content words of a stretch, by which two texts are found to be about the same thing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.statements.vocabulary.acts import key_of
from loanproof.statements.vocabulary.role_names import role_at
from loanproof.values import TokenKind, content_words_in

if TYPE_CHECKING:
    from loanproof.values import Tokens


def keys_between(
    tokens: Tokens, start: int, end: int, *, has_figures: bool = False, has_parties: bool = True
) -> frozenset[str]:
    """Return the keys of the content words of a stretch; figures and the words for parties count only if asked for."""
    found: set[str] = set()
    at = start
    while at < end:
        role = None if has_parties else role_at(tokens, at)
        is_kind = tokens[at].kind is TokenKind.WORD or has_figures
        if role is None and is_kind and content_words_in(tokens, at, at + 1):
            found.add(key_of(tokens[at].lower))
        at = at + 1 if role is None else role[1]
    return frozenset(found)
