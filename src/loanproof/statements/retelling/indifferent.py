"""Finds conditions that an answer calls irrelevant although its source depends on them: ``refinanced or not``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.parts.terms import base_named
from loanproof.statements.reading import read_statements
from loanproof.statements.retelling.opposites import CLASSES
from loanproof.statements.vocabulary.acts import key_of
from loanproof.values import TokenKind, content_words_in

if TYPE_CHECKING:
    from loanproof.statements.texts.text import StatedText
    from loanproof.values import Tokens

_INDIFFERENT = frozenset({"whether", "regardless", "irrespective", "notwithstanding"})
_SETTING_ASIDE = ("regardless", "irrespective", "independent", "independently")
_BASE_REACH = 4  # tokens after such a word that may name a base
_JOINTS = frozenset({"and", "or", "/"})
_CONTRARY_PREFIXES = ("un", "non", "in", "dis")


def said_not_to_matter(answer: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield a contradiction for the first word of a source that the answer follows with ``or not``.

    Nothing is yielded if a quote itself says ``whether``, ``regardless`` or a similar word, or names the word together
    with its contrary: ``drawn or undrawn``.
    """
    if any(_INDIFFERENT & quote.tokens.places.keys() for quote in quotes):
        return
    yield from _bases_said_not_to_matter(answer, quotes)
    for at in answer.tokens.places.get("not", ()):
        if not answer.tokens.words(at - 1, "or", "not") or answer.tokens[at - 2].kind is not TokenKind.WORD:
            continue
        word = answer.tokens[at - 2]
        if answer.tokens[at + 1].kind is not TokenKind.SIGN or not content_words_in(answer.tokens, at - 2, at - 1):
            continue
        alike = [
            (quote.tokens, one)
            for quote in quotes
            for one, token in enumerate(quote.tokens.items)
            if key_of(token.lower) == key_of(word.lower)
        ]
        if alike and not any(_is_named_with_contrary(tokens, one) for tokens, one in alike):
            tokens, one = alike[0]
            yield Contradiction(Reason.DIFFERENT, tokens[one].text, answer.tokens.text(at - 2, at + 1))
            return


def _bases_said_not_to_matter(answer: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield a contradiction for the base of a share that an answer sets aside: ``irrespective of the Margin``."""
    bases = [one.of for quote in quotes for one in read_statements(quote) if one.of is not None]
    for at in (at for word in _SETTING_ASIDE for at in answer.tokens.places.get(word, ())):
        words = answer.tokens.text(at + 1, min(at + 1 + _BASE_REACH, len(answer.tokens)))
        named = base_named(words) if answer.tokens[at + 1].lower == "of" else None
        known = next((one for one in bases if named is not None and one.means & named.means), None)
        if known is not None:
            shown = answer.tokens.text(at, min(at + 1 + _BASE_REACH, len(answer.tokens)))
            yield Contradiction(Reason.BASE_DIFFERS, known.words, shown)
            return


def _is_named_with_contrary(tokens: Tokens, at: int) -> bool:
    """Return whether a word is joined with its contrary, so that it does not matter: ``pledged or unpledged``."""
    if tokens.words(at + 1, "or", "otherwise"):
        return True
    following = tokens[at + 3]
    if tokens.words(at + 1, "or", "not") and (following.kind is TokenKind.SIGN or following.lower == tokens[at].lower):
        return True
    return any(_are_contrary(tokens, at, at + 2 * step) for step in (-1, 1) if tokens[at + step].lower in _JOINTS)


def _are_contrary(tokens: Tokens, one: int, other: int) -> bool:
    shorter, longer = sorted((tokens[one].lower, tokens[other].lower), key=len)
    if any(longer == prefix + shorter for prefix in _CONTRARY_PREFIXES):
        return True
    matched = ((phrases.match(tokens, one), phrases.match(tokens, other)) for phrases in CLASSES)
    return any(first and second and first[0] != second[0] for first, second in matched)
