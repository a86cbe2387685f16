"""From a text to a party."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from loanproof.values.party.asides import adds_a_class, is_defined_term, joins_persons, name_positions
from loanproof.values.party.atoms import Atom, atoms_of, prefix_of, split_han, suffix_of
from loanproof.values.party.legal_forms import PLAIN_FORMS
from loanproof.values.party.nobody import begins_with_nobody
from loanproof.values.party.seats import BOOKING_PLACES, without_seat
from loanproof.values.party.value import Party
from loanproof.values.reading import NO_CONTEXT, Context, Read, Reading, Unreadable
from loanproof.values.text.short_texts import once_for_short
from loanproof.values.text.tokens import TokenKind, Tokens, tokenize

_LONGEST = 1000
_MOST_WORDS = 25
_OFFICES = frozenset({"branch", "office"})


@once_for_short
def parse_party(text: str, context: Context = NO_CONTEXT) -> Reading[Party]:
    """Read a text as the name of one party.

    A role alone (``the Company``), a list of names, a number or a sentence is not a party.
    """
    del context
    if len(text) > _LONGEST:
        return Unreadable("The text is too long to be the name of a party.")
    tokens = tokenize(text)
    kept = name_positions(tokens)
    atoms = _in_one_script(tokens, without_seat(tokens, _without_branch(atoms_of(tokens, kept.positions))))
    if len(atoms) > _MOST_WORDS or not atoms:
        return Unreadable(f"{text[:80]!r} is not the name of a party.")
    words = [atom.word for atom in atoms]
    if begins_with_nobody(tokens):
        return Unreadable(f"{text[:80]!r} says that there is no such party.")
    if is_defined_term(words):
        return Unreadable(f"{text[:80]!r} is a role or a defined term, not the name of a party.")
    if names_several(atoms) or joins_persons(tokens) or adds_a_class(tokens, kept.end) or _goes_on(tokens, kept.end):
        return Unreadable(f"{text[:80]!r} names more than one party.")
    party = _party(tokens, atoms)
    if not party.words or not any(char.isalpha() for word in party.full for char in word):
        return Unreadable(f"{text[:80]!r} has no name beside a legal form or a number.")
    if all(word in party.bracketed for word in party.words) and not (party.form and atoms[-1].bracketed):
        return Unreadable(f"{text[:80]!r} is what is in brackets behind a name.")
    former = () if kept.former is None else _former(tokens, kept.former)
    return Read(value=party if not former else _with_former(party, former))


def names_several(atoms: Sequence[Atom]) -> bool:
    """Return whether a name with its legal form is followed by another: ``A Limited and B Limited``."""
    last = suffix_of(atoms, len(atoms))
    for end in range(2, last[1] if last else 0):
        joined = atoms[end].word == "and" or atoms[end].after_comma
        form = suffix_of(atoms, end) if joined else None
        if form is not None and form[1] > 0 and end + 1 < len(atoms) and form[0] not in ("company", "trust"):
            return True
    return False


def _goes_on(tokens: Tokens, at: int) -> bool:
    """Return whether another name with its legal form follows a semicolon."""
    if tokens[at].text != ";" or not tokens[at + 1].text[:1].isupper():
        return False
    end = next((place for place in range(at + 1, len(tokens)) if tokens[place].text == ";"), len(tokens))
    atoms = atoms_of(tokens, range(at + 1, end))
    form = suffix_of(atoms, len(atoms))
    return form is not None and form[1] > 0


def _party(tokens: Tokens, atoms: list[Atom]) -> Party:
    first = 1 if atoms[0].word == "the" and len(atoms) > 1 else 0
    atoms = atoms[first:]
    form, start, end = _form(atoms)
    named = atoms[start:end]
    words = tuple(atom.word for atom in named)
    name = _as_written(tokens, named) if named else ""
    if len(named) == 1 and tokens[named[0].start].kind is TokenKind.HAN and not form:
        bare, form = split_han(words[0])
        words, name = (bare,) if bare else (), bare
    full = tuple(atom.word for atom in atoms)
    bracketed = frozenset(atom.word for atom in named if atom.bracketed)
    return Party(name=name, words=words, form=form, full=full, bracketed=bracketed, written=_as_written(tokens, atoms))


def _form(atoms: list[Atom]) -> tuple[str, int, int]:
    """Return the legal form, and the first and last atom of the name itself."""
    suffix, prefix = suffix_of(atoms, len(atoms)), prefix_of(atoms)
    end = suffix[1] if suffix else len(atoms)
    inner = suffix_of(atoms, end)
    if suffix and inner is not None and inner[1] == 0 and inner[0] in PLAIN_FORMS:
        return suffix[0], 0, 0
    if prefix and prefix[1] <= end and (suffix is None or suffix[0] in ("tbk", "persero", "ab", "oyj")):
        form = f"{prefix[0]} {suffix[0]}" if suffix else prefix[0]
        return form, prefix[1], end
    return (suffix[0] if suffix else ""), 0, end


def _as_written(tokens: Tokens, named: list[Atom]) -> str:
    end = named[-1].end
    if tokens[end].text == "." and len(tokens[end - 1].text) == 1 and tokens[end - 2].text == ".":
        end += 1  # the last point of A.B.C.
    if named[-1].bracketed and tokens[end].text == ")":
        end += 1
    start = named[0].start
    if tokens[start - 1].text in ("€", "$", "@") and not tokens.gap(start):
        start -= 1  # a sign written for a letter
    return re.sub(r"\s+", " ", tokens.text(start, end))


def _without_branch(atoms: list[Atom]) -> list[Atom]:
    """Drop the branch or office that a bank acts through; it is the same legal entity."""
    if not atoms or atoms[-1].word not in _OFFICES:
        return atoms
    for start in range(len(atoms) - 1, max(0, len(atoms) - 7), -1):
        if atoms[start].after_comma or suffix_of(atoms, start) is not None:
            return atoms[:start]
    for count in (3, 2, 1):
        if " ".join(atom.word for atom in atoms[-1 - count : -1]) in BOOKING_PLACES and len(atoms) > count + 1:
            return atoms[: -1 - count]
    return atoms


def _in_one_script(tokens: Tokens, atoms: list[Atom]) -> list[Atom]:
    """Drop the same name in another script, before or after the one in Latin letters."""
    latin = [_is_latin(atom.word) for atom in atoms]
    named = suffix_of(atoms, len(atoms))
    if True not in latin[: named[1] if named else None]:
        return atoms
    first, last = latin.index(True), len(latin) - latin[::-1].index(True)
    if prefix_of(atoms) is not None or tokens[atoms[first].start].kind is TokenKind.NUMBER:
        first = 0
    return atoms[first:last]


def _is_latin(word: str) -> bool:
    return all(char < "\u0250" or not char.isalpha() for char in word)


def _former(tokens: Tokens, at: int) -> tuple[Party, ...]:
    end = next((place for place in range(at, len(tokens)) if tokens[place].text in (")", ";")), len(tokens))
    atoms = atoms_of(tokens, range(at, end))
    return (_party(tokens, atoms),) if atoms else ()


def _with_former(party: Party, former: tuple[Party, ...]) -> Party:
    return replace(party, former=former)
