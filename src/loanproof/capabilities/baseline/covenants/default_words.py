"""The vocabulary of events of default, used to find a list of events and to read each event in it."""

from __future__ import annotations

from loanproof.core import PhrasePattern, Words, WordTable, load_words


class _Defaults(WordTable):
    """Lists of words and phrases; each is explained in ``defaults.words.yaml``."""

    pays: PhrasePattern
    obligations: PhrasePattern
    cures: PhrasePattern
    remedies: PhrasePattern
    other_events: PhrasePattern
    states: PhrasePattern
    lasts: PhrasePattern
    undone: PhrasePattern
    debt: PhrasePattern
    other: PhrasePattern
    owed: PhrasePattern
    other_debt: PhrasePattern
    own_debt: PhrasePattern
    accelerated: PhrasePattern
    before: PhrasePattern
    time_of_debt: PhrasePattern
    permits: PhrasePattern
    unpaid: PhrasePattern
    under_another: PhrasePattern
    cross_titles: PhrasePattern
    threshold_terms: Words
    threshold_heads: Words
    more_than: PhrasePattern
    broken: PhrasePattern
    made_good: PhrasePattern
    cure_within: PhrasePattern
    calls_for_money: PhrasePattern
    broken_otherwise: PhrasePattern


DEFAULTS = load_words(__package__, "defaults", _Defaults)
