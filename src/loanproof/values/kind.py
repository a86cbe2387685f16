"""A kind of value: how to parse it, find it in text, write it canonically and compare it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from loanproof.core import Reason
from loanproof.values.reading import (
    EXACT,
    NO_CONTEXT,
    Ambiguous,
    Comparison,
    Context,
    Found,
    Reading,
    Relation,
    Unreadable,
    candidates_of,
    different,
)
from loanproof.values.text.labels import without_label
from loanproof.values.text.tokens import Tokens
from loanproof.values.text.typography import same_typography

V = TypeVar("V")
_ORDER = list(Relation)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind(Generic[V]):
    """One kind of value. All functions are pure and total; ``find`` works on running text.

    ``keep_case`` is for identifiers, the only values in which letter case matters.
    """

    name: str
    parse: Callable[[str, Context], Reading[V]]
    find: Callable[[Tokens, Context], tuple[Found[V], ...]]
    canonical: Callable[[V], str]
    compare: Callable[[V, V], Comparison]
    keep_case: bool = False

    def read(self, text: str, context: Context = NO_CONTEXT) -> Reading[V]:
        """Parse a text as an answer gives it: the name of the field may lead it, as in ``Tenor: 5 years``."""
        reading = self.parse(text, context)
        bare = without_label(text, self.name) if isinstance(reading, Unreadable) else None
        return reading if bare is None else self.parse(bare, context)

    def compare_texts(self, expected: str, given: str, context: Context = NO_CONTEXT) -> Comparison:
        """Compare two texts: the same characters are exact, the same meaning is equal.

        A text that may mean several things agrees when one of its meanings does, but never exactly, and the
        reason then names the ambiguity. A text that is no such value differs.
        """
        if same_typography(expected, given, keep_case=self.keep_case):
            return EXACT
        readings = self.read(expected, context), self.read(given, context)
        best = min(
            (self.compare(one, other) for one in candidates_of(readings[0]) for other in candidates_of(readings[1])),
            key=lambda comparison: _ORDER.index(comparison.relation),
            default=None,
        )
        if best is None:
            unread = next(reading for reading in readings if isinstance(reading, Unreadable))
            return different(Reason.NOT_READABLE, unread.why)
        for reading in readings:
            if isinstance(reading, Ambiguous) and best.relation is not Relation.DIFFERENT:
                return Comparison(relation=best.relation, reason=reading.reason, detail=best.detail)
        return best
