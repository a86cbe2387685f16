"""Checks whether an answer leaves a decision to the same parties as a hedge does, in whatever words."""

from __future__ import annotations

import re

from loanproof.core import SingleWords, WordTable, load_words
from loanproof.statements import DENYING, NOBODY, Names, roles_between
from loanproof.values import are_akin, content_words, tokenize


class _Assent(WordTable):
    assenting: SingleWords


_ASSENT_WORDS = load_words(__package__, "assent", _Assent).assenting
_CONSENTS = frozenset({"consent", "approval"})
_CLAUSE = re.compile(r"[,;()]|\. |\bthough\b|\bbut\b")
DENIALS = DENYING | NOBODY | {"without", "t", "un", "regardless", "irrespective"}
"""Words that deny what follows; the ``t`` is that of *don't*, and the ``un`` that of *un-agreed*."""


def leaves_to(answer: str, hedge: str, holders: Names) -> bool:
    """Return whether a clause of an answer leaves a decision to the holders: they agree, decide, elect and so on."""
    if not holders or not _assents(hedge):
        return False
    return any(_is_left(clause, holders) for clause in _CLAUSE.split(answer))


def asks_consent(answer: str, hedge: str, holders: Names) -> bool:
    """Return whether an answer requires the consent that a hedge requires: from its holders, or from any role."""
    if _CONSENTS.isdisjoint(content_words(hedge)):
        return False
    clauses = [clause for clause in _CLAUSE.split(answer) if not _CONSENTS.isdisjoint(content_words(clause))]
    return any(_is_left(clause, holders) for clause in clauses)


def _is_left(clause: str, holders: Names) -> bool:
    """Return whether a clause says, without a denial, that a holder (or any role, if there are none) assents."""
    tokens = tokenize(clause)
    words, roles = {token.lower for token in tokens.items}, roles_between(tokens, 0, len(tokens))
    return bool(roles & holders if holders else roles) and _assents(clause) and words.isdisjoint(DENIALS)


def _assents(text: str) -> bool:
    return any(are_akin(word, known) for word in content_words(text) for known in _ASSENT_WORDS)
