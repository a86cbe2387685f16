"""Repayment in instalments, in a sentence: ``repay the Loans on the last day of each fiscal quarter``.

A verb of payment, the principal or the loan, and the frequency must be in one sentence. Interest, a fee or a report
that falls due as often is not a repayment.
"""

from __future__ import annotations

from loanproof.values.frequency.forms import FREQUENCY_STARTS, read_frequency
from loanproof.values.frequency.words import Rhythm
from loanproof.values.repayment.final import ends_sentence, is_last_day
from loanproof.values.repayment.words import EACH_DAY, OTHER_PAYMENTS, OWED, PAYING
from loanproof.values.text.tokens import Tokens

REGULAR = frozenset({Rhythm.MONTHLY, Rhythm.QUARTERLY, Rhythm.SEMI_ANNUAL, Rhythm.ANNUAL})
_MODALS = frozenset({"shall", "must", "will"})
_LONGEST = 60  # tokens of a sentence on either side of the verb
_OPENING = 12  # tokens of an item: its letter, and the day, ``(i) on the last Business Day of each March``
_NEAR_DAY = 8  # tokens after the loan in which to look for its last day


def repays_in_parts(tokens: Tokens) -> bool:
    """Return whether a sentence says that the principal is paid at regular intervals."""
    regular = _regular_days(tokens)
    if not regular:
        return False
    verbs = [at for at in range(len(tokens)) if tokens[at].lower in PAYING]
    if not verbs:
        return _is_item(tokens, regular)
    return any(_pays_regularly(tokens, at, regular) or _regularly_pays(tokens, at, regular) for at in verbs)


def _is_item(tokens: Tokens, regular: frozenset[int]) -> bool:
    """Return whether a text is an item below ``shall repay``: ``(i) on each Quarter Date, a principal amount of …``."""
    opening = [at for at in regular if at < _OPENING]
    words = [tokens[at].lower for at in range(min(len(tokens), _LONGEST))]
    return bool(opening) and "principal" in words and OTHER_PAYMENTS.isdisjoint(words) and _MODALS.isdisjoint(words)


def _regular_days(tokens: Tokens) -> frozenset[int]:
    """Return where words for a frequency begin."""
    starts = (FREQUENCY_STARTS | EACH_DAY.starts).within(tokens)
    return frozenset(at for at in starts if EACH_DAY.match(tokens, at) is not None or _is_regular(tokens, at))


def _is_regular(tokens: Tokens, at: int) -> bool:
    found = read_frequency(tokens, at)
    return found is not None and any(one.rhythm in REGULAR for one in found.candidates)


def _pays_regularly(tokens: Tokens, verb: int, regular: frozenset[int]) -> bool:
    """Return whether a frequency follows the verb, with the loan on either side: ``Loans are payable quarterly``."""
    before = _before(tokens, verb)
    if OTHER_PAYMENTS.intersection(before):
        return False
    owed, often = bool(OWED.intersection(before)), False
    for at in range(verb + 1, verb + _LONGEST):
        word = tokens[at].lower
        if not word or ends_sentence(tokens, at) or word in OTHER_PAYMENTS or word in PAYING or is_last_day(tokens, at):
            return False
        owed, often = owed or word in OWED, often or at in regular
        if owed and often:
            return True
    return False


def _regularly_pays(tokens: Tokens, verb: int, regular: frozenset[int]) -> bool:
    """Whether a frequency opens the sentence and the loan follows: ``On each Quarter Date it shall repay Loans``."""
    before = _before(tokens, verb)
    often = not regular.isdisjoint(range(verb - len(before), verb))
    if not often or sum(word in _MODALS for word in before) != 1 or OTHER_PAYMENTS.intersection(before):
        return False
    for at in range(verb + 1, verb + _LONGEST):
        word = tokens[at].lower
        if not word or ends_sentence(tokens, at) or word in OTHER_PAYMENTS or is_last_day(tokens, at):
            return False
        if word in OWED:
            return not _falls_on_the_last_day(tokens, at)
    return False


def _falls_on_the_last_day(tokens: Tokens, at: int) -> bool:
    """Return whether the last day follows the loan, so that the opening frequency refers to something else."""
    return any(is_last_day(tokens, place) for place in range(at + 1, at + _NEAR_DAY))


def _before(tokens: Tokens, verb: int) -> list[str]:
    """Return the words of the sentence before a verb, nearest first."""
    before: list[str] = []
    for at in range(verb - 1, max(-1, verb - _LONGEST), -1):
        if ends_sentence(tokens, at):
            break
        before.append(tokens[at].lower)
    return before
