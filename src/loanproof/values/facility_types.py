"""Facility types: term loan, revolving, delayed draw, and others, whose own words are the value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from loanproof.core import Reason
from loanproof.values.kinds import Kind
from loanproof.values.phrases import Phrases, denies, sentence_of
from loanproof.values.reading import (
    EQUAL,
    UNKNOWN,
    Comparison,
    Context,
    Found,
    NotOne,
    Read,
    Reading,
    different,
    partial,
)
from loanproof.values.tokens import TokenKind, Tokens, tokenize


class FacilityClass(StrEnum):
    """The classes of the contract; a facility of class ``other`` is named by its own words."""

    TERM_LOAN = "term_loan"
    REVOLVING = "revolving"
    DELAYED_DRAW = "delayed_draw"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Facility:
    """One facility: its class and, for class ``other``, the words that name it, in lower case."""

    facility_class: FacilityClass
    name: str = ""

    @property
    def canonical(self) -> str:
        """The class, or the name of a facility that has none."""
        return self.name or self.facility_class.value


@dataclass(frozen=True, slots=True, kw_only=True)
class FacilityTypes:
    """The facilities that a text names, each class once, in its order. Never empty."""

    facilities: tuple[Facility, ...]

    @property
    def canonical(self) -> str:
        """All facilities in canonical form."""
        return " + ".join(facility.canonical for facility in self.facilities)


_CLASSES = Phrases.of(
    [
        (
            FacilityClass.TERM_LOAN,
            (
                "term loan|term loans|term facility|term loan facility|TLA|TLB|TLC|TL A|TL B|TL C"
                "|term loan A|term loan B|term loan C|facility A|facility B|bullet loan|amortising loan|amortizing loan"
                "|term credit facility|term loan credit facility|amortising term loan|bullet term loan"
            ),
        ),
        (
            FacilityClass.REVOLVING,
            (
                "revolving credit facility|RCF|revolver|revolving facility|revolving loan"
                "|revolving loans|revolving loan facility|revolving credit|revolving credit loan|revolving credit loans"
                "|multicurrency revolving|revolving|multicurrency revolver"
            ),
        ),
        (
            FacilityClass.DELAYED_DRAW,
            (
                "delayed draw|delayed draw term loan|delayed draw term loans|DDTL|delayed draw term"
                "|delayed draw term facility|delayed draw term loan facility|delayed draw facility|acquisition facility"
                "|capex facility|capital expenditure facility|acquisition/capex facility|available in multiple drawings"
                "|delayed drawdown|delayed drawdown term loan|delayed draw term loan commitments"
            ),
        ),
    ]
)
_OTHER = Phrases.of(
    [
        (
            True,
            (
                "bridge|overdraft|swingline|swing line|letter of credit|letters of credit|guarantee facility"
                "|bilateral line|murabaha|ijara|ijarah|commodity murabaha|borrowing base|trade finance|standby"
                "|PIK|mezzanine|bonding|receivables|uncommitted|construction loan|invoice finance|asset based"
                "|tawarruq|istisna"
            ),
        )
    ]
)
_JOINERS = frozenset({"+", "and", "&", ",", ";", "/", "plus", "|"})
_BEFORE_NAME = frozenset({":", "-", "(", ",", "/"})
_FEATURES = frozenset({"with", "including", "incl"})  # what follows is part of a facility, not one of its own
_IDLE = frozenset("a an the facility facilities loan loans senior secured unsecured syndicated".split())
_TERM_LOAN = Facility(facility_class=FacilityClass.TERM_LOAN)
_DELAYED_DRAW = Facility(facility_class=FacilityClass.DELAYED_DRAW)


def parse_facility_type(text: str, context: Context = UNKNOWN) -> Reading[FacilityTypes]:
    """Read a text that names one or more facilities; words such as ``multicurrency`` or ``senior`` are free."""
    del context  # words decide, notation does not matter
    tokens = tokenize(text)
    if denies(tokens):
        return NotOne(sentence_of(text, "says only what it is not"))
    found: list[Facility] = []
    # The contract's own word for a facility outside its classes may stand before the facility's name.
    start = 2 if tokens[0].lower == FacilityClass.OTHER and tokens[1].text in _BEFORE_NAME else 0
    end = next((at for at in range(len(tokens)) if tokens[at].lower in _FEATURES), len(tokens))
    for at in range(start, end + 1):
        if at == end or tokens[at].lower in _JOINERS:
            found += _read_part(tokens, start, at)
            start = at + 1
    if not found:
        whole = _CLASSES.first_in(tokens)
        found = [] if whole is None else [Facility(facility_class=whole[0])]
    if not found:
        return NotOne(sentence_of(text, "names no type of facility"))
    return Read(value=FacilityTypes(facilities=tuple(dict.fromkeys(found))))


def find_facility_types(tokens: Tokens, context: Context = UNKNOWN) -> tuple[Found[FacilityTypes], ...]:
    """Find every mention of a type of facility in running text; other facilities are named by the word found."""
    del context
    results: list[Found[FacilityTypes]] = []
    at = 0
    while at < len(tokens):
        named, other = _CLASSES.match(tokens, at), _OTHER.match(tokens, at)
        if named is None and other is None:
            at += 1
            continue
        end = max(match[1] for match in (named, other) if match is not None)
        facility = (
            Facility(facility_class=named[0])
            if named is not None and (other is None or other[1] <= named[1])
            else Facility(facility_class=FacilityClass.OTHER, name=_name(tokens, at, end))
        )
        results.append(Found(span=tokens.span(at, end), reading=Read(value=FacilityTypes(facilities=(facility,)))))
        at = end
    return tuple(results)


def compare_facility_types(expected: FacilityTypes, given: FacilityTypes) -> Comparison:
    """Compare class by class: one of several is a part, a wrong class differs."""
    wanted, offered = set(expected.facilities), set(given.facilities)
    if wanted == offered:
        return EQUAL
    if len(wanted) == len(offered) == 1:
        return _compare_one(expected.facilities[0], given.facilities[0])
    agreeing = [one for one in wanted if one in offered or (one == _DELAYED_DRAW and _TERM_LOAN in offered)]
    if not agreeing:
        return different()
    if len(agreeing) < len(wanted):
        return partial(Reason.LIST_INCOMPLETE)
    return partial(Reason.LIST_EXTRA if len(offered) > len(wanted) else Reason.CLASS_TOO_BROAD)


def _compare_one(expected: Facility, given: Facility) -> Comparison:
    if expected == given:
        return EQUAL
    if (expected, given) == (_DELAYED_DRAW, _TERM_LOAN):
        return partial(Reason.CLASS_TOO_BROAD, "the delayed draw is lost")
    return different()


def _read_part(tokens: Tokens, start: int, end: int) -> list[Facility]:
    """Read the facility that a part of the text names: other names first, since their words are the value."""
    if _OTHER.first_in(tokens, start, end) is not None:
        return [Facility(facility_class=FacilityClass.OTHER, name=_name(tokens, start, end))]
    named = _longest(tokens, start, end)
    return [] if named is None else [Facility(facility_class=named)]


def _longest(tokens: Tokens, start: int, end: int) -> FacilityClass | None:
    """Return the class of a part; delayed draw and revolving say more than term loan."""
    classes = set()
    for at in range(start, end):
        named = _CLASSES.match(tokens, at)
        if named is not None and named[1] <= end:
            classes.add(named[0])
    ranked = (FacilityClass.DELAYED_DRAW, FacilityClass.REVOLVING, FacilityClass.TERM_LOAN)
    return next((one for one in ranked if one in classes), None)


def _name(tokens: Tokens, start: int, end: int) -> str:
    """Return the words of a name without articles and the words that every facility may have."""
    words = [token.lower for token in tokens.items[start:end] if token.kind is not TokenKind.SIGN]
    return " ".join(word for word in words if word not in _IDLE)


FACILITY_TYPE_KIND: Kind[FacilityTypes] = Kind(
    name="facility_type",
    parse=parse_facility_type,
    find=find_facility_types,
    canonical=lambda value: value.canonical,
    compare=compare_facility_types,
)
