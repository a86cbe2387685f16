"""The roles of parties and the words used with them, from ``roles.words.yaml``."""

from __future__ import annotations

from collections.abc import Iterator

from loanproof.core import SingleWords, WordFault, WordTable, load_words, unknown_phrases


class _Roles(WordTable):
    roles: SingleWords
    also_everyday: SingleWords
    with_a_role: SingleWords

    def faults(self) -> Iterator[WordFault]:
        yield from unknown_phrases([(("also_everyday",), self.also_everyday)], self.roles, "a role of this table")


_WORDS = load_words(__package__, "roles", _Roles)
ROLES = frozenset(_WORDS.roles)
DISTINCT_ROLES = ROLES.difference(_WORDS.also_everyday)
"""The roles that are no everyday words too: where one stands for another, somebody was exchanged."""
ROLE_ADJECTIVES = frozenset(_WORDS.with_a_role)
