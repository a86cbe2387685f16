"""What a model is asked for: terms, each with the form that its value must have."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Shape(StrEnum):
    """In which form a model gives a value."""

    TEXT = "text"  # words of a clause
    LIST = "list"  # several words of clauses, such as names
    ITEMS = "items"  # the clauses themselves are the items
    CHOICE = "choice"  # one of a few words


class Status(StrEnum):
    """What a model says of a term."""

    STATED = "stated"
    ABSENT = "absent"
    ILLEGIBLE = "illegible"
    DERIVED = "derived"  # from two dates, which are the value: the second less the first
    CHANGED = "changed"
    UNCHANGED = "unchanged"


CHANGING = (Status.CHANGED, Status.UNCHANGED)
"""What is said of a term in a paper that changes another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One term.

    Attributes:
        key: How prompt and reply name it.
        about: What it is, in a few words.
        choices: The words of which one is the value, where that is its shape.
        statuses: What may be said of it.
        is_weighty: Whether more clauses are shown before it is believed to be absent.
    """

    key: str
    about: str
    shape: Shape = Shape.TEXT
    choices: tuple[str, ...] = ()
    statuses: tuple[Status, ...] = (Status.STATED, Status.ABSENT)
    is_weighty: bool = False
