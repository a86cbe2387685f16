"""Decides whether a word names a month: the *May* of ``by 31 May`` does, the *may* of ``each Lender may`` does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import SingleWords, WordTable, load_words
from loanproof.values import MONTH_NAMES, TokenKind

if TYPE_CHECKING:
    from loanproof.values import Tokens


class _Months(WordTable):
    before_may: SingleWords


_BEFORE_MAY = frozenset({*load_words(__package__, "months", _Months).before_may, ","})
_MONTHS = frozenset(name.lower() for name in MONTH_NAMES)
_ALSO_A_VERB = "may"


def names_month(tokens: Tokens, at: int) -> bool:
    """Return whether a token names a month.

    *May* does if a number is next to it, or a word before it that months follow. In capitals, where the verb looks the
    same, it needs the number, and in lower case one on both sides.
    """
    token = tokens[at]
    if token.lower != _ALSO_A_VERB:
        return token.lower in _MONTHS
    numbers = [tokens[one].kind is TokenKind.NUMBER for one in (at - 1, at + 1)]
    if token.text.islower():
        return all(numbers)
    return any(numbers) or (token.text.istitle() and tokens[at - 1].lower in _BEFORE_MAY)
