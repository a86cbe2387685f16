"""The words of duties, by which covenants are found and told apart."""

from __future__ import annotations

from loanproof.core import Phrases, WordTable, load_words


class _Duties(WordTable):
    """Each list is explained in the table."""

    promisers: Phrases
    promises: Phrases
    promised: Phrases
    told: Phrases
    draws: Phrases
    lenders: Phrases
    lenders_do: Phrases
    commands: Phrases
    denied: Phrases
    nobody_may: Phrases
    bars: Phrases
    asks_consent: Phrases
    negative_titles: Phrases
    positive_titles: Phrases
    may_within: Phrases
    limited: Phrases
    keeps: Phrases
    changed_text: Phrases
    changed: Phrases


DUTIES = load_words(__package__, "duties", _Duties)
