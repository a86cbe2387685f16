"""The seat after a company's name: ``Nordhafen GmbH, Bremen``, ``Acme Limited of London``.

A seat is not part of the name. After a comma only a known place counts, because an unknown word there may be another
party; after ``of`` any capitalised word counts. ``Trust Company of New York`` has its place inside the name.
"""

from __future__ import annotations

from collections.abc import Sequence

from loanproof.core import Words, WordTable, load_words
from loanproof.values.law.places import PLACES, words_of
from loanproof.values.party.atoms import Atom, suffix_of
from loanproof.values.party.legal_forms import NAME_GOES_ON
from loanproof.values.text.tokens import Tokens

_MOST_WORDS = 4


class _Cities(WordTable):
    cities: Words
    booking_places: Words


_WORDS = load_words(__package__, "cities", _Cities)
_CITIES = frozenset(map(str.lower, _WORDS.cities))
BOOKING_PLACES = frozenset(map(str.lower, _WORDS.booking_places))
"""The places through whose branch a bank acts."""


def is_seat(name: str) -> bool:
    """Return whether a text is exactly the name of a known place."""
    return name.lower() in _CITIES or words_of(name) in PLACES


def without_seat(tokens: Tokens, atoms: list[Atom]) -> list[Atom]:
    """Return the words of a name without the seat after its legal form."""
    for end in range(len(atoms) - 1, max(1, len(atoms) - 1 - _MOST_WORDS), -1):
        form = suffix_of(atoms, end)
        if form is not None and form[1] > 0:
            return atoms[:end] if _tells_seat(tokens, atoms[end:], form[0]) else atoms
    return atoms


def seat_follows(tokens: Tokens, at: int) -> bool:
    """Return whether a known place is at ``at``, directly before a comma, ``and`` or the end."""
    for end in range(at + 1, at + 1 + _MOST_WORDS):
        if tokens[end].lower in (",", ";", "and", "&", ".", ""):
            return is_seat(tokens.text(at, end))
    return False


def _tells_seat(tokens: Tokens, tail: Sequence[Atom], form: str) -> bool:
    written = tokens.text(tail[0].start, tail[-1].end)
    if all(atom.bracketed for atom in tail):  # Acme Inc. (Delaware); other places in brackets distinguish companies
        return PLACES.get(words_of(written), "").startswith("US-")
    if tail[0].after_comma:
        return is_seat(written)
    if tail[0].word != "of" or form in NAME_GOES_ON or len(tail) < 2:
        return False
    return all(tokens[atom.start].text[:1].isupper() for atom in tail[1:])
