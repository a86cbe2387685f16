"""Comparing two identifiers, character for character."""

from __future__ import annotations

from loanproof.values.identifier.value import FORMS, Identifier, without_gaps
from loanproof.values.reading import EQUAL, Comparison, different


def compare_identifiers(expected: Identifier, given: Identifier) -> Comparison:
    """Compare two identifiers: the same characters are equal, anything else is different, never partial.

    Where only the letter case or the gaps differ, the detail says so.
    """
    if expected == given:
        return EQUAL
    swapped = f"{given.text} for {expected.text}"
    if expected.scheme is not given.scheme:
        return different(detail=f"{swapped}: {FORMS[given.scheme].called}, not {FORMS[expected.scheme].called}")
    only = _only_difference(expected.text, given.text)
    return different(
        detail=f"{swapped}: the only difference is the {only}, but every character counts" if only else swapped
    )


def _only_difference(one: str, other: str) -> str:
    """Return the difference between two texts whose letters and digits agree; empty if those differ."""
    if one.upper() == other.upper():
        return "letter case"
    if without_gaps(one) == without_gaps(other):
        return "spacing"
    return "letter case and spacing" if without_gaps(one).upper() == without_gaps(other).upper() else ""
