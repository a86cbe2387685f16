"""Conditions precedent: the items of the sections and schedules that list them, each in its own first words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Paper, Role
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.quoting import shorten
from loanproof.core import FieldId, Span
from loanproof.documents import SectionKind

if TYPE_CHECKING:
    from loanproof.documents import Section

CONDITIONS = FieldId("conditions_precedent")
_ITEM_WORDS = 24
_MOST = 60
_MARK = re.compile(r"\A\s*(?:\(?[0-9ivxlcdm]{1,6}[.)]|\([a-zA-Z]{1,4}\)|[0-9]+(?:\.[0-9]+)+)\s*", re.IGNORECASE)


def conditions_precedent(paper: Paper) -> Iterator[Candidate]:
    """Propose the list of conditions: one candidate with every item of every such section."""
    spans: list[Span] = []
    for section in paper.roles.sections(Role.CONDITIONS):
        if any(one.contains(section.span) for one in spans) or _is_form(paper, section):
            continue
        spans.append(section.span)
    items = [item for span in spans for item in _items(paper, span)][:_MOST]
    if not items:
        return
    route = RouteName.SECTION
    names = [_name(item.of(paper.text)) for item in items]
    yield Candidate(
        field=CONDITIONS,
        route=route,
        key=f"{len(names)}",
        value=names,
        evidence=tuple(_quote(paper, item) for item in items),
        weight=len(names),
    )


def _is_form(paper: Paper, section: Section) -> bool:
    return section.kind is SectionKind.CONTENTS or Role.FORM in paper.roles.at(section.span.start)


def _items(paper: Paper, span: Span) -> Iterator[Span]:
    """Yield the leaves of a list that say enough to be a condition; where there are none, its sentences."""
    sections = [one for one in paper.document.sections if span.contains(one.span)]
    parents = {one.parent for one in sections}
    position = {id(one): at for at, one in enumerate(paper.document.sections)}
    leaves = [one for one in sections if position[id(one)] not in parents and _MARK.match(one.span.of(paper.text)[:30])]
    for leaf in leaves:
        yield leaf.span
    if not leaves:
        yield from paper.passages.sentences_in(span)


def _name(text: str) -> str:
    words = _MARK.sub("", text, count=1).split()
    return " ".join(words[:_ITEM_WORDS]).strip(" .;,:")


def _quote(paper: Paper, span: Span) -> Span:
    lead = _MARK.match(span.of(paper.text))
    start = span.start + (lead.end() if lead else 0)
    first = Span(start, min(span.end, start + 60))
    return shorten(paper, Span(start, min(span.end, start + 300)), first)
