"""Where a document covers a matter: what other rules found, and the sentences that express it in the table's words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.fields import proposed
from loanproof.capabilities.baseline.questions.expectation import Wanted
from loanproof.capabilities.baseline.questions.rows import is_plain_row
from loanproof.capabilities.baseline.questions.stretches import Stretch, stretches_of
from loanproof.capabilities.baseline.questions.typed import is_bare, values_in
from loanproof.capabilities.baseline.resolver import settle
from loanproof.core import FieldId, Span

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.questions.expectation import Part
    from loanproof.capabilities.baseline.questions.known import Known
    from loanproof.capabilities.baseline.questions.matters import Matter
    from loanproof.capabilities.baseline.retrieval import Unit

_FIELD_PREFIX = "field."
_SUM = re.compile(r"\b[0-9]{1,3}(?:[.,][0-9]{3})+\b")
_MAX_ROWS = 8  # of a table that is quoted whole
_MAX_GAP = 12  # characters between two consecutive sentences
# The weight of each sign in the worth of a place.
_OWN_WEIGHT, _HEADING_WEIGHT, _ROLE_WEIGHT, _FOUND_WEIGHT, _VALUE_WEIGHT, _LENGTH_WEIGHT = 1.0, 0.4, 0.8, 1.5, 0.5, 0.1
_NAMED_WEIGHT = 0.3  # if it has words of the first kind, which name the matter
_TERM_WEIGHT = 0.5  # if the term that is defined names the matter


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A stretch about a matter.

    Attributes:
        stretch: The stretch.
        unit: Its unit.
        worth: How well it covers the matter.
        is_found: Whether other rules found it.
        kinds: The kinds of value that are wanted.
        rows: The rows of its table, if it is one of them and nothing tells which of them is meant.
    """

    stretch: Stretch
    unit: Unit
    worth: float
    is_found: bool
    kinds: frozenset[Wanted] = frozenset()
    rows: tuple[Span, ...] = ()


def places_of_matter(
    paper: Paper, matter: Matter, part: Part, units: Sequence[Unit], known: Sequence[Known]
) -> tuple[Place, ...]:
    """Return where a document covers a matter, the best place first; ``part`` wants the matter's kinds of value."""
    spans = [*_of_fields(paper, matter), *(one.span for one in known if one.id and one.id in matter.found)]
    found: dict[Span, Place] = {}
    for unit in units:
        is_known = any(unit.span.overlaps(span) for span in spans)
        if not is_known and not (matter.says and _says(matter, _with_context(paper, unit, unit.span))):
            continue
        if paper.is_attached(unit.span.start) and not is_known:
            continue
        before: Span | None = None
        for stretch in stretches_of(paper, unit):
            place = _place(paper, matter, part, unit, stretch, spans)
            if place is None and _continues(before, stretch):
                place = _place(paper, matter, part, unit, replace(stretch, lead=before), spans)
            before = stretch.span
            if place is not None:
                found.setdefault(stretch.span, place)
    return tuple(sorted(found.values(), key=lambda one: (-one.worth, one.stretch.span.start)))


def _continues(before: Span | None, stretch: Stretch) -> bool:
    """Return whether a stretch comes directly after a sentence, which may say what it is about."""
    return before is not None and stretch.lead is None and 0 <= stretch.span.start - before.end <= _MAX_GAP


def _of_fields(paper: Paper, matter: Matter) -> Iterator[Span]:
    """Yield the evidence of the extraction fields that answer a matter."""
    for name in matter.found:
        if name.startswith(_FIELD_PREFIX):
            field = FieldId(name.removeprefix(_FIELD_PREFIX))
            candidates = proposed(paper, field)
            settled = settle(candidates)
            yield from () if settled is None else settled.best.evidence
            yield from (one.evidence[0] for one in candidates if one.tranche is not None)  # each tranche has its own


def _place(
    paper: Paper, matter: Matter, part: Part, unit: Unit, stretch: Stretch, spans: Sequence[Span]
) -> Place | None:
    """Return a stretch as a place of a matter, or nothing if it does not cover the matter or gives no answer."""
    text = stretch.span.of(paper.text)
    lead = "" if stretch.lead is None else stretch.lead.of(paper.text)
    is_found = any(stretch.span.overlaps(span) for span in spans)
    if matter.without is not None and matter.without.search(f"{lead} {text}"):
        return None
    around = unit.span if is_plain_row(text) else stretch.span  # what is around a row says what it is about
    if not is_found and not (matter.says and _says(matter, _with_context(paper, unit, around, lead))):
        return None
    is_told = bool(matter.tells and matter.tells.search(text)) or any(values_in(paper, stretch.span, part))
    is_told = is_told or (Wanted.MONEY in part.wanted and _is_bare_sum(paper, stretch))
    is_told = is_told or (Wanted.RATE in part.wanted and is_plain_row(text) and is_bare(paper, stretch.span))
    if (part.wanted or matter.tells is not None) and not is_told:
        return None
    own = sum(pattern.search(text) is not None for pattern in matter.says)
    if matter.names and not is_plain_row(text):
        return None
    if not is_found and not own and not matter.names:
        return None
    return Place(
        stretch=stretch,
        unit=unit,
        is_found=is_found,
        kinds=part.wanted,
        rows=() if own or matter.names or not is_plain_row(text) else tuple(_rows_of(paper, unit)),
        worth=_worth(paper, matter, unit, stretch, own) + _FOUND_WEIGHT * is_found + _VALUE_WEIGHT * is_told,
    )


def _rows_of(paper: Paper, unit: Unit) -> Iterator[Span]:
    """Yield the rows of the table in a unit, up to a limit."""
    rows = (one.span for one in stretches_of(paper, unit) if is_plain_row(one.span.of(paper.text)))
    yield from islice(rows, _MAX_ROWS)


def _is_bare_sum(paper: Paper, stretch: Stretch) -> bool:
    """Return whether a stretch is a row with a sum of money whose currency is only in the head of the table."""
    text = stretch.span.of(paper.text)
    return is_plain_row(text) and _SUM.search(text) is not None and is_bare(paper, stretch.span)


def _worth(paper: Paper, matter: Matter, unit: Unit, stretch: Stretch, own: int) -> float:
    """Return how well a stretch covers a matter: by its own words, its headings, its section's role and its brevity."""
    titles = " ".join(unit.headings)
    above = sum(pattern.search(titles) is not None for pattern in matter.says)
    named = sum(pattern.search(unit.term or "") is not None for pattern in matter.says)
    whole = len(matter.says) or 1
    is_named = bool(matter.says) and matter.says[0].search(stretch.span.of(paper.text)) is not None
    role = any(role.value in matter.roles for role in paper.roles.above(stretch.span.start))
    return (
        (_OWN_WEIGHT * own + _HEADING_WEIGHT * above + _TERM_WEIGHT * named) / whole
        + _NAMED_WEIGHT * is_named
        + _ROLE_WEIGHT * role
        - _LENGTH_WEIGHT * stretch.excess
    )


def _says(matter: Matter, words: str) -> bool:
    """Return whether a text contains words of every kind that the matter requires."""
    return all(pattern.search(words) for pattern in matter.says)


def _with_context(paper: Paper, unit: Unit, span: Span, lead: str = "") -> str:
    """Return a span's text together with its headings, its defined term and its lead."""
    return " ".join((*unit.headings, unit.term or "", lead, span.of(paper.text)))
