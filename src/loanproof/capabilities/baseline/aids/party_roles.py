"""The roles of parties, and the words by which a cover, a preamble or a heading gives them."""

from __future__ import annotations

import re
from enum import StrEnum

from loanproof.core import Words, WordTable, load_words

_ROLE_REST = re.compile(
    r"\b(?:original|the|and|as|each|an?|obligor|joint|several|sole|mandated|initial|corporate|personal|individual)\b",
    re.IGNORECASE,
)


class PartyRole(StrEnum):
    """The roles of parties that fields ask for, and the roles that must not be mistaken for them."""

    BORROWER = "borrower"
    COMPANY = "company"
    GUARANTOR = "guarantor"
    AGENT = "agent"
    OTHER_AGENT = "other_agent"
    ARRANGER = "arranger"
    LENDER = "lender"


class _RoleWords(WordTable):
    """The words of each role; a longer phrase takes precedence over a shorter one inside it."""

    roles: dict[PartyRole, Words]


def _role_phrases() -> list[tuple[re.Pattern[str], PartyRole]]:
    """Return a pattern for each phrase with its role, the longest phrase first."""
    table = load_words(__package__, "party_roles", _RoleWords).roles
    listed = sorted(
        ((phrase, role) for role, phrases in table.items() for phrase in phrases), key=lambda one: -len(one[0])
    )
    return [
        (re.compile(rf"\b{re.escape(phrase).replace(chr(92) + ' ', chr(92) + 's+')}\b", re.IGNORECASE), role)
        for phrase, role in listed
    ]


_PHRASES = _role_phrases()


def roles_in(words: str) -> frozenset[PartyRole]:
    """Return the roles that words name: ``Arranger, Agent and Facing Bank`` names three."""
    found: set[PartyRole] = set()
    for pattern, role in _PHRASES:
        words, count = pattern.subn("|", words)
        if count:
            found.add(role)
    return frozenset(found)


def only_roles(words: str) -> frozenset[PartyRole]:
    """Return the roles that words name if they say nothing else: *The Original Guarantors*; otherwise none."""
    rest = words
    for pattern, _ in _PHRASES:
        rest = pattern.sub("", rest)
    return roles_in(words) if not _ROLE_REST.sub("", rest).strip(' \t,;.:()“”"') else frozenset()
