"""Whether what an answer says about a fact contradicts its source (C-21): the facts and the forbidden values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from loanproof.core import Reason, Span
from loanproof.scoring.qa.conditions import Known, exchanged_consequents, with_bound_of_source
from loanproof.scoring.qa.facts import all_mentions, mentions_of, places_of, states_any
from loanproof.scoring.qa.owners import owned_by_other, set_aside
from loanproof.scoring.wording import quoted, tell_sentence
from loanproof.statements import (
    Contradiction,
    Names,
    Polarity,
    Said,
    Source,
    StatedText,
    Statement,
    asks_for_consent,
    asks_for_event,
    asks_for_period,
    asks_whether,
    base_named,
    changed_echoes,
    compare_statements,
    exchanged_doers,
    opposed_words,
    polarity_at,
    read_statement,
    role_named,
    stated_in,
    subjects_named,
    turned_clauses,
    words_around,
)
from loanproof.values import Operator, content_words

if TYPE_CHECKING:
    from loanproof.cases import AnyOf, QaCase
    from loanproof.scoring.context import ScoringContext

_RANKS = frozenset("first second third fourth fifth sixth".split())
_MOVED = 4  # telling words around one fact that the source has around another
_MOST_COUNTED = 12
_NOTHING_SAID = Statement(span=Span(0, 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidOfFact:
    """What an answer says about one fact.

    Attributes:
        fact: The fact.
        is_mentioned: Whether the fact is in the answer at all.
        is_stated: Whether it is stated there, and not only denied.
        contradictions: In what the answer differs from the source, a reason and a sentence each.
    """

    fact: AnyOf
    is_mentioned: bool
    is_stated: bool
    contradictions: tuple[tuple[Reason, str], ...] = ()


# "Which fee applies, and which is added above …?": what the first half names is not what the second asks for, unless
# it points back, as in "What is the commitment fee and how often is it paid?".
_ASKS_TWICE = re.compile(
    r"\band\s(?:(?:at|by|on|for|to|from|in)\s)?(?:which|what|when|who|whom|how)\b(?!.*\b(?:it|they|them)\b)",
    re.IGNORECASE,
)


def said_of_fact(fact: AnyOf, case: QaCase, answer: StatedText, context: ScoringContext) -> SaidOfFact:
    """Hold what an answer says about a fact against the gold quotes that hold it, and what the case says outright."""
    if context.parameters.clarifications.statements:
        return _held_against_source(fact, case, answer)
    is_stated = states_any(answer, fact.any)
    return SaidOfFact(fact=fact, is_mentioned=is_stated or bool(places_of(answer, fact)), is_stated=is_stated)


def _held_against_source(fact: AnyOf, case: QaCase, answer: StatedText) -> SaidOfFact:
    mentions = all_mentions(answer, fact)
    if () in mentions:  # the "yes" of an opening word says no more than that
        return SaidOfFact(fact=fact, is_mentioned=True, is_stated=True)
    given: list[Statement] = []
    for mention in mentions:
        said = [[one for one in _read(answer, places) if _counts(one, fact, case, answer)] for places in mention]
        given += [one for group in said for one in group] if all(said) else []
    quotes = [stated_in(citation.quote, answer.notation) for citation in case.expected.citations]
    held = [_read(quote, places_of(quote, fact)) for quote in quotes]
    known = Source(
        _said_outright(fact, [one for group in held for one in group]),
        {} if _ASKS_TWICE.search(case.question) else subjects_named(case.question),
        asks_for_event(case.question),
        asks_for_consent(case.question),
        asks_whether(case.question) and "yes" not in answer.opening_words,  # a "yes" says when it is so
        asks_for_period(case.question),
    )
    right = [form for other in case.expected.facts for form in other.any]
    right += [other for quote, group in zip(quotes, held, strict=True) for other in _offered(group, quote)]
    places = [(quote, [one.span for one in group]) for quote, group in zip(quotes, held, strict=True)]
    sources = [Known(quote, group) for quote, group in zip(quotes, held, strict=True)]
    exchanged = list(exchanged_consequents(given, answer, sources))
    given = [with_bound_of_source(one, answer, sources) for one in given]
    repeated = [one for one in given if len(given) > 1 and _repeats(one, answer, places)]
    wrong = [found for said in (given, *([one] for one in repeated)) for found in compare_statements(said, known)]
    found = [
        *{one.code: one for one in reversed(wrong)}.values(),
        *exchanged,
        *_alternatives(given, answer, right, known.statements),
    ]
    opposed = opposed_words(answer, [one.span for one in given], places, case.question)
    return SaidOfFact(
        fact=fact,
        is_mentioned=bool(mentions),
        is_stated=bool(given),
        contradictions=(
            *set_aside(fact, answer),
            *owned_by_other(fact, answer, quotes),
            *(_told(found, fact) or _exchanged(fact, case, answer, quotes)),
            *_told(opposed, fact),
        ),
    )


def turned_in(case: QaCase, answer: StatedText) -> tuple[tuple[Reason, str], ...]:
    """Return what an answer says again of the gold quotes with a negation more or less, or with another such word."""
    quotes = [stated_in(citation.quote, answer.notation) for citation in case.expected.citations]
    asked = stated_in(case.question, answer.notation)
    found = (
        *exchanged_doers(answer, quotes),
        *turned_clauses(answer, quotes),
        *changed_echoes(answer, quotes, asked),
    )
    return tuple((one.code, tell_sentence(one, "")) for one in found)


def _repeats(one: Statement, answer: StatedText, places: Sequence[tuple[StatedText, Sequence[Span]]]) -> bool:
    """Whether an answer says again, nearly in its words, what the source says of a value: it must say it rightly.

    Elsewhere it may draw conclusions, and speak of what lies beyond a bound.
    """
    said = frozenset().union(*words_around(answer, one.span))
    known = [frozenset().union(*words_around(quote, span)) for quote, spans in places for span in spans]
    return any(3 * len(said & words) >= 2 * len(words) for words in known if len(words) > 1)


def _told(found: Iterable[Contradiction], fact: AnyOf) -> tuple[tuple[Reason, str], ...]:
    return tuple((one.code, tell_sentence(one, fact.any[0])) for one in found)


def _exchanged(
    fact: AnyOf, case: QaCase, answer: StatedText, quotes: Sequence[StatedText]
) -> tuple[tuple[Reason, str], ...]:
    """Return that the words around two facts have changed places: each has the words that belong to the other alone."""
    for other in case.expected.facts:
        if other is fact:
            continue
        terms = _exchanged_terms(fact, other, answer, quotes)
        if terms is not None:
            message = f"The answer says {quoted(terms)} of {fact.any[0]}; the document says so of {other.any[0]}."
            return ((Reason.SUBJECT_EXCHANGED, message),)
        if _kinds(other, answer) != _kinds(fact, answer):
            continue
        own, others = (_around(quotes, one) for one in (fact, other))
        sides = [at for at in (0, 1) if own[at] and others[at]]  # words that only one of the two has are of both
        here, there = (frozenset().union(*_around([answer], one)) for one in (fact, other))
        right = frozenset().union(*(own[at] for at in sides))
        wrong = frozenset().union(*(others[at] for at in sides))
        own_words = content_words(" ".join((*fact.any, *other.any)))
        right, wrong = right - wrong - own_words, wrong - right - own_words
        is_moved = (
            "unless" not in answer.text.lower() and len(here & wrong) >= _MOVED and 2 * len(here & wrong) >= len(wrong)
        )
        is_crossed = (here & wrong and there & right) or here & wrong & _RANKS or is_moved
        if is_crossed and not here & right and not there & wrong:
            words = quoted(", ".join(sorted(here & wrong)))
            message = f"The answer says {words} of {fact.any[0]}; the document says so of {other.any[0]}."
            return ((Reason.SUBJECT_EXCHANGED, message),)
    return ()


def _exchanged_terms(fact: AnyOf, other: AnyOf, answer: StatedText, quotes: Sequence[StatedText]) -> str | None:
    """Return the term that an answer gives to one fact where the source gives it to another, and the reverse."""
    source, given = ([_nearest(texts, one) for one in (fact, other)] for texts in (quotes, [answer]))
    for group in source[0].keys() & source[1].keys() & given[0].keys() & given[1].keys():
        own, others = source[0][group].means, source[1][group].means
        here, there = given[0][group].means, given[1][group].means
        if not own & others and here <= others and there <= own:
            return given[0][group].words
    return None


def _nearest(texts: Iterable[StatedText], fact: AnyOf) -> Mapping[str, Said[Names]]:
    """Return the terms that stand nearest to a fact where texts first mention it, one for each class."""
    read = (one for text in texts for one in _read(text, places_of(text, fact)))
    return next((one.subjects for one in read if one.subjects), {})


def _kinds(fact: AnyOf, text: StatedText) -> frozenset[str]:
    values = (value for form in fact.any for value in stated_in(form, text.notation).values)
    return frozenset(value.part.kind.name for value in values)


def _around(texts: Iterable[StatedText], fact: AnyOf) -> tuple[frozenset[str], frozenset[str]]:
    """Return the telling words before a fact and behind it, in all texts together."""
    words = [words_around(text, place) for text in texts for place in places_of(text, fact)]
    before, behind = (frozenset().union(*(one[side] for one in words)) for side in (0, 1))
    return before, behind


def states_forbidden(value: AnyOf, answer: StatedText, context: ScoringContext) -> bool:
    """Return whether an answer states a forbidden value, as far as the case says what of it is forbidden."""
    if not context.parameters.clarifications.statements:
        return states_any(answer, value.any)
    if any(mention == () for form in value.any for mention in mentions_of(answer, form)):
        return True
    known = Source(_said_outright(value, ()), {})
    stated = (one for one in _read(answer, places_of(answer, value)) if one.polarity is Polarity.STATED)
    return any(not list(compare_statements([one], known)) for one in stated)


def _read(text: StatedText, places: Iterable[Span]) -> list[Statement]:
    return [read_statement(text, place) for place in places]


def _is_mentioned(text: StatedText, form: str) -> bool:
    return any(True for _ in mentions_of(text, form))


def _counts(one: Statement, fact: AnyOf, case: QaCase, answer: StatedText) -> bool:
    """Return whether a statement states its value. One that another replaces does where that other is asked for too."""
    if one.polarity is not Polarity.REPLACED:
        return one.polarity is Polarity.STATED
    return any(states_any(answer, other.any) for other in case.expected.facts if other is not fact)


def _said_outright(fact: AnyOf, source: Sequence[Statement]) -> Sequence[Statement]:
    """Return the statements of the source with what the case says outright in the place of what they say."""
    if (fact.comparator, fact.per, fact.of, fact.subject) == (None,) * 4:
        return source

    def outright(one: Statement) -> Statement:
        return replace(
            one,
            bound=one.bound if fact.comparator is None else Said(means=fact.comparator, words=fact.comparator.value),
            of_default=one.of_default and fact.comparator is None,
            per=one.per if fact.per is None else Said(means=fact.per, words=f"per {fact.per.value}"),
            of=one.of if fact.of is None else base_named(fact.of),
            around=one.around if fact.subject is None else subjects_named(fact.subject),
            giver=one.giver if fact.subject is None else role_named(fact.subject),
        )

    return [outright(one) for one in source or (_NOTHING_SAID,)]


def _alternatives(
    given: Sequence[Statement], answer: StatedText, right: Sequence[str], known: Sequence[Statement]
) -> Iterator[Contradiction]:
    """Yield the first value that an answer offers beside the right ones, which the source gives or the case asks."""
    is_at_most = any(one.bound is not None and one.bound.means is Operator.AT_MOST for one in known)
    for one in given:
        for other in _offered([one], answer):
            value = stated_in(other, answer.notation)
            if is_at_most and _counts_up(one, answer):
                continue
            if not _is_for_another_period(one, answer) and not any(_is_mentioned(value, form) for form in right):
                yield Contradiction(Reason.ALTERNATIVES_GIVEN, "", f"{one.span.of(answer.text)} or {other}")
                return


def _counts_up(one: Statement, answer: StatedText) -> bool:
    """Return whether a text counts from one up to a number, which says as many at most: ``one, two or three Loans``."""
    at = next((at for at, (_, span) in enumerate(answer.numbers) if span.overlaps(one.span)), None)
    if at is None or not answer.numbers[at][0].isdigit() or int(answer.numbers[at][0]) > _MOST_COUNTED:
        return False
    last = int(answer.numbers[at][0])
    counted = [number for number, _ in answer.numbers[max(0, at + 1 - last) : at + 1]]
    return counted == [str(number) for number in range(1, last + 1)]


def _is_for_another_period(one: Statement, answer: StatedText) -> bool:
    """Return whether the values beside a sum are for other periods: ``$550,000 a quarter, or $2,200,000 a year``."""
    periods = {other.per.means for other in _read(answer, (one.span, *one.alternatives)) if other.per is not None}
    return len(periods) > len(one.alternatives)


def _offered(given: Iterable[Statement], text: StatedText) -> Iterator[str]:
    """Yield the values that a text offers in the place of others, as they are written."""
    for one in given:
        offered = (span for span in one.alternatives if polarity_at(text, span) is Polarity.STATED)
        yield from (span.of(text.text) for span in offered)
