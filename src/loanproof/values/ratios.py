"""Ratios: ``4.0x``, ``4.00:1``, ``4.00 to 1.00`` and ``four times`` are one value.

Times of day, votes (``1:1``), page ranges and clause numbers are not ratios. A percentage is never one:
``400%`` equals four times only where the document defines its covenant so, which no value can tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from loanproof.core import plain_decimal
from loanproof.values.finding import find_each
from loanproof.values.kinds import Kind
from loanproof.values.numbers import Number, Setting, read_number
from loanproof.values.operators import read_operator
from loanproof.values.phrases import inside, sentence_of
from loanproof.values.reading import (
    EQUAL,
    UNKNOWN,
    At,
    Comparison,
    Context,
    Found,
    NotOne,
    Reading,
    different,
)
from loanproof.values.tokens import TokenKind, Tokens, tokenize


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratio:
    """So many to one."""

    value: Decimal

    @property
    def canonical(self) -> str:
        """The ratio to one, at least two decimals: ``4.00:1``."""
        plain = plain_decimal(self.value)
        decimals = len(plain.partition(".")[2])
        return f"{self.value:.2f}:1" if decimals <= 2 else f"{plain}:1"


_REFERENCES = frozenset(
    "section sections clause clauses article articles paragraph paragraphs schedule page pages rule part".split()
)
_HOW_OFTEN = frozenset("in during per a each every within on annually daily".split())
_OPERATOR_LENGTH = 7  # tokens of the longest comparison


def read_ratio(tokens: Tokens, at: int, *, context: Context = UNKNOWN) -> At[Ratio] | None:
    """Read the ratio that begins at ``at``, in any of its notations."""
    number = read_number(tokens, at, setting=Setting.RATE, context=context)
    if number is None:
        return None
    end = _end_of_times(tokens, number.end) or _end_of_to_one(tokens, number.end)
    if end is None:
        return None
    return At(candidates=tuple(Ratio(value=one.value) for one in number.candidates), end=end, reason=number.reason)


def parse_ratio(text: str, context: Context = UNKNOWN) -> Reading[Ratio]:
    """Read a text that is one ratio, once or in two notations: ``4.00x (4.00:1)``."""
    tokens = tokenize(text)
    start, end = inside(tokens)
    found = read_ratio(tokens, start, context=context)
    if found is None or _after_repetition(tokens, found, context) < end:
        return NotOne(sentence_of(text, "is not one ratio such as 4.00:1 or 4.0x"))
    return found.reading


def find_ratios(tokens: Tokens, context: Context = UNKNOWN) -> tuple[Found[Ratio], ...]:
    """Find every ratio in running text; what may be a count, a vote or a reference is left out."""

    def read_at(at: int) -> At[Ratio] | None:
        found = read_ratio(tokens, at, context=context)
        return found if found is not None and stands_as_ratio(tokens, at, found.end) else None

    return find_each(tokens, read_at)


def stands_as_ratio(tokens: Tokens, start: int, end: int) -> bool:
    """Tell whether what reads as a ratio is one where it stands.

    A notation that could be something else (``1:1``, ``three times``, ``2 x``) must be compared with
    something (``not more than three times``) or show decimals: nothing happens 5.5 times on a day.
    """
    before = tokens[start - 1]
    if before.lower in _REFERENCES or (before.text in (":", "/", "+") and start > 0 and not tokens.gap(start)):
        return False
    figures = tokens.text(start, end)
    if "." in figures:
        return True
    if tokens[end - 1].lower in ("times", "x") and tokens[end].lower in _HOW_OFTEN:
        return False
    if "," in figures:
        return True
    if ":" in figures and tokens[start].text != "1":
        return True
    return _is_compared(tokens, start)


def compare_ratios(expected: Ratio, given: Ratio) -> Comparison:
    """Compare two ratios; there is no rounding between ratios."""
    return EQUAL if expected.value == given.value else different()


def _after_repetition(tokens: Tokens, found: At[Ratio], context: Context) -> int:
    """Return the position after the same ratio in brackets, else after the ratio."""
    again = read_ratio(tokens, found.end + 1, context=context) if tokens[found.end].text == "(" else None
    return found.end if again is None or again.candidates != found.candidates else again.end


def _is_compared(tokens: Tokens, at: int) -> bool:
    for back in range(max(0, at - _OPERATOR_LENGTH), at):
        comparing = read_operator(tokens, back)
        if comparing is not None and comparing.end == at:
            return True
    return False


def _end_of_times(tokens: Tokens, at: int) -> int | None:
    """Return where ``x`` or ``times`` after a figure ends; a figure on its other side is a product."""
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
    return _end_of_one(tokens, at + 1)


def _end_of_one(tokens: Tokens, at: int) -> int | None:
    one = read_number(tokens, at, setting=Setting.RATE)
    if one is None or not _is_one(one) or _goes_on(tokens, one.end):
        return None
    if tokens[one.end].text == "%" or tokens[one.end].lower in ("x", "per", "percent", "january"):
        return None
    return one.end


def _goes_on(tokens: Tokens, at: int) -> bool:
    """Tell whether a colon and a further figure follow, as in a time of day; a colon alone ends a sentence part."""
    is_figure = tokens[at + 1].kind is TokenKind.NUMBER and not tokens.gap(at + 1)
    return tokens[at].text == ":" and is_figure


def _is_one(number: At[Number]) -> bool:
    return any(candidate.value == 1 for candidate in number.candidates)


RATIO_KIND: Kind[Ratio] = Kind(
    name="ratio",
    parse=parse_ratio,
    find=find_ratios,
    canonical=lambda value: value.canonical,
    compare=compare_ratios,
)
