"""The typed values of a document with their places, and the test whether a value stands in it at all.

That test separates a wrong value that was taken from another place (a failure) from one that stands nowhere (a
hallucination), so it fails towards "present": a place that may mean several values has all of them, a form that
says less than the value asked for counts, and how a value is written never matters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeVar, cast

from loanproof.core import plain_decimal
from loanproof.documents.notation import context_of
from loanproof.values import (
    DATE_KIND,
    DURATION_KIND,
    LAW_KIND,
    MONEY_KIND,
    NUMBER_KIND,
    PARTY_KIND,
    PERCENTAGE_KIND,
    RATIO_KIND,
    REFERENCE_RATE_KIND,
    CalendarDate,
    DateValue,
    Kind,
    Law,
    Money,
    Party,
    Percentage,
    RateFamily,
    ReferenceRates,
    RelativeDate,
    Tokens,
    tokenize,
)

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.documents.model import Document
    from loanproof.values import Context, Found

V = TypeVar("V")

FACT_KINDS: tuple[Kind[Any], ...] = (
    MONEY_KIND,
    DATE_KIND,
    PERCENTAGE_KIND,
    RATIO_KIND,
    DURATION_KIND,
    PARTY_KIND,
    LAW_KIND,
    REFERENCE_RATE_KIND,
    NUMBER_KIND,
)
_LEAST_NAME_WORDS = 2
_MOST_KEPT = 10_000  # answers about one text that are kept
_SHARE = re.compile(r"(-?[0-9]{1,30}(?:\.[0-9]{1,30})?)% of margin")
_FAMILIES = sorted((family.value for family in RateFamily), key=len, reverse=True)


class Facts:
    """All typed values of one document, from one tokenization. A kind is searched once, when it is first asked for."""

    def __init__(self, tokens: Tokens, context: Context) -> None:
        """Take the tokens of the whole text, and the notation in which to read them."""
        self.tokens = tokens
        self.context = context
        self._found: dict[str, tuple[Found[Any], ...]] = {}
        self._places: dict[str, Mapping[str, tuple[Span, ...]]] = {}
        self._kept: dict[Hashable, object] = {}

    @classmethod
    def of(cls, document: Document) -> Facts:
        """Return the facts of a document, read in the notation that it uses."""
        tokens = tokenize(document.text)
        return cls(tokens, context_of(document, tokens))

    def found(self, kind: Kind[V]) -> tuple[Found[V], ...]:
        """Return every value of a kind in the document, in order, with its place."""
        if kind.name not in self._found:
            self._found[kind.name] = kind.find(self.tokens, self.context)
        return cast("tuple[Found[V], ...]", self._found[kind.name])

    def stands(self, kind: Kind[V], canonical: str) -> tuple[Span, ...]:
        """Return the places where a value of this canonical form stands; none means that it stands nowhere."""
        places = self._index(kind)
        needed = _ASKED.get(kind.name, _as_it_is)(canonical)
        found = [next((places[key] for key in keys if key in places), ()) for keys in needed]
        if found and all(found):
            return tuple(sorted({span for spans in found for span in spans}))
        return self._name_places(canonical) if kind.name == PARTY_KIND.name else ()

    def once(self, key: Hashable, make: Callable[[], V]) -> V:
        """Return what ``make`` gives, worked out once for this text. The same key means the same question."""
        if key not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[key] = make()
        return cast("V", self._kept[key])

    def _index(self, kind: Kind[V]) -> Mapping[str, tuple[Span, ...]]:
        if kind.name not in self._places:
            keys_of = cast("Callable[[V], Iterator[str]]", _KEYS.get(kind.name, _canonical_key(kind)))
            places: dict[str, dict[Span, None]] = {}
            for one in self.found(kind):
                for value in one.candidates:
                    for key in keys_of(value):
                        places.setdefault(key, {})[one.span] = None
            self._places[kind.name] = {key: tuple(spans) for key, spans in places.items()}
        return self._places[kind.name]

    def _name_places(self, canonical: str) -> tuple[Span, ...]:
        """Return where the words of a name stand in running text, with or without the legal form at their end."""
        words = canonical.split()
        for count in (len(words), len(words) - 1):
            if count >= min(_LEAST_NAME_WORDS, len(words)) and count > 0:
                phrase = re.compile(
                    r"(?<!\w)" + r"\W{1,4}".join(map(re.escape, words[:count])) + r"(?!\w)", re.IGNORECASE
                )
                spans = [
                    self.tokens.folded.span_of(*match.span()) for match in phrase.finditer(self.tokens.folded.text)
                ]
                if spans:
                    return tuple(spans)
        return ()


def _canonical_key(kind: Kind[V]) -> Callable[[V], Iterator[str]]:
    def keys(value: V) -> Iterator[str]:
        yield kind.canonical(value)

    return keys


def _money_keys(money: Money) -> Iterator[str]:
    yield money.canonical
    yield money.number.canonical  # for an amount whose currency was left out


def _date_keys(value: DateValue) -> Iterator[str]:
    yield value.canonical
    day = value.day if isinstance(value, CalendarDate | RelativeDate) else None
    if day is not None:
        yield day.isoformat()
        yield day.isoformat()[:7]  # for a month without its day


def _percentage_keys(value: Percentage) -> Iterator[str]:
    yield value.canonical
    yield f"{plain_decimal(value.figure)} without unit"
    if value.bps is not None:
        yield f"{plain_decimal(value.bps)} bps"


def _plain_rate(canonical: str) -> str:
    """Return a rate without what it is a share of and without its two signs: ``40% of margin`` is ``4000 bps``."""
    plain = canonical.removeprefix("±")
    share = _SHARE.fullmatch(plain)
    return plain if share is None else f"{plain_decimal(Decimal(share[1]) * 100)} bps"


def _law_keys(law: Law) -> Iterator[str]:
    yield from law.codes


def _party_keys(party: Party) -> Iterator[str]:
    yield party.canonical
    yield " ".join(party.words)


def _rate_keys(value: ReferenceRates) -> Iterator[str]:
    for rate in value.rates:
        yield rate.family.value


_KEYS: Mapping[str, Callable[[Any], Iterator[str]]] = {
    MONEY_KIND.name: _money_keys,
    DATE_KIND.name: _date_keys,
    PERCENTAGE_KIND.name: _percentage_keys,
    LAW_KIND.name: _law_keys,
    PARTY_KIND.name: _party_keys,
    REFERENCE_RATE_KIND.name: _rate_keys,
}


def _family_of(canonical: str) -> str:
    """Return the family at the head of a canonical rate: ``CNH HIBOR 3M`` is of the family ``CNH HIBOR``."""
    return next((family for family in _FAMILIES if f"{canonical} ".startswith(f"{family} ")), canonical)


def _as_it_is(canonical: str) -> list[tuple[str, ...]]:
    return [(canonical,)]


# For each kind: what must stand (the list), in any of several forms (the tuple).
_ASKED: Mapping[str, Callable[[str], list[tuple[str, ...]]]] = {
    PERCENTAGE_KIND.name: lambda canonical: [(canonical, _plain_rate(canonical))],
    LAW_KIND.name: lambda canonical: [(code,) for code in canonical.split("+")],
    REFERENCE_RATE_KIND.name: lambda canonical: [(_family_of(rate),) for rate in canonical.split(", ")],
}
