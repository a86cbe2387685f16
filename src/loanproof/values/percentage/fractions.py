"""Fractions as rates write them: ``two and 50/100``, ``1/100 of``, ``one ten-thousandth of``, ``662/3`` for 66⅔."""

from __future__ import annotations

from decimal import Decimal

from loanproof.values.number.fractions import DENOMINATORS
from loanproof.values.number.value import Number
from loanproof.values.number.words import CARDINALS, Numeral, read_words
from loanproof.values.reading import Match
from loanproof.values.text.tokens import TokenKind, Tokens

_PARTS = {"hundredth": 100, "hundredths": 100, "thousandth": 1000, "thousandths": 1000}
_TENTHS_OF = {"ten": 10, "hundred": 100}
_BOTTOMS = {"20": 20, "25": 25, "40": 40, "50": 50, "100": 100, "1000": 1000, "10000": 10000, "100000": 100000}
_ORDINAL = frozenset({"th", "ths"})
_MOST_DIGITS = 5
_ENDS_OF_PARTS = ("th", "ths", "half", "third", "thirds", "quarter", "quarters")


def read_part_of_rate(tokens: Tokens, at: int) -> Match[Number] | None:
    """Read a fraction in a form that only rates use, with the whole number before it, if any."""
    words = read_words(tokens, at)
    whole, rest_at = Decimal(0), at
    if words is not None and tokens.words(words[1], "and"):
        whole, rest_at = words[0], words[1] + 1
    part = _in_figures(tokens, rest_at) or _in_words(tokens, rest_at) or _grown_together(tokens, at)
    return None if part is None else Match(candidates=(Number(value=whole + part[0]),), end=part[1])


def is_rest_of_fraction(tokens: Tokens, at: int, number: Match[Number]) -> bool:
    """Return whether a number is the remainder of a fraction that could not be read.

    The ``3%`` of ``1011/3%`` and the ``one percent`` of ``one millionth of one percent`` are not rates.
    """
    if tokens[at - 1].text == "/" and not tokens.gap(at) and not tokens.gap(at - 1):
        return tokens[at - 2].text.isdigit() and tokens[at].text.isdigit()
    is_one = all(one.value == 1 for one in number.candidates)
    return is_one and tokens.words(at - 1, "of") and tokens[at - 2].lower.endswith(_ENDS_OF_PARTS)


def _in_figures(tokens: Tokens, at: int) -> Numeral | None:
    """Read ``50/100``, ``1/10,000`` and ``1/100th``, whose denominators never occur in dates."""
    top, bottom = tokens[at].text, _BOTTOMS.get(tokens[at + 2].text.replace(",", ""))
    if bottom is None or tokens[at + 1].text != "/" or not top.isdigit() or len(top) > _MOST_DIGITS:
        return None
    end = at + 4 if tokens[at + 3].lower in _ORDINAL and not tokens.gap(at + 3) else at + 3
    return (Decimal(top) / bottom, end) if int(top) < bottom else None


def _in_words(tokens: Tokens, at: int) -> Numeral | None:
    """Read ``five hundredths``, ``thirty-three one-hundredths``, ``one-thousandth`` and ``one ten-thousandth``."""
    single = CARDINALS.get(tokens[at].lower)
    count = read_words(tokens, at) or (None if single is None else (Decimal(single), at + 1))
    if count is None:
        return None
    value, end = count
    end = end + 1 if tokens.words(end, "one") else end
    end = _after_hyphen(tokens, end)
    times = _TENTHS_OF.get(tokens[end].lower, 1)
    end = end if times == 1 else _after_hyphen(tokens, end + 1)
    part = _PARTS.get(tokens[end].lower)
    is_unclear = tokens[count[1] - 1].lower in ("hundred", "ten") and part is not None
    return None if part is None or is_unclear else (value / (part * times), end + 1)


def _after_hyphen(tokens: Tokens, at: int) -> int:
    return at + 1 if tokens[at].text == "-" else at


def _grown_together(tokens: Tokens, at: int) -> Numeral | None:
    """Read ``662/3``, a ``66 2/3`` that lost its blank; ``None`` if it can be split in two ways."""
    run, bottom = tokens[at].text, tokens[at + 2].text
    if tokens[at + 1].text != "/" or not run.isdigit() or bottom not in DENOMINATORS or len(run) > _MOST_DIGITS:
        return None
    if tokens.gap(at + 1) or tokens.gap(at + 2) or tokens[at + 3].kind is TokenKind.NUMBER or int(run) < int(bottom):
        return None
    cuts = [(run[:cut], run[cut:]) for cut in range(1, len(run)) if run[cut] != "0"]
    proper = [(whole, top) for whole, top in cuts if int(top) < int(bottom)]
    if len(proper) != 1:
        return None
    whole, top = proper[0]
    return int(whole) + Decimal(top) / int(bottom), at + 3
