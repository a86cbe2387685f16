"""The tranche that a place is about: by the term defined there, the words around it, or the heading above it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from loanproof.core import Span
from loanproof.documents import SectionKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.fields.candidate import Candidate
    from loanproof.core import FieldId


_AND = re.compile(r"(?:\s*(?:\b(?:loans?|and|or|both|each|any|the)\b|,|&|\w+/))*\s*", re.IGNORECASE)
_NAMED_ON_LINE = re.compile(r"(?:\A|\s)(?P<name>(?:\w+ ){0,2}(?:Facility|Tranche|Loan)(?: [A-Z0-9]{1,2})?) ?:\s")


def tranche_at(paper: Paper, offset: int, around: Span | None = None) -> str | None:
    """Return the label of the tranche that a place is about; None if it is about all, or nothing says which.

    Args:
        paper: The document.
        offset: The place.
        around: The passage whose words count, such as a definition; by default the sentence.
    """
    if not paper.tranches:
        return None
    line = paper.text.rfind("\n", 0, offset) + 1
    colon = paper.text.rfind(":", line, offset)
    if colon > line and names_all_at_once(paper, Span(line, colon)):
        return None
    cell = next((label for span, label in paper.facility_cells if span.start <= offset < span.end), None)
    own = cell or _of_line(paper, offset) or _of_definition(paper, offset)
    if own is not None:
        return own
    sentence = paper.passages.sentence_at(offset) if around is None else around
    piece = paper.passages.piece_at(offset)
    named = paper.tranches.named_in(piece) if around is None else ()
    found = named[0] if len(named) == 1 else paper.tranches.at(offset, sentence)
    if found is not None:
        return found.label
    return tranche_of_heading(paper, offset) or _referred(paper, offset)


def names_all_at_once(paper: Paper, span: Span) -> bool:
    """Return whether a passage names all tranches in one breath: *Facility A and the Revolving Facility*."""
    text = span.of(paper.text)
    places = sorted(one.span() for each in paper.tranches.all for one in each.pattern.finditer(text))
    is_each = all(each.pattern.search(text) for each in paper.tranches.all)
    joined = all(_AND.fullmatch(text[one[1] : other[0]]) for one, other in pairwise(places[: len(paper.tranches.all)]))
    return len(paper.tranches.all) > 1 and is_each and joined


def _of_line(paper: Paper, offset: int) -> str | None:
    """Return the label of the tranche that a line names before a colon and a place: *Facility B: 1.95% p.a.*."""
    line = paper.text[paper.text.rfind("\n", 0, offset) + 1 : offset]
    named = [paper.tranches.of(match["name"]) for match in _NAMED_ON_LINE.finditer(line)]
    return named[-1].label if named and named[-1] is not None else None


def _referred(paper: Paper, offset: int) -> str | None:
    """Return the label of the tranche whose definition refers to the smallest clause around a place, or None."""
    around = [(len(span), label) for span, label in paper.tranche_clauses if span.start <= offset < span.end]
    return min(around)[1] if around else None


def for_tranche(paper: Paper, field: FieldId, candidates: Sequence[Candidate], tranche: str) -> Iterator[Candidate]:
    """Yield the candidates about one tranche or, if there are none, those about all tranches.

    An amount or a type is never shared. If a tranche revolves, a commitment fee for all is not one for term loans.
    """
    own = [one for one in candidates if one.tranche == tranche]
    if own:
        yield from own
    elif field not in _NEVER_SHARED and not (field == "commitment_fee" and _is_term(paper, tranche)):
        yield from (one for one in candidates if one.tranche is None)


_NEVER_SHARED = frozenset({"facility_amount", "facility_type"})


def _is_term(paper: Paper, tranche: str) -> bool:
    """Return whether a tranche is a term loan while another one revolves."""
    revolves = {one.label: "revolv" in one.stem for one in paper.tranches.all}
    return any(revolves.values()) and not revolves.get(tranche, False)


def _of_definition(paper: Paper, offset: int) -> str | None:
    """Return the label of the tranche named by the term whose definition contains a place, or None."""
    section = paper.document.section_at(offset)
    while section is not None:
        if section.kind is SectionKind.DEFINITION:
            found = paper.tranches.of(section.id.partition("#")[2])
            return None if found is None else found.label
        section = None if section.parent is None else paper.document.sections[section.parent]
    return None


def tranche_of_heading(paper: Paper, offset: int) -> str | None:
    """Return the label of the tranche that the nearest heading above a place names, or None."""
    section = paper.document.section_at(offset)
    while section is not None:
        found = paper.tranches.of(section.title or "")
        if found is not None:
            return found.label
        section = None if section.parent is None else paper.document.sections[section.parent]
    return None
