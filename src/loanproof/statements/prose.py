"""Checks a short text against the expected one: a threshold, a condition, a cap, a trigger or a gap in words.

It compares what both say about each value, who gives and who takes, words that exclude each other, and what only one of
them denies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.statements.bounds.consequents import is_one_value
from loanproof.statements.comparison import NO_SUCH_PERIOD, compare_statements
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.denials.in_short_texts import negated_otherwise
from loanproof.statements.parties.exchanged import exchanged_parties
from loanproof.statements.reading import read_statement, roles_in_text
from loanproof.statements.retelling.exclusions import unlike_words
from loanproof.statements.retelling.opposites import CLASSES, NEVER_ADDED, members_in
from loanproof.statements.statement import Bound, Polarity, Said, Spread, Statement
from loanproof.statements.texts.text import StatedText, stated_in
from loanproof.values import MONEY_KIND, Operator, Period

if TYPE_CHECKING:
    from loanproof.statements.texts.stated_values import StatedValue
    from loanproof.values import Context, Phrases


_AT_MOST = Bound(means=Operator.AT_MOST, words="at most")
_FOR_WHOLE_TERM = Said(means=Period.FLAT, words=NO_SUCH_PERIOD)
_MAX_VALUES = 40  # of one text
_FOR_ALL = frozenset({"aggregate", "total", "together", "combined"})


def contradictions(
    given: str,
    expected: str,
    quotes: Sequence[str],
    notation: Context,
    *,
    is_cap: bool = False,
    has_denials: bool = True,
) -> Iterator[Contradiction]:
    """Yield a contradiction for each part in which a text contradicts the expected one.

    Args:
        given: The text.
        expected: What it should say.
        quotes: The quotes for ``expected``, from which the parts are read that it does not state.
        notation: How figures are written.
        is_cap: Whether a sum without further words means at most that much, over the whole life of the agreement.
        has_denials: Whether words that only one of the texts denies are compared.
    """
    said, gold, *sources = (stated_in(text, notation) for text in (given, expected, *quotes))
    for value in said.values[:_MAX_VALUES]:
        yield from _of_value(value, said, gold, sources, is_cap=is_cap)
    exchanged = list(_of_roles(said, [gold, *sources]))
    yield from exchanged or exchanged_parties(said, [gold, *sources])
    yield from _of_classes(said, gold, sources)
    if has_denials:
        yield from negated_otherwise(said, gold, sources)
    yield from unlike_words(said, [gold, *sources], stated_in("", notation))


def value_contradictions(
    given: str, expected: str, quotes: Sequence[str], notation: Context
) -> Iterator[Contradiction]:
    """Yield the contradictions in what two texts say about their values alone, without the parties that act."""
    said, gold, *sources = (stated_in(text, notation) for text in (given, expected, *quotes))
    for value in said.values[:_MAX_VALUES]:
        yield from _of_value(value, said, gold, sources, has_roles=False)


def said_of(text: str, sources: Sequence[str], notation: Context) -> list[Statement]:
    """Return what the sources say about the values of a text, wherever these occur."""
    stated, *others = (stated_in(one, notation) for one in (text, *sources))
    return [one for value in stated.values[:_MAX_VALUES] for one in _statements(value, others)]


def _of_value(
    value: StatedValue,
    said: StatedText,
    gold: StatedText,
    sources: Sequence[StatedText],
    *,
    is_cap: bool = False,
    has_roles: bool = True,
) -> Iterator[Contradiction]:
    """Yield the contradictions about one value: denied, offered with alternatives, or stated differently."""
    one = read_statement(said, value.span)
    own, quoted = _counterparts(value, said, gold), _statements(value, sources)
    if is_cap:
        own = [replace(other, bound=other.bound or _AT_MOST) for other in own]
    known = [*own, *(_without_parts_of(own, other) for other in quoted)]
    if known and one.polarity is Polarity.DENIED:
        yield Contradiction(Reason.FACT_DENIED, value.part.written, said.text)
    others = [other for span in one.alternatives for other in said.values if other.span.overlaps(span)]
    open_ones = [other.part.written for other in others if known and not _statements(other, [gold, *sources])]
    if open_ones:
        yield Contradiction(Reason.ALTERNATIVES_GIVEN, value.part.written, ", ".join(open_ones))
    if known and _is_unsettled(value):
        yield Contradiction(Reason.ALTERNATIVES_GIVEN, value.part.written, value.part.written)
    if is_cap:
        known = [replace(other, per=other.per or _FOR_WHOLE_TERM) for other in known]
    if not has_roles:
        one = replace(one, giver=None, taker=None)
    yield from compare_statements([one], known)
    if one.spread is not None and one.spread.means is Spread.EACH:
        yield from _each_for_all(value, one.spread, [gold, *sources])


def _each_for_all(value: StatedValue, spread: Said[Spread], sources: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield a contradiction if a sum is said to apply to each of several things, and a source gives it for all."""
    for source in sources:
        spans = [other.span for other in source.values[:_MAX_VALUES] if is_one_value(other, value)]
        for first, after in (source.sentence_of(source.position(span.start)) for span in spans):
            word = next((token.text for token in source.tokens.items[first:after] if token.lower in _FOR_ALL), None)
            if word is not None:
                yield Contradiction(Reason.DIFFERENT, word, spread.words)
                return


