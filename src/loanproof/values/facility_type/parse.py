"""From a text to a type of facility; the names of the types are in ``classes.words.yaml``."""

from __future__ import annotations

from collections.abc import Iterator

from loanproof.core import SingleWords, WordFault, Words, WordTable, load_words, repeated_phrases
from loanproof.values.facility_type.value import Facility, FacilityClass, FacilityTypes
from loanproof.values.reading import NO_CONTEXT, Context, Read, Reading, Unreadable
from loanproof.values.text.phrases import Phrases, denies, sentence_of
from loanproof.values.text.tokens import TokenKind, Tokens, tokenize


class _Classes(WordTable):
    classes: dict[FacilityClass, Words]
    other: Words
    idle: SingleWords
    remarks: Words
    again: Words

    def faults(self) -> Iterator[WordFault]:
        classes = [(("classes", one.value), names) for one, names in self.classes.items()]
        yield from repeated_phrases([*classes, (("other",), self.other)])


_WORDS = load_words(__package__, "classes", _Classes)
CLASS_NAMES = Phrases.of(_WORDS.classes.items())
OTHER_NAMES = Phrases.of([(True, _WORDS.other)])
AGAIN = Phrases.of([(True, _WORDS.again)])
_JOINERS = frozenset({"+", "and", "&", ",", ";", "/", "plus", "|"})
_BEFORE_NAME = frozenset({":", "-", "(", ",", "/"})
_FEATURES = frozenset({"with", "including", "incl"})  # what follows is part of a facility, not a facility itself
_IDLE = frozenset(_WORDS.idle)
_REMARKS = Phrases.of([(True, _WORDS.remarks)])


def parse_facility_type(text: str, context: Context = NO_CONTEXT) -> Reading[FacilityTypes]:
    """Read a text that names one or more facilities; words such as ``multicurrency`` or ``senior`` are free."""
    del context  # only the words matter, so no notation is needed
    tokens = tokenize(text)
    if denies(tokens):
        return Unreadable(sentence_of(text, "says only what it is not"))
    found: list[Facility] = []
    # The contract's word for a facility outside its classes may come before the facility's name.
    start = 2 if tokens[0].lower == FacilityClass.OTHER and tokens[1].text in _BEFORE_NAME else 0
    end = next((at for at in range(len(tokens)) if tokens[at].lower in _FEATURES), len(tokens))
    for at in range(start, end + 1):
        if at == end or tokens[at].lower in _JOINERS:
            found += _read_part(tokens, start, at)
            start = at + 1
    if not found:
        whole = CLASS_NAMES.first_in(tokens)
        found = [] if whole is None else [Facility(facility_class=whole[0])]
    if not found:
        return Unreadable(sentence_of(text, "names no type of facility"))
    return Read(value=FacilityTypes(facilities=tuple(dict.fromkeys(found))))


def _read_part(tokens: Tokens, start: int, end: int) -> list[Facility]:
    """Read the facility that a part of the text names: other names first, because their words are the value."""
    if OTHER_NAMES.first_in(tokens, start, end) is not None:
        return [Facility(facility_class=FacilityClass.OTHER, name=other_name(tokens, start, end))]
    named = _longest(tokens, start, end)
    return [] if named is None else [Facility(facility_class=named)]


def _longest(tokens: Tokens, start: int, end: int) -> FacilityClass | None:
    """Return the class of a part; delayed draw and revolving say more than term loan."""
    classes = set()
    for at in range(start, end):
        named = CLASS_NAMES.match(tokens, at)
        if named is not None and named[1] <= end:
            classes.add(named[0])
    ranked = (FacilityClass.DELAYED_DRAW, FacilityClass.REVOLVING, FacilityClass.TERM_LOAN)
    return next((one for one in ranked if one in classes), None)


def other_name(tokens: Tokens, start: int, end: int) -> str:
    """Return the words of a name without articles and words that any facility may have."""
    said = {at for _, begins, behind in _REMARKS.each_in(tokens, start, end) for at in range(begins, behind)}
    named = (tokens[at] for at in range(start, end) if at not in said)
    words = [token.lower for token in named if token.kind is not TokenKind.SIGN]
    return " ".join(word for word in words if word not in _IDLE)
