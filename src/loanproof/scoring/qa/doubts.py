"""Finds doubts that an answer adds of its own: *probably*, *it seems*, or a hedge that no source has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from loanproof.scoring.qa.hedge_phrases import SYNONYMS, WORDS
from loanproof.scoring.qa.stated_phrases import any_states, is_stated, words_of
from loanproof.statements import plain_text

if TYPE_CHECKING:
    from loanproof.standards import Parameters

# Words of these groups occur in nearly every clause, so in an answer they do not count as added doubt.
_EVERYDAY = frozenset({"level", "materiality", "permission", "drafting"})


def own_doubts(answer: str, sources: Iterable[str], parameters: Parameters) -> tuple[str, ...]:
    """Return the doubts that an answer adds: none of the ``sources`` has the doubt, or a phrase of its group."""
    given = words_of(answer)
    stated = {
        group: [one for one in phrases if one not in WORDS.everyday and is_stated(given, one)]
        for group, phrases in parameters.hedges.groups.items()
        if group not in _EVERYDAY
    }
    plain = [phrase for phrase in WORDS.own_doubt if is_stated(given, phrase)]
    if not plain and not any(stated.values()):
        return ()
    known = [words_of(plain_text(source)) for source in sources]
    doubts = [phrase for phrase in plain if not any_states(known, [phrase])]
    for group, own in stated.items():
        if own and not any_states(known, (*parameters.hedges.groups[group], *SYNONYMS.get(group, ()))):
            doubts += own
    return tuple(dict.fromkeys(doubts))
