"""The words with which a paper changes another one, as patterns."""

from __future__ import annotations

from loanproof.core import PhrasePattern, WordTable, load_words


class _Changes(WordTable):
    """The phrases by what they show; the word table explains each list."""

    changes: PhrasePattern
    denies: PhrasePattern
    told: PhrasePattern
    instructs: PhrasePattern
    old: PhrasePattern
    new: PhrasePattern
    term: PhrasePattern
    then_replaced: PhrasePattern
    step: PhrasePattern
    steps_down: PhrasePattern
    steps_in: PhrasePattern
    old_column: PhrasePattern
    new_column: PhrasePattern
    anew: PhrasePattern
    takes_out: PhrasePattern
    puts_in: PhrasePattern
    nothing_there: PhrasePattern
    subjects: dict[str, PhrasePattern]
    others: PhrasePattern
    other_days: PhrasePattern
    undrawn: PhrasePattern
    earlier: PhrasePattern
    stood: PhrasePattern


CHANGE_WORDS = load_words(__package__, "changes", _Changes)
"""The loaded word table."""
