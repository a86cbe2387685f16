"""The result types of parsers and comparisons.

A parser never raises. It returns a :class:`Read` value, an :class:`Ambiguous` set of candidates with the reason, or
:class:`Unreadable` with a sentence that says why the text is not a value of this kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import Generic, TypeAlias, TypeVar

from loanproof.core import Reason, Span

V = TypeVar("V")


@dataclass(frozen=True, slots=True, kw_only=True)
class Read(Generic[V]):
    """The text is this value."""

    value: V


@dataclass(frozen=True, slots=True, kw_only=True)
class Ambiguous(Generic[V]):
    """The text is one of these values, but does not say which."""

    candidates: tuple[V, ...]
    reason: Reason


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The text is not a value of the kind asked for."""

    why: str


Reading: TypeAlias = Read[V] | Ambiguous[V] | Unreadable


@dataclass(frozen=True, slots=True, kw_only=True)
class Match(Generic[V]):
    """A value met while walking tokens: its possible meanings, and the position of the token after it."""

    candidates: tuple[V, ...]
    end: int
    reason: Reason | None = None

    @property
    def reading(self) -> Read[V] | Ambiguous[V]:
        """This match as a reading; with more than one candidate it is ambiguous, and ``reason`` says why."""
        if len(self.candidates) == 1 or self.reason is None:
            return Read(value=self.candidates[0])
        return Ambiguous(candidates=self.candidates, reason=self.reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found(Generic[V]):
    """A value found in running text: its place in the original characters, and its reading."""

    span: Span
    reading: Read[V] | Ambiguous[V]

    @property
    def candidates(self) -> tuple[V, ...]:
        """All values that this place may mean: one, unless it is ambiguous."""
        return candidates_of(self.reading)


def candidates_of(reading: Reading[V]) -> tuple[V, ...]:
    """Return the values that a reading allows: zero, one or several."""
    match reading:
        case Read():
            return (reading.value,)
        case Ambiguous():
            return reading.candidates
        case Unreadable():
            return ()


class NumberLocale(StrEnum):
    """How a document writes its numbers."""

    EN = "en"  # 1,250.00
    DE = "de"  # 1.250,00
    FR = "fr"  # 1 250,00 and 1.250,00
    CH = "ch"  # 1'250.00
    IN = "in"  # 12,34,567.00


class DateOrder(StrEnum):
    """In which order a document writes day, month and year in figures."""

    DMY = "DMY"
    MDY = "MDY"
    YMD = "YMD"


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What the document shows about its own notation. Nothing else is assumed.

    Attributes:
        number_locale: Settles ``1.250`` and ``1,250`` in amounts.
        date_order: Settles ``03/04/2031``.
        currencies: What a bare symbol or word means here, in lower case: ``{"$": "SGD", "dollars": "SGD"}``.
        anchors: Dates that relative dates count from, in lower case: ``{"closing date": date(2026, 3, 15)}``.
        is_of_output: Whether the text is an output's, whose author need not write amounts as the document does.
    """

    number_locale: NumberLocale | None = None
    date_order: DateOrder | None = None
    currencies: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    anchors: Mapping[str, date] = field(default_factory=lambda: MappingProxyType({}))
    is_of_output: bool = False

    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # results are cached by context, and mappings cannot be hashed
        named = (
            self.number_locale,
            self.date_order,
            self.is_of_output,
            *sorted(self.currencies),
            *sorted(self.anchors),
        )
        object.__setattr__(self, "_hash", hash(named))

    def __hash__(self) -> int:
        return self._hash


NO_CONTEXT = Context()


class Relation(StrEnum):
    """How a given value compares with the expected one, best first."""

    EXACT = "exact"  # the same characters, apart from typography
    EQUAL = "equal"  # the same meaning in another form
    PARTIAL = "partial"  # part of the meaning
    DIFFERENT = "different"

    @property
    def rank(self) -> int:
        """The position in the order from best to worst."""
        return _RELATIONS.index(self)

    @property
    def agrees(self) -> bool:
        """Whether the two values are the same, in any form."""
        return self in (Relation.EXACT, Relation.EQUAL)


_RELATIONS = list(Relation)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The result of comparing a given value with the expected one, with the reason and a short detail."""

    relation: Relation
    reason: Reason
    detail: str = ""


EXACT = Comparison(relation=Relation.EXACT, reason=Reason.EXACT)
EQUAL = Comparison(relation=Relation.EQUAL, reason=Reason.CANONICAL_EQUAL)


def partial(reason: Reason, detail: str = "") -> Comparison:
    """Return a partial agreement with its reason."""
    return Comparison(relation=Relation.PARTIAL, reason=reason, detail=detail)


def different(reason: Reason = Reason.DIFFERENT, detail: str = "") -> Comparison:
    """Return a disagreement with its reason."""
    return Comparison(relation=Relation.DIFFERENT, reason=reason, detail=detail)
