"""The minus sign of an amount: ``-GBP 5m``, ``GBP -5m``, ``minus GBP 5m``. A minus is never lost.

In running text a dash is often a bullet or separates a name from its amount, so only a minus sign that touches the
amount, and follows a word of a sentence or an opening sign, counts. In a text that is one amount every leading dash
does, and one with spaces around it behind a label separates: ``Total amount – GBP 5m``.
"""

from __future__ import annotations

from loanproof.values.money.value import Money
from loanproof.values.number.value import Number
from loanproof.values.reading import Match
from loanproof.values.text.finding import Starts
from loanproof.values.text.tokens import Tokens

MINUS_STARTS = Starts.of(["-"])
_MINUS_SIGNS = frozenset("-−﹣－")  # as written; longer dashes separate
_MINUS_WORDS = frozenset({"-", "minus", "negative"})
_OPENING = frozenset("([:=,;")


def after_minus(tokens: Tokens, at: int) -> int:
    """Return the position after the minus at ``at`` in running text; ``at`` itself if there is none."""
    return at + 1 if _touches(tokens, at) and (at == 0 or _may_precede(tokens, at)) else at


def after_inner_minus(tokens: Tokens, at: int) -> int:
    """Return the position after the minus between a currency and its number: ``GBP -5m``, ``£-5m``."""
    is_minus = _touches(tokens, at) and (tokens.gap(at) == " " or not tokens[at - 1].text[-1:].isalpha())
    return at + 1 if is_minus else at


def after_leading_minus(tokens: Tokens, at: int) -> int:
    """Return the position after the minus, as a sign or a word, at the beginning of a text that is one amount."""
    return at + 1 if tokens[at].lower in _MINUS_WORDS else at


def after_separator(tokens: Tokens, at: int) -> int:
    """Return the position after the dash at ``at`` that separates a label from its amount; ``at`` if there is none."""
    is_apart = bool(tokens[at].text == "-" and tokens.gap(at) and tokens.gap(at + 1))
    return at + 1 if at > 0 and is_apart and tokens[at - 1].text.isalpha() else at


def negative_number(found: Match[Number]) -> Match[Number]:
    """Return a number with the opposite sign."""
    below = tuple(Number(value=-one.value, step=one.step) for one in found.candidates)
    return Match(candidates=below, end=found.end, reason=found.reason)


def negative_money(found: Match[Money]) -> Match[Money]:
    """Return an amount with the opposite sign."""
    below = tuple(Money(amount=-one.amount, currency=one.currency, step=one.step) for one in found.candidates)
    return Match(candidates=below, end=found.end, reason=found.reason)


def _touches(tokens: Tokens, at: int) -> bool:
    """Return whether a minus sign is at ``at``, without a gap before what follows."""
    if tokens[at].text != "-" or tokens.gap(at + 1) or not tokens[at + 1].text:
        return False
    return tokens.span(at, at + 1).of(tokens.folded.original) in _MINUS_SIGNS


def _may_precede(tokens: Tokens, at: int) -> bool:
    """Return whether a minus may follow the token before ``at``: a label or a figure there makes it a separator."""
    before = tokens[at - 1].text
    if not tokens.gap(at):
        return before in _OPENING
    return "\n" not in tokens.gap(at) and (before in _OPENING or (before.isalpha() and before.islower()))
