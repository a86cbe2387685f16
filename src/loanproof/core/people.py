"""Who is who: two names are two people, but for letter case and blanks."""

from __future__ import annotations


def same_person(one: str, other: str) -> bool:
    """Return whether two names are one person's: letter case and blanks do not make a second pair of eyes."""
    return fold_name(one) == fold_name(other)


def fold_name(name: str) -> str:
    """Return a name without letter case and surplus blanks."""
    return " ".join(name.casefold().split())
