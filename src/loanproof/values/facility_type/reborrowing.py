"""Statements that repaid amounts may be borrowed again, which make a facility a revolver whatever it is called."""

from __future__ import annotations

from loanproof.values.facility_type.parse import AGAIN
from loanproof.values.text.tokens import Tokens

_DENIALS = frozenset({"not", "never", "cannot", "nor"})
_NOBODY = frozenset({"no", "neither", "none"})
_NEAR = 5  # tokens before the words in which to look for a denial: may not at any time be reborrowed
_LONGEST = 60  # tokens back to the beginning of the sentence


def reborrowing_at(tokens: Tokens, at: int) -> int | None:
    """Return where a statement beginning at ``at`` that a loan may be reborrowed ends; ``None`` if denied."""
    matched = AGAIN.match(tokens, at)
    if matched is None or any(tokens[back].lower in _DENIALS for back in range(max(0, at - _NEAR), at)):
        return None
    return None if tokens[_first_of_sentence(tokens, at)].lower in _NOBODY else matched[1]


def allows_reborrowing(tokens: Tokens) -> bool:
    """Return whether a text says that a loan may be borrowed again."""
    return any(reborrowing_at(tokens, at) is not None for at in AGAIN.starts.within(tokens))


def _first_of_sentence(tokens: Tokens, at: int) -> int:
    for back in range(at - 1, max(-1, at - _LONGEST), -1):
        if tokens[back].text in (".", ";") and tokens.gap(back + 1):
            return back + 1
    return max(0, at - _LONGEST)
