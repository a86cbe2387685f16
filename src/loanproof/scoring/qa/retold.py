"""Finds where an answer restates its source with a change that contradicts it, near a value or not (C-21)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.scoring.wording import tell_sentence
from loanproof.statements import (
    NamedParties,
    StatedText,
    changed_duties,
    changed_echoes,
    denied_otherwise,
    exchanged_circumstances,
    exchanged_parties,
    exchanged_places,
    exchanged_ratios,
    exchanged_words,
    released,
    said_not_to_matter,
    stated_in,
    turned_clauses,
    turned_conditions,
    turned_consents,
    turned_joints,
    turned_sides,
    turned_silence,
    unlike_words,
)

if TYPE_CHECKING:
    from loanproof.cases import QaCase
    from loanproof.core import Reason
    from loanproof.scoring.qa.specifics import Sources
    from loanproof.statements import Contradiction


def turned_in(case: QaCase, answer: StatedText, sources: Sources) -> Iterator[tuple[Reason, str]]:
    """Yield how an answer contradicts what it restates from the gold quotes and from its own quotes.

    If only one of its own quotes contradicts the answer, the clause of that quote must contradict it as well.
    """
    parties = NamedParties.of(source.mentions for source in sources.context.documents)
    for one in _contradictions(case, stated_in(parties.told(answer.text), answer.notation), sources, parties):
        texts = [*(citation.quote for citation in case.expected.citations), *sources.held_quotes, *sources.clauses]
        source, given = parties.as_written(one.source, texts), parties.as_written(one.given, [answer.text])
        yield one.code, tell_sentence(one._replace(source=source, given=given), "")


def _contradictions(
    case: QaCase, answer: StatedText, sources: Sources, parties: NamedParties
) -> Iterator[Contradiction]:
    """Yield the contradictions, in texts in which every party is called by its role."""
    expected = case.expected

    def told(text: str) -> StatedText:
        return stated_in(parties.told(text), answer.notation)

    quotes = [told(citation.quote) for citation in expected.citations]
    asked = told(case.question)
    yield from turned_clauses(answer, quotes)
    yield from changed_echoes(answer, quotes, asked)
    yield from exchanged_words(answer, quotes, sources.know)
    yield from exchanged_ratios(answer, quotes)
    yield from exchanged_circumstances(answer, quotes)
    yield from turned_joints(answer, quotes)
    yield from turned_consents(answer, quotes)
    yield from turned_silence(answer, quotes)
    yield from said_not_to_matter(answer, quotes)
    yield from released(answer, quotes, asked)
    cited = [*quotes, *(told(quote) for quote in sources.held_quotes)]
    yield from turned_conditions(answer, cited)
    clauses = [*cited, *(told(clause) for clause in sources.clauses)]

    # What only the answer's own quotes contradict must be confirmed by the whole clause.
    for read in (exchanged_parties, exchanged_places, denied_otherwise, turned_sides, changed_duties):
        found = list(read(answer, cited))
        if found and (any(read(answer, quotes)) or any(read(answer, clauses))):
            yield from found
        elif read is exchanged_parties:  # the gold quote may begin behind the party: "a fee of 40 per cent."
            yield from read(answer, clauses)
    allowed = (*sources.passages, *expected.qualified, *(form for fact in expected.facts for form in fact.any))
    yield from unlike_words(answer, [*quotes, *(told(text) for text in allowed)], asked)
