"""A company name as the words that identify it, without punctuation, and its legal form.

``S.p.A.`` and ``J.P.`` are one word each, ``A/S`` too; commas, full stops and hyphens are ignored; ``&``
and ``und`` are ``and``; digits that touch letters stay with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from loanproof.values.party.legal_forms import HAN_FORMS, MOST_WORDS, PREFIXES, SUFFIXES, form_key
from loanproof.values.party.spelling import JOINING
from loanproof.values.text.tokens import TokenKind, Tokens


class Atom(NamedTuple):
    """One word of a name: its text in lower case, its tokens, and what is around it."""

    word: str
    start: int  # position of its first token
    end: int  # position after its last token
    after_comma: bool
    bracketed: bool


def atoms_of(tokens: Tokens, kept: Sequence[int]) -> list[Atom]:
    """Return the words of a name, given the positions of the tokens that belong to it, in order."""
    atoms: list[Atom] = []
    comma = bracket = False
    for at in kept:
        token = tokens[at]
        if token.kind is TokenKind.SIGN:
            comma = comma or token.text in (",", ";")
            bracket = (bracket or token.text in ("(", "[")) and token.text not in (")", "]")
            if token.text == "&":
                atoms.append(Atom("and", at, at + 1, comma, bracket))
            continue
        if atoms and _joins(tokens, atoms[-1], at):
            last = atoms[-1]
            atoms[-1] = last._replace(word=last.word + token.text.casefold(), end=at + 1)
        else:
            word = token.text.casefold()
            atoms.append(Atom("and" if word in JOINING else word, at, at + 1, comma, bracket))
        comma = False
    return atoms


def _joins(tokens: Tokens, last: Atom, at: int) -> bool:
    """Return whether a token continues the word before it: ``S.p.A.``, ``A/S``, ``McDonald's``, ``ABC123``."""
    if tokens.gap(at):
        return False
    if last.end == at:
        return TokenKind.HAN not in (tokens[at].kind, tokens[at - 1].kind) and tokens[at - 1].text != "&"
    if last.end != at - 1 or tokens.gap(at - 1):
        return False
    sign, before, here = tokens[at - 1].text, tokens[at - 2].text, tokens[at].text
    if sign == "'":
        return True
    return sign in (".", "/") and len(before) == 1 and len(here) == 1 and before != "&"


def suffix_of(atoms: Sequence[Atom], end: int) -> tuple[str, int] | None:
    """Return the legal form that ends before atom ``end``, and the atom where it begins; the longest wins."""
    best: tuple[str, int] | None = None
    key = ""
    for start in range(end - 1, max(-1, end - 1 - MOST_WORDS), -1):
        key = form_key(atoms[start].word) + key
        if key in SUFFIXES:
            best = (SUFFIXES[key], start)
    return best


def prefix_of(atoms: Sequence[Atom]) -> tuple[str, int] | None:
    """Return the legal form that a name begins with (``PT``, ``ООО``, ``Oy``), and the atom after it."""
    best: tuple[str, int] | None = None
    key = ""
    for end in range(1, min(3, len(atoms)) + 1):
        key += form_key(atoms[end - 1].word)
        if key in PREFIXES:
            best = (PREFIXES[key], end)
    return best


def split_han(word: str) -> tuple[str, str]:
    """Split a Chinese, Japanese or Korean name from the legal form at its end or beginning."""
    for surface in HAN_FORMS:
        if word.endswith(surface):
            return word.removesuffix(surface), SUFFIXES[surface]
        if word.startswith(surface):
            return word.removeprefix(surface), SUFFIXES[surface]
    return word, ""
