"""The names that show which term something in a text belongs to, from ``term_names.words.yaml``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import FileModel, Span, WordFault, Words, WordTable, load_words, repeated_phrases
from loanproof.standards import CLAUSES
from loanproof.values import Phrases, tokenize

if TYPE_CHECKING:
    from loanproof.core import FieldId
    from loanproof.values import Tokens

_NEAR = 4  # tokens before a name in which excluding words may end
_LONGEST_TIE = 40  # characters right before a value

_OWN, _OTHER, _TAKING, _BEHIND = "own", "other", "taking", "behind"


class _Names(FileModel):
    own: Words
    other: Words
    taking: Words = ()
    behind: Words = ()
    right_before: Words = ()
    defined: Words = ()


class _Terms(WordTable):
    terms: dict[str, _Names]
    roles: dict[str, _Names]
    apart: Words
    added: Words

    def faults(self) -> Iterator[WordFault]:
        for table, fields in (("terms", self.terms), ("roles", self.roles)):
            for field, names in fields.items():
                lists = {_OWN: names.own, _OTHER: names.other, _TAKING: names.taking, _BEHIND: names.behind}
                yield from repeated_phrases(((table, field, key), words) for key, words in lists.items())


class Name(NamedTuple):
    """A name of a term in a text: where it is, and whether it is the name of the field.

    ``takes_on`` ties everything after it in its sentence to another term, ``takes_back`` the figure right before it.
    """

    span: Span
    is_own: bool
    takes_on: bool = False
    takes_back: bool = False


_WORDS = load_words(__package__, "term_names", _Terms)
_APART = Phrases.of([(True, _WORDS.apart)])
_ADDED = Phrases.of([(True, _WORDS.added)])


def term_names(tokens: Tokens, field: FieldId) -> tuple[Name, ...]:
    """Return the names of a field's term, and of the terms it could be confused with, in order."""
    return _names(tokens, _WORDS.terms, field)


def names_own_term(text: str, field: FieldId) -> bool:
    """Return whether the first term that a text names is that of a field."""
    names = term_names(tokenize(text), field)
    return bool(names) and names[0].is_own


def role_names(tokens: Tokens, field: FieldId) -> tuple[Name, ...]:
    """Return the roles of parties in a text: that of a field, and the others."""
    return _names(tokens, _WORDS.roles, field)


def may_be_own(defined_term: str, field: FieldId) -> bool:
    """Return whether a defined term may be what a field asks for: any name may, but for those of other things."""
    names, term = _WORDS.terms.get(field), " ".join(defined_term.lower().split())
    return names is None or not any(term == one or term.endswith(f" {one}") for one in names.defined)


def tie_right_before(text: str, at: int, field: FieldId) -> str | None:
    """Return the words right before a position that give what stands there to something else than a field."""
    names = _WORDS.terms.get(field)
    last = " ".join(text[max(0, at - _LONGEST_TIE) : at].split())
    found = (one for one in (names.right_before if names else ()) if f" {last.lower()}".endswith(f" {one}"))
    longest = max(found, key=len, default=None)
    return None if longest is None else last[-len(longest) :]


def own_roles(field: FieldId) -> Words:
    """Return the names of the role that a field asks for; empty if it does not ask for a party."""
    return _WORDS.roles[field].own if field in _WORDS.roles else ()


def other_roles(field: FieldId) -> Words:
    """Return the names of the roles other than the one that a field asks for."""
    return _WORDS.roles[field].other if field in _WORDS.roles else ()


def is_set_apart(tokens: Tokens, at: int) -> bool:
    """Return whether words shortly before a place say that the name there is not meant."""
    for back in range(max(0, at - _NEAR - 3), at):
        matched = _APART.match(tokens, back)
        if matched is not None and at - _NEAR <= matched[1] <= at:
            return True
    return False


def _names(tokens: Tokens, table: Mapping[str, _Names], field: FieldId) -> tuple[Name, ...]:
    if field not in table:
        return ()
    phrases = _phrases(field, is_role=table is _WORDS.roles)
    found: list[Name] = []
    end = 0
    for at in phrases.starts.within(tokens):
        matched = phrases.match(tokens, at) if at >= end else None
        if matched is None:
            continue
        sort, end = matched
        name = Name(tokens.span(at, end), sort == _OWN, sort == _TAKING, sort == _BEHIND)
        if name.is_own:
            is_led = bool(found) and not found[-1].is_own and found[-1].span.end + 1 >= name.span.start
            names_no_figure = is_led or _ADDED.match(tokens, end) is not None or _is_base(tokens, at)
        else:
            # In a clause "no" and "except" are part of its content: "no litigation", "except where the failure".
            names_no_figure = field not in CLAUSES and is_set_apart(tokens, at)
        if not names_no_figure:
            found.append(name)
    return tuple(found)


def _is_base(tokens: Tokens, at: int) -> bool:
    """Return whether a name is only what something is added to: ``2.00 per cent. above the Margin``."""
    back = at - 1
    while back >= 0 and tokens[back].lower in ("the", "applicable", "relevant", "that", "such"):
        back -= 1
    return tokens[back].lower in ("above", "over", "than", "exceeding") and back >= 0


@cache
def _phrases(field: FieldId, *, is_role: bool) -> Phrases[str]:
    names = (_WORDS.roles if is_role else _WORDS.terms)[field]
    return Phrases.of([(_OWN, names.own), (_OTHER, names.other), (_TAKING, names.taking), (_BEHIND, names.behind)])
