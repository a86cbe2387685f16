"""Reads which terms a value belongs to, and what a share is of.

Only known terms are read, so that an answer may use its own words for a thing without being marked wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.statements.statement import Names, Said
from loanproof.statements.texts.place import Place
from loanproof.statements.texts.text import JOINTS
from loanproof.values import COVENANT_NAMES, MONEY_KIND, PERCENTAGE_KIND, PERIODS_ANYWHERE, Phrases, Tokens, tokenize


class _Terms(WordTable):
    fees: dict[str, Words]
    dates: dict[str, Words]
    facilities: dict[str, Words]
    loans: dict[str, Words]
    reference_rates: dict[str, Words]
    families: dict[str, Words]
    everyday_covenants: Words
    facility_words: SingleWords
    bases: dict[str, Words]
    base_ends: SingleWords
    adding: SingleWords
    range_openings: SingleWords
    before_owner: SingleWords
    continuing: SingleWords
    multiplying: SingleWords
    cases: Words
    pointing_back: SingleWords


class _Term(NamedTuple):
    """The class of a term, and what it may refer to."""

    group: str
    names: Names


class _Found(NamedTuple):
    """A term in a text, and the tokens it covers."""

    term: _Term
    start: int
    end: int


_WORDS = load_words(__package__, "terms", _Terms)
DATES, FACILITIES = "dates", "facilities"
STEPPED = frozenset({FACILITIES, "loans", "reference rates"})
"""The classes of terms by which one text gives several values: one for each facility or kind of loan."""


def _by_name(table: Mapping[str, Iterable[str]]) -> dict[str, set[str]]:
    names: dict[str, set[str]] = {}
    for term, phrases in table.items():
        for phrase in phrases:
            names.setdefault(phrase, set()).add(term)
    return names


def _covenants() -> dict[str, set[str]]:
    names = _by_name(COVENANT_NAMES)
    for family, phrases in _WORDS.families.items():
        members = {term for term in COVENANT_NAMES if family in term}
        names.update((phrase, members) for phrase in phrases)
    return {name: terms for name, terms in names.items() if name not in _WORDS.everyday_covenants}


_GROUPS: Mapping[str, dict[str, set[str]]] = {
    "fees": _by_name(_WORDS.fees),
    DATES: _by_name(_WORDS.dates),
    FACILITIES: _by_name(_WORDS.facilities),
    "loans": _by_name(_WORDS.loans),
    "reference rates": _by_name(_WORDS.reference_rates),
    "ratios": _covenants(),
}
_TERMS = Phrases.of(
    (_Term(group, frozenset(terms)), [name]) for group, names in _GROUPS.items() for name, terms in names.items()
)
_BASES = Phrases.of((frozenset(terms), [name]) for name, terms in _by_name(_WORDS.bases).items())
_FACILITY_WORDS = frozenset(_WORDS.facility_words)
_FIRST_WORDS = _FACILITY_WORDS.union(_TERMS.by_first)
_TERM_REACH = 5  # tokens after a value in which its term may begin: "2.25% is the applicable Margin"
_FACILITY_REACH = 12  # the same for its facility: "35% of the Margin on the undrawn Commitments under Facility B"
_SHARE_REACH = 8  # tokens before an "of" in which the "%" of another share makes the next term its base
_BASE_REACH = 4  # tokens after a share in which its "of" must be
_MAX_BASE = 12  # tokens
_BASE_ENDS = frozenset({*_WORDS.base_ends, *",():"})
_JOINING, _JOINTS = frozenset({"and", "by"}), JOINTS.union(_WORDS.adding)
_RANGE_OPENINGS, _ARTICLES = frozenset(_WORDS.range_openings), frozenset({"the", "its"})
# Words between a margin and its facility, and those before a share that continues the one before it.
_BEFORE_OWNER, _CONTINUING = frozenset(_WORDS.before_owner), frozenset({*_WORDS.continuing, ","})
_MULTIPLYING, _CASES = frozenset(_WORDS.multiplying), Phrases.of([(True, _WORDS.cases)])
_OWNER_REACH, _MAX_SHARES = 6, 4  # tokens to the facility, and shares looked back at
# Words that point back to a base that was named earlier.
_POINTING_BACK = frozenset(_WORDS.pointing_back)
_BREAKS = frozenset({",", ".", ")", ":"})


def read_subjects(place: Place) -> dict[str, Said[Names]]:
    """Return the known term of each class that a value belongs to: the nearest before it, else one right after it."""
    before = [one for one in terms_in(place.tokens, place.start, place.first) if _is_subject(place.tokens, one)]
    before = [one for one in before if not _is_multiplied(place, one)]
    end = min(_end_of_term_search(place), place.after + _FACILITY_REACH)
    behind = [one for one in terms_in(place.tokens, place.after, end) if not _is_base(one, _base_stretch(place))]
    behind = [one for one in behind if not _opens_range(place.tokens, one)]
    near = [one for one in behind if one.start < place.after + _TERM_REACH or one.term.group == FACILITIES]
    # in "15 May for Facility A, and one Month earlier for Facility B" the first facility belongs to the other value
    joint = _joint_with_value_before(place)
    own, others = ([one for one in before if (one.start > joint) is is_own] for is_own in (True, False))
    found: dict[str, Said[Names]] = {}
    for one in (*reversed(own), *near, *reversed(others)):
        found.setdefault(one.term.group, Said(means=one.term.names, words=place.tokens.text(one.start, one.end)))
    return found


def _is_multiplied(place: Place, found: _Found) -> bool:
    """Return whether a value is only a share of a term before it: ``the Margin, multiplied by 40 per cent.``."""
    return any(place.word(at) in _MULTIPLYING for at in range(found.end, place.first))


def _joint_with_value_before(place: Place) -> int:
    """Return the last ``and`` or ``or`` between a value and the one before it in its stretch; -1 if there is none."""
    between = range(place.first - 1, place.before - 1, -1) if place.before > place.start else range(0)
    return next((at for at in between if place.word(at) in JOINTS), -1)


def _is_subject(tokens: Tokens, found: _Found) -> bool:
    """Return whether a value may belong to a term: not to the start of a range, nor to the base of another share."""
    if _opens_range(tokens, found):
        return False
    before = found.start - 1 - (tokens[found.start - 1].lower in _ARTICLES)
    is_share = any(
        tokens[at].text == "%" or tokens[at].lower == "cent" for at in range(max(0, before - _SHARE_REACH), before)
    )
    return not (tokens[before].lower == "of" and is_share and found.term.group != FACILITIES)


def _opens_range(tokens: Tokens, found: _Found) -> bool:
    """Return whether a day is only the start of a time range: ``from the date of this Agreement to 31 March 2027``."""
    before = [tokens[at].text.casefold() for at in range(max(0, found.start - 2), found.start)]
    while before and before[-1] in _ARTICLES:
        before.pop()
    return found.term.group == DATES and bool(before) and before[-1] in _RANGE_OPENINGS


def read_base(place: Place) -> Said[Names] | None:
    """Return what a share is of: ``35 per cent. of the Margin``.

    A base that is in no table is returned with its words only; its ``means`` is empty.
    """
    stretch = _base_stretch(place) or _shared_base(place)
    if not stretch:
        return None
    named = list(_bases_in(place, stretch))
    end = _end_of_owner(place, named[-1][2]) if named else stretch.stop
    words = place.tokens.text(named[0][1] if named else stretch.start, end)
    # in small letters, because an "Eligible Harvest Amount" is a term
    if not named and any(place.tokens[at].text in _POINTING_BACK for at in stretch):
        return None
    return Said(means=frozenset().union(*(names for names, _, _ in named)), words=words)


def _end_of_owner(place: Place, end: int) -> int:
    """Return where a base ends, with the facility behind it: ``the Margin that applies to Facility B``."""
    at = end
    while at < min(place.closes, end + _OWNER_REACH) and place.word(at) in _BEFORE_OWNER:
        at += 1
    facility = _facility(place.tokens, at) if at > end else None
    return end if facility is None else facility.end


def _shared_base(place: Place) -> range:
    """Return the base of the share that this one continues: ``2% of the sum prepaid until 1 June, and 1% after it``."""
    if place.kind is not PERCENTAGE_KIND or place.word(place.first - 1) not in _CONTINUING:
        return range(0)
    if PERIODS_ANYWHERE.match(place.tokens, place.after) is not None or _is_named_behind(place):
        return range(0)
    shares = [at for at in range(place.opens, place.first) if place.tokens[at].text == "%" or place.word(at) == "cent"]
    for at in reversed(shares[-_MAX_SHARES:]):
        following = at + 1 + (place.tokens[at + 1].text == "." and place.word(at) == "cent")
        if place.word(following) == "of":
            return _stretch_after(place, following, place.first)
    return range(0)


def _is_named_behind(place: Place) -> bool:
    """Return whether something else than a condition or a time follows a share: ``and 1% cash``."""
    return place.after < place.end and place.word(place.after) not in _BASE_ENDS


def _base_stretch(place: Place) -> range:
    """Return the tokens that may say what a share is of; the range is empty if no ``of`` follows the share."""
    end = min(place.behind, place.after + _BASE_REACH)
    at = next((at for at in range(place.first, end) if place.word(at) == "of"), None)
    is_share = place.kind is PERCENTAGE_KIND and at is not None
    if at is None or not is_share or any(place.word(one) == "," for one in range(place.after, at)):
        return range(0)
    return _stretch_after(place, at, place.end)


def _stretch_after(place: Place, at: int, end: int) -> range:
    """Return the tokens after an ``of`` that may say what a share is of."""
    last = min(end, at + 1 + _MAX_BASE)
    last = next((one for one in range(at + 1, last) if _ends_base(place, one)), last)
    # "10% of the Borrowing Base and never beyond the Commitments" is not a share of the Commitments
    joint = next((one for one in range(at + 1, last) if place.word(one) in _JOINTS), last)
    return range(at + 1, last if _BASES.first_in(place.tokens, at + 1, joint) is not None else joint)


def _ends_base(place: Place, at: int) -> bool:
    """Return whether the base of a share ends at a token: a preposition, a verb, ``by which`` or ``in excess``."""
    return (
        place.word(at) in _BASE_ENDS or place.tokens.words(at, "by", "which") or place.tokens.words(at, "in", "excess")
    )


def _is_base(found: _Found, stretch: range) -> bool:
    """Return whether a term only says what a share is of; a facility in the base belongs to the share as well."""
    return found.start in stretch and found.term.group != FACILITIES


def _bases_in(place: Place, stretch: range) -> Iterator[tuple[Names, int, int]]:
    """Yield the bases of a share: the first one, and those joined to it by ``and``."""
    at = stretch.start
    while (found := _BASES.first_in(place.tokens, at, stretch.stop)) is not None:
        if at > stretch.start and not any(place.word(one) in _JOINING for one in range(at, found[1])):
            return
        yield (found := _whole_base(place.tokens, found, stretch.stop))
        at = found[2]


def _whole_base(tokens: Tokens, found: tuple[Names, int, int], end: int) -> tuple[Names, int, int]:
    """Return a base with the noun that it only qualifies: a *Loan Commitment* is a commitment, not a loan."""
    facility = _facility(tokens, found[1])
    at = found[2] if facility is None else facility.end
    following = _BASES.match(tokens, at + 2 if tokens.words(at, "'", "s") else at)  # "Facility B's Margin"
    if following is None or following[1] > end:
        return found
    return following[0], found[1], following[1]


def facility_of_base(text: str) -> Names:
    """Return the facility whose margin, loan or commitment a base names: ``the Margin that applies to Facility B``."""
    tokens = tokenize(text)
    return frozenset().union(*(one.term.names for one in terms_in(tokens, 0, len(tokens)) if _is_lettered(one.term)))


def _is_lettered(term: _Term) -> bool:
    return term.group == FACILITIES and not term.names <= _WORDS.facilities.keys()


@cache
def base_named(text: str) -> Said[Names] | None:
    """Return the base that a case names, such as ``Total Assets``."""
    tokens = tokenize(text)
    found = _BASES.first_in(tokens)
    return None if found is None else Said(means=_whole_base(tokens, found, len(tokens))[0], words=text)


def read_around(place: Place) -> Mapping[str, Said[Names]]:
    """Return all known terms in the stretch about a value, grouped by class, without those of another case."""
    return _terms_by_class(place.tokens, *_own_case(place), _base_stretch(place))


def _own_case(place: Place) -> tuple[int, int]:
    """Return the part of a stretch up to another case: ``three days or, in the case of an ABR Loan, by 9:00 a.m.``."""
    joints = [at for at in range(place.start, place.end) if place.word(at) in JOINTS and _opens_case(place, at)]
    start = max((at for at in joints if at < place.first), default=place.start)
    return start, min((at for at in joints if at >= place.after), default=place.end)


def _opens_case(place: Place, at: int) -> bool:
    return _CASES.match(place.tokens, at + 1 + (place.tokens[at + 1].text == ",")) is not None


@cache
def subjects_named(text: str) -> Mapping[str, Said[Names]]:
    """Return the known terms in a question or in words of a case, grouped by class."""
    tokens = tokenize(text)
    return _terms_by_class(tokens, 0, len(tokens))


def _terms_by_class(tokens: Tokens, start: int, end: int, base: range = range(0)) -> Mapping[str, Said[Names]]:
    """Return the known terms of a stretch, merged for each class, without bases of shares and starts of ranges."""
    found: dict[str, Said[Names]] = {}
    for one in terms_in(tokens, start, end):
        if _is_base(one, base) or _opens_range(tokens, one):
            continue
        words = tokens.text(one.start, one.end)
        known = found.get(one.term.group)
        if known is None:
            found[one.term.group] = Said(means=one.term.names, words=words)
        elif not one.term.names <= known.means:
            found[one.term.group] = Said(means=one.term.names | known.means, words=f"{known.words}, {words}")
    return found


def terms_in(tokens: Tokens, start: int, end: int) -> Iterator[_Found]:
    """Yield the known terms of a stretch of text in order; of several names at one place the longest counts."""
    after = start
    for at, token in enumerate(tokens.items[start:end], start):
        if at < after or token.lower not in _FIRST_WORDS:
            continue
        found = _facility(tokens, at) or _named(tokens, at)
        if found is not None and found.end <= end:
            yield found
            after = found.end


def _named(tokens: Tokens, at: int) -> _Found | None:
    matched = _TERMS.match(tokens, at)
    return None if matched is None else _Found(matched[0], at, matched[1])


def _facility(tokens: Tokens, at: int) -> _Found | None:
    """Return a facility with a letter or number: ``Facility A``, ``Tranche 2``, ``Facility B1``."""
    name = tokens[at + 1].text
    if tokens[at].lower not in _FACILITY_WORDS or not (name.isdigit() or (name.isupper() and len(name) == 1)):
        return None
    following = tokens[at + 2].text
    joined = following if following.isdigit() and not tokens.gap(at + 2) else ""
    return _Found(_Term(FACILITIES, frozenset({f"facility {name}{joined}"})), at, at + 2 + bool(joined))


def _end_of_term_search(place: Place) -> int:
    """Return where the words that may name a value's term end; a bracket right after the value is included."""
    opening, end = place.after + (place.tokens[place.after].text == "("), place.behind
    if place.kind is MONEY_KIND and (rate := _named(place.tokens, end)) is not None:
        end = min(rate.end, place.end)  # "EUR 5,000,000 for EURIBOR Advances": the rate also names the loan
    return next((at for at in range(opening, end) if place.tokens[at].text in _BREAKS), end)
