"""How the text of an output contradicts the one that a case expects (C-21)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.statements import contradictions
from loanproof.values import same_typography

if TYPE_CHECKING:
    from loanproof.scoring.context import ScoringContext
    from loanproof.statements import Contradiction


def contradicted(
    given: str, expected: str, quotes: Sequence[str], context: ScoringContext, *, is_cap: bool = False
) -> Iterator[Contradiction]:
    """Yield each part in which a text contradicts the expected one and its quotes; the expected text itself never does.

    If there are only quotes, denied words are not compared: a quote also denies what it forbids or excepts.
    Nothing is checked under a revision of the rulings without this clarification.
    """
    if context.parameters.clarifications.statements and not same_typography(given, expected):
        yield from contradictions(given, expected, quotes, context.notation, is_cap=is_cap, has_denials=bool(expected))
