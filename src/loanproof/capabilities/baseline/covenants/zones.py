"""Zones: the sections that hold covenants or events of default, by their headings or by what they say.

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
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.documents import Section

_SECTIONS = frozenset({SectionKind.CLAUSE, SectionKind.ARTICLE, SectionKind.HEADING})
_FEWEST_EVENTS = 3
_LONGEST_LEAD = 300
_MARK = re.compile(r"\A\s*\(?\w{1,4}[.)]\s*")
_HEADING = 7  # words that are no sentence yet

_PROMISE = re.compile(
    rf"(?:{DUTIES.promisers.pattern})[^.;:]{{0,80}}(?:{DUTIES.promises.pattern})[^.;:]{{0,60}}(?:{DUTIES.promised.pattern})"
    rf"|\bno\s+(?:\w+\s+){{0,2}}(?:{DUTIES.promisers.pattern})\s+(?:{DUTIES.nobody_may.pattern})",
    re.IGNORECASE,
)
_PROMISING_TITLE = re.compile(
    rf"(?:{DUTIES.promisers.pattern})\s+(?:{DUTIES.promises.pattern})(?:\s+(?:not|do|also|always))*\W*\Z", re.IGNORECASE
)


def calls_for_money(words: str) -> bool:
    """Return whether words say that the lenders may ask for their money, or that it falls due."""
    return DEFAULTS.calls_for_money.search(words) is not None


class Zones:
    """Which sections of one paper hold covenants, and which events of default."""

    def __init__(self, paper: Paper) -> None:
        """Take a paper; each kind of zone is looked for when it is first asked for."""
        self._paper = paper
        self._sections = paper.sections
        self._children: dict[int, list[int]] = defaultdict(list)
        for position, one in enumerate(self._sections):
            if one.parent is not None and one.kind is not SectionKind.DEFINITION:
                self._children[one.parent].append(position)

    def own_words(self, section: Section) -> Span:
        """Return the words of a section up to the first section below it."""
        at = bisect_right(self._sections, section.span.start, key=lambda one: one.span.start)
        is_below = at < len(self._sections) and self._sections[at].span.start < section.span.end
        return Span(section.span.start, self._sections[at].span.start if is_below else section.span.end)

    @cached_property
    def default_lists(self) -> tuple[Span, ...]:
        """The lists that say when the lenders may ask for their money: events of default, whatever their heading."""
        return tuple(one.span for position, one in enumerate(self._sections) if self._lists_defaults(position))

    @cached_property
    def promising(self) -> frozenset[int]:
        """The positions of sections that promise something although no heading says so."""
        return frozenset(position for position in range(len(self._sections)) if self._promises(position))

    def _lists_defaults(self, position: int) -> bool:
        section, items = self._sections[position], self._children[position]
        if section.kind not in _SECTIONS or len(items) < _FEWEST_EVENTS or self._paper.is_attached(section.span.start):
            return False
        if not DEFAULTS.calls_for_money.search(self.own_words(section).of(self._paper.text)):
            return False
        words = [self._sections[item].span.of(self._paper.text) for item in items]
        return any(map(DEFAULTS.pays.search, words)) and any(
            DEFAULTS.broken_otherwise.search(one) and not DEFAULTS.pays.search(one[:40]) for one in words
        )

    def _promises(self, position: int) -> bool:
        section = self._sections[position]
        if section.kind not in _SECTIONS or section.parent is not None or self._paper.is_attached(section.span.start):
            return False
        if self._paper.roles.at(section.span.start) - {Role.COVENANTS, Role.INFORMATION}:
            return False
        if self._children[position] and _PROMISING_TITLE.search(section.title or ""):
            return True  # "What the Obligors shall not do"
        items = self._items(position)
        sentences = (one.of(self._paper.text) for one in self._paper.passages.sentences_in(section.span))
        said = items or [one for one in sentences if len(one.split()) > _HEADING]
        plain = map(labels_of(self._paper).plain, said)
        promised = [one for one in plain if _PROMISE.search(one) and not DUTIES.draws.search(one)]
        return 2 * len(promised) > len(said)

    def _items(self, position: int) -> list[str]:
        """Return the items below a section, each behind the words that it continues: ``The Customer will: (a) …``."""
        words = [self._sections[item].span.of(self._paper.text) for item in self._children[position]]
        lead = self.own_words(self._sections[position]).of(self._paper.text).rstrip()
        if not lead.endswith(":") or len(lead) > _LONGEST_LEAD:
            return words
        return [f"{lead[:-1]} {_MARK.sub('', one)}" for one in words]
