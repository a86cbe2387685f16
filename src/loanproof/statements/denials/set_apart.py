"""Decides whether a source itself denies or excepts something: ``except for a Rollover Loan``, ``no notice``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.statements.vocabulary.negations import negations_in

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.statements.texts.text import StatedText

_MARKS = frozenset(",;:(")
_CONDITIONS = frozenset({"if", "while", "when", "where", "during"})
_DENYING_CONDITIONS = frozenset({"not", "except", "save", "other", "than"})
_REACH = 14  # tokens before a span that are searched


def is_set_apart(text: StatedText, span: Span) -> bool:
    """Return whether exactly one denial or exception applies to a span, so that an answer may deny it as well.

    Two denials cancel each other: ``shall not be released without the consent of the Lenders``.
    """
    first = text.position(span.start)
    start = max(text.between_marks(first, first, _MARKS)[0], first - _REACH)
    start = next((at for at in range(first - 1, start, -1) if _opens_condition(text, at)), start)
    return sum(1 for _ in negations_in(text.tokens, start, first)) == 1


def _opens_condition(text: StatedText, at: int) -> bool:
    """Return whether a condition begins at a token, which a denial before it does not reach: ``no consent while …``.

    ``not if`` and ``except while`` deny the condition itself.
    """
    return text.tokens[at].lower in _CONDITIONS and text.tokens[at - 1].lower not in _DENYING_CONDITIONS
