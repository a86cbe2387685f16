"""Which stretches a model is shown for a term: those the routes propose, in turn with those a search finds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.amending import amended_fields
from loanproof.capabilities.baseline.fields.agreement_date import agreement_date
from loanproof.capabilities.baseline.fields.maturity import MATURITY
from loanproof.capabilities.baseline.fields.tenor import TENOR
from loanproof.capabilities.baseline.resolver import settle
from loanproof.capabilities.llm.places import likely_places, short_item
from loanproof.capabilities.llm.prompts import load_terms
from loanproof.core import FieldId, Span

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.fields import Candidate
    from loanproof.capabilities.llm.reading import PaperReading

Ranks = tuple[tuple[Span, ...], ...]
_HITS = 4  # stretches from the search
_DISSENT = 3  # other values whose stretches are shown
_SHOWN_BY_LENDING_CLAUSE = ("currency", "facility_type")  # fields that the lending clause shows better than any other


def field_evidence(reading: PaperReading, field: FieldId, tranche: str | None) -> Ranks:
    """Return the stretches for a field, rank by rank; if nothing is proposed, those nearest to the field by search."""
    search = load_terms().fields[field].search
    named = search if tranche is None else f"{tranche} {search}"
    proposed = _proposed(reading, field, tranche)
    if field == "conditions_precedent" and proposed:
        return tuple(proposed)  # the model names its items one by one; a stretch that contains several would not do
    likely = likely_places(reading, field, tranche)
    if likely and field in _SHOWN_BY_LENDING_CLAUSE:
        proposed = [likely, *proposed]
    elif likely:
        first = proposed[0] if proposed else ()
        proposed = [(*first, *(one for one in likely if not any(each.contains(one) for each in first))), *proposed[1:]]
    return _interleaved(proposed, [(one,) for one in reading.search(named, _HITS)])


def changed_evidence(reading: PaperReading, field: FieldId, tranche: str | None) -> Ranks:
    """Return the stretches for a field in a paper that changes another one; those about its tranche come first."""
    amended = [one for one in amended_fields(reading.paper) if one.field == field]
    changed = [one.evidence for one in sorted(amended, key=lambda one: one.tranche != tranche)]
    words = f"amended replaced deleted {load_terms().fields[field].search}"
    hits = reading.search(words if tranche is None else f"{tranche} {words}", _HITS)
    return _interleaved(changed, [(one,) for one in hits])


def _proposed(reading: PaperReading, field: FieldId, tranche: str | None) -> list[tuple[Span, ...]]:
    """Return the stretches that the routes propose: of the best value first, then of the strongest others."""
    settled = settle(reading.rules.proposed(field, tranche))
    if settled is None:
        return _inputs(reading, tranche) if field == TENOR else []
    if field == "conditions_precedent":
        return [tuple(short_item(reading, one) for one in settled.best.evidence)]
    return [_shown(one) for one in (settled.best, *settled.dissent[:_DISSENT])]


def _shown(candidate: Candidate) -> tuple[Span, ...]:
    """Return the best stretch of a candidate, and the second one if the value was derived, is in doubt or has parts."""
    more = candidate.how is not None or isinstance(candidate.value, dict) or candidate.is_thin
    return candidate.evidence[: 2 if more else 1]


def _inputs(reading: PaperReading, tranche: str | None) -> list[tuple[Span, ...]]:
    """Return the two dates between which a tenor may be counted."""
    began = agreement_date(reading.paper)
    maturity = settle(reading.rules.proposed(MATURITY, tranche))
    if began is None or maturity is None:
        return []
    return [(began[1], *maturity.best.evidence[:1])]


def _interleaved(first: Sequence[tuple[Span, ...]], second: Iterable[tuple[Span, ...]]) -> Ranks:
    """Return the elements of two lists in turn; when one list ends, the rest of the other follows."""
    found = [one for pair in zip_longest(first, second) for one in pair if one]
    return tuple(found)
