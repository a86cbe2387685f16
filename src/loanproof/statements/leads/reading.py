"""Reads which side of a comparison is ahead: higher or longer, stricter, or with something that the other lacks.

If no side is named, the words are about the deal: ``100 bps above``. A denied word puts neither side ahead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from loanproof.core import Span
from loanproof.statements.leads.spoken_of import SpokenOf
from loanproof.statements.leads.words import (
    BEHIND_FIGURE,
    BUT_FOR,
    COMPARING,
    GAPS,
    HAVING,
    HOLDING,
    NOT_SO,
    OTHERWISE,
    POINTS,
    SAME,
    Measure,
    Side,
)
from loanproof.statements.texts.text import StatedText

_WORDS_FOR_NONE = frozenset({"none", "nil"})
_NEGATING_OBJECTS = frozenset({"no", "none", "neither"})
_AUXILIARY = frozenset({"has", "have", "having"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """A statement that one side is ahead, with the words that say so; ``is_denied`` if the text says that it is not."""

    measure: Measure
    side: Side
    span: Span
    is_denied: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Leads:
    """What a text says about which side is ahead.

    Attributes:
        stated: Each place that says that a side is ahead, in text order.
        denies_gap: Whether the text says that there is no gap, calls both sides alike, or denies every lead it names.
    """

    stated: tuple[Lead, ...] = ()
    denies_gap: bool = False

    def ahead(self, measure: Measure) -> frozenset[Side]:
        """Return the sides that the text calls ahead in a measure; both if it contradicts itself."""
        return frozenset(lead.side for lead in self.stated if lead.measure is measure)


def read_leads(text: StatedText, associations: Collection[str]) -> Leads:
    """Return which side a text calls ahead; ``associations`` are names of the benchmark. Any text can be read."""
    spoken = SpokenOf(text, frozenset(associations))
    no_gap, alike = _sameness(spoken)
    leads = [
        lead for lead in (*_comparison_leads(spoken), *_presence_leads(spoken)) if not _is_shared(lead, spoken, alike)
    ]
    stated = tuple(sorted((lead for lead in leads if not lead.is_denied), key=lambda lead: lead.span))
    is_unsaid = not stated and (bool(alike) or any(lead.is_denied for lead in leads))
    return Leads(stated=stated, denies_gap=no_gap or is_unsaid)


def _comparison_leads(spoken: SpokenOf) -> Iterator[Lead]:
    """Yield the leads of comparing words: ``100 bps above the benchmark``, ``the benchmark is more lenient``."""
    tokens, at = spoken.tokens, 0
    while at < len(tokens):
        follows_figure = at - 1 in spoken.in_figures or tokens[at - 1].lower in POINTS
        matched = BEHIND_FIGURE.match(tokens, at) if follows_figure else None
        matched = matched or COMPARING.match(tokens, at)
        if matched is None or at in spoken.in_names or _bounds_value(spoken, at, matched[1]):
            at += 1
            continue
        sort, end = matched
        side = spoken.behind(end, is_object=sort.is_placing) or spoken.before(at)
        yield Lead(
            measure=sort.measure,
            side=side if sort.is_ahead else side.other,
            span=tokens.span(at, end),
            is_denied=spoken.is_denied(at, end),
        )
        at = end


def _bounds_value(spoken: SpokenOf, at: int, end: int) -> bool:
    """Return whether a word belongs to a value: ``more than`` in ``more than 50%``, ``less`` in ``3% less 2%``."""
    if spoken.tokens[at].lower not in ("more", "less"):
        return False
    if at - 1 in spoken.in_figures:
        return end in spoken.in_figures
    return spoken.tokens[end].lower == "than" and end + 1 in spoken.in_figures


def _presence_leads(spoken: SpokenOf) -> Iterator[Lead]:
    """Yield the leads of a side that has what the other lacks: ``the deal adds one``, ``absent from the form``."""
    tokens = spoken.tokens
    for at in range(len(tokens)):
        holding = HOLDING.match(tokens, at)
        verb = None if holding else NOT_SO.match(tokens, at) or HAVING.match(tokens, at)
        side, has_it, end = None, None, at + 1
        if holding is not None:
            side, end = spoken.next_named(holding[1]), holding[1]
            has_it = holding[0] and not spoken.is_denied(at, end)
        elif verb is not None and HOLDING.match(tokens, verb[1]) is None:
            side, end = spoken.before(at), verb[1]
            has_it = _has_object(spoken, at, end, says_so=verb[0])
        elif tokens[at].lower == "no" and HAVING.match(tokens, at - 1) is None and tokens[at + 1].lower not in GAPS:
            side, has_it = spoken.placed_in(at + 1), False
        if side is not None and has_it is not None:
            yield Lead(measure=Measure.PRESENCE, side=side if has_it else side.other, span=tokens.span(at, end))


def _has_object(spoken: SpokenOf, at: int, end: int, *, says_so: bool) -> bool | None:
    """Return whether a verb says that its side has something, or None if it is only an auxiliary verb."""
    following = spoken.tokens[end].lower
    if NOT_SO.match(spoken.tokens, at) is not None:
        is_end = not any(map(str.isalnum, following)) or end in spoken.starts
        return False if is_end else None
    if spoken.tokens[at].lower in _AUXILIARY and end == at + 1 and (following == "been" or following.endswith("ed")):
        return None
    is_negated = spoken.is_denied(at, end) is not (following in _NEGATING_OBJECTS)
    return says_so is not is_negated


def _sameness(spoken: SpokenOf) -> tuple[bool, list[tuple[int, int]]]:
    """Return whether a text says that there is no gap, and the clauses that call the two sides alike."""
    tokens = spoken.tokens
    no_gap, alike = tokens[0].lower in _WORDS_FOR_NONE and tokens[1].lower not in BUT_FOR, []
    for at in range(len(tokens)):
        matched = SAME.match(tokens, at)
        is_gap = tokens[at].lower in GAPS and spoken.is_denied(at, at + 1)
        end = matched[1] if matched else at + 1
        if tokens[end].lower in BUT_FOR or tokens[at - 1].lower in OTHERWISE:
            continue
        if is_gap or (matched is not None and matched[0]):
            no_gap = True
        elif matched is not None and not spoken.is_denied(at, end):
            alike.append(spoken.clause(at))
    return no_gap, alike


def _is_shared(lead: Lead, spoken: SpokenOf, alike: list[tuple[int, int]]) -> bool:
    """Return whether a side only has what both have: ``the deal has the same default``."""
    at = spoken.text.position(lead.span.start)
    return lead.measure is Measure.PRESENCE and any(start <= at < end for start, end in alike)
