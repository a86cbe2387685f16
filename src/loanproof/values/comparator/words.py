"""The words of comparisons and of their negation, from ``comparators.words.yaml``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from loanproof.core import SingleWords, WordFault, Words, WordTable, load_words, repeated_phrases, unknown_phrases
from loanproof.values.comparator.value import Operator
from loanproof.values.text.phrases import Phrases

_JOINING = frozenset({"than", "in", "of"})
_Name: TypeAlias = Literal["at_most", "below", "at_least", "above", "equals"]


class _Comparators(WordTable):
    before_value: dict[_Name, Words]
    behind_value: dict[_Name, Words]
    everyday: Words
    negated_by: Words
    negations: SingleWords
    between: SingleWords
    permissions: SingleWords

    def faults(self) -> Iterator[WordFault]:
        yield from repeated_phrases((("before_value", name), words) for name, words in self.before_value.items())
        yield from repeated_phrases((("behind_value", name), words) for name, words in self.behind_value.items())
        known = [phrase for phrases in self.before_value.values() for phrase in phrases]
        yield from unknown_phrases([(("everyday",), self.everyday)], known, "a comparison before a value of this table")


def _by_operator(table: Mapping[_Name, tuple[str, ...]]) -> dict[Operator, tuple[str, ...]]:
    return {Operator[name.upper()]: phrases for name, phrases in table.items()}


def _negated(operator: Operator) -> Iterator[str]:
    """Yield what ``less than`` and ``more than`` become after a negation; nobody writes ``not at most``."""
    if operator in (Operator.BELOW, Operator.ABOVE):
        words = [phrase for phrase in _BEFORE[operator] if phrase[0].isalpha()]
        yield from (f"{negation} {phrase}" for phrase in words for negation in _WORDS.negated_by)


_WORDS = load_words(__package__, "comparators", _Comparators)
_BEFORE = _by_operator(_WORDS.before_value)
BEFORE = Phrases.of(_BEFORE.items())
COMPARISONS_BEHIND = _by_operator(_WORDS.behind_value)
"""The phrases that compare the value before them."""
BEHIND = Phrases.of(COMPARISONS_BEHIND.items())
NEGATIONS = frozenset(_WORDS.negations)
BETWEEN = frozenset({*_WORDS.between, ","})
"""What may be between a negation and a comparison: ``shall not, at any time, be less than``."""
PERMISSIONS = frozenset(_WORDS.permissions)
COMPARISONS: Mapping[Operator, tuple[str, ...]] = {
    operator: (*phrases, *_negated(operator.negated)) for operator, phrases in _BEFORE.items()
}
"""The phrases of running text that compare, those with a negation included: ``not more than`` is at most."""
EVERYDAY_COMPARISONS = frozenset(_WORDS.everyday)
"""Those that are everyday words too: by themselves they compare only beside a value."""
COMPARING_WORDS = frozenset(
    word
    for operator in (Operator.BELOW, Operator.ABOVE)
    for phrase in _BEFORE[operator]
    for word in phrase.split()
    if word.isalpha() and word not in _JOINING
)
"""The words that say ``less`` or ``more``, one by one."""
