"""Reads the words that an amendment puts in place of others, as if they were in an agreement.

Replacement words may be a clause, a definition, or the value after a label. So they are set as each of these in turn,
and the routes of the field read them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Paper
from loanproof.capabilities.baseline.fields import Status, proposed
from loanproof.capabilities.baseline.resolver import settle
from loanproof.core import Span
from loanproof.documents import excerpt, scan

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.fields import Candidate
    from loanproof.core import FieldId

_MEANS = re.compile(
    r"\s*[“\"]?(?P<term>[A-Z][\w’'/&-]*(?: [A-Za-z][\w’'/&-]*){0,6})[”\"]?(?:\s+(?:means?|shall\s+mean)|:)\s+"
)
_NUMBER = re.compile(
    r"\A\W*(?:(?:clause|section|paragraph|article|item)\s+)?(?:[0-9][\w.()]*|\([a-z]+\))\W*", re.IGNORECASE
)
_MAX_LABEL_LENGTH = 60  # characters


def reread(paper: Paper, field: FieldId, words: str, label: str) -> Candidate | None:
    """Return the value that some words give to a field, or None; its evidence is relative to the words.

    Args:
        paper: The paper that the words are from.
        field: The field.
        words: The words.
        label: What they belong to: the title of a clause, the name of a term, the label of a row.
    """
    for lead, skipped in _frames(words, label):
        text = f"{lead}{words[skipped:]}\n"
        # As a small document of their own, so that every route can read the words as usual.
        small = excerpt(paper.document, text, paper.context)
        own = Paper(small, scan(small, paper.context))
        best = settle(one for one in proposed(own, field) if one.status is Status.EXTRACTED)
        found = None if best is None else _relative_to_words(best.best, len(lead) - skipped, len(words))
        if found is not None:
            return found
    return None


def _frames(words: str, label: str) -> Iterator[tuple[str, int]]:
    """Yield each text to put before the words, and how many of their first characters it replaces."""
    means = _MEANS.match(words)
    if means is not None:
        yield f"1. DEFINITIONS\n\n“{means['term']}” means ", means.end()
    name = " ".join(re.sub(r"[()|“”\"]", " ", _NUMBER.sub("", label)).split())[:_MAX_LABEL_LENGTH].strip(" ,:.")
    if name:
        # As a clause, as a definition, and as a labelled line.
        yield f"1. {name.upper()}\n\n1.1 ", 0
        yield f"1. DEFINITIONS\n\n“{name.title()}” means ", 0
        yield f"{name.capitalize()}: ", 0


def _relative_to_words(one: Candidate, lead: int, size: int) -> Candidate | None:
    """Return a proposal with its evidence relative to the words; None if all of it is in the added text."""
    moved = ((max(span.start - lead, 0), min(span.end - lead, size)) for span in one.evidence)
    evidence = tuple(Span(start, end) for start, end in moved if start < end)
    return replace(one, evidence=evidence) if evidence else None
