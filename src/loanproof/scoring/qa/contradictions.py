"""Checks whether what an answer says about a fact contradicts its source (C-21), and whether it is forbidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from loanproof.cases import AnyOf
from loanproof.core import Reason, Span, SpanSet
from loanproof.scoring.qa.alternatives import alternatives_in, values_offered
from loanproof.scoring.qa.conditions import Known, exchanged_consequents, with_bound_of_source
from loanproof.scoring.qa.exchanged import exchanged_facts
from loanproof.scoring.qa.facts import all_mentions, mentions_of, places_of, states_any
from loanproof.scoring.qa.listed_places import places_added
from loanproof.scoring.qa.owners import owned_by_other, set_aside
from loanproof.scoring.wording import fact_in_words, tell_sentence
from loanproof.statements import (
    Bound,
    Contradiction,
    Polarity,
    Said,
    StatedText,
    Statement,
    allowed_beyond,
    asks_whether,
    base_named,
    compare_statements,
    is_set_apart,
    opposed_words,
    read_question,
    read_statement,
    role_named,
    said_at_bound,
    stated_in,
    subjects_named,
    words_around,
)
from loanproof.values import DURATION_KIND, MONEY_KIND

if TYPE_CHECKING:
    from loanproof.cases import QaCase
    from loanproof.scoring.context import ScoringContext
    from loanproof.values import Operator

_BOUNDED = (DURATION_KIND, MONEY_KIND)  # not shares and ratios: each tier of a grid has its own bound
_NEAR, _CLOSE = 12, 5  # how many tokens away a replacement may be: of a value, and of words
_NOTHING_SAID = Statement(span=Span(0, 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidOfFact:
    """What an answer says about one fact.

    Attributes:
        fact: The fact.
        is_mentioned: Whether the fact is in the answer at all.
        is_stated: Whether the answer states it, and does not only deny it.
        contradictions: How the answer contradicts the source, each with a reason and a sentence.
    """

    fact: AnyOf
    is_mentioned: bool
    is_stated: bool
    contradictions: tuple[tuple[Reason, str], ...] = ()


def said_of_fact(fact: AnyOf, case: QaCase, answer: StatedText, context: ScoringContext) -> SaidOfFact:
    """Return what an answer says about a fact, compared with the gold quotes and what the case itself specifies."""
    if context.parameters.clarifications.statements:
        return _compared_with_source(fact, case, answer)
    is_stated = states_any(answer, fact.any)
    return SaidOfFact(fact=fact, is_mentioned=is_stated or bool(places_of(answer, fact)), is_stated=is_stated)


def _compared_with_source(fact: AnyOf, case: QaCase, answer: StatedText) -> SaidOfFact:
    """Return what an answer says about a fact, with every contradiction of the gold quotes."""
    mentions = all_mentions(answer, fact)
    # An opening "yes" has no place to compare; if the question contains the words of the fact, "yes" states them.
    if () in mentions or (not mentions and _is_affirmed(fact, case, answer)):
        return SaidOfFact(fact=fact, is_mentioned=True, is_stated=True)
    quotes = [stated_in(citation.quote, answer.notation) for citation in case.expected.citations]
    sources = [Known(quote, _read(quote, places_of(quote, fact))) for quote in quotes]
    # If the source itself denies or excepts the fact, an answer that denies it says the same.
    words = [(quote, one) for quote, held in sources for one in held if one.kind is None]
    is_apart = any(is_set_apart(quote, one.span) for quote, one in words)
    read = [[_read(answer, places) for places in mention] for mention in mentions]
    given = list(_asserted(read, lambda one: is_apart or _counts(one, fact, case, answer)))
    found = _differences(fact, case, answer, given, sources)
    places = [(quote, [one.span for one in held]) for quote, held in sources]
    opposed = opposed_words(answer, [one.span for one in given], places, case.question)
    return SaidOfFact(
        fact=fact,
        is_mentioned=bool(mentions),
        is_stated=bool(given),
        contradictions=(
            *(() if is_apart else (*_denied_too(fact, given, answer), *set_aside(fact, answer))),
            *owned_by_other(fact, answer, quotes),
            *(_sentences(found, fact) or exchanged_facts(fact, case, answer, quotes)),
            *_sentences(opposed, fact),
        ),
    )


def _asserted(
    mentions: Iterable[Sequence[Sequence[Statement]]], counts: Callable[[Statement], bool]
) -> Iterator[Statement]:
    """Yield what an answer asserts of a fact: all of a mention that counts, if something of each of its parts does."""
    for mention in mentions:
        said = [[one for one in part if counts(one)] for part in mention]
        if all(said):
            yield from (one for part in said for one in part)


def _differences(
    fact: AnyOf, case: QaCase, answer: StatedText, given: Sequence[Statement], sources: Sequence[Known]
) -> list[Contradiction]:
    """Return how what an answer asserts of a fact differs from what its sources say of it."""
    quotes = [quote for quote, _ in sources]
    known = _said_outright(fact, [one for _, held in sources for one in held])
    asked = read_question(case.question, answer)
    exchanged = exchanged_consequents(given, answer, sources)
    bounded = [with_bound_of_source(one, answer, sources) for one in given]
    repeated = [[one] for one in bounded if len(bounded) > 1 and _repeats(one, answer, sources)]
    wrong = [found for said in (bounded, *repeated) for found in compare_statements(said, known, asked)]
    # The other facts, and the alternatives that the source itself offers, may stand next to a fact.
    others = case.expected.facts
    right = [form for other in others for form in other.any]
    right += [other for quote, held in sources for other in values_offered(held, quote)]
    levels = [form for other in others if _has_other_bound(other, sources) for form in other.any]
    return [
        *{one.code: one for one in reversed(wrong)}.values(),
        *exchanged,
        *alternatives_in(bounded, answer, right, levels, known),
        *places_added(fact, answer, quotes, case.question),
        *allowed_beyond(answer, known),
        *said_at_bound(answer, bounded, known),
    ]


def turned_beside(case: QaCase, answer: StatedText) -> Iterator[tuple[Reason, str]]:
    """Yield the first value other than the facts whose bound an answer reverses, compared with its source."""
    quotes = [stated_in(citation.quote, answer.notation) for citation in case.expected.citations]
    facts = SpanSet(place for fact in case.expected.facts for place in places_of(answer, fact))
    written = {one.span.of(answer.text) for one in answer.values if one.part.kind in _BOUNDED}
    for text in sorted(written):
        value = AnyOf(any=(text,))
        is_fact = any(facts.overlaps(place) for place in places_of(answer, value))
        if is_fact or not any(places_of(quote, value) for quote in quotes):
            continue
        said = _compared_with_source(value, case, answer).contradictions
        turned = [one for one in said if one[0] is Reason.DIRECTION_TURNED]
        if turned:
            yield turned[0]
            return


def _has_other_bound(other: AnyOf, sources: Sequence[Known]) -> bool:
    """Return whether the source gives a bound to only one of two facts: *40 per cent. if it is below 50 per cent.*.

    Of periods one often has the *within* that both share: *within 20 days; for Clause 17 that period is ten days*.
    """
    bounded = {one.bound is None for _, held in sources for one in held}
    said = [one for quote, _ in sources for one in _read(quote, places_of(quote, other))]
    is_period = any(one.kind is DURATION_KIND for one in said)
    others = {one.bound is None for one in said}
    return not is_period and bounded != others and len(bounded) == len(others) == 1


def _denied_too(fact: AnyOf, given: Sequence[Statement], answer: StatedText) -> Iterator[tuple[Reason, str]]:
    """Yield a contradiction if an answer denies a fact that it also states: *on 31 March, and not on 31 March*."""
    stated = frozenset(word for one in given for side in words_around(answer, one.span) for word in side)
    for one in _read(answer, places_of(answer, fact)) if given else ():
        said = frozenset().union(*words_around(answer, one.span))
        if one.polarity is Polarity.DENIED and said <= stated:
            message = f"The answer states {fact_in_words(fact.any[0])}, and denies it too."
            yield Reason.FACT_DENIED, message
            return


def _is_affirmed(fact: AnyOf, case: QaCase, answer: StatedText) -> bool:
    """Return whether an answer says yes to a question that contains the words of a fact: *May it self-insure?*."""
    is_yes = "yes" in answer.opening_words and asks_whether(case.question)
    return is_yes and bool(places_of(stated_in(case.question, answer.notation), fact))


def _repeats(one: Statement, answer: StatedText, sources: Sequence[Known]) -> bool:
    """Return whether an answer restates, in nearly the same words, what the source says about a value.

    Such a statement must be right by itself. Other statements may draw conclusions, or be about what lies beyond a
    bound.
    """
    said = frozenset().union(*words_around(answer, one.span))
    known = [frozenset().union(*words_around(quote, other.span)) for quote, held in sources for other in held]
    return any(3 * len(said & words) >= 2 * len(words) for words in known if len(words) > 1)


def _sentences(found: Iterable[Contradiction], fact: AnyOf) -> tuple[tuple[Reason, str], ...]:
    return tuple((one.code, tell_sentence(one, fact_in_words(fact.any[0]))) for one in found)


def states_forbidden(value: AnyOf, answer: StatedText, context: ScoringContext) -> bool:
    """Return whether an answer states a forbidden value in a way that the case forbids."""
    if not context.parameters.clarifications.statements:
        return states_any(answer, value.any)
    if any(mention == () for form in value.any for mention in mentions_of(answer, form)):
        return True
    known = _said_outright(value, ())
    stated = (one for one in _read(answer, places_of(answer, value)) if one.polarity is Polarity.STATED)
    return any(not list(compare_statements([one], known)) for one in stated)


def _read(text: StatedText, places: Iterable[Span]) -> list[Statement]:
    return [read_statement(text, place) for place in places]


def _counts(one: Statement, fact: AnyOf, case: QaCase, answer: StatedText) -> bool:
    """Return whether a statement states its value; a replaced value counts if its replacement is also a fact."""
    if one.polarity is not Polarity.REPLACED:
        return one.polarity is Polarity.STATED
    others = (place for other in case.expected.facts if other is not fact for place in places_of(answer, other))
    return any(_replaces(other, one.span, answer) for other in others)


def _replaces(other: Span, replaced: Span, answer: StatedText) -> bool:
    """Return whether a fact is near enough to a replaced one to be its replacement.

    A value may be on either side of the value it replaces. Words must come before the replaced words, as in
    *the Agent instead of the Borrower*.
    """
    kind = read_statement(answer, replaced).kind
    distance = answer.position(replaced.start) - answer.position(other.start)
    is_beside = abs(distance) <= _NEAR if kind is not None else 0 < distance <= _CLOSE
    return is_beside and read_statement(answer, other).kind is kind


def _said_outright(fact: AnyOf, source: Sequence[Statement]) -> Sequence[Statement]:
    """Return the statements of the source; what the case specifies replaces what they say."""
    if (fact.comparator, fact.per, fact.of, fact.subject) == (None,) * 4:
        return source

    def outright(one: Statement) -> Statement:
        return replace(
            one,
            bound=one.bound if fact.comparator is None else _bound_outright(one.bound, fact.comparator),
            per=one.per if fact.per is None else Said(means=fact.per, words=f"per {fact.per.value}"),
            of=one.of if fact.of is None else base_named(fact.of),
            around=one.around if fact.subject is None else subjects_named(fact.subject),
            giver=one.giver if fact.subject is None else role_named(fact.subject),
        )

    return [outright(one) for one in source or (_NOTHING_SAID,)]


def _bound_outright(bound: Bound | None, comparator: Operator) -> Bound:
    outright = Bound(means=comparator, words=comparator.value)
    return outright if bound is None else replace(bound, means=outright.means, words=outright.words, of_default=False)
