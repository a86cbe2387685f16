"""Compares what an answer says about a value with what its source says, part by part.

A part that one side does not state is usually not a difference: the question is taken to supply it. If the source
states a part more than once, it is enough that the answer agrees with one of these statements. If the answer states a
part more than once, a single different period, base, side or spread is a contradiction. For a bound, a debt, a role or
a subject one agreeing statement is enough, because an answer may describe both sides of a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from loanproof.core import Reason
from loanproof.statements.bounds.agreement import FEES, Pair, compare_bounds, is_margin, is_plain_rule
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.parts.anchors import EVENTS
from loanproof.statements.parts.terms import facility_of_base
from loanproof.statements.statement import Asked, Names, Said, Side, Statement
from loanproof.values import (
    MONEY_KIND,
    NUMBER_KIND,
    PERCENTAGE_KIND,
    Period,
    are_akin,
    content_words,
)

NO_SUCH_PERIOD = "no such period"
"""Shown instead of the source's words if the source gives a value without a period."""
NO_SHARE = "no share"
"""Shown instead of the source's base if the source gives a rate that is not a share of anything."""
_WORDS_FOR_SUMS = frozenset({"total", "aggregate", "amount", "sum"})  # these do not distinguish one base from another
_BASES_PAID_ONCE = frozenset({"loans", "proceeds"})
_FEES_PAID_ONCE = frozenset(
    {"arrangement_fee", "prepayment_fee", "cancellation_fee", "exit_fee", "extension_fee", "transfer_fee"}
)
_NOTHING_ASKED = Asked()


def compare_statements(
    given: Sequence[Statement], known: Sequence[Statement], asked: Asked = _NOTHING_ASKED
) -> Iterator[Contradiction]:
    """Yield a contradiction for each part in which the statements of an answer contradict those of the source.

    One reason may be yielded several times, for example for the bound and for the side.
    """
    source = known
    known = [_with_subject(one, asked.subjects) for one in source]
    bounds = partial(compare_bounds, asked=asked)
    plain_rules = [one for one in given if is_plain_rule(one, asked)]
    turned = list(_unless_any_agrees(Reason.DIRECTION_TURNED, _compare(given, known, bounds)))
    yield from turned or _if_any_differs(Reason.DIRECTION_TURNED, _compare(plain_rules, known, bounds))
    yield from _if_any_differs(Reason.DIRECTION_TURNED, _compare(given, known, _sides))
    if asked.for_period:  # the question already says that it recurs
        known = [replace(one, recurs=True) for one in known]
    yield from _if_any_differs(Reason.PERIOD_DIFFERS, _compare(given, known, _periods))
    yield from _if_any_differs(Reason.BASE_DIFFERS, _compare(given, known, _bases))
    yield from _if_any_differs(Reason.DIFFERENT, _compare(given, known, _spreads))
    yield from _unless_any_agrees(Reason.SUBJECT_EXCHANGED, _compare(given, known, _debts))
    yield from _unless_any_agrees(Reason.DIFFERENT, _compare(given, known, _anchors))
    for read in (_givers, _takers):
        yield from _unless_any_agrees(Reason.SUBJECT_EXCHANGED, _compare(given, known, read))
    for group in dict.fromkeys(group for one in given for group in one.subjects):
        yield from _unless_any_agrees(Reason.SUBJECT_EXCHANGED, _subjects(given, source, asked, group))


def _with_subject(one: Statement, asked: Mapping[str, Said[Names]]) -> Statement:
    """Return a statement of the source, with the question's fee or margin added if it names none itself."""
    if FEES in one.around or FEES not in asked:
        return one
    return replace(one, around={**one.around, FEES: asked[FEES]})


def _compare(
    given: Sequence[Statement], known: Sequence[Statement], pair: Callable[[Statement, Statement], Pair | None]
) -> Iterator[Pair]:
    """Yield, for each statement of the answer, whether the part agrees with the source, if both state it."""
    for one in given:
        pairs = [found for found in (pair(one, other) for other in known) if found is not None]
        if pairs:
            yield next((found for found in pairs if found.agrees), pairs[0])


def _unless_any_agrees(code: Reason, pairs: Iterable[Pair]) -> Iterator[Contradiction]:
    """Yield a contradiction if there are pairs and none of them agrees."""
    found = list(pairs)
    if found and not any(one.agrees for one in found):
        yield Contradiction(code, found[0].source, found[0].given)


def _if_any_differs(code: Reason, pairs: Iterable[Pair]) -> Iterator[Contradiction]:
    """Yield a contradiction for the first pair that differs, even if others agree."""
    wrong = next((one for one in pairs if not one.agrees), None)
    if wrong is not None:
        yield Contradiction(code, wrong.source, wrong.given)


def _sides(given: Statement, known: Statement) -> Pair | None:
    """Compare which way two periods or rates count."""
    if given.side is None:
        return None
    if known.side is None:
        # a margin is always added
        if is_margin(known) and given.side.means is not Side.UP:
            return Pair(False, known.around[FEES].words, given.side.words)
        # a floor or cap of a rate is a level; it is not added to or deducted from anything
        is_level = known.bound is not None and known.kind is PERCENTAGE_KIND and given.bound is None
        return Pair(False, known.bound.words, given.side.words) if known.bound and is_level else None
    is_told = bool(given.counted and known.counted) and not given.is_brief
    if is_told and given.counted.isdisjoint(known.counted):
        # a notice three days before a payment is the same as a payment three days after the notice
        return None
    return Pair(given.side.means is known.side.means, known.side.words, given.side.words)


