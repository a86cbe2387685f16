"""The vocabulary of duties, used to find covenants and to tell prohibitions from other duties."""

from __future__ import annotations

from loanproof.core import PhrasePattern, WordTable, load_words


class _Duties(WordTable):
    """Lists of words and phrases; each is explained in ``duties.words.yaml``."""

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
