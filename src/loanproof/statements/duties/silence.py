"""Finds a silence that an answer takes for a yes although its source takes it for a no, or the reverse.

``A Lender that has not replied is deemed to have refused`` says what follows if nobody answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.core import Reason, SingleWords, WordTable, load_words
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.vocabulary.negations import DENYING

if TYPE_CHECKING:
    from loanproof.statements.texts.text import StatedText


class _Silence(WordTable):
    taken: SingleWords
    outcomes: dict[str, SingleWords]


_WORDS = load_words(__package__, "silence", _Silence)
_TAKEN = frozenset(_WORDS.taken)
_OUTCOMES = {word: outcome for outcome, words in _WORDS.outcomes.items() for word in words}
_CONTRARY = {"assent": "refusal", "refusal": "assent"}
_MARKS = frozenset(",;:()")
_REACH = 6  # tokens from "deemed" to what it is
_DENIAL_REACH = 2  # tokens from a negation to "deemed"


def turned_silence(answer: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield a contradiction if answer and sources each take silence for one thing, and the two exclude each other."""
    said, known = dict(_outcomes(answer)), dict(pair for quote in quotes for pair in _outcomes(quote))
    if len(said) == len(known) == 1 and said.keys() != known.keys():
        yield Contradiction(Reason.DIFFERENT, next(iter(known.values())), next(iter(said.values())))


def _outcomes(text: StatedText) -> Iterator[tuple[str, str]]:
    """Yield what a text takes silence for, with its words."""
    tokens = text.tokens
    for at in sorted(place for word in _TAKEN for place in tokens.places.get(word, ())):
        end = next((one for one in range(at + 1, at + _REACH) if tokens[one].text in _MARKS), at + _REACH)
        found = next((one for one in range(at + 1, end) if tokens[one].lower in _OUTCOMES), None)
        if found is not None:
            outcome = _OUTCOMES[tokens[found].lower]
            is_denied = any(
                tokens[one].lower in DENYING for one in (*range(max(0, at - _DENIAL_REACH), at), *range(at + 1, found))
            )
            yield _CONTRARY[outcome] if is_denied else outcome, tokens.text(at, found + 1)