def _periods(given: Statement, known: Statement) -> Pair | None:
    if given.per is None:
        return None
    if known.per is None:
        return Pair(False, NO_SUCH_PERIOD, given.per.words) if _is_unusual(given.per.means, known) else None
    return Pair(given.per.means is known.per.means, known.per.words, given.per.words)


def _debts(given: Statement, known: Statement) -> Pair | None:
    if given.debt is None or known.debt is None:
        return None
    return Pair(given.debt.means == known.debt.means, known.debt.words, given.debt.words)


def _spreads(given: Statement, known: Statement) -> Pair | None:
    if given.spread is None or known.spread is None:
        return None
    return Pair(given.spread.means is known.spread.means, known.spread.words, given.spread.words)


def _is_unusual(period: Period, known: Statement) -> bool:
    """Return whether a period cannot be right if the source gives none.

    A rate is annual by default, unless it is a share of something paid once, or a fee for one event. A sum of money is
    due once, unless something in the source recurs.
    """
    if period is Period.FLAT or known.kind is NUMBER_KIND or known.kind is None:
        return False
    if period in (Period.DAY, Period.WEEK):
        return True
    if known.kind is MONEY_KIND:
        return not known.recurs
    is_share = known.of is not None and bool(known.of.means & _BASES_PAID_ONCE)
    is_share = is_share or (FEES in known.around and known.around[FEES].means <= _FEES_PAID_ONCE)
    return period is not Period.ANNUM or (is_share and not known.recurs)


def _bases(given: Statement, known: Statement) -> Pair | None:
    """Compare what two shares are of; a base that is in no table differs if the two share no content word."""
    if given.of is None:
        return None
    if known.of is None:  # "0.70 per cent. per annum" is not a share of the Margin
        is_share = given.of.means == {"margin"} and known.per is not None and FEES in known.around
        is_off = is_share and "margin" not in known.around[FEES].means
        return Pair(False, NO_SHARE, given.of.words) if is_off else None
    facilities = facility_of_base(given.of.words), facility_of_base(known.of.words)
    if all(facilities) and facilities[0].isdisjoint(facilities[1]):  # of "the Facility A Margin", not "Facility B"
        return Pair(False, known.of.words, given.of.words)
    if not given.of.means:
        return _unlisted_bases(given, given.of, known.of)
    if not known.of.means:
        shared = content_words(given.of.words) & content_words(known.of.words) - _WORDS_FOR_SUMS
        return Pair(bool(shared), known.of.words, given.of.words)
    return _names(given.of, known.of)


def _unlisted_bases(given: Statement, one: Said[Names], other: Said[Names]) -> Pair | None:
    """Compare a base of the answer that is in no table with that of the source, by their content words.

    A defined term is told apart from any other, and a base in small letters only in a brief text, and only from one
    that is in no table either. An abbreviation may stand for any term.
    """
    words = content_words(one.words) - _WORDS_FOR_SUMS
    written = one.words.split()
    is_defined = any(word[:1].isupper() for word in written) and not any(word.isupper() for word in written)
    is_plain = given.is_brief and not other.means and one.words.islower()
    if not words or not (is_defined or is_plain):
        return None
    known = content_words(other.words) - _WORDS_FOR_SUMS
    agrees = not known or any(are_akin(word, known_word) for word in words for known_word in known)
    return Pair(agrees, other.words, one.words)


def _anchors(given: Statement, known: Statement) -> Pair | None:
    """Compare what two periods count from; an anchor that is in no table differs if the two share no content word."""
    one, other = given.counts_from, known.counts_from
    if one is None or other is None or not one.means:
        return None
    is_event = one.means <= EVENTS
    if not other.means and is_event:
        return None
    shared = content_words(one.words) & content_words(other.words)
    if not other.means or (is_event and shared):
        return Pair(bool(shared), other.words, one.words)
    return _names(one, other)


def _givers(given: Statement, known: Statement) -> Pair | None:
    return _names(given.giver, known.giver) if _is_one_act(given, known) else None


def _takers(given: Statement, known: Statement) -> Pair | None:
    return _names(given.taker, known.taker) if _is_one_act(given, known) else None


def _is_one_act(given: Statement, known: Statement) -> bool:
    return given.act is None or known.act is None or given.act == known.act


def _names(given: Said[Names] | None, known: Said[Names] | None) -> Pair | None:
    if given is None or known is None:
        return None
    return Pair(bool(given.means & known.means), known.words, given.words)


def _subjects(given: Sequence[Statement], source: Sequence[Statement], asked: Asked, group: str) -> Iterator[Pair]:
    """Yield whether the terms of one class that the value belongs to agree; the question supplies a missing term."""
    known = [other.around[group] for other in source if group in other.around]
    if not known and group in asked.subjects:
        known = [asked.subjects[group]]
    for one in given:
        if known and group in one.subjects:
            pairs = [
                Pair(bool(one.subjects[group].means & other.means), other.words, one.subjects[group].words)
                for other in known
            ]
            yield next((pair for pair in pairs if pair.agrees), pairs[0])
