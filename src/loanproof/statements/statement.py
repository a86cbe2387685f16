"""What a text says about one value, in parts. A part that is not stated, or cannot be read, is None, never a guess."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, TypeVar

from loanproof.core import Span
from loanproof.values import Kind, Operator, Period

V = TypeVar("V")


class Polarity(StrEnum):
    """Whether a text states a value, denies it, or says that another value replaces it."""

    STATED = "stated"
    DENIED = "denied"
    REPLACED = "replaced"


class Side(StrEnum):
    """Which way a period or rate counts from something else; ``whole`` is a rate that is not added to anything."""

    UP = "up"
    DOWN = "down"
    WHOLE = "whole"


class Spread(StrEnum):
    """Whether a sum of money applies to each of several things, or to all of them together."""

    EACH = "each"
    TOGETHER = "together"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(Generic[V]):
    """One part of a statement: what it means, and the words of the text that say so."""

    means: V
    words: str


Names = frozenset[str]
"""What a word may refer to, as ids from a word table: an ``obligor`` is a borrower or a guarantor."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound(Said[Operator]):
    """How a text compares a value, after negations and prohibitions are applied; for a date, ``>`` means after.

    Attributes:
        of_default: Whether it comes from words about a default, a needed consent, or something that ceases.
        is_required: Whether the text says that it must be kept, or that something is free within it.
        is_turned: Whether a word such as ``not`` or ``prohibited`` reversed the comparison.
        is_trigger: Whether it is the condition of a duty: ``if it falls below 130%, the Borrower shall prepay``.
        is_kept: Whether the duty is to keep the level itself, not to do something with the amount beyond it.
        is_open: Whether it may be meant either way: ``at most half of what it does not use``.
        is_exempt: Whether the text frees what is on that side of it: ``sums over USD 5 are free of charge``.
        is_allowed: Whether the text allows values on that side of it: ``may fall below 1.5%``.
        is_certain: Whether at most one negation reverses the comparison, and that one is in the same clause.
        denied_beside: What else the sentence denies or excepts: the first content word after each such negation.
        compares: The content words near the value, which show what is compared.
    """

    of_default: bool = False
    is_required: bool = False
    is_turned: bool = False
    is_trigger: bool = False
    is_kept: bool = False
    is_open: bool = False
    is_exempt: bool = False
    is_allowed: bool = False
    is_certain: bool = True
    denied_beside: frozenset[str] = frozenset()
    compares: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a question asks for, which an answer need not say again.

    Attributes:
        subjects: The terms that it names.
        for_event: Whether it asks for a default, a breach or a prohibition, so that a plain bound says when it occurs.
        for_consent: Whether it asks what needs somebody's consent.
        for_period: Whether it asks about something that recurs.
        for_duty: Whether it asks what must be done, so that a brief answer tells it.
        whether: Whether it is a yes/no question, so that a plain bound may say when it is so or when it is not.
    """

    subjects: Mapping[str, Said[Names]] = field(default_factory=dict)
    for_event: bool = False
    for_consent: bool = False
    for_period: bool = False
    for_duty: bool = False
    whether: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What a text says about the value at one place in it.

    Attributes:
        span: Where the value is.
        polarity: Whether the value is stated, denied, or replaced by another.
        bound: How the value is compared.
        is_brief: Whether the whole text is one short line that answers the question and says nothing else.
        kind: The kind of the value.
        on_day: Whether something is said to be on exactly this date: ``on 31 March 2030``.
        side: Which way the value counts from something else.
        counted: The content words that say what a period is counted from.
        per: For how long a rate or sum is due.
        debt: Whether a period is for principal or for interest.
        spread: Whether a sum applies to each of several things, or to all of them together.
        recurs: Whether the words around the value say that something recurs, however often.
        counts_from: The day, event, or end of a period of time that a period counts from.
        of: What a share is a share of.
        subjects: The term that the value belongs to, for each class of terms: a ratio, a fee, a date, a facility.
        around: Every known term in the stretch about the value, not just the nearest one of each class.
        giver, taker, act: Who pays, tells, gives or decides; to whom; and which of these acts it is.
        alternatives: Where the text offers other values instead of this one.
    """

    span: Span
    polarity: Polarity = Polarity.STATED
    bound: Bound | None = None
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
