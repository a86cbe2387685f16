"""Words that say when a covenant is tested because they are in its clause: ``not exceed 70:30 at any time``."""

from __future__ import annotations

from loanproof.values.frequency.words import IN_CLAUSES, Rhythm
from loanproof.values.text.tokens import tokenize


def clause_tests(clause: str, rhythm: str) -> bool:
    """Return whether the clause of a covenant, or what is said of its test, names a rhythm in such words."""
    phrases = IN_CLAUSES.get(Rhythm(rhythm)) if rhythm in set(Rhythm) else None
    return phrases is not None and phrases.first_in(tokenize(clause)) is not None
