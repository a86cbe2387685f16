"""Zones: sections that read like covenants or events of default, whatever their headings.

A letter may call its covenants *What we need from you*, and its events of default *When we may ask for our money*.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.covenants.default_words import DEFAULTS
from loanproof.capabilities.baseline.covenants.duty_words import DUTIES
from loanproof.capabilities.baseline.covenants.party_labels import labels_of
from loanproof.core import Span
from loanproof.documents import SectionKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.documents import Section

_SECTION_KINDS = frozenset({SectionKind.CLAUSE, SectionKind.ARTICLE, SectionKind.HEADING})
_MIN_EVENTS = 3
_MAX_LEAD = 300
_ITEM_MARK = re.compile(r"\A\s*\(?\w{1,4}[.)]\s*")
_MAX_HEADING_WORDS = 7  # so few words are not counted as a sentence

_PROMISE = re.compile(
    rf"(?:{DUTIES.promisers.pattern})[^.;:]{{0,80}}"
    rf"(?:{DUTIES.promises.pattern})[^.;:]{{0,60}}(?:{DUTIES.promised.pattern})"
    rf"|\bno\s+(?:\w+\s+){{0,2}}(?:{DUTIES.promisers.pattern})\s+(?:{DUTIES.nobody_may.pattern})"
    rf"|\bno\s+(?:\w+\s+){{1,4}}(?:{DUTIES.nobody_may.pattern})\s+be\s+[^.;:]{{2,60}}"
    rf"\bby\s+(?:the\s+|any\s+)?(?:{DUTIES.promisers.pattern})",
    re.IGNORECASE,
)
_PROMISING_TITLE = re.compile(
    rf"(?:{DUTIES.promisers.pattern})\s+(?:{DUTIES.promises.pattern})(?:\s+(?:not|do|also|always))*\W*\Z", re.IGNORECASE
)


def calls_for_money(words: str) -> bool:
    """Return whether a text says that the lenders may demand repayment, or that repayment falls due."""
    return DEFAULTS.calls_for_money.search(words) is not None


class Zones:
    """Which sections of one document read like covenants, and which like lists of events of default."""

    def __init__(self, paper: Paper) -> None:
        """Take a document; each kind of zone is looked for when it is first needed."""
        self._paper = paper
        self._sections = paper.sections
        self._children: dict[int, list[int]] = defaultdict(list)
        for position, one in enumerate(self._sections):
            if one.parent is not None and one.kind is not SectionKind.DEFINITION:
                self._children[one.parent].append(position)

    def children(self, position: int) -> Sequence[int]:
        """Return the positions of the items and clauses directly below a section."""
        return self._children[position]

    def own_words(self, section: Section) -> Span:
        """Return the words of a section up to the first section below it."""
        at = bisect_right(self._sections, section.span.start, key=lambda one: one.span.start)
        is_below = at < len(self._sections) and self._sections[at].span.start < section.span.end
        return Span(section.span.start, self._sections[at].span.start if is_below else section.span.end)

    @cached_property
    def default_lists(self) -> tuple[Span, ...]:
        """The lists that say when the lenders may demand repayment: events of default, whatever their heading."""
        return tuple(one.span for position, one in enumerate(self._sections) if self._lists_defaults(position))

    @cached_property
    def promising(self) -> frozenset[int]:
        """The positions of top-level sections that read like promises although no heading says so."""
        return frozenset(position for position in range(len(self._sections)) if self._promises(position))

    def _lists_defaults(self, position: int) -> bool:
        """Return whether a section lists events of default: non-payment and at least one other event."""
        section, items = self._sections[position], self._children[position]
        if (
            section.kind not in _SECTION_KINDS
            or len(items) < _MIN_EVENTS
            or self._paper.is_attached(section.span.start)
        ):
            return False
        if not DEFAULTS.calls_for_money.search(self.own_words(section).of(self._paper.text)):
            return False
        words = [self._sections[item].span.of(self._paper.text) for item in items]
        return any(map(DEFAULTS.pays.search, words)) and any(
            DEFAULTS.broken_otherwise.search(one) and not DEFAULTS.pays.search(one[:40]) for one in words
        )

    def _promises(self, position: int) -> bool:
        """Return whether more than half of a section's items or sentences are promises of the borrower."""
        section = self._sections[position]
        if (
            section.kind not in _SECTION_KINDS
            or section.parent is not None
            or self._paper.is_attached(section.span.start)
        ):
            return False
        if self._paper.roles.at(section.span.start) - {Role.COVENANTS, Role.INFORMATION}:
            return False
        if self._children[position] and _PROMISING_TITLE.search(section.title or ""):
            return True  # headed, for example, "What the Obligors shall not do"
        items = self._items(position)
        sentences = (one.of(self._paper.text) for one in self._paper.passages.sentences_in(section.span))
        said = items or [one for one in sentences if len(one.split()) > _MAX_HEADING_WORDS]
        plain = map(labels_of(self._paper).plain, said)
        promised = [one for one in plain if _PROMISE.search(one) and not DUTIES.draws.search(one)]
        return 2 * len(promised) > len(said)

    def _items(self, position: int) -> list[str]:
        """Return the items below a section, each after the words that it continues: ``The Customer will: (a) …``."""
        words = [self._sections[item].span.of(self._paper.text) for item in self._children[position]]
        lead = self.own_words(self._sections[position]).of(self._paper.text).rstrip()
        if not lead.endswith(":") or len(lead) > _MAX_LEAD:
            return words
        return [f"{lead[:-1]} {_ITEM_MARK.sub('', one)}" for one in words]
