"""The words that reverse a comparison, and those that show what they apply to (``reversing.words.yaml``)."""

from __future__ import annotations

from typing import Literal

from loanproof.core import SingleWords, Words, WordTable, load_words


class _Reversing(WordTable):
    turning: SingleWords
    prohibiting: SingleWords
    breaches: SingleWords
    allowed: SingleWords
    not_turning: SingleWords
    performing: SingleWords
    factual: SingleWords
    completed: SingleWords
    consents: SingleWords
    needing: SingleWords
    ceasing: SingleWords
    deadlines: Words
    duty: SingleWords
    owed: SingleWords
    finite: SingleWords
    events: SingleWords
    bans: SingleWords
    fresh_starts: SingleWords
    conditions: SingleWords
    modals: dict[Literal["must", "will", "may", "should"], SingleWords]


_WORDS = load_words(__package__, "reversing", _Reversing)
PROHIBITING = frozenset(_WORDS.prohibiting)
"""Words that forbid something: ``prohibited``."""
ALLOWED = frozenset(_WORDS.allowed)
"""Words that allow something: ``permitted``, ``sufficient``."""
TURNING = frozenset({*_WORDS.turning, *_WORDS.breaches, *_WORDS.prohibiting})
"""Words that reverse a comparison: ``not``, ``breach``, ``prohibited``."""
NOT_TURNING = frozenset(_WORDS.not_turning)
"""Words that make the negation before them deny nothing: ``not only``."""
PERFORMING = frozenset(_WORDS.performing)
"""Verbs for performing a contract. ``Does not pay`` describes a default; it does not deny or forbid a payment."""
FACTUAL = frozenset(_WORDS.factual)
"""Auxiliary verbs that state a fact: ``has``, ``is``."""
COMPLETED = frozenset(_WORDS.completed)
"""Auxiliary verbs for what was or was not done: ``has not objected``."""
CONSENTS = frozenset(_WORDS.consents)
"""Words for a consent that somebody has to give."""
NEEDING = frozenset(_WORDS.needing)
"""Words that say that a consent is needed."""
CEASING = frozenset(_WORDS.ceasing)
"""Verbs for what is no longer so: ``ceases``."""
BANS = frozenset(_WORDS.bans)
"""Words in a question that asks what is prohibited."""
EVENTS = BANS.union(_WORDS.events)
"""Words in a question that asks what is a default or is prohibited."""
DEADLINES = frozenset(_WORDS.deadlines)
"""Phrases that say by when something is due."""
NO_DUTY = frozenset(_WORDS.duty)
"""Words for a duty that a negation removes: ``not required``."""
OWED = frozenset(_WORDS.owed)
"""Words for a sum that has to be paid: ``no fee is payable unless``."""
FRESH = frozenset({*_WORDS.fresh_starts, ":"})
"""Words after which a new thought begins: ``but``."""
CONDITIONS = frozenset(_WORDS.conditions)
"""Words that begin a condition."""
DEFAULTS = frozenset({*_WORDS.breaches, "default"})
"""Words that reverse a comparison because they name what no party may let happen."""
MUST, WILL, MAY = (frozenset(_WORDS.modals[name]) for name in ("must", "will", "may"))
"""Modal verbs of what has to be done, of what will be, and of what is free."""
MODALS = MUST.union(WILL, MAY, _WORDS.modals["should"])
"""All of them."""
DUTIES = MUST | WILL | MAY | {"cannot"}
"""Modal verbs that a contract gives duties and rights with, and *cannot*."""
LINKING = frozenset("the a an on at in by of for to be with".split())
"""Small words between a negation and what it applies to."""
FINITE = frozenset(_WORDS.finite)
"""Verbs that mark a clause of its own."""
