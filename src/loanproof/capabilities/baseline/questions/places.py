"""Where a document covers a matter: what other rules found, and the sentences that express it in the table's words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.fields import ROUTES, by_label
from loanproof.capabilities.baseline.questions.stretches import Stretch, stretches_of
from loanproof.capabilities.baseline.questions.typed import values_in
from loanproof.capabilities.baseline.resolver import settle
from loanproof.core import FieldId, Span

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.questions.expectation import Part
    from loanproof.capabilities.baseline.questions.known import Known
    from loanproof.capabilities.baseline.questions.matters import Matter
    from loanproof.capabilities.baseline.retrieval import Unit

_FIELD_PREFIX = "field."
# The weight of each sign in the worth of a place.
_OWN_WEIGHT, _HEADING_WEIGHT, _ROLE_WEIGHT, _FOUND_WEIGHT, _VALUE_WEIGHT, _LENGTH_WEIGHT = 1.0, 0.4, 0.8, 1.5, 0.5, 0.1
_TERM_WEIGHT = 0.5  # if the term that is defined names the matter


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A stretch about a matter, with its unit, how good it is, and whether other rules found it."""

    stretch: Stretch
    unit: Unit
    worth: float
    is_found: bool


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
        for stretch in stretches_of(paper, unit):
            place = _place(paper, matter, part, unit, stretch, spans)
            if place is not None:
                found.setdefault(stretch.span, place)
    return tuple(sorted(found.values(), key=lambda one: (-one.worth, one.stretch.span.start)))


def _of_fields(paper: Paper, matter: Matter) -> Iterator[Span]:
    """Yield the evidence of the extraction fields that answer a matter."""
    for name in matter.found:
        if name.startswith(_FIELD_PREFIX):
            field = FieldId(name.removeprefix(_FIELD_PREFIX))
            proposed = (*ROUTES[field](paper), *by_label(paper, field))
            settled = settle(proposed)
            yield from () if settled is None else settled.best.evidence
            yield from (one.evidence[0] for one in proposed if one.tranche is not None)  # each tranche has its own


def _place(
    paper: Paper, matter: Matter, part: Part, unit: Unit, stretch: Stretch, spans: Sequence[Span]
) -> Place | None:
    """Return a stretch as a place of a matter, or nothing if it does not cover the matter or gives no answer."""
    text = stretch.span.of(paper.text)
    lead = "" if stretch.lead is None else stretch.lead.of(paper.text)
    is_found = any(stretch.span.overlaps(span) for span in spans)
    if matter.without is not None and matter.without.search(f"{lead} {text}"):
        return None
    if not is_found and not (matter.says and _says(matter, _with_context(paper, unit, stretch.span, lead))):
        return None
    is_told = bool(matter.tells and matter.tells.search(text)) or any(values_in(paper, stretch.span, part))
    if (part.wanted or matter.tells is not None) and not is_told:
        return None
    own = sum(pattern.search(text) is not None for pattern in matter.says)
    if not is_found and not own:
        return None
    return Place(
        stretch=stretch,
        unit=unit,
        is_found=is_found,
        worth=_worth(paper, matter, unit, stretch, own) + _FOUND_WEIGHT * is_found + _VALUE_WEIGHT * is_told,
    )


def _worth(paper: Paper, matter: Matter, unit: Unit, stretch: Stretch, own: int) -> float:
    """Return how well a stretch covers a matter: by its own words, its headings, its section's role and its brevity."""
    titles = " ".join(unit.headings)
    above = sum(pattern.search(titles) is not None for pattern in matter.says)
    named = sum(pattern.search(unit.term or "") is not None for pattern in matter.says)
    whole = len(matter.says) or 1
    role = any(role.value in matter.roles for role in paper.roles.above(stretch.span.start))
    return (
        (_OWN_WEIGHT * own + _HEADING_WEIGHT * above + _TERM_WEIGHT * named) / whole
        + _ROLE_WEIGHT * role
        - _LENGTH_WEIGHT * stretch.excess
    )


def _says(matter: Matter, words: str) -> bool:
    """Return whether a text contains words of every kind that the matter requires."""
    return all(pattern.search(words) for pattern in matter.says)


def _with_context(paper: Paper, unit: Unit, span: Span, lead: str = "") -> str:
    """Return a span's text together with its headings, its defined term and its lead."""
    return " ".join((*unit.headings, unit.term or "", lead, span.of(paper.text)))
