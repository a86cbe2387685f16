"""Where a field is likely to be told, by headings, definitions and parties: shown beside what the routes propose.

A route proposes what it can read. A model may read more, so it is shown the clause that lends, the definition of the
money and of the tranche, and the sentences that say that nothing bad has happened.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.fields.quoting import shorten
from loanproof.core import FieldId, Span, Words, WordTable, load_words
from loanproof.values import CLAUSE_KIND, Clause

if TYPE_CHECKING:
    from loanproof.capabilities.llm.reading import PaperReading


class _Places(WordTable):
    """The words of clauses that lend, of units of money and of what has not changed."""

    promises: Words
    acts: Words
    things: Words
    units: Words
    unchanged: Words


def _any_of(phrases: Iterable[str]) -> str:
    return "|".join(r"\s+".join(map(re.escape, one.split())) for one in sorted(phrases, key=len, reverse=True))


_WORDS = load_words(__package__, "places", _Places)
_LENDS = re.compile(
    rf"\b(?:{_any_of(_WORDS.promises)})\b[^.;]{{0,220}}?\b(?:{_any_of(_WORDS.acts)})\b[^.;]{{0,160}}?\b(?:{_any_of(_WORDS.things)})\b",
    re.IGNORECASE,
)
_UNIT = re.compile(rf"\b(?:{_any_of(_WORDS.units)})\b", re.IGNORECASE)
_UNCHANGED = re.compile(rf"\b(?:{_any_of(_WORDS.unchanged)})\b", re.IGNORECASE)
_CHANGE_ROLES = (Role.REPRESENTATIONS, Role.CONDITIONS, Role.EVENTS_OF_DEFAULT)


def likely_places(reading: PaperReading, field: FieldId, tranche: str | None) -> tuple[Span, ...]:
    """Return the stretches in which a field is likely to be told, whatever the routes read."""
    find = _FINDERS.get(field)
    return () if find is None else tuple(dict.fromkeys(find(reading, tranche)))


def _money(reading: PaperReading, tranche: str | None) -> Iterator[Span]:
    yield from _kind_of_loan(reading, tranche)
    paper = reading.paper
    for found in (Span(*one.span()) for one in _UNIT.finditer(paper.text)):
        if not paper.is_attached(found.start):
            yield shorten(paper, paper.passages.sentence_at(found.start), found)
            return


def _kind_of_loan(reading: PaperReading, tranche: str | None) -> Iterator[Span]:
    own = None if tranche is None else reading.paper.definitions.named(tranche)
    if own is not None:
        yield shorten(reading.paper, own.span, Span(own.span.start, own.body.start + 1))
    lending = list(_lending(reading))
    named = [one for one in lending if tranche is not None and tranche.lower() in one.of(reading.paper.text).lower()]
    yield from (named or lending)[:1]


def _lending(reading: PaperReading) -> Iterator[Span]:
    """Yield the sentences that lend, of sections about the facility."""
    paper = reading.paper
    for section in paper.roles.spans(Role.FACILITY):
        if paper.is_attached(section.start):
            continue
        for sentence in paper.passages.sentences_in(section):
            found = _LENDS.search(paper.text, sentence.start, sentence.end)
            if found is not None:
                yield shorten(paper, sentence, Span(*found.span()))


def _changes(reading: PaperReading, _: str | None) -> Iterator[Span]:
    """Yield the first sentence of each role that says of a material adverse change that it has not been."""
    paper = reading.paper
    for role in _CHANGE_ROLES:
        for found in paper.mentions.of(CLAUSE_KIND):
            if found.candidates[0] is not Clause.MATERIAL_ADVERSE_CHANGE or role not in paper.roles.above(found.span.start):
                continue
            piece = paper.passages.sentence_at(found.span.start)
            if _UNCHANGED.search(paper.text, piece.start, piece.end):
                yield shorten(paper, piece, found.span)
                break


_FINDERS: dict[str, Callable[[PaperReading, str | None], Iterator[Span]]] = {
    "currency": _money,
    "facility_amount": _kind_of_loan,
    "facility_type": _kind_of_loan,
    "mac_clause": _changes,
}
