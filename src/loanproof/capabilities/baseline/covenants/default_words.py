"""The words of events of default, which tell both where such a list is and what each of its cases says."""

from __future__ import annotations

from loanproof.core import Phrases, Words, WordTable, load_words


class _Defaults(WordTable):
    """Each list is explained in the table."""

    pays: Phrases
    obligations: Phrases
    cures: Phrases
    remedies: Phrases
    other_events: Phrases
    debt: Phrases
    other: Phrases
    owed: Phrases
    other_debt: Phrases
    own_debt: Phrases
    accelerated: Phrases
    before: Phrases
    time_of_debt: Phrases
    permits: Phrases
    unpaid: Phrases
    under_another: Phrases
    cross_titles: Phrases
    threshold_terms: Words
    broken: Phrases
    made_good: Phrases
    cure_within: Phrases
    calls_for_money: Phrases
    broken_otherwise: Phrases


DEFAULTS = load_words(__package__, "defaults", _Defaults)
