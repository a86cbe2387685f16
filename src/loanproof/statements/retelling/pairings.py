"""Finds values that an answer exchanges: it gives each one to the step, facility or kind of loan of the other.

``4.00:1 until 30 June and 3.50:1 after it`` has two steps. An answer that gives 3.50:1 until that day and 4.00:1 after
it names the right values and the right day, but says of each what the source says of the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from loanproof.core import Reason, Words, WordTable, load_words
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.parts.terms import STEPPED, terms_in
from loanproof.statements.texts.place import Place, place_of
from loanproof.values import DATE_KIND, NUMBER_KIND, Phrases

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.statements.texts.text import StatedText


class _Pairings(WordTable):
    steps: dict[str, Words]


_STEPS = "steps"
_STEP_PHRASES = Phrases.of(load_words(__package__, "pairings", _Pairings).steps.items())
_COMPARING = frozenset({"up to", "beyond", "through"})
_MAX_VALUES = 60  # values of one text that are read
_Circumstances = Mapping[str, frozenset[str]]  # by class: the circumstances named around a value


def exchanged_circumstances(answer: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield a contradiction for the first two values that an answer pairs the other way round than a source.

    Both texts must give each of the two values just one circumstance of a class, and the two must be different.
    """
    said = _circumstances(answer)
    for quote in quotes:
        known = _circumstances(quote)
        shared = [key for key in known if key in said]
        for one, other in combinations(shared, 2):
            name = (
                _exchanged(said[one][1], said[other][1], known[one][1], known[other][1]) if one[0] == other[0] else None
            )
            if name is not None:
                source, given = (_shown(text, found[one][0]) for text, found in ((quote, known), (answer, said)))
                yield Contradiction(Reason.SUBJECT_EXCHANGED, source, given)
                return


def _exchanged(
    one: _Circumstances, other: _Circumstances, known: _Circumstances, known_other: _Circumstances
) -> str | None:
    """Return the class in which two values have exchanged their circumstances."""
    for name in known.keys() & known_other.keys() & one.keys() & other.keys():
        own, others = known[name], known_other[name]
        are_single = all(len(names) == 1 for names in (own, others, one[name], other[name]))
        if are_single and own != others and one[name] == others and other[name] == own:
            return name
    return None


def _circumstances(text: StatedText) -> dict[tuple[Any, str], tuple[Span, dict[str, frozenset[str]]]]:
    """Return the circumstances of each value that a text gives once, by its kind and canonical form; cached."""
    return text.tokens.cached(_circumstances, lambda: _read(text))


def _read(text: StatedText) -> dict[tuple[Any, str], tuple[Span, dict[str, frozenset[str]]]]:
    found: dict[tuple[Any, str], tuple[Span, dict[str, frozenset[str]]]] = {}
    often: set[tuple[Any, str]] = set()
    for value in text.values[:_MAX_VALUES]:
        kind = value.part.kind
        if kind is DATE_KIND or kind is NUMBER_KIND:
            continue
        key = kind.name, kind.canonical(value.part.candidates[0])
        if key in found:
            often.add(key)
        found[key] = value.span, _around(place_of(text, value.span), text)
    return {key: one for key, one in found.items() if key not in often}


def _around(place: Place, text: StatedText) -> dict[str, frozenset[str]]:
    """Return the circumstances in the stretch about a value, by class."""
    found: dict[str, set[str]] = {}
    for one in terms_in(place.tokens, place.start, place.end):
        if one.term.group in STEPPED:
            found.setdefault(one.term.group, set()).update(one.term.names)
    for step, start, end in _STEP_PHRASES.each_in(place.tokens, place.start, place.end):
        if not _is_level(place, text, start, end):
            found.setdefault(_STEPS, set()).add(step)
    return {name: frozenset(names) for name, names in found.items()}


def _is_level(place: Place, text: StatedText, start: int, end: int) -> bool:
    """Return whether words compare the value itself and name no step: ``up to 50%``, ``50% before tax``."""
    is_comparing = place.tokens.text(start, end).lower() in _COMPARING
    return is_comparing and end <= place.first <= end + 1 and text.is_in_value(end)


def _shown(text: StatedText, span: Span) -> str:
    place = place_of(text, span)
    return text.tokens.text(place.start, place.end)
