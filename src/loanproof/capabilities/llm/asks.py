"""What a model is asked for: terms, each with the form that its value must have."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Shape(StrEnum):
    """The form in which a model gives a value."""

    TEXT = "text"  # words of a clause
    LIST = "list"  # several quotations from clauses, such as names
    ITEMS = "items"  # the clauses themselves are the items
    CHOICE = "choice"  # one of a few words


class Status(StrEnum):
    """What a model says about a term."""

    STATED = "stated"
    ABSENT = "absent"
    DERIVED = "derived"  # the value is two dates; the answer is the time from the first to the second
    CHANGED = "changed"
    UNCHANGED = "unchanged"


CHANGING = (Status.CHANGED, Status.UNCHANGED)
"""The statuses of a term in a paper that changes another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One term to ask for.

    Attributes:
        key: Its name in the prompt and the reply.
        about: What it is, in a few words.
        shape: The form of its value.
        choices: The words to choose the value from, if it is a choice.
        statuses: What may be said about it.
        is_weighty: Whether more clauses are shown before it is accepted as absent.
    """

    key: str
    about: str
    shape: Shape = Shape.TEXT
    choices: tuple[str, ...] = ()
    statuses: tuple[Status, ...] = (Status.STATED, Status.ABSENT)
    is_weighty: bool = False