def _is_unsettled(value: StatedValue) -> bool:
    """Return whether a figure in brackets contradicts the words before it: ``five (6) days`` leaves open which.

    An amount in dollars of an unknown country is one amount.
    """
    candidates = value.part.candidates
    if value.part.kind is MONEY_KIND:
        candidates = tuple({one.amount for one in candidates})
    return len(candidates) > 1 and "(" in value.part.written


def _statements(value: StatedValue, sources: Sequence[StatedText]) -> list[Statement]:
    """Return what the sources say about a value, wherever it occurs."""
    return [
        read_statement(source, other.span)
        for source in sources
        for other in source.values[:_MAX_VALUES]
        if is_one_value(other, value)
    ]


def _counterparts(value: StatedValue, said: StatedText, gold: StatedText) -> list[Statement]:
    """Return what gold says about a value.

    If gold does not contain it but both texts have exactly one value of its kind, these are paired: one may be rounded.
    """
    same = _statements(value, [gold])
    sides = [[one for one in text.values if one.part.kind is value.part.kind] for text in (said, gold)]
    alone = not same and all(len(side) == 1 for side in sides)
    return [read_statement(gold, sides[1][0].span)] if alone else same


def _without_parts_of(own: Sequence[Statement], other: Statement) -> Statement:
    """Return what a quote says about a value, without the parts that the expected text states itself."""
    has_bound = any(one.bound is not None for one in own)
    groups = {group for one in own for group in one.around}
    return replace(
        other,
        bound=None if has_bound else other.bound,
        kind=None if has_bound else other.kind,  # without a comparison a date would mean that very day
        side=None if any(one.side is not None for one in own) else other.side,
        per=None if any(one.per is not None for one in own) else other.per,
        counts_from=None if any(one.counts_from is not None for one in own) else other.counts_from,
        of=None if any(one.of is not None for one in own) else other.of,
        giver=None if any(one.giver is not None for one in own) else other.giver,
        taker=None if any(one.taker is not None for one in own) else other.taker,
        around={group: names for group, names in other.around.items() if group not in groups},
    )


def _of_roles(said: StatedText, sources: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield a contradiction if the giver or taker differs from that in the first source that names one."""
    own, known = roles_in_text(said), [roles_in_text(source) for source in sources]
    known = [one for one in known if own.act is None or one.act is None or own.act == one.act]
    pairs = ((own.giver, [one.giver for one in known]), (own.taker, [one.taker for one in known]))
    for given, others in pairs:
        right = next((other for other in others if other is not None), None)
        if given is not None and right is not None and not given.means & right.means:
            yield Contradiction(Reason.SUBJECT_EXCHANGED, right.words, given.words)


def _of_classes(said: StatedText, gold: StatedText, sources: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield a contradiction for each class in which the words of a text exclude those of gold or its sources.

    A member that gold itself sets aside, such as the principal of ``interest (not principal)``, is excluded as well.
    """
    for phrases in CLASSES:
        own = _members(phrases, said)
        if not own:
            continue
        aside = _members(phrases, gold, set_aside=True)
        right = _members(phrases, gold)
        for source in () if right else sources:
            found = _members(phrases, source).items()
            right = {**{member: words for member, words in found if member not in aside}, **right}
        if not own.keys() & right.keys() and (right or own.keys() & aside.keys()):
            words = right or {member: f"not {words}" for member, words in aside.items()}
            yield Contradiction(Reason.DIFFERENT, ", ".join(words.values()), ", ".join(own.values()))
        added = NEVER_ADDED & own.keys() - right.keys() if own.keys() & right.keys() else set()
        if added and not any(added & _members(phrases, source).keys() for source in sources):
            shown = ", ".join(own[member] for member in sorted(added))
            yield Contradiction(Reason.DIFFERENT, ", ".join(right.values()), shown)


def _members(phrases: Phrases[str], text: StatedText, *, set_aside: bool = False) -> dict[str, str]:
    return members_in(phrases, text.tokens, 0, len(text.tokens), set_aside=set_aside)
