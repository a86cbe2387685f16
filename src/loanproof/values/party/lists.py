"""Lists of parties: split from text, matched one to one, with what is missing and what is extra.

Order never matters. The result keeps the extras, because only the document can show whether an extra appears in it,
perhaps in another role.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from loanproof.core import Reason
from loanproof.values.party.around_names import CLASS_MEMBERS, LISTED, LISTED_MEMBERS
from loanproof.values.party.asides import adds_a_class, begins_with_title
from loanproof.values.party.atoms import atoms_of, suffix_of
from loanproof.values.party.compare import compare_parties
from loanproof.values.party.legal_forms import SUFFIXES, form_key
from loanproof.values.party.nobody import is_none_text
from loanproof.values.party.parse import parse_party
from loanproof.values.party.roles import ROLES
from loanproof.values.party.seats import seat_follows
from loanproof.values.party.value import Party
from loanproof.values.reading import EQUAL, EXACT, Comparison, Read, Reading, Relation, Unreadable, different, partial
from loanproof.values.text.short_texts import once_for_short
from loanproof.values.text.tokens import TokenKind, Tokens, tokenize
from loanproof.values.text.typography import typographic_forms


@dataclass(frozen=True, slots=True, kw_only=True)
class PartyPair:
    """An expected and a given name that match, as positions in the two lists."""

    expected: int
    given: int
    comparison: Comparison


@dataclass(frozen=True, slots=True, kw_only=True)
class PartyListMatch:
    """How two lists of names match.

    Attributes:
        pairs: Names matched exactly or by equal meaning.
        near: Names that agree in part, among those that have no full match.
        missing: Positions of expected names without any match.
        extra: Positions of given names without any match.
        comparison: The result for the whole list, as far as the names alone decide it.
    """

    pairs: tuple[PartyPair, ...]
    near: tuple[PartyPair, ...]
    missing: tuple[int, ...]
    extra: tuple[int, ...]
    comparison: Comparison


class _Named(NamedTuple):
    """A parsed name, its typographic forms, and the position of the item it is in."""

    place: int
    reading: Reading[Party]
    forms: frozenset[str]


_ALWAYS_PARTS = r"[;\n]"
_PARTS_OR_NUMBERS = re.compile(_ALWAYS_PARTS + r"|\s/\s|\([0-9]{1,2}\)\s{0,4},")
_ENUMERATOR = re.compile(r"\s{0,8}(?:\([0-9a-zA-Z]{1,4}\)|[0-9]{1,3}[.)]|[-*•])\s+")
_NUMBER_BEHIND = re.compile(r"\s{1,4}\([0-9]{1,2}\)\s{0,4}$")
_CLASS_BEGINNINGS = frozenset(
    {"each", "all", "every", "any", "certain", "the", "material", "substantially", "its", "their", "other"}
)
_CLASS_MEMBERS_OF = frozenset({"each", "every"})
_SEPARATORS = frozenset({",", ";", "and", "&"})
_ASIDE_AFTER = frozenset(
    {"as", "a", "an", "acting", "in", "incorporated", "registered", "formerly", "each", "its", "with", "of"}
)
_REAL_FORMS = frozenset(
    key for key, form in SUFFIXES.items() if len(key) > 2 and form not in ("trust", "company", "foundation")
)
_LONGEST = 20_000
_FURTHEST = 60  # tokens of a name and the text about it


def is_class_description(text: str) -> bool:
    """Return whether a text describes a class instead of naming its members: ``each Material Subsidiary``."""
    tokens = tokenize(text)
    words = [token.lower for token in tokens.items if token.kind is TokenKind.WORD]
    begins = words and (words[0] in _CLASS_BEGINNINGS or not _CLASS_MEMBERS_OF.isdisjoint(words))
    if not begins:
        return False
    is_listed = not LISTED.isdisjoint(words) and not LISTED_MEMBERS.isdisjoint(words)
    has_members = is_listed or any(word in CLASS_MEMBERS for word in words)
    return has_members and not any(form_key(word) in _REAL_FORMS for word in words)


def describes_class(text: str) -> bool:
    """Whether a text without a legal form describes a class: ``Domestic Subsidiaries that gave a Guaranty``.

    A first word such as ``each`` shows a class (``each Material Subsidiary``); other texts may be names and must be
    looked up.
    """
    words = [token.lower for token in tokenize(text).items if token.kind is TokenKind.WORD]
    has_form = any(form_key(word) in _REAL_FORMS for word in words)
    return is_class_description(text) or (not has_form and any(word in CLASS_MEMBERS for word in words))


@once_for_short
def split_parties(text: str) -> tuple[str, ...]:
    """Split a list of names: ``A Ltd, B Ltd and C Ltd``. The comma inside ``Smith & Co, Inc.`` does not split.

    A comma or ``and`` separates two names only after a legal form. In a list without any legal form, commas separate,
    and so does the last ``and``. Semicolons and line breaks always separate.
    """
    if is_none_text(text):
        return ()
    names: list[str] = []
    for line in re.split(_ALWAYS_PARTS, text[:_LONGEST]):
        names += _split_line(without_enumerator(line))
    return tuple(without_enumerator(name) for name in names if any(char.isalnum() for char in name))


def is_listing(text: str) -> bool:
    """Return whether a text is written as a list: by semicolons, line breaks, slashes between blanks or numbers."""
    return _PARTS_OR_NUMBERS.search(text.strip(" ;.\t\r\n")) is not None


def without_enumerator(name: str) -> str:
    """Return an item of a list without its mark: ``2. Acme Limited``, ``- Acme Limited``, ``Acme Limited (2)``."""
    mark = _ENUMERATOR.match(name)
    return _NUMBER_BEHIND.sub("", name if mark is None else name[mark.end() :])


def match_parties(expected: Sequence[str], given: Sequence[str]) -> PartyListMatch:
    """Match two lists of names one to one: exact names first, then equal ones, then partial matches.

    An item saying that there is nobody is ignored; an item with several names counts for each of them.
    """
    wanted, offered = _named(expected), _named(given)
    taken = _taken(wanted, offered)
    placed = [
        PartyPair(expected=wanted[one].place, given=offered[other].place, comparison=comparison)
        for (one, other), comparison in taken.items()
    ]
    pairs = tuple(pair for pair in placed if pair.comparison.relation is not Relation.PARTIAL)
    near = tuple(pair for pair in placed if pair.comparison.relation is Relation.PARTIAL)
    matched, used = ({key[side] for key in taken} for side in (0, 1))
    extra = _places(offered, used)
    described = any(is_class_description(given[place]) for place in extra)
    return PartyListMatch(
        pairs=pairs,
        near=near,
        missing=_places(wanted, matched),
        extra=extra,
        comparison=_overall(len(wanted), pairs, near, extra, described=described),
    )


def _named(texts: Sequence[str]) -> list[_Named]:
    """Return every name of a list with the position of its item."""
    return [_Named(place, *read) for place, text in enumerate(texts) for read in _names_in(text)]


@lru_cache(maxsize=4096)  # cached: the names of a case are matched with every output
def _names_in(text: str) -> tuple[tuple[Reading[Party], frozenset[str]], ...]:
    """Return the names in an item, each parsed and in its typographic forms."""
    if is_none_text(text):
        return ()
    is_one = isinstance(parse_party(text), Read) or is_class_description(text)
    names = (text,) if is_one else split_parties(text) or (text,)
    return tuple((parse_party(name), typographic_forms(name)) for name in names)


def _taken(wanted: Sequence[_Named], offered: Sequence[_Named]) -> dict[tuple[int, int], Comparison]:
    """Return the matching names, as indices on both sides, best matches first."""
    comparisons = {
        (one, other): _compare(wanted[one], offered[other])
        for one in range(len(wanted))
        for other in range(len(offered))
    }
    taken: dict[tuple[int, int], Comparison] = {}
    for relation in (Relation.EXACT, Relation.EQUAL, Relation.PARTIAL):
        for (one, other), comparison in comparisons.items():
            free = all(key[0] != one and key[1] != other for key in taken)
            if free and comparison.relation is relation:
                taken[one, other] = comparison
    return taken


def _places(names: Sequence[_Named], matched: set[int]) -> tuple[int, ...]:
    """Return the positions of the items that contain an unmatched name."""
    return tuple(dict.fromkeys(name.place for at, name in enumerate(names) if at not in matched))


def _overall(
    size: int, pairs: tuple[PartyPair, ...], near: tuple[PartyPair, ...], extra: tuple[int, ...], *, described: bool
) -> Comparison:
    if size == 0:
        return different(Reason.LIST_EXTRA, "nobody was expected") if extra else EXACT
    if len(pairs) == size and not extra:
        exact = all(pair.comparison.relation is Relation.EXACT for pair in pairs)
        return EXACT if exact else EQUAL
    if len(pairs) == size:
        return partial(Reason.LIST_EXTRA, f"{len(extra)} more than the {size} expected")
    if near and len(pairs) + len(near) == size and not extra:
        return near[0].comparison
    if pairs or near:
        return partial(Reason.LIST_INCOMPLETE, f"{len(pairs)} of {size} matched")
    if described:
        return partial(Reason.CLASS_TOO_BROAD, "a class is described, its members are not named")
    return different()


def _compare(expected: _Named, given: _Named) -> Comparison:
    if expected.forms & given.forms - {""}:
        return EXACT
    match expected.reading, given.reading:
        case Read(value=one), Read(value=other):
            return compare_parties(one, other)
        case (Unreadable(why=why), _) | (_, Unreadable(why=why)):
            return different(Reason.NOT_READABLE, why)
    return different(Reason.NOT_READABLE)


def _split_line(line: str) -> list[str]:
    tokens = tokenize(line)
    cuts = _cuts_after_forms(tokens)
    if not cuts and not _ends_with_form(tokens, 0, len(tokens)):
        cuts = _cuts_at_commas(tokens)
    names: list[str] = []
    start = 0
    for cut, following in [*cuts, (len(tokens), len(tokens))]:
        names.append(tokens.span(start, cut).of(line).strip(" ,"))
        start = following
    return names


def _cuts_after_forms(tokens: Tokens) -> list[tuple[int, int]]:
    """Return where a name with its form ends and where the next one begins."""
    cuts: list[tuple[int, int]] = []
    start = depth = at = 0
    while at < len(tokens):
        token = tokens[at]
        depth += (token.text == "(") - (token.text == ")" and depth > 0)
        following = at + 1
        is_slash = token.text == "/" and bool(tokens.gap(at)) and bool(tokens.gap(following))  # SA/NV is one form
        if not depth and (is_slash or token.lower in _SEPARATORS):
            while tokens[following].lower in _SEPARATORS:
                following += 1
            begins = _begins_name(tokens, following) or adds_a_class(tokens, at)
            is_person = begins_with_title(tokens, start) or begins_with_title(tokens, following)
            if begins and (is_person or _ends_with_form(tokens, start, at)):
                cuts.append((at, following))
                start = following
        at = following
    return cuts


def _begins_name(tokens: Tokens, at: int) -> bool:
    word = tokens[at]
    is_role = word.lower in ROLES and tokens[at + 1].lower in (",", ";", "and", ".", "")
    if word.kind is TokenKind.SIGN or is_role or seat_follows(tokens, at):
        return False
    if word.lower in _ASIDE_AFTER:  # "A Ltd" is a name, "a company" is not
        return word.text.isupper() and form_key(tokens[at + 1].text) in _REAL_FORMS
    if any(tokens[place].lower in ("branch", "office") for place in range(at, at + 4)):
        return False
    key = ""
    for place in range(at, at + 6):
        if tokens[place].kind is TokenKind.SIGN and tokens[place].text not in (".", "/"):
            break
        key += form_key(tokens[place].text)
        if key in SUFFIXES and (tokens[place + 1].lower in (",", ";", "and", "") or tokens.words(place + 1, ".")):
            return False  # the form itself is after the comma
    return True


def _ends_with_form(tokens: Tokens, start: int, end: int) -> bool:
    """Return whether the tokens are a name with its form, perhaps followed by a bracket or text about it."""
    atoms = atoms_of(tokens, range(max(start, end - _FURTHEST), end))
    outside = [atom for atom in atoms if not atom.bracketed]
    for place in range(2, len(outside) + 1):
        if place == len(outside) or outside[place].after_comma:
            form = suffix_of(outside, place)
            if form is not None and form[1] > 0:
                return True
    return False


def _cuts_at_commas(tokens: Tokens) -> list[tuple[int, int]]:
    commas = [at for at, token in enumerate(tokens.items) if token.text == ","]
    if not commas:
        return []
    cuts = [(at, at + 2 if tokens[at + 1].lower == "and" else at + 1) for at in commas]
    last = next((at for at in range(len(tokens) - 1, commas[-1] + 1, -1) if tokens[at].lower == "and"), None)
    return cuts if last is None else [*cuts, (last, last + 1)]
