"""Text around a party's name that is not part of it: roles, incorporation, branches, former names.

``Acme Limited (the "Company"), a company incorporated in Jersey, as Borrower`` is ``Acme Limited``.
"""

from __future__ import annotations

from typing import NamedTuple

from loanproof.values.party.around_names import BEGIN_AN_ASIDE, END_A_NAME, TITLES
from loanproof.values.party.atoms import atoms_of, suffix_of
from loanproof.values.party.roles import ROLE_ADJECTIVES, ROLES
from loanproof.values.text.tokens import TokenKind, Tokens

_FORMER = (
    ("formerly", "known", "as"),
    ("previously", "known", "as"),
    ("formerly",),
    ("f", "/", "k", "/", "a"),
    ("fka",),
)
_OFFICES = frozenset({"branch", "office"})
_CLASS_MEMBERS = frozenset({"subsidiary", "subsidiaries", "affiliate", "affiliates", "associates"})
_LONGEST_CLASS = 12
_BREAKS = frozenset({",", ";", "(", "."})
_LONGEST_NUMBER = 3
_HEADINGS = frozenset({":", "-"})


class Kept(NamedTuple):
    """The token positions of the name, where a former name begins, if any, and where text about it begins."""

    positions: list[int]
    former: int | None
    end: int


def name_positions(tokens: Tokens) -> Kept:
    """Return the positions of the tokens of the name, without brackets and clauses around it."""
    start, end = _begin(tokens), len(tokens)
    closings = _closing_brackets(tokens)
    kept: list[int] = []
    former = None
    at = start
    while at < end:
        is_aside = tokens[at].text == "(" and at in closings and _is_aside(tokens, at, closings[at])
        if is_aside:
            former = _former_at(tokens, at + 1) if former is None else former
            at = closings[at] + 1
            continue
        if kept and _former_at(tokens, at) is not None:
            return Kept(kept, _former_at(tokens, at), at)
        if kept and _ends_name(tokens, at) and not _is_form(tokens, kept, at):
            rest = (_former_at(tokens, place) for place in range(at, end))
            return Kept(kept, next((place for place in rest if place is not None), former), at)
        kept.append(at)
        at += 1
    return Kept(kept, former, end)


def adds_a_class(tokens: Tokens, at: int) -> bool:
    """Return whether the text about a name adds others without naming them: ``and its subsidiaries``."""
    for token in tokens.items[at : at + _LONGEST_CLASS]:
        if token.text in _BREAKS:
            return False
        if token.lower in _CLASS_MEMBERS:
            return tokens[at].lower in ("and", "together")
    return False


def is_defined_term(words: list[str]) -> bool:
    """Return whether the words are only a role: ``the Company``, ``each Original Guarantor``."""
    named = [word for word in words if word not in ROLE_ADJECTIVES]
    return bool(words) and (
        all(word in ROLES for word in named) and (bool(named) or any(word in ROLES for word in words))
    )


def _begin(tokens: Tokens) -> int:
    """Skip a list number, ``for and on behalf of``, ``M/s`` and a role with a colon: ``Borrower: Acme``."""
    at = _after_address(tokens, _after_numbering(tokens))
    if tokens.words(at, "on", "behalf", "of"):
        at += 3
    elif tokens.words(at, "for", "and", "on", "behalf", "of"):
        at += 5
    for end in range(at, at + 4):
        if tokens[end].text in _HEADINGS:
            words = [tokens[place].lower for place in range(at, end)]
            return _after_address(tokens, end + 1) if is_defined_term(words) else at
    return at


def begins_with_title(tokens: Tokens, at: int) -> bool:
    """Whether a person is addressed here: ``Mr. Arvind Deshmukh``. ``Messrs`` addresses a firm."""
    return tokens[at].lower not in ("m", "messrs") and _after_address(tokens, at) > at


def joins_persons(tokens: Tokens) -> bool:
    """Return whether ``and`` joins another party to a person with a title: ``Mr. Deshmukh and Acme Limited``."""
    ands = [at for at in range(1, len(tokens)) if tokens[at].lower in ("and", "&")]
    return bool(ands) and (begins_with_title(tokens, 0) or any(begins_with_title(tokens, at + 1) for at in ands))


