"""Phrases of a question: words that name one thing together, such as *commitment fee* or *letters of credit*.

A sentence that has the words of a phrase apart, an amendment *fee* on a *commitment*, speaks of something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from loanproof.capabilities.baseline.retrieval import stem_of

_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*|[,;:?]")
_JOINS = frozenset({"of", "to"})
_BETWEEN = 2  # words that may be between those of a phrase


def phrases_of(text: str, left_out: frozenset[str]) -> tuple[tuple[str, ...], ...]:
    """Return the phrases of a question, each as its words; those that are left out end a phrase."""
    return tuple(one for one in _runs(text, left_out) if len(set(one)) > 1)


def _runs(text: str, left_out: frozenset[str]) -> Iterator[tuple[str, ...]]:
    run: list[str] = []
    for match in _WORD.finditer(text.lower()):
        stem = stem_of(match[0])
        if stem and stem not in left_out:
            run.append(stem)
        elif match[0] not in _JOINS or not run:
            yield tuple(run)
            run = []
    yield tuple(run)


def are_together(phrase: Sequence[str], texts: Iterable[Sequence[str]]) -> bool:
    """Return whether the words of a phrase, all but one of a long one, are near each other in one of some texts."""
    wanted = frozenset(phrase)
    enough = max(2, len(wanted) - 1)
    reach = len(wanted) + _BETWEEN
    for words in texts:
        places = [at for at, word in enumerate(words) if word in wanted]
        for first in places:
            if len({words[at] for at in places if first <= at < first + reach}) >= enough:
                return True
    return False
