"""Events of default: the clauses, list items and sentences that say when the lenders may demand repayment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.covenants.zones import Zones, calls_for_money
from loanproof.core import Span

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.documents import Section

_MAX_LEAD = 300
_NEXT_IF = re.compile(r"(?:,|;|\bdefault)\s+(?:or\s+)?(?=if\s)")
_ANY_IF = re.compile(r"\bif\b", re.IGNORECASE)
_MIN_CASES = 3
_ROLES_WITHOUT_EVENTS = frozenset({Role.REPRESENTATIONS, Role.COVENANTS, Role.INFORMATION})


def events_of(paper: Paper) -> Iterator[tuple[str, Span]]:
    """Yield the clauses and items that are events of default, each with the introductory words of its list."""
    zones = Zones(paper)
    found = list(_events_of_sections(paper, zones))
    yield from found or _events_in_sentences(paper)


def _events_in_sentences(paper: Paper) -> Iterator[tuple[str, Span]]:
    """Yield the cases of sentences that say when repayment is due, if no clause is about events of default."""
    for sentence in paper.passages.sentences_in(Span(0, len(paper.text))):
        starts = [match.start() for match in _ANY_IF.finditer(paper.text, sentence.start, sentence.end)]
        if len(starts) >= _MIN_CASES and calls_for_money(sentence.of(paper.text)):
            yield from (("", Span(start, end)) for start, end in pairwise([*starts, sentence.end]))


def _events_of_sections(paper: Paper, zones: Zones) -> Iterator[tuple[str, Span]]:
    """Yield the events in sections that are headed as events of default, or that read like a list of them."""
    for section in paper.sections:
        roles = paper.roles.above(section.span.start)
        is_listed = any(one.contains(section.span) for one in zones.default_lists)
        is_named = Role.EVENTS_OF_DEFAULT in roles and not roles & _ROLES_WITHOUT_EVENTS
        if (is_listed or is_named) and not paper.is_attached(section.span.start):
            yield from ((_lead(paper, zones, section), one) for one in _cases(paper.text, zones.own_words(section)))


def _cases(text: str, span: Span) -> Iterator[Span]:
    """Yield the cases of a long sentence: ``if it fails to pay …, if it breaches …, or if it is insolvent``.

    What stands before the first *if* is a case too, unless it says what the lenders may do then.
    """
    first = _ANY_IF.search(text, span.start, span.end)
    further = [] if first is None else [match.end() for match in _NEXT_IF.finditer(text, first.end(), span.end)]
    if first is None or len(further) + 1 < _MIN_CASES:
        yield span
        return
    is_outcome = calls_for_money(text[span.start : first.start()])
    starts = [*(() if is_outcome else (span.start,)), first.start(), *further]
    yield from (Span(start, end) for start, end in pairwise([*starts, span.end]))


def _lead(paper: Paper, zones: Zones, section: Section) -> str:
    """Return the words that a list item continues, if they are short and introduce it: ``If it fails to pay:``."""
    if section.parent is None or not section.id.endswith(")"):
        return ""
    words = " ".join(zones.own_words(paper.sections[section.parent]).of(paper.text).split())
    return words if len(words) < _MAX_LEAD and words.endswith((":", "-", "–", "—", "pay", "to")) else ""
