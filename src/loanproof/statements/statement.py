"""What a text says about one value, by parts. A part that is not said, or cannot be read, is nothing; never a guess."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, TypeVar

from loanproof.core import Span
from loanproof.values import Kind, Operator, Period

V = TypeVar("V")


class Polarity(StrEnum):
    """Whether a text gives a value as so, as not so, or as what another one takes the place of."""

    STATED = "stated"
    DENIED = "denied"
    REPLACED = "replaced"


class Side(StrEnum):
    """Which way a period or rate counts from something else; ``whole`` is a rate that counts from nothing."""

    UP = "up"
    DOWN = "down"
    WHOLE = "whole"


class Spread(StrEnum):
    """Whether a sum is due for each of several things, or for all of them together."""

    EACH = "each"
    TOGETHER = "together"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(Generic[V]):
    """One part of a statement: what it means, and the words of the text that say it."""

    means: V
    words: str


Names = frozenset[str]
"""What a word may stand for, as ids of a word table: an ``obligor`` is a borrower or a guarantor."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What a text says about the value at a place of it.

    Attributes:
        span: Where the value is.
        polarity: Whether it is stated, denied or replaced by another.
        bound: How it is compared, with what turns the comparison round taken in; ``>`` a date is after it.
        of_default: Whether the bound follows from what is a default: it was turned round, into what must be kept.
        is_required: Whether the text says that the bound must be kept.
        is_trigger: Whether it is the condition of a duty: ``if it falls below 130%, the Borrower shall prepay``.
        is_kept: Whether the duty is to keep the level itself, and not to do something with what lies beyond it.
        is_open: Whether it may be meant either way: ``at most half of what it does not use``.
        is_allowed: Whether the text says that what lies there may be: ``may fall below 1.5%``.
        is_certain: Whether at most one negation turns it, and that of its own clause.
        denied_beside: What else its sentence denies or sets apart, by the first telling word of each.
        compares: The telling words near the value, which say what is compared.
        is_turned: Whether a word such as ``prohibited`` turned it round.
        of_event: Whether the question asks for what no contract allows, so that a plain bound says when it occurs.
        of_either: Whether yes or no answers the question, so that a plain bound says when it is so or when it is not.
        is_brief: Whether the text is one short line, which answers a question and says nothing else.
        kind: The kind of the value.
        on_day: Whether something is said to be on a date: ``on 31 March 2030``.
        side: Which way it counts from something else.
        counted: The telling words of what a period counts from.
        per: For how long a rate or sum is due.
        debt: Whether a period is for principal or for interest.
        spread: Whether a sum is that of each of several things, or of all together.
        recurs: Whether the words around say that something comes again, whatever its rhythm.
        counts_from: The day or end that a period counts from.
        of: What a share is of.
        subjects: What the value is said of, for each class of terms: a ratio, a fee, a date, a facility.
        around: The same with all terms of the stretch that speaks of the value, not the nearest alone.
        giver, taker, act: Who pays, tells or gives, to whom, and which of these it is.
        alternatives: Where other values are that the text offers in its place.
    """

    span: Span
    polarity: Polarity = Polarity.STATED
    bound: Said[Operator] | None = None
    of_default: bool = False
    is_required: bool = False
    is_trigger: bool = False
    is_kept: bool = False
    is_open: bool = False
    is_allowed: bool = False
    is_certain: bool = True
    denied_beside: frozenset[str] = frozenset()
    compares: frozenset[str] = frozenset()
    is_turned: bool = False
    of_event: bool = False
    of_either: bool = False
    is_brief: bool = False
    kind: Kind[Any] | None = None
    on_day: bool = False
    side: Said[Side] | None = None
    counted: frozenset[str] = frozenset()
    per: Said[Period] | None = None
    debt: Said[str] | None = None
    spread: Said[Spread] | None = None
    recurs: bool = False
    counts_from: Said[Names] | None = None
    of: Said[Names] | None = None
    subjects: Mapping[str, Said[Names]] = field(default_factory=dict)
    around: Mapping[str, Said[Names]] = field(default_factory=dict)
    giver: Said[Names] | None = None
    taker: Said[Names] | None = None
    act: str | None = None
    alternatives: tuple[Span, ...] = ()
