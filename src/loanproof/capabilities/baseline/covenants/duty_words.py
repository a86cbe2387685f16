"""The words of duties, by which covenants are found and told apart."""

from __future__ import annotations

from loanproof.core import PhrasePattern, WordTable, load_words


class _Duties(WordTable):
    """Each list is explained in the table."""

    promisers: PhrasePattern
    promises: PhrasePattern
    promised: PhrasePattern
    told: PhrasePattern
    draws: PhrasePattern
    lenders: PhrasePattern
    lenders_do: PhrasePattern
    commands: PhrasePattern
    denied: PhrasePattern
    nobody_may: PhrasePattern
    bars: PhrasePattern
    asks_consent: PhrasePattern
    negative_titles: PhrasePattern
    positive_titles: PhrasePattern
    may_within: PhrasePattern
    limited: PhrasePattern
    keeps: PhrasePattern
    conditions: PhrasePattern
    changed_text: PhrasePattern
    changed: PhrasePattern


DUTIES = load_words(__package__, "duties", _Duties)
