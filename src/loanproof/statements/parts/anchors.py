"""Reads what a period counts from: a named day, an event, or the beginning or end of a month, quarter or year."""

from __future__ import annotations

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.statements.statement import Names, Said
from loanproof.statements.texts.place import Place
from loanproof.values import DURATION_KIND, Phrases


class _Anchors(WordTable):
    days: dict[str, Words]
    events: dict[str, Words]
    times: dict[str, Words]
    any_time: SingleWords
    ends: SingleWords
    beginnings: SingleWords
    counting: SingleWords


_WORDS = load_words(__package__, "anchors", _Anchors)
EVENTS = frozenset(_WORDS.events)
"""The names of events; unlike a day, an event may be described in other words than the usual ones."""


def _names_by_phrase() -> dict[str, Names]:
    """Return what each phrase may name: to be ``told`` is both to get word of something and to become aware of it."""
    found: dict[str, Names] = {}
    for name, phrases in (*_WORDS.days.items(), *_WORDS.events.items()):
        for phrase in phrases:
            found[phrase] = found.get(phrase, frozenset()) | {name}
    return found


_DAYS = Phrases.of((names, [phrase]) for phrase, names in _names_by_phrase().items())
_TIME_SPANS = Phrases.of(
    [*((frozenset({name}), words) for name, words in _WORDS.times.items()), (frozenset(_WORDS.times), _WORDS.any_time)]
)
_BEGINNINGS, _COUNTING_WORDS = frozenset(_WORDS.beginnings), frozenset(_WORDS.counting)
_EDGES = _BEGINNINGS.union(_WORDS.ends)
_BREAKS = frozenset({",", ";", "(", ")", ".", ":", "if", "unless", "and", "or", "for"})
_COUNTING_REACH = 3  # tokens between a period and the word it is counted with, such as "after"
_LIST_LENGTH = 8  # tokens of "three (3) fiscal quarters"
_ANCHOR_LENGTH = 12  # tokens after that word


def read_anchor(place: Place) -> Said[Names] | None:
    """Return what a period counts from, up to the next mark.

    A day or event that is in no table is returned with its words only; its ``means`` is empty.
    """
    if place.kind is not DURATION_KIND:
        return None
    close = min(place.behind, place.after + _COUNTING_REACH)
    at = next((at for at in range(place.after, close) if place.word(at) in _COUNTING_WORDS), None)
    # "ten days' prior notice" does not say what it counts from
    if at is None or (place.word(at) == "prior" and place.word(at + 1) != "to"):
        return None
    last = min(place.behind, at + _ANCHOR_LENGTH)
    end = next((one for one in range(at, last) if _is_break(place, one)), last)
    if any(place.word(one) in _EDGES for one in range(at, end)):
        return Said(means=_time_of(place, at, end), words=place.tokens.text(at, end))
    matches = (_DAYS.match(place.tokens, one) for one in range(at, end))
    found = frozenset(name for matched in matches if matched is not None for name in matched[0])
    names = found or _named_date(place, at, end)
    return Said(means=names, words=place.tokens.text(at, end))


def _time_of(place: Place, at: int, end: int) -> Names:
    """Return what begins or ends: in ``the end of the first three quarters of a year`` it is a quarter."""
    far = min(place.end, end + _LIST_LENGTH) if end == place.behind else end
    matches = (_TIME_SPANS.match(place.tokens, one) for one in range(at, far))
    names = next((matched[0] for matched in matches if matched is not None), frozenset[str]())
    is_beginning = any(place.word(one) in _BEGINNINGS for one in range(at, end))
    return frozenset(f"beginning of {name}" if is_beginning else name for name in names)


def _named_date(place: Place, at: int, end: int) -> Names:
    """Return a day that the document names itself: ``the relevant Quarter Date``."""
    dates = (one for one in range(at + 2, end) if place.tokens[one].text == "Date")
    return frozenset(f"{place.word(one - 1)} date" for one in dates if place.tokens[one - 1].text.istitle())


def _is_break(place: Place, at: int) -> bool:
    """Return whether the anchor ends at a token; it continues over ``or other``: ``such interest or other amounts``."""
    return place.word(at) in _BREAKS and not (place.word(at) in ("or", "and") and place.word(at + 1) == "other")
