"""How two frequencies compare."""

from __future__ import annotations

from loanproof.core import Reason
from loanproof.values.frequency.value import Frequency
from loanproof.values.frequency.words import Rhythm
from loanproof.values.percentage.find import find_percentages
from loanproof.values.reading import EQUAL, Comparison, different, partial
from loanproof.values.text.tokens import tokenize

_LADDER = (Rhythm.MONTHLY, Rhythm.QUARTERLY, Rhythm.SEMI_ANNUAL, Rhythm.ANNUAL)


def compare_frequencies(expected: Frequency, given: Frequency) -> Comparison:
    """Compare on the ladder: one step apart agrees in part, more differs; off the ladder only the same agrees."""
    if expected.rhythm is not given.rhythm:
        if expected.rhythm in _LADDER and given.rhythm in _LADDER:
            distance = abs(_LADDER.index(expected.rhythm) - _LADDER.index(given.rhythm))
            if distance == 1 and not given.doubtful:
                return partial(Reason.FREQ_OFF_BY_ONE)
        return different(Reason.FREQ_WRONG)
    if expected.doubtful != given.doubtful:
        return partial(Reason.AMBIGUOUS_FREQUENCY, "the word has two meanings")
    if expected.condition is not None and given.condition is None:
        return partial(Reason.CONDITION_MISSING, expected.condition)
    if expected.condition is not None and given.condition is not None:
        return _compare_conditions(expected.condition, given.condition)
    return EQUAL if given.condition is None else partial(Reason.DETAIL_DIFFERS, "a condition that is not expected")


def _compare_conditions(expected: str, given: str) -> Comparison:
    """Compare the percentages in two conditions; the words around them are ignored."""
    shares = [
        {candidate.bps for found in find_percentages(tokenize(words)) for candidate in found.candidates}
        for words in (expected, given)
    ]
    return EQUAL if shares[0] == shares[1] else partial(Reason.DETAIL_DIFFERS, "another condition")
