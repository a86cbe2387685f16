"""Finds facts that an answer swaps: it says of each what the source says of the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from loanproof.core import Reason, SpanSet
from loanproof.scoring.qa.facts import places_of
from loanproof.scoring.wording import fact_in_words, quoted
from loanproof.statements import Names, Said, StatedText, read_statement, stated_in, words_around
from loanproof.values import content_words, content_words_in

if TYPE_CHECKING:
    from loanproof.cases import AnyOf, QaCase
    from loanproof.core import Span

_RANKS = frozenset("first second third fourth fifth sixth".split())
_RANKED = frozenset({"anniversary", "year", "month", "quarter", "period", "extension", "loan", "drawing"})
_SAME_CLASS = {"loans": "reference rates"}  # "Term SOFR" may mean "Term SOFR Loans"
_LIST_WORDS = frozenset({",", "and", "or", "the", "a", "an"})
_ENOUGH_WORDS = 2  # how many words of the other fact show a swap, if that fact has all words of this one


def exchanged_facts(
    fact: AnyOf, case: QaCase, answer: StatedText, quotes: Sequence[StatedText]
) -> tuple[tuple[Reason, str], ...]:
    """Return a contradiction if an answer swaps the words around this fact with those around another one."""
    for other in case.expected.facts:
        if other is fact:
            continue
        if any(_are_listed(quote, fact, other) for quote in quotes):
            continue
        words = _exchanged_terms(fact, other, answer, quotes)
        if words is None and _kinds(other, answer) == _kinds(fact, answer):
            words = _exchanged_words(fact, other, answer, quotes)
        if words is not None:
            named = fact_in_words(fact.any[0]), fact_in_words(other.any[0])
            message = f"The answer says {quoted(words)} of {named[0]}; the document says so of {named[1]}."
            return ((Reason.SUBJECT_EXCHANGED, message),)
    return ()


def _are_listed(quote: StatedText, fact: AnyOf, other: AnyOf) -> bool:
    """Return whether a quote lists two facts in words together, so that what it says is true of both."""
    if _kinds(fact, quote) or _kinds(other, quote):
        return False
    pairs = ((one, two) for one in places_of(quote, fact) for two in places_of(quote, other))
    for one, two in pairs:
        first, last = sorted((one, two), key=lambda place: place.start)
        between = range(quote.position(first.end), quote.position(last.start))
        if all(quote.tokens[at].lower in _LIST_WORDS or quote.tokens[at].text.istitle() for at in between):
            return True
    return False


def _exchanged_words(fact: AnyOf, other: AnyOf, answer: StatedText, quotes: Sequence[StatedText]) -> str | None:
    """Return the words that an answer puts around one fact although the source has them only around the other."""
    own, others = _around(quotes, fact, other), _around(quotes, other, fact)
    sides = [at for at in (0, 1) if own[at] and others[at]]  # words around only one of the two may apply to both
    here = frozenset().union(*_around([answer], fact, other))
    there = frozenset().union(*_around([answer], other, fact))
    right = frozenset().union(*(own[at] for at in sides))
    wrong = frozenset().union(*(others[at] for at in sides))
    own_words = content_words(" ".join((*fact.any, *other.any)))
    right, wrong = right - wrong - own_words, wrong - right - own_words
    taken = here & wrong
    is_crossed = (taken and there & right) or taken & _RANKS
    is_apart = not there & wrong or (not _kinds(fact, answer) and len(taken) >= _ENOUGH_WORDS and right <= there)
    return _as_written(answer, taken) if is_crossed and not here & right and is_apart else None


def _as_written(answer: StatedText, words: frozenset[str]) -> str:
    """Return some words as the answer writes them, in its order."""
    tokens = answer.tokens
    written = [
        token.text
        for at, token in enumerate(tokens.items)
        if token.lower in words or content_words_in(tokens, at, at + 1) & words
    ]
    return ", ".join({word.lower(): word for word in written}.values()) or ", ".join(sorted(words))


def _exchanged_terms(fact: AnyOf, other: AnyOf, answer: StatedText, quotes: Sequence[StatedText]) -> str | None:
    """Return the term that an answer gives to this fact if it swaps the terms of the two facts."""
    source, given = ([_nearest(texts, one) for one in (fact, other)] for texts in (quotes, [answer]))
    for group in source[0].keys() & source[1].keys() & given[0].keys() & given[1].keys():
        own, others = source[0][group].means, source[1][group].means
        here, there = given[0][group].means, given[1][group].means
        if not own & others and here <= others and there <= own:
            return given[0][group].words
    return None


def _nearest(texts: Iterable[StatedText], fact: AnyOf) -> Mapping[str, Said[Names]]:
    """Return the terms nearest to the first mention of a fact that has any, one for each class."""
    read = (read_statement(text, place) for text in texts for place in places_of(text, fact))
    subjects = next((one.subjects for one in read if one.subjects), {})
    return {_SAME_CLASS.get(group, group): named for group, named in subjects.items()}


def _kinds(fact: AnyOf, text: StatedText) -> frozenset[str]:
    return frozenset(value.part.kind.name for value in stated_in(fact.any[0], text.notation).values)


def _around(texts: Iterable[StatedText], fact: AnyOf, other: AnyOf) -> tuple[frozenset[str], frozenset[str]]:
    """Return the content words before a fact and after it, from all texts together.

    For a fact in words, the words of the other fact are left out; values of one kind are always kept apart.
    """
    words = [
        words_around(text, place, () if _kinds(fact, text) else places_of(text, other))
        for text in texts
        for place in places_of(text, fact)
    ]
    before, behind = (frozenset().union(*(one[side] for one in words)) for side in (0, 1))
    return before, behind


def exchanged_levels(case: QaCase, answer: StatedText) -> Iterator[tuple[Reason, str]]:
    """Yield the first two facts to which an answer gives each other's levels: the ratios, days or ranks beside them.

    *1% until the second anniversary, then 0.5% until the third* names two levels. An answer may leave one out, but what
    it gives with each of the two facts must be the other's, and not its own.
    """
    for quote in (stated_in(citation.quote, answer.notation) for citation in case.expected.citations):
        known, said = _levels(case, quote, answer), _levels(case, answer, quote)
        for one, other in combinations(known.keys() & said.keys(), 2):
            is_exchanged = said[one] <= known[other] and said[other] <= known[one]
            is_right = said[one] <= known[one] and said[other] <= known[other]
            if said[one] and said[other] and is_exchanged and not is_right:
                first, second = (fact_in_words(case.expected.facts[at].any[0]) for at in sorted((one, other)))
                message = f"The answer exchanges {first} and {second}: it gives each the level of the other."
                yield Reason.SUBJECT_EXCHANGED, message
                return


def _levels(case: QaCase, text: StatedText, other: StatedText) -> dict[int, frozenset[str]]:
    """Return the levels that a text gives with each fact that it states once; only those that both texts name count.

    If the first of them comes before the first fact, levels stand before their facts, and else behind them.
    """
    places = [places_of(text, fact) for fact in case.expected.facts]
    facts = {found[0].start: at for at, found in enumerate(places) if _is_one_value(text, found)}
    taken = SpanSet(place for found in places for place in found)
    shared = {name for name, _ in _named_levels(other)}
    levels = {span.start: name for name, span in _named_levels(text) if name in shared and not taken.overlaps(span)}
    found: dict[int, set[str]] = {at: set() for at in facts.values()}
    waiting: set[str] = set()
    last: int | None = None
    is_before = bool(levels) and bool(facts) and min(levels) < min(facts)
    for start in sorted((*levels, *facts)):
        if start in facts:
            last = facts[start]
            found[last] |= waiting
            waiting = set()
        elif is_before:
            waiting.add(levels[start])
        elif last is not None:
            found[last].add(levels[start])
    return {at: frozenset(names) for at, names in found.items()}


def _named_levels(text: StatedText) -> Iterator[tuple[str, Span]]:
    """Yield what may be the level of a fact: each value, and each rank, with its place."""
    values = SpanSet(value.span for value in text.values)
    for value in text.values:
        yield f"{value.part.kind.name} {value.part.kind.canonical(value.part.candidates[0])}", value.span
    for at, token in enumerate(text.tokens.items):
        span = text.tokens.span(at, at + 1)
        if token.lower in _RANKS and text.tokens[at + 1].lower in _RANKED and not values.overlaps(span):
            yield token.lower, span


def _is_one_value(text: StatedText, places: Sequence[Span]) -> bool:
    """Return whether a text has a fact once, as one value; a longer form of it may cover the same value."""
    held = {value.span for value in text.values for place in places if value.span.overlaps(place)}
    return len(held) == 1 and all(place.overlaps(next(iter(held))) for place in places)
