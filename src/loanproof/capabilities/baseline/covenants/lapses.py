"""Lapses: how long an event must last before it counts as a default, such as a petition that is not dismissed.

Nobody is given this time to remedy anything. The contract asks for every grace period with the events that start it,
but only those for payments and other obligations are compared with the market, so lapses are kept apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.covenants.default_events import events_of
from loanproof.capabilities.baseline.covenants.default_words import DEFAULTS
from loanproof.capabilities.baseline.covenants.defaults import GracePeriod, grace_periods, limb_of, trigger_in
from loanproof.core import Span
from loanproof.values import DURATION_KIND, Duration

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.values import Found

_MAX_DISTANCE = 120


def lapses(paper: Paper) -> tuple[GracePeriod, ...]:
    """Return the time limits of events of default that are not grace periods for a payment or obligation, in order."""
    known = [one.span for one in grace_periods(paper)]
    found: dict[int, GracePeriod] = {}
    for _, stretch in events_of(paper):
        for duration in paper.inside(DURATION_KIND, stretch):
            one = _lapse(paper, stretch, duration)
            if one is not None and not any(span.contains(duration.span) for span in known):
                found.setdefault(duration.span.start, one)
    return tuple(found.values())


def _lapse(paper: Paper, stretch: Span, duration: Found[Duration]) -> GracePeriod | None:
    """Return the time for which an event must last, or within which it must be undone, if that is what this one is."""
    piece = paper.passages.piece_at(duration.span.start)
    limb = limb_of(paper, Span(max(stretch.start, piece.start), min(stretch.end, piece.end)), duration.span)
    period = duration.candidates[0] if len(duration.candidates) == 1 else None
    days = None if period is None else period.business_days or period.days
    before = paper.text[limb.start : duration.span.start][-_MAX_DISTANCE:]
    if period is None or not days or not DEFAULTS.lasts.search(before):
        return None
    if not DEFAULTS.undone.search(before) and not DEFAULTS.undone.search(paper.text[duration.span.end : limb.end]):
        return None
    is_business = bool(period.business_days)
    trigger = trigger_in(limb.of(paper.text))
    return GracePeriod(days=days, is_business=is_business, trigger=trigger, span=limb, is_payment=False)
