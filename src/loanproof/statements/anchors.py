"""What a period counts from: a day that has a name, an event, the end or the beginning of a month, quarter or year."""

from __future__ import annotations

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.statements.place import Place
from loanproof.statements.statement import Names, Said
from loanproof.values import DURATION_KIND, Phrases


class _Anchors(WordTable):
    days: dict[str, Words]
    events: dict[str, Words]
    times: dict[str, Words]
    ends: SingleWords
    beginnings: SingleWords
    counting: SingleWords


_WORDS = load_words(__package__, "anchors", _Anchors)
EVENTS = frozenset(_WORDS.events)
"""The names of events, which one text may tell in its own words where another has the usual one."""
_DAYS, _TIMES = Phrases.of((*_WORDS.days.items(), *_WORDS.events.items())), Phrases.of(_WORDS.times.items())
_BEGINNINGS, _COUNTING = frozenset(_WORDS.beginnings), frozenset(_WORDS.counting)
_ENDS = _BEGINNINGS.union(_WORDS.ends)
_BREAKS = frozenset({",", ";", "(", ")", ".", ":", "if", "unless", "and", "or", "for"})
_CLOSE = 3  # tokens between a period and the word that counts it
_LISTED = 8  # tokens of "three (3) fiscal quarters"
_REACH = 12  # tokens behind that word


def read_anchor(place: Place) -> Said[Names] | None:
    """Read what a period counts from, up to the next mark; other days and events are told by their words alone."""
    if place.kind is not DURATION_KIND:
        return None
    close = min(place.behind, place.after + _CLOSE)
    at = next((at for at in range(place.after, close) if place.word(at) in _COUNTING), None)
    if at is None or (place.word(at) == "prior" and place.word(at + 1) != "to"):  # "ten days' prior notice"
        return None
    last = min(place.behind, at + _REACH)
    end = next((one for one in range(at, last) if _is_break(place, one)), last)
    if any(place.word(one) in _ENDS for one in range(at, end)):
        return Said(means=_time_of(place, at, end), words=place.tokens.text(at, end))
    matches = (_DAYS.match(place.tokens, one) for one in range(at, end))
    names = frozenset(matched[0] for matched in matches if matched is not None) or _named_date(place, at, end)
    return Said(means=names, words=place.tokens.text(at, end))


def _time_of(place: Place, at: int, end: int) -> Names:
    """Return whose end or beginning is meant: of ``the first three quarters of a year`` a quarter's."""
    far = min(place.end, end + _LISTED) if end == place.behind else end
    matches = (_TIMES.match(place.tokens, one) for one in range(at, far))
    name = next((matched[0] for matched in matches if matched is not None), None)
    if name is None:
        return frozenset()
    is_beginning = any(place.word(one) in _BEGINNINGS for one in range(at, end))
    return frozenset({f"beginning of {name}" if is_beginning else name})


def _named_date(place: Place, at: int, end: int) -> Names:
    """Return a day of the document by its own name: ``the relevant Quarter Date``."""
    dates = (one for one in range(at + 2, end) if place.tokens[one].text == "Date")
    return frozenset(f"{place.word(one - 1)} date" for one in dates if place.tokens[one - 1].text.istitle())


def _is_break(place: Place, at: int) -> bool:
    """Return whether the name of what a period counts from ends; ``such interest or other amounts`` goes on."""
    return place.word(at) in _BREAKS and not (place.word(at) in ("or", "and") and place.word(at + 1) == "other")
