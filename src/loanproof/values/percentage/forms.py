"""How percentages are written; the words of their units are in ``units.words.yaml``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from loanproof.core import Reason, SingleWords, WordFault, Words, WordTable, load_words, repeated_phrases
from loanproof.values.number.parse import read_number
from loanproof.values.number.value import Number, Setting
from loanproof.values.number.words import NUMBER_STARTS, may_begin_number
from loanproof.values.percentage.fractions import is_rest_of_fraction, read_part_of_rate
from loanproof.values.percentage.periods import period_behind, read_written_annum
from loanproof.values.percentage.value import Percentage, Period, RateUnit
from loanproof.values.reading import NO_CONTEXT, Context, Match
from loanproof.values.text.finding import Starts
from loanproof.values.text.phrases import Phrases
from loanproof.values.text.tokens import Token, TokenKind, Tokens


class _Units(WordTable):
    units: dict[RateUnit, Words]
    margin_names: SingleWords
    margin_adjectives: Words
    margin_facilities: SingleWords
    upwards: SingleWords
    downwards: SingleWords

    def faults(self) -> Iterator[WordFault]:
        yield from repeated_phrases((("units", unit.value), words) for unit, words in self.units.items())
        yield from repeated_phrases([(("upwards",), self.upwards), (("downwards",), self.downwards)])


_WORDS = load_words(__package__, "units", _Units)
_UNITS = Phrases.of(_WORDS.units.items())
_OF_ONE = Phrases.of([(True, ("of one", "of 1", "of a"))])
_MARGIN = Phrases.of(
    [
        (True, [f"of {the} {which} {name}"])
        for the in ("", "the", "that")
        for name in _WORDS.margin_names
        for which in ("", *_WORDS.margin_adjectives)
    ]
)
_OF_WHICH = Phrases.of(
    [(True, [f"of {the} {which}"]) for the in ("", "the", "that") for which in ("", *_WORDS.margin_adjectives)]
)
_MARGIN_NAMES = frozenset(_WORDS.margin_names)
_FACILITY_WORDS = frozenset(_WORDS.margin_facilities) | {"'", "s"}
_LONGEST_FACILITY = 6  # words
_RATE_LETTERS = frozenset({"L", "S", "E"})
_EITHER_WAY = (
    ("+", "/", "-"), ("plus", "or", "minus"), ("plus", "/", "minus"), ("up", "or", "down", "by"),
    *((up, "or", down, "by") for up in _WORDS.upwards for down in _WORDS.downwards),
    *((down, "or", up, "by") for up in _WORDS.upwards for down in _WORDS.downwards),
)  # fmt: skip
_SIGNS = frozenset({"+", "-", "±", "plus", "minus"}) | {words[0] for words in _EITHER_WAY}
PERCENTAGE_STARTS = NUMBER_STARTS | Starts.of(_SIGNS) | Starts.of(letter.lower() for letter in _RATE_LETTERS)
_LEAST_BPS = 10  # L + 225 is basis points; the unit of L + 2.25 is unknown
_BPS_WITH_DECIMALS = 50  # L + 187.5: too much for per cent


def read_percentage(tokens: Tokens, at: int, *, context: Context = NO_CONTEXT) -> Match[Percentage] | None:
    """Read the percentage that begins at ``at``, including sign, ``per annum``, share and doublet."""
    spread = _read_spread(tokens, at, context)
    if spread is not None:
        return spread
    plain = read_figure_and_unit(tokens, at, context=context)
    if plain is None:
        return None
    told = _with_tail(tokens, plain)
    return replace(told, end=_after_repetition(tokens, told, context))


def read_figure_and_unit(tokens: Tokens, at: int, *, context: Context = NO_CONTEXT) -> Match[Percentage] | None:
    """Read the percentage that begins at ``at`` with its sign and doublet, but nothing after it."""
    sign, number_at = _read_sign(tokens, at)
    plain = _read_unsigned(tokens, number_at, context) if may_begin_number(tokens[number_at]) else None
    if plain is None:
        return None
    plain = _with_doublet(tokens, number_at, plain, context)
    return replace(plain, candidates=tuple(_signed(one, sign) for one in plain.candidates))


def read_bare_figure(tokens: Tokens, at: int, *, context: Context = NO_CONTEXT) -> Match[Percentage] | None:
    """Read a figure without a unit, where a rate is expected."""
    sign, number_at = _read_sign(tokens, at)
    number = read_number(tokens, number_at, setting=Setting.RATE, context=context)
    if number is None:
        return None
    bare = tuple(
        _signed(Percentage(figure=one.value, unit=RateUnit.MISSING, step=one.step), sign) for one in number.candidates
    )
    return Match(candidates=bare, end=number.end, reason=number.reason)


def _read_sign(tokens: Tokens, at: int) -> tuple[str, int]:
    """Read ``+``, ``-``, ``minus``, ``±``, ``+/-`` or ``plus or minus`` before a figure."""
    token = tokens[at]
    if token.lower not in _SIGNS:
        return "", at
    either = next((words for words in _EITHER_WAY if tokens.words(at, *words)), None)
    if either is not None:
        return "±", at + len(either)
    if token.text in ("±", "+"):
        return token.text, at + 1
    if token.lower == "minus":
        return "-", at + 1
    # A dash is a minus only when it touches its figure and nothing touches it: 1.00%-2.00% is a range.
    touches_before = at > 0 and not tokens.gap(at) and tokens[at - 1].text not in "([,;:"
    if token.text == "-" and not tokens.gap(at + 1) and not touches_before:
        return "-", at + 1
    return "", at


def _signed(value: Percentage, sign: str) -> Percentage:
    figure = -value.figure if sign == "-" else value.figure
    return replace(value, figure=figure, either_way=sign == "±")


def _read_unsigned(tokens: Tokens, at: int, context: Context, *, inside: bool = False) -> Match[Percentage] | None:
    """Read a number and its unit: ``2.25%``, ``one-half of one percent``, ``two and 50/100 percent``.

    With ``inside``, the text is already in brackets that repeat a number, and no further brackets are read.
    """
    fraction = read_part_of_rate(tokens, at)
    number = fraction or read_number(tokens, at, setting=Setting.RATE, context=context)
    if number is None or is_rest_of_fraction(tokens, at, number):
        return None
    unit = _UNITS.match(tokens, number.end)
    of_one = _OF_ONE.match(tokens, number.end)
    if unit is None and of_one is not None:
        unit = _UNITS.match(tokens, of_one[1])
    if unit is None:
        return None if inside else _figures_with_unit_inside(tokens, number, context)
    values = tuple(Percentage(figure=one.value, unit=unit[0], step=one.step) for one in number.candidates)
    return Match(candidates=values, end=unit[1], reason=number.reason)


def _figures_with_unit_inside(tokens: Tokens, words: Match[Number], context: Context) -> Match[Percentage] | None:
    """Read ``five (5%) percent``: the figures in brackets have a unit of their own."""
    if tokens[words.end].text != "(" or tokens[words.end + 1].kind is not TokenKind.NUMBER:
        return None
    figures = _read_unsigned(tokens, words.end + 1, context, inside=True)
    if figures is None or tokens[figures.end].text != ")":
        return None
    unit = _UNITS.match(tokens, figures.end + 1)
    if unit is None:
        return None
    spelt = tuple(Percentage(figure=one.value, unit=unit[0]) for one in words.candidates)
    return _joined(spelt, figures.candidates, unit[1])


def _with_doublet(tokens: Tokens, start: int, value: Match[Percentage], context: Context) -> Match[Percentage]:
    """Take in the same rate in brackets: ``one-half of one percent (0.50%)``, ``35% (thirty-five per cent.)``.

    If figures in brackets differ from the words before them, both are candidates. If they differ from figures, they are
    another value and are not taken in.
    """
    if tokens[value.end].text != "(":
        return value
    other = _read_unsigned(tokens, value.end + 1, context, inside=True)
    if other is None or tokens[other.end].text != ")":
        return value
    in_words = tokens[start].kind is TokenKind.WORD and tokens[value.end + 1].kind is TokenKind.NUMBER
    same = {one.bps for one in value.candidates} & {one.bps for one in other.candidates}
    return _joined(value.candidates, other.candidates, other.end + 1) if in_words or same else value


def _after_repetition(tokens: Tokens, value: Match[Percentage], context: Context) -> int:
    """Return the position after the same rate in brackets after ``per annum``, else after the value."""
    other = _read_unsigned(tokens, value.end + 1, context) if tokens[value.end].text == "(" else None
    if other is None or {one.bps for one in other.candidates} != {one.bps for one in value.candidates}:
        return value.end
    end = _with_tail(tokens, other).end
    return end + 1 if tokens[end].text == ")" else value.end


def _joined(words: tuple[Percentage, ...], figures: tuple[Percentage, ...], end: int) -> Match[Percentage]:
    same = [one for one in figures if any(one.bps == word.bps for word in words)]
    if same:
        return Match(candidates=(same[0],), end=end)
    return Match(candidates=words + figures, end=end, reason=Reason.WORDS_AND_FIGURES_DIFFER)


def _with_tail(tokens: Tokens, value: Match[Percentage]) -> Match[Percentage]:
    """Take in ``per annum`` and ``of the Margin``, in either order; any other period is read but not taken in."""
    annual = read_written_annum(tokens, value.end)
    end = annual or value.end
    share = _after_margin(tokens, end)
    end = share or end
    if annual is None and share is not None:
        annual = read_written_annum(tokens, end)
        end = annual or end
    behind = period_behind(tokens, end) if annual is None or tokens[end].lower == "per" else None  # 2% p.a. per month
    period = behind[0] if behind is not None else None if annual is None else Period.ANNUM
    told = tuple(replace(one, per=period, of_margin=share is not None) for one in value.candidates)
    return replace(value, candidates=told, end=end)


def _after_margin(tokens: Tokens, at: int) -> int | None:
    """Return the position after ``of the Margin`` or ``of the Facility B Margin``; ``None`` if there is neither."""
    share, of_which = _MARGIN.match(tokens, at), _OF_WHICH.match(tokens, at)
    if share is not None or of_which is None:
        return None if share is None else share[1]
    end = of_which[1]
    while end - of_which[1] < _LONGEST_FACILITY and _names_facility(tokens[end]):
        end += 1
    return end + 1 if tokens[end].lower in _MARGIN_NAMES else None


def _names_facility(token: Token) -> bool:
    return token.lower in _FACILITY_WORDS or (len(token.text) == 1 and token.text.isalnum())


def _read_spread(tokens: Tokens, at: int, context: Context) -> Match[Percentage] | None:
    """Read the market's shorthand ``L + 225``, ``S+225``, ``E+2.25%``."""
    if tokens[at].text not in _RATE_LETTERS or tokens[at + 1].text != "+":
        return None
    with_unit = _read_unsigned(tokens, at + 2, context)
    if with_unit is not None:
        return _with_tail(tokens, with_unit)
    bare = read_bare_figure(tokens, at + 2, context=context)
    if bare is None:
        return None
    return replace(bare, candidates=tuple(as_spread(one) for one in bare.candidates))


def as_spread(value: Percentage) -> Percentage:
    """Read a bare figure after ``+``: whole figures from 10 up are basis points, and from 50 up all are."""
    is_whole = value.figure == value.figure.to_integral_value()
    is_bps = value.figure >= (_LEAST_BPS if is_whole else _BPS_WITH_DECIMALS)
    return replace(value, unit=RateUnit.BPS) if value.unit is RateUnit.MISSING and is_bps else value
