"""From a text to a ratio."""

from __future__ import annotations

from decimal import Decimal

from loanproof.values.date.months import MONTHS
from loanproof.values.number.parse import read_number
from loanproof.values.number.value import Number, Setting
from loanproof.values.ratio.value import Ratio
from loanproof.values.reading import NO_CONTEXT, Context, Match, Reading, Unreadable
from loanproof.values.text.phrases import inside, sentence_of
from loanproof.values.text.tokens import TokenKind, Tokens, tokenize

_WHOLE = 100  # the two parts of debt and equity, such as 70:30, make up so many hundredths
_QUOTIENT = Decimal("0.000001")  # a ratio of two parts is rounded to this


def read_ratio(tokens: Tokens, at: int, *, context: Context = NO_CONTEXT) -> Match[Ratio] | None:
    """Read the ratio that begins at ``at``, in any of its notations."""
    number = read_number(tokens, at, setting=Setting.RATE, context=context)
    if number is None:
        return None
    end = _end_of_times(tokens, number.end) or _end_of_to_one(tokens, number.end)
    if end is None:
        return _read_parts(tokens, number)
    return Match(candidates=tuple(Ratio(value=one.value) for one in number.candidates), end=end, reason=number.reason)


def parse_ratio(text: str, context: Context = NO_CONTEXT) -> Reading[Ratio]:
    """Read a text that is one ratio, once or in two notations: ``4.00x (4.00:1)``."""
    tokens = tokenize(text)
    start, end = inside(tokens)
    found = read_ratio(tokens, start, context=context)
    if found is None or _after_repetition(tokens, found, context) < end:
        return Unreadable(sentence_of(text, "is not one ratio such as 4.00:1 or 4.0x"))
    return found.reading


def _after_repetition(tokens: Tokens, found: Match[Ratio], context: Context) -> int:
    """Return the position after the same ratio in brackets, else after the ratio."""
    again = read_ratio(tokens, found.end + 1, context=context) if tokens[found.end].text == "(" else None
    return found.end if again is None or again.candidates != found.candidates else again.end


def _end_of_times(tokens: Tokens, at: int) -> int | None:
    """Return where ``x`` or ``times`` after a figure ends; with a figure on its other side it is a product."""
    if tokens[at].lower not in ("x", "times") or _is_product(tokens, at):
        return None
    is_parted_letter = tokens[at].lower == "x" and tokens.gap(at) and "." not in tokens[at - 1].text
    return None if is_parted_letter else at + 1


def _is_product(tokens: Tokens, at: int) -> bool:
    """Return whether ``x`` or ``times`` multiplies two figures, and does not end the cell of a table or grid.

    In ``3.00x 2.25%`` and in ``3.00 times`` with decimals, a line break or the day of the next row after it, it ends
    one.
    """
    if tokens[at + 1].kind is not TokenKind.NUMBER:
        return False
    if tokens[at].lower == "x":
        return bool(tokens.gap(at)) == bool(tokens.gap(at + 1))
    is_next_row = "\n" in tokens.gap(at + 1) or tokens[at + 2].lower in MONTHS
    return "." not in tokens[at - 1].text and not is_next_row


def _end_of_to_one(tokens: Tokens, at: int) -> int | None:
    """Return where ``:1``, ``: 1.00`` or ``to one`` ends."""
    if tokens.words(at, "-", "to", "-"):
        return _end_of_one(tokens, at + 3)  # 4.00-to-1.00
    is_colon = tokens[at].text == ":"
    if not is_colon and tokens[at].lower != "to":
        return None
    # A colon after a clause number has a gap on one side only.
    if is_colon and bool(tokens.gap(at)) != bool(tokens.gap(at + 1)):
        return None
    if is_colon and tokens[at + 1].text.startswith("0"):
        return None  # 4:01 p.m.
    return _end_of_one(tokens, at + 1)


def _read_parts(tokens: Tokens, first: Match[Number]) -> Match[Ratio] | None:
    """Read the second part of a ratio of two parts of a hundred: ``70:30``, ``70/30``, ``70 to 30``.

    No time of day adds up to a hundred. With ``to`` the first part must not be the smaller one, as it is in a range.
    """
    is_sign = tokens[first.end].text in (":", "/") and bool(tokens.gap(first.end)) == bool(tokens.gap(first.end + 1))
    if len(first.candidates) != 1 or not (is_sign or tokens[first.end].lower == "to"):
        return None
    second = read_number(tokens, first.end + 1, setting=Setting.RATE)
    if second is None or len(second.candidates) != 1 or _goes_on(tokens, second.end) or _has_unit(tokens, second.end):
        return None
    one, other = first.candidates[0].value, second.candidates[0].value
    if one + other != _WHOLE or min(one, other) <= 0 or (one < other and not is_sign):
        return None
    return Match(candidates=(Ratio(value=(one / other).quantize(_QUOTIENT).normalize()),), end=second.end)


def _end_of_one(tokens: Tokens, at: int) -> int | None:
    one = read_number(tokens, at, setting=Setting.RATE)
    if one is None or not _is_one(one) or _goes_on(tokens, one.end):
        return None
    return None if _has_unit(tokens, one.end) or _begins_day(tokens, at, one.end) else one.end


def _has_unit(tokens: Tokens, at: int) -> bool:
    """Return whether the unit of a share or multiple follows a figure."""
    return tokens[at].text == "%" or tokens[at].lower in ("x", "per", "percent")


def _begins_day(tokens: Tokens, at: int, end: int) -> bool:
    """Whether what looks like ``to 1`` is the first of a month; with decimals or at a line end it is not."""
    month = tokens[end]
    is_month = month.lower in MONTHS and month.text[:1].isupper()
    return is_month and tokens[at].text == "1" and "\n" not in tokens.gap(end)


def _goes_on(tokens: Tokens, at: int) -> bool:
    """Return whether a colon and another figure follow, as in a time of day."""
    is_figure = tokens[at + 1].kind is TokenKind.NUMBER and not tokens.gap(at + 1)
    return tokens[at].text == ":" and is_figure


def _is_one(number: Match[Number]) -> bool:
    return any(candidate.value == 1 for candidate in number.candidates)
