"""Whether what an answer says about a fact contradicts its source (C-21): the facts and the forbidden values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from loanproof.cases import AnyOf
from loanproof.core import Reason, Span, SpanSet
from loanproof.scoring.qa.alternatives import alternatives_in, values_offered
from loanproof.scoring.qa.conditions import Known, exchanged_consequents, with_bound_of_source
from loanproof.scoring.qa.exchanged import exchanged_facts
from loanproof.scoring.qa.facts import all_mentions, mentions_of, places_of, states_any
from loanproof.scoring.qa.owners import owned_by_other, set_aside
from loanproof.scoring.wording import fact_in_words, tell_sentence
from loanproof.statements import (
    Contradiction,
    Polarity,
    Said,
    Source,
    StatedText,
    Statement,
    allowed_beyond,
    asks_for_consent,
    asks_for_event,
    asks_for_period,
    asks_whether,
    base_named,
    compare_statements,
    is_set_apart,
    opposed_words,
    read_statement,
    role_named,
    stated_in,
    subjects_named,
    words_around,
)
from loanproof.values import DURATION_KIND, MONEY_KIND

if TYPE_CHECKING:
    from loanproof.cases import QaCase
    from loanproof.scoring.context import ScoringContext

_BOUNDED = (DURATION_KIND, MONEY_KIND)  # shares and ratios have tiers, of which each has a side of its own
_NEAR, _CLOSE = 12, 5  # tokens from a value, or from words, to what takes their place
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
    # the "yes" of an opening word says no more than that; where the question has the words of a fact, it says them
    if () in mentions or (not mentions and _is_affirmed(fact, case, answer)):
        return SaidOfFact(fact=fact, is_mentioned=True, is_stated=True)
    quotes = [stated_in(citation.quote, answer.notation) for citation in case.expected.citations]
    held = [_read(quote, places_of(quote, fact)) for quote in quotes]
    # who denies what the source denies, or sets apart from its rule, says the same
    words = [(quote, one) for quote, group in zip(quotes, held, strict=True) for one in group if one.kind is None]
    is_apart = any(is_set_apart(quote, one.span) for quote, one in words)
    given: list[Statement] = []
    for mention in mentions:
        read = (_read(answer, places) for places in mention)
        said = [[one for one in group if is_apart or _counts(one, fact, case, answer)] for group in read]
        given += [one for group in said for one in group] if all(said) else []
    known = Source(
        _said_outright(fact, [one for group in held for one in group]),
        {} if _ASKS_TWICE.search(case.question) else subjects_named(case.question),
        asks_for_event(case.question),
        asks_for_consent(case.question),
        asks_whether(case.question) and "yes" not in answer.opening_words,  # a "yes" says when it is so
        asks_for_period(case.question),
    )
    right = [form for other in case.expected.facts for form in other.any]
    right += [other for quote, group in zip(quotes, held, strict=True) for other in values_offered(group, quote)]
    places = [(quote, [one.span for one in group]) for quote, group in zip(quotes, held, strict=True)]
    sources = [Known(quote, group) for quote, group in zip(quotes, held, strict=True)]
    exchanged = list(exchanged_consequents(given, answer, sources))
    given = [with_bound_of_source(one, answer, sources) for one in given]
    repeated = [one for one in given if len(given) > 1 and _repeats(one, answer, places)]
    wrong = [found for said in (given, *([one] for one in repeated)) for found in compare_statements(said, known)]
    found = [
        *{one.code: one for one in reversed(wrong)}.values(),
        *exchanged,
        *alternatives_in(given, answer, right, known.statements),
        *allowed_beyond(answer, known.statements),
    ]
    opposed = opposed_words(answer, [one.span for one in given], places, case.question)
    return SaidOfFact(
        fact=fact,
        is_mentioned=bool(mentions),
        is_stated=bool(given),
        contradictions=(
            *(() if is_apart else (*_denied_too(fact, given, answer), *set_aside(fact, answer))),
            *owned_by_other(fact, answer, quotes),
            *(_told(found, fact) or exchanged_facts(fact, case, answer, quotes)),
            *_told(opposed, fact),
        ),
    )


def turned_beside(case: QaCase, answer: StatedText) -> Iterator[tuple[Reason, str]]:
    """Yield the first value beside the facts that an answer turns round: its source bounds it the other way."""
    quotes = [stated_in(citation.quote, answer.notation) for citation in case.expected.citations]
    facts = SpanSet(place for fact in case.expected.facts for place in places_of(answer, fact))
    written = {one.span.of(answer.text) for one in answer.values if one.part.kind in _BOUNDED}
    for text in sorted(written):
        value = AnyOf(any=(text,))
        is_fact = any(facts.overlaps(place) for place in places_of(answer, value))
        if is_fact or not any(places_of(quote, value) for quote in quotes):
            continue
        said = _held_against_source(value, case, answer).contradictions
        turned = [one for one in said if one[0] is Reason.DIRECTION_TURNED]
        if turned:
            yield turned[0]
            return


def _denied_too(fact: AnyOf, given: Sequence[Statement], answer: StatedText) -> Iterator[tuple[Reason, str]]:
    """Yield that an answer also denies a fact that it states, of nothing else: ``on 31 March, and not on 31 March``."""
    stated = frozenset(word for one in given for side in words_around(answer, one.span) for word in side)
    for one in _read(answer, places_of(answer, fact)) if given else ():
        said = frozenset().union(*words_around(answer, one.span))
        if one.polarity is Polarity.DENIED and said <= stated:
            message = f"The answer states {fact_in_words(fact.any[0])}, and denies it too."
            yield Reason.FACT_DENIED, message
            return


def _is_affirmed(fact: AnyOf, case: QaCase, answer: StatedText) -> bool:
    """Return whether an answer says yes to a question that has the words of a fact: ``May it self-insure?``."""
    is_yes = "yes" in answer.opening_words and asks_whether(case.question)
    return is_yes and bool(places_of(stated_in(case.question, answer.notation), fact))


def _repeats(one: Statement, answer: StatedText, places: Sequence[tuple[StatedText, Sequence[Span]]]) -> bool:
    """Whether an answer says again, nearly in its words, what the source says of a value: it must say it rightly.

    Elsewhere it may draw conclusions, and speak of what lies beyond a bound.
    """
    said = frozenset().union(*words_around(answer, one.span))
    known = [frozenset().union(*words_around(quote, span)) for quote, spans in places for span in spans]
    return any(3 * len(said & words) >= 2 * len(words) for words in known if len(words) > 1)


def _told(found: Iterable[Contradiction], fact: AnyOf) -> tuple[tuple[Reason, str], ...]:
    return tuple((one.code, tell_sentence(one, fact_in_words(fact.any[0]))) for one in found)


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


def _counts(one: Statement, fact: AnyOf, case: QaCase, answer: StatedText) -> bool:
    """Return whether a statement states its value. One that another replaces does where that other is asked for too."""
    if one.polarity is not Polarity.REPLACED:
        return one.polarity is Polarity.STATED
    others = (place for other in case.expected.facts if other is not fact for place in places_of(answer, other))
    return any(_takes_place(other, one.span, answer) for other in others)


def _takes_place(other: Span, replaced: Span, answer: StatedText) -> bool:
    """Return whether a fact is near the one that is said to be replaced, as what takes its place is.

    Values of one kind may stand on either side; of words only those before: ``the Agent instead of the Borrower``.
    """
    kind = read_statement(answer, replaced).kind
    distance = answer.position(replaced.start) - answer.position(other.start)
    is_beside = abs(distance) <= _NEAR if kind is not None else 0 < distance <= _CLOSE
    return is_beside and read_statement(answer, other).kind is kind


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
