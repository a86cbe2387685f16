"""Whether two names are the same person."""

from __future__ import annotations


def same_person(one: str, other: str) -> bool:
    """Return whether two names are one person: letter case and blanks do not make a second pair of eyes."""
    return fold_name(one) == fold_name(other)


def fold_name(name: str) -> str:
    """Return a name in lower case without extra blanks."""
    return " ".join(name.casefold().split())
