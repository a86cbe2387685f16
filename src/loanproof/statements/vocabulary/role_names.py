"""The roles that a word of a document may name, such as *Obligor*, and the words right before a role."""

from __future__ import annotations

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.statements.statement import Names, Said
from loanproof.values import Phrases, Tokens, tokenize


class _RoleNames(WordTable):
    roles: dict[str, Words]
    prepositions: SingleWords
    setting_aside: SingleWords
    before_roles: SingleWords


_WORDS = load_words(__package__, "role_names", _RoleNames)


def _names() -> dict[str, set[str]]:
    names: dict[str, set[str]] = {}
    for role, phrases in _WORDS.roles.items():
        for phrase in phrases:
            names.setdefault(phrase, set()).add(role)
    return names


_NAMES = Phrases.of((frozenset(roles), [name]) for name, roles in _names().items())
PREPOSITIONS = frozenset(_WORDS.prepositions)
"""Words before a role that show that it does not act."""
SETTING_ASIDE = frozenset(_WORDS.setting_aside)
"""Words that exclude the role after them."""
BEFORE_ROLES = frozenset(_WORDS.before_roles)
"""Words between a preposition, a verb or a conjunction and the role after it."""


def role_at(tokens: Tokens, at: int) -> tuple[Names, int] | None:
    """Return the role that begins at a token, and where it ends; the ``US`` of ``US$2,500`` is not a party."""
    return None if tokens[at].text == "US" else _NAMES.match(tokens, at)


def role_named(text: str) -> Said[Names] | None:
    """Return the role that a case names, such as ``the New Lender``."""
    found = _NAMES.first_in(tokenize(text))
    return None if found is None else Said(means=found[0], words=text)


def roles_between(tokens: Tokens, start: int, end: int) -> Names:
    """Return everything that the roles of a stretch of text may refer to."""
    found = (role_at(tokens, at) for at in range(max(0, start), min(end, len(tokens))))
    return frozenset().union(*(one[0] for one in found if one is not None))
