"""Fractions in figures, alone or after a whole number: ``1/2``, ``2 1/2``, ``2-1/2``, ``two and 1/2``."""

from __future__ import annotations

from decimal import Decimal

from loanproof.values.number.words import NAMED_BY_FIGURE, Numeral, read_fraction
from loanproof.values.text.tokens import TokenKind, Tokens

DENOMINATORS = frozenset({"2", "3", "4", "5", "6", "8", "10", "16", "32", "64"})
"""The bottoms of the fractions that people write in figures; others are those of dates."""


_PERCENT = frozenset({"%", "percent"})


def read_fraction_in_figures(tokens: Tokens, at: int, end: int) -> Numeral | None:
    """Read a fraction whose first figures are ``at`` to ``end``: its numerator, or the whole number before it.

    The parts of a date never qualify, nor does a fraction that ``and`` joins to a clause number.
    """
    if tokens[end].text == "/":
        return _proper(tokens, at)
    whole = Decimal(tokens.text(at, end).replace(" ", ""))
    if tokens.words(end, "and"):
        mixed = read_mixed(tokens, at, whole, end)
        return mixed if mixed[1] > end else None
    top_at = end + 1 if tokens[end].text == "-" else end
    fraction = _proper(tokens, top_at)
    if fraction is None or ("\n" in tokens.gap(top_at) and not _goes_over(tokens, at, top_at, fraction[1])):
        return None
    return whole + fraction[0], fraction[1]


def _goes_over(tokens: Tokens, at: int, top_at: int, end: int) -> bool:
    """Whether a line breaks inside a mixed number: ``more than 66`` / ``2/3 per cent.``; table cells do not count."""
    is_label = tokens[at - 1].lower in NAMED_BY_FIGURE
    is_inside = at > 0 and not is_label and "\n" not in tokens.gap(at) and tokens.gap(top_at).count("\n") == 1
    return is_inside and (tokens[end].lower in _PERCENT or tokens.words(end, "per", "cent"))


def read_mixed(tokens: Tokens, at: int, whole: Decimal, end: int) -> Numeral:
    """Take in ``and`` and a fraction after the whole number from ``at`` to ``end``, if there is one."""
    if not tokens.words(end, "and") or tokens[at - 1].lower in NAMED_BY_FIGURE or whole != whole.to_integral_value():
        return whole, end
    fraction = _proper(tokens, end + 1) or read_fraction(tokens, end + 1)
    return (whole, end) if fraction is None else (whole + fraction[0], fraction[1])


def _proper(tokens: Tokens, at: int) -> Numeral | None:
    top, slash, bottom = tokens[at], tokens[at + 1], tokens[at + 2]
    if slash.text != "/" or not top.text.isdigit() or not bottom.text.isdigit():
        return None
    in_one_sign = len(tokens.span(at, at + 3)) == 1  # a fraction sign is not a date, whatever follows
    goes_on = tokens[at + 3].text == "/" and tokens[at + 4].kind is TokenKind.NUMBER
    if not in_one_sign and (bottom.text not in DENOMINATORS or goes_on):
        return None
    return (Decimal(top.text) / Decimal(bottom.text), at + 3) if int(top.text[:9]) < int(bottom.text) else None
