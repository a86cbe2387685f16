"""The words that turn a comparison round, and those around them that say what they rule, from ``turns.words.yaml``."""

from __future__ import annotations

from loanproof.core import SingleWords, Words, WordTable, load_words


class _Turns(WordTable):
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
    finite: SingleWords
    events: SingleWords
    fresh_starts: SingleWords
    conditions: SingleWords


_WORDS = load_words(__package__, "turns", _Turns)
PROHIBITING = frozenset(_WORDS.prohibiting)
"""Words that say of something that it may not be."""
ALLOWED = frozenset(_WORDS.allowed)
"""Words that say of something that it may be."""
TURNING = frozenset({*_WORDS.turning, *_WORDS.breaches, *_WORDS.prohibiting})
"""Words that turn a comparison round."""
NOT_TURNING = frozenset(_WORDS.not_turning)
"""What follows a negation that denies nothing: ``not only``."""
PERFORMING = frozenset(_WORDS.performing)
"""What somebody does who keeps a contract: not done, it is a default and nothing that is denied."""
FACTUAL = frozenset(_WORDS.factual)
"""Verbs that tell of a fact: ``has``, ``is``."""
COMPLETED = frozenset(_WORDS.completed)
"""Verbs of what was done or left undone: ``has not objected``."""
CONSENTS = frozenset(_WORDS.consents)
"""Words for what somebody must be asked for."""
NEEDING = frozenset(_WORDS.needing)
"""Words that say that somebody must be asked."""
CEASING = frozenset(_WORDS.ceasing)
"""Verbs of what is so no more."""
EVENTS = frozenset(_WORDS.events)
"""Words of a question that asks what is a default or prohibited."""
DEADLINES = frozenset(_WORDS.deadlines)
"""Phrases that say by when something is due."""
NO_DUTY = frozenset(_WORDS.duty)
"""Words of a duty that a negation takes away: ``not required``."""
FRESH = frozenset({*_WORDS.fresh_starts, ":"})
"""Where a new thought begins."""
CONDITIONS = frozenset(_WORDS.conditions)
"""Words that begin a condition."""
DEFAULTS = frozenset({*_WORDS.breaches, "default"})
"""Words that turn a comparison round because they name what no party may let happen."""
DUTIES = frozenset({"shall", "must", "will", "may", "can", "cannot"})
"""Modal verbs."""
_SETTING_ASIDE = frozenset({",", "(", "and"})
LINKING = frozenset("the a an on at in by of for to be with".split())
"""Small words between a negation and what it rules."""
FINITE = frozenset(_WORDS.finite)
"""Verbs that make a clause of their own."""
