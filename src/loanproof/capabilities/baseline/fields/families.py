"""Families of defined terms: the head nouns that show which field a term is about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from loanproof.capabilities.baseline.aids import LABELS, Definition, Labelled, Paper
from loanproof.core import FieldId, Words, WordTable, load_words


class Family(WordTable):
    """The head nouns of one field, strong and weak ones, and words that make a term a different one."""

    heads: Words
    weak: Words = ()
    never: Words = ()


class _Families(WordTable):
    """The families of all fields."""

    families: dict[str, Family]


FAMILIES = load_words(__package__, "families", _Families).families
"""The family of each field."""


def members(paper: Paper, field: FieldId) -> Iterator[tuple[Definition, int]]:
    """Yield the definitions in a field's family, each with a weight: a bare head noun weighs most."""
    family = FAMILIES[field]
    never = [re.compile(rf"\b{re.escape(word)}\b") for word in family.never]
    for definition in paper.definitions.all:
        term = " ".join(definition.words)
        if any(pattern.search(term) for pattern in never):
            continue
        found = ((head, base) for heads, base in ((family.heads, 40), (family.weak, 10)) for head in heads)
        # The longest head noun counts: a commitment termination date need not be a termination date.
        matched = max((one for one in found if _ends(term, one[0])), key=lambda one: len(one[0]), default=None)
        if matched is not None:
            yield definition, matched[1] - 2 * (len(definition.words) - len(matched[0].split()))


def belongs(field: FieldId, words: tuple[str, ...]) -> bool:
    """Return whether the words of a term belong to the family of a field."""
    family, term = FAMILIES[field], " ".join(words)
    if any(re.search(rf"\b{re.escape(word)}\b", term) for word in family.never):
        return False
    return any(_ends(term, head) for head in (*family.heads, *family.weak))


def is_labelled(line: Labelled, field: FieldId) -> bool:
    """Return whether the label of a line names a field, because it is listed or by its words."""
    return field in line.fields or bool(line.unlisted and labels_field(field, line.unlisted))


def labels_field(field: FieldId, label: str) -> bool:
    """Return whether a label names a field: it ends with a phrase for the field, or has all words of one.

    Only the words before a preposition (*amount of the facility*) must end with the phrase. The words of a longer
    phrase may come in any order.
    """
    family = FAMILIES.get(field)
    never, heads = ((), ()) if family is None else (family.never, (*family.heads, *family.weak))
    if any(re.search(rf"\b{re.escape(word)}\b", label) for word in never):
        return False
    words = set(label.split())
    head = re.split(r" (?:of|for|on|in|to) ", label)[0]
    return any(
        _ends(head, phrase) or (" " in phrase and words.issuperset(phrase.split()))
        for phrase in (*heads, *LABELS.get(field, ()))
    )


def _ends(term: str, head: str) -> bool:
    """Return whether a term is a head noun or ends with it."""
    return term == head or term.endswith(f" {head}")