def _after_address(tokens: Tokens, at: int) -> int:
    """Return the position after ``M/s``, ``Messrs`` or ``Mr.``, which address a firm or a person."""
    if tokens.words(at, "m", "/", "s") and not tokens.gap(at + 2):
        end = at + 3
    elif tokens[at].lower in TITLES and tokens[at].text[:1].isupper():
        end = at + 1
    else:
        return at
    end = end + 1 if tokens[end].text == "." else end
    return end if tokens.gap(end) else at


def _after_numbering(tokens: Tokens) -> int:
    """Return the position after ``1.``, ``2)``, ``(3)`` or ``a)``; ``A. Smith`` begins with an initial."""
    opened = tokens[0].text == "("
    at = 1 if opened else 0
    label, mark = tokens[at], tokens[at + 1].text
    counts = label.text.isdigit() and len(label.text) <= _LONGEST_NUMBER
    is_letter = label.kind is TokenKind.WORD and len(label.text) == 1
    numbered = (mark == ")" and (counts or is_letter)) or (mark == "." and counts and not opened)
    return at + 2 if numbered and tokens.gap(at + 2) else 0


def _closing_brackets(tokens: Tokens) -> dict[int, int]:
    closings: dict[int, int] = {}
    opened: list[int] = []
    for at, token in enumerate(tokens.items):
        if token.text == "(":
            opened.append(at)
        elif token.text == ")" and opened:
            closings[opened.pop()] = at
    return closings


def _is_aside(tokens: Tokens, opening: int, closing: int) -> bool:
    """Return whether brackets contain a definition, role, office or other script, not part of the name."""
    inside = tokens.items[opening + 1 : closing]
    if _completes_form(tokens, opening, closing):
        return False
    if not inside or inside[0].lower in BEGIN_AN_ASIDE or inside[-1].lower in _OFFICES:
        return True
    if tokens.words(opening + 1, "f", "/", "k", "/", "a") or any(token.text == '"' for token in inside):
        return True
    if closing == len(tokens) - 1 and is_defined_term([token.lower for token in inside]):
        return True  # Acme Limited (Guarantor)
    letters = [token for token in inside if token.kind in (TokenKind.WORD, TokenKind.HAN)]
    if closing == len(tokens) - 1 and all(token.text.islower() for token in letters):
        return tokens[0].text[:1].isupper()  # Acme Limited (corporate): the words of a name are capitalised
    return bool(letters) and not any(token.text.isascii() for token in letters) and opening > 0


def _completes_form(tokens: Tokens, opening: int, closing: int) -> bool:
    """Return whether a bracket belongs to the legal form before it: ``AB (publ)``, ``K.S.C. (Closed)``."""
    atoms = atoms_of(tokens, range(closing))
    form = suffix_of(atoms, len(atoms))
    return form is not None and atoms[form[1]].start < opening and atoms[-1].bracketed


def _former_at(tokens: Tokens, at: int) -> int | None:
    for phrase in _FORMER:
        if tokens.words(at, *phrase):
            return at + len(phrase)
    return None


def _is_form(tokens: Tokens, kept: list[int], at: int) -> bool:
    """Return whether ``Incorporated`` is the legal form of a name that has no other: ``Acme Incorporated as Agent``."""
    if tokens[at].lower != "incorporated" or not tokens[at].text[:1].isupper() or kept[-1] != at - 1:
        return False
    atoms = atoms_of(tokens, kept)
    return tokens[at - 1].kind is not TokenKind.SIGN and suffix_of(atoms, len(atoms)) is None


def _ends_name(tokens: Tokens, at: int) -> bool:
    word, after = tokens[at].lower, tokens[at + 1].lower
    if after and after in END_A_NAME.get(word, ()):
        return True
    if word == "as" and after:
        return tokens[at].text == "as" or after in ROLES or after in ROLE_ADJECTIVES
    if word in ("a", "an") and tokens[at].text == word:
        return tokens[at - 1].text in (",", ".") and tokens[at + 1].kind is TokenKind.WORD and bool(tokens.gap(at + 1))
    return word == ";" or tokens.words(at, "d", "/", "b", "/", "a") or tokens.words(at, "t", "/", "a")
