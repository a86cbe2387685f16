"""Decides whether a source itself denies or excepts something: ``except for a Rollover Loan``, ``no notice``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.statements.negations import negations_in

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.statements.text import StatedText

_MARKS = frozenset(",;:(")
_REACH = 14  # tokens before a span that are searched


def is_set_apart(text: StatedText, span: Span) -> bool:
    """Return whether exactly one denial or exception applies to a span, so that an answer may deny it as well.

    Two denials cancel each other: ``shall not be released without the consent of the Lenders``.
    """
    first = text.position(span.start)
    start = max(text.between_marks(first, first, _MARKS)[0], first - _REACH)
    return sum(1 for _ in negations_in(text.tokens, start, first)) == 1
