"""From a text to a ratio."""

from __future__ import annotations

from loanproof.values.date.months import MONTHS
from loanproof.values.number.parse import read_number
from loanproof.values.number.value import Number, Setting
from loanproof.values.ratio.value import Ratio
from loanproof.values.reading import NO_CONTEXT, Context, Match, Reading, Unreadable
from loanproof.values.text.phrases import inside, sentence_of
from loanproof.values.text.tokens import TokenKind, Tokens, tokenize


def read_ratio(tokens: Tokens, at: int, *, context: Context = NO_CONTEXT) -> Match[Ratio] | None:
    """Read the ratio that begins at ``at``, in any of its notations."""
    number = read_number(tokens, at, setting=Setting.RATE, context=context)
    if number is None:
        return None
    end = _end_of_times(tokens, number.end) or _end_of_to_one(tokens, number.end)
    if end is None:
        return None
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
    if tokens[at].lower not in ("x", "times") or tokens[at + 1].kind is TokenKind.NUMBER:
        return None
    is_parted_letter = tokens[at].lower == "x" and tokens.gap(at) and "." not in tokens[at - 1].text
    return None if is_parted_letter else at + 1


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


def _end_of_one(tokens: Tokens, at: int) -> int | None:
    one = read_number(tokens, at, setting=Setting.RATE)
    if one is None or not _is_one(one) or _goes_on(tokens, one.end):
        return None
    is_other_unit = tokens[one.end].text == "%" or tokens[one.end].lower in ("x", "per", "percent")
    return None if is_other_unit or _begins_day(tokens, at, one.end) else one.end


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
