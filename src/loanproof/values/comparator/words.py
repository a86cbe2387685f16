"""The words of comparisons and of their negation, from ``comparators.words.yaml``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from loanproof.core import SingleWords, WordFault, Words, WordTable, load_words, repeated_phrases
from loanproof.values.comparator.value import Operator
from loanproof.values.text.phrases import Phrases

_Name: TypeAlias = Literal["at_most", "below", "at_least", "above", "equals"]


class _Comparators(WordTable):
    before_value: dict[_Name, Words]
    behind_value: dict[_Name, Words]
    negations: SingleWords
    between: SingleWords
    permissions: SingleWords

    def faults(self) -> Iterator[WordFault]:
        yield from repeated_phrases((("before_value", name), words) for name, words in self.before_value.items())
        yield from repeated_phrases((("behind_value", name), words) for name, words in self.behind_value.items())


def _by_operator(table: Mapping[_Name, tuple[str, ...]]) -> dict[Operator, tuple[str, ...]]:
    return {Operator[name.upper()]: phrases for name, phrases in table.items()}


_WORDS = load_words(__package__, "comparators", _Comparators)
BEFORE = Phrases.of(_by_operator(_WORDS.before_value).items())
BEHIND = Phrases.of(_by_operator(_WORDS.behind_value).items())
NEGATIONS = frozenset(_WORDS.negations)
BETWEEN = frozenset({*_WORDS.between, ","})
"""What may stand between a negation and a comparison: ``shall not, at any time, be less than``."""
PERMISSIONS = frozenset(_WORDS.permissions)
