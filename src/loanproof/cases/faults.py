"""A fault in a case: its place in the file, a sentence, and what to do."""

from __future__ import annotations

from dataclasses import dataclass

from loanproof.cases.citations import Place
from loanproof.values import DATE_KIND, NO_CONTEXT, Unreadable


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One contradiction inside a case."""

    place: Place
    message: str
    hint: str | None = None


def is_date(text: str) -> bool:
    """Tell whether a text is a date in any form that can be read."""
    return not isinstance(DATE_KIND.parse(text, NO_CONTEXT), Unreadable)
