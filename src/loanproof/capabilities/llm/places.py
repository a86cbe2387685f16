"""Where a field is likely to be stated, by headings, definitions and parties; shown in addition to what routes propose.

A route proposes only what it can read. A model may read more, so it is shown the lending clause, the definitions of the
currency and of the tranche, and the sentences that say that nothing has changed for the worse.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import PartyRole, Role, Zone
from loanproof.capabilities.baseline.fields.quoting import shorten
from loanproof.capabilities.baseline.resolver import settle
from loanproof.core import FieldId, PhrasePattern, Span, WordTable, load_words
from loanproof.values import CLAUSE_KIND, MONEY_KIND, Clause

if TYPE_CHECKING:
    from loanproof.capabilities.llm.reading import PaperReading


class _Places(WordTable):
    """The words of lending clauses, of units of money, of *no change* statements and of receipts."""

    promises: PhrasePattern
    acts: PhrasePattern
    things: PhrasePattern
    units: PhrasePattern
    unchanged: PhrasePattern
    receipts: PhrasePattern


_WORDS = load_words(__package__, "places", _Places)
_LENDS = re.compile(
    rf"(?:{_WORDS.promises.pattern})[^.;]{{0,220}}?(?:{_WORDS.acts.pattern})[^.;]{{0,160}}?(?:{_WORDS.things.pattern})",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[“\"]([^“”\"]{1,40})[”\"]")
_MAX_PLACES = 3  # likely places of one field
_REACH = 600  # characters within which a lending sentence says how much
_LEAD = 160  # characters within which a condition says what is to be delivered
_MAX_ITEM_LENGTH = 64  # characters of an item, enough to see what it is
_MIN_MENTION_LENGTH = 60  # a mention of a party with fewer characters is hardly more than the name
_CHANGE_ROLES = (frozenset({Role.REPRESENTATIONS}), frozenset({Role.CONDITIONS, Role.EVENTS_OF_DEFAULT}))


def likely_places(reading: PaperReading, field: FieldId, tranche: str | None) -> tuple[Span, ...]:
    """Return the stretches in which a field is likely to be stated, whatever the routes read."""
    find = _FINDERS.get(field)
    return () if find is None else tuple(dict.fromkeys(islice(find(reading, tranche), _MAX_PLACES)))


def short_item(reading: PaperReading, span: Span) -> Span:
    """Return the part of a list item that shows what it is, up to the end of a word."""
    text = reading.paper.text
    lead = _WORDS.receipts.search(text, span.start, min(span.end, span.start + _LEAD))
    start = span.start if lead is None else lead.end() + 1
    if span.end - start <= _MAX_ITEM_LENGTH:
        return span if start + 10 > span.end else Span(start, span.end)
    blank = text.rfind(" ", start, start + _MAX_ITEM_LENGTH)
    return Span(start, blank if blank > start else start + _MAX_ITEM_LENGTH)


def _borrowers(reading: PaperReading, _: str | None) -> Iterator[Span]:
    return _named(reading, frozenset({PartyRole.BORROWER, PartyRole.COMPANY}))


def _guarantors(reading: PaperReading, _: str | None) -> Iterator[Span]:
    return _named(reading, frozenset({PartyRole.GUARANTOR}))


def _named(reading: PaperReading, roles: frozenset[PartyRole]) -> Iterator[Span]:
    """Yield where the preamble names the parties with some roles, with what it says about them."""
    paper = reading.paper
    names = {one.name.lower() for one in paper.parties if one.roles & roles}
    for one in paper.parties:
        if one.zone is Zone.PREAMBLE and one.name.lower() in names:
            is_bare = len(one.shown) < _MIN_MENTION_LENGTH
            yield shorten(paper, paper.passages.sentence_at(one.span.start), one.span) if is_bare else one.shown


def _rate(reading: PaperReading, tranche: str | None) -> Iterator[Span]:
    """Yield the definition of the rate that the routes settle on."""
    settled = settle(reading.rules.proposed(FieldId("reference_rate"), tranche))
    value = None if settled is None else settled.best.value
    name = value.get("family") if isinstance(value, dict) else value
    own = reading.paper.definitions.named(name) if isinstance(name, str) else None
    if own is not None:
        yield shorten(reading.paper, own.span, Span(own.span.start, own.body.start + 1))


def _money(reading: PaperReading, tranche: str | None) -> Iterator[Span]:
    """Yield the lending clause, and a sentence about a unit of money such as *lawful currency of the United States*.

    Sentences that define a word of the lending clause come first.
    """
    paper, lending = reading.paper, list(_kind_of_loan(reading, tranche))
    yield from lending
    lent = " ".join(one.of(paper.text) for one in lending)
    units = []
    for found in (Span(*one.span()) for one in _WORDS.units.finditer(paper.text)):
        sentence = paper.passages.sentence_at(found.start)
        terms = _QUOTED.findall(sentence.of(paper.text))
        is_used = any(re.search(rf"(?<!\w){re.escape(one)}(?!\w)", lent) for one in terms)
        units.append((paper.is_attached(found.start), not is_used, len(sentence), shorten(paper, sentence, found)))
    yield from (one[-1] for one in sorted(units, key=lambda one: one[:-1])[:1])


def _kind_of_loan(reading: PaperReading, tranche: str | None) -> Iterator[Span]:
    """Yield the definition of the tranche, and the sentence that lends it."""
    definitions = reading.paper.definitions
    own = None if tranche is None else definitions.named(tranche) or next(definitions.ending(tranche), None)
    if own is not None:
        yield shorten(reading.paper, own.span, Span(own.span.start, own.body.start + 1))
    lending = list(_lending(reading))
    named = [one for one in lending if tranche is not None and tranche.lower() in one.of(reading.paper.text).lower()]
    yield from (named or lending)[:1]


def _lending(reading: PaperReading) -> Iterator[Span]:
    """Yield the sentences that lend, in sections about the facility."""
    paper = reading.paper
    for section in paper.roles.spans(Role.FACILITY):
        if paper.is_attached(section.start):
            continue
        for sentence in paper.passages.sentences_in(section):
            found = _LENDS.search(paper.text, sentence.start, sentence.end)
            if found is not None:
                lent = Span(*found.span())
                sums = [one.span for one in paper.inside(MONEY_KIND, sentence) if one.span.end - lent.start <= _REACH]
                yield shorten(paper, sentence, lent.cover(sums[0]) if sums else lent)


def _changes(reading: PaperReading, _: str | None) -> Iterator[Span]:
    """Yield one representation, and one condition or default, that nothing has changed for the worse."""
    paper = reading.paper
    changes = [
        one.span for one in paper.mentions.of(CLAUSE_KIND) if one.candidates[0] is Clause.MATERIAL_ADVERSE_CHANGE
    ]
    for roles in _CHANGE_ROLES:
        for span in changes:
            sentence = paper.passages.sentence_at(span.start)
            if paper.roles.above(span.start) & roles and _WORDS.unchanged.search(sentence.of(paper.text)):
                yield shorten(paper, sentence, span)
                break


_FINDERS: dict[str, Callable[[PaperReading, str | None], Iterator[Span]]] = {
    "borrower": _borrowers,
    "currency": _money,
    "facility_amount": _kind_of_loan,
    "facility_type": _kind_of_loan,
    "guarantors": _guarantors,
    "reference_rate": _rate,
    "mac_clause": _changes,
}
