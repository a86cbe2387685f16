"""Numbers written in English words (``numbers.words.yaml``): cardinals, ordinals, fractions and ``one point five``.

Grammar, over tokens: ``five hundred and twelve``, ``twenty-five hundred``, ``one million, two hundred
thousand``, ``two and one quarter``, ``sixty-six and two-thirds``, ``fifty crore``. A word that does not fit
ends the number; it is never forced in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import NamedTuple, TypeAlias

from loanproof.core import SingleWords, Whole, WordFault, WordTable, load_words, repeated_phrases, unknown_phrases
from loanproof.values.text.finding import Starts
from loanproof.values.text.tokens import Token, TokenKind, Tokens

_BELOW_TWENTY, _TENS_FROM_TWENTY = 20, 8


class _Numbers(WordTable):
    below_twenty: SingleWords
    tens: SingleWords
    ordinals_below_twenty: SingleWords
    scales: dict[Whole, SingleWords]
    scales_behind_figures: dict[Whole, SingleWords]
    scales_with_a_point: SingleWords
    scale_letters: dict[Whole, SingleWords]
    chinese_scales: dict[Whole, SingleWords]
    named_by_figure: SingleWords

    def faults(self) -> Iterator[WordFault]:
        lists = [(("below_twenty",), self.below_twenty), (("tens",), self.tens)]
        lists += [(("ordinals_below_twenty",), self.ordinals_below_twenty)]
        for (path, words), count in zip(lists, (_BELOW_TWENTY, _TENS_FROM_TWENTY, _BELOW_TWENTY), strict=True):
            if len(words) != count:
                yield WordFault(
                    path, words[-1], f"is the last of {len(words)} words, and there are {count} such numbers"
                )
        behind = [(("scales_behind_figures", str(zeros)), words) for zeros, words in self.scales_behind_figures.items()]
        scales = [(("scales", str(zeros)), words) for zeros, words in self.scales.items()]
        yield from repeated_phrases([*lists, *scales, *behind])
        known = [word for _, words in behind for word in words]
        pointed = [(("scales_with_a_point",), self.scales_with_a_point)]
        yield from unknown_phrases(pointed, known, "a scale behind figures of this table")


def _scaled(table: Mapping[int, tuple[str, ...]]) -> dict[str, int]:
    return {word: 10**zeros for zeros, words in table.items() for word in words}


_WORDS = load_words(__package__, "numbers", _Numbers)
CARDINALS = {word: value for value, word in enumerate(_WORDS.below_twenty)} | {
    word: 10 * value for value, word in enumerate(_WORDS.tens, start=2)
}
"""The numbers below twenty and the tens, by their words in lower case."""
ORDINALS = {word: value for value, word in enumerate(_WORDS.ordinals_below_twenty)} | {
    word[:-1] + "ieth": value for word, value in CARDINALS.items() if word in _WORDS.tens
}
_SCALE_WORDS = _scaled(_WORDS.scales)
SCALES = _SCALE_WORDS | {word + "s": value for word, value in _SCALE_WORDS.items()}
SCALES_BEHIND_FIGURES = _scaled(_WORDS.scales_behind_figures) | SCALES
SCALES_WITH_A_POINT = frozenset(_WORDS.scales_with_a_point)
SCALE_LETTERS = _scaled(_WORDS.scale_letters)
CHINESE_SCALES = _scaled(_WORDS.chinese_scales)
NAMED_BY_FIGURE = frozenset(_WORDS.named_by_figure)
"""Words before a figure that it numbers: the 5 of ``Clause 5`` counts nothing."""
_ORDINAL_SCALES = {word + "th": value for word, value in _SCALE_WORDS.items()}
_PARTS = {"half": 2, "halves": 2, "quarter": 4, "quarters": 4} | {
    word + end: value
    for word, value in ORDINALS.items()
    if 3 <= value <= 16 or word == "twentieth"
    for end in ("", "s")
}
_MOST_DECIMALS = 12
_STARTERS = frozenset(CARDINALS) | frozenset(ORDINALS) | {"a", "an"}
NUMBER_STARTS = Starts(words=_STARTERS, figures=True)
Numeral: TypeAlias = "tuple[Decimal, int]"


class _Whole(NamedTuple):
    value: int
    end: int
    ordinal: bool = False


def may_begin_number(token: Token) -> bool:
    """Whether a number may begin with a token; this quickly rules out most tokens of a text."""
    return token.kind is TokenKind.NUMBER or token.lower in _STARTERS


def read_words(tokens: Tokens, at: int) -> Numeral | None:
    """Return the cardinal, decimal or mixed number in words that begins at ``at``, and where it ends."""
    if tokens[at].lower not in _STARTERS:
        return None
    fraction = read_fraction(tokens, at)
    if fraction is not None:
        return _times_scale(tokens, *fraction)
    whole = _cardinal(tokens, at)
    if whole is None or whole.ordinal:
        return None
    if tokens.words(whole.end, "point"):
        return _decimals(tokens, whole)
    if tokens.words(whole.end, "and"):
        fraction = read_fraction(tokens, whole.end + 1)
        if fraction is not None:
            return _times_scale(tokens, whole.value + fraction[0], fraction[1])
    return Decimal(whole.value), whole.end


def _times_scale(tokens: Tokens, value: Decimal, end: int) -> Numeral:
    """Return a fraction times the scale after it: ``five and a half million``, ``three quarters of a million``."""
    at = end + 2 if tokens.words(end, "of", "a") else end
    product = value * SCALES.get(tokens[at].lower, 0)
    return (product, at + 1) if product and product == product.to_integral_value() else (value, end)


def read_ordinal(tokens: Tokens, at: int) -> Numeral | None:
    """Return the ordinal that begins at ``at``, in words (``twenty-first``) or figures (``21st``)."""
    token, suffix = tokens[at], tokens[at + 1]
    if token.kind is TokenKind.NUMBER and token.text.isdigit() and suffix.lower in ("st", "nd", "rd", "th"):
        return (Decimal(token.text), at + 2) if not tokens.gap(at + 1) else None
    if token.lower not in _STARTERS:
        return None
    whole = _cardinal(tokens, at)
    return (Decimal(whole.value), whole.end) if whole is not None and whole.ordinal else None


def _cardinal(tokens: Tokens, at: int) -> _Whole | None:
    """Read groups below a thousand, each with a smaller scale than the one before."""
    total, last_scale, end = 0, 10**30, at
    while (group := _group(tokens, end if end == at else _after_joiner(tokens, end))) is not None:
        scale = SCALES.get(tokens[group.end].lower)
        if group.ordinal or scale is None:
            ordinal_scale = None if group.ordinal else _ORDINAL_SCALES.get(tokens[group.end].lower)
            if ordinal_scale is not None and ordinal_scale < last_scale:
                return _Whole(total + group.value * ordinal_scale, group.end + 1, ordinal=True)
            return _Whole(total + group.value, group.end, group.ordinal)
        if scale >= last_scale:
            break
        total, last_scale, end = total + group.value * scale, scale, group.end + 1
    return _Whole(total, end) if end > at else None


def _after_joiner(tokens: Tokens, at: int) -> int:
    """Return where a number continues after ``and``, a comma or a hyphen."""
    return at + 1 if tokens[at].lower in ("and", ",", "-") else at


def _group(tokens: Tokens, at: int) -> _Whole | None:
    """Read a number below ten thousand: ``five hundred and twelve``, ``twenty-five hundred``, ``a`` scale."""
    if tokens[at].lower in ("a", "an"):
        followed = tokens[at + 1].lower
        head = _Whole(1, at + 1) if followed in SCALES or followed.startswith("hundred") else None
    else:
        head = _below_hundred(tokens, at)
    if head is None or head.ordinal:
        return head
    word_at = head.end + 1 if tokens[head.end].text == "-" else head.end  # five-hundred
    if tokens.words(word_at, "hundredth") and head.value:
        return _Whole(head.value * 100, word_at + 1, ordinal=True)
    if tokens[word_at].lower not in ("hundred", "hundreds") or not head.value:
        return head
    hundreds = _Whole(head.value * 100, word_at + 1)
    tail = _below_hundred(tokens, _after_joiner(tokens, hundreds.end))
    return hundreds if tail is None else _Whole(hundreds.value + tail.value, tail.end, tail.ordinal)


def _below_hundred(tokens: Tokens, at: int) -> _Whole | None:
    word = tokens[at].lower
    if word in ORDINALS:
        return _Whole(ORDINALS[word], at + 1, ordinal=True)
    value = CARDINALS.get(word)
    if value is None or value < 20:
        return None if value is None else _Whole(value, at + 1)
    unit_at = at + 2 if tokens[at + 1].text == "-" else at + 1
    unit = tokens[unit_at].lower
    if 0 < CARDINALS.get(unit, 0) < 10:
        return _Whole(value + CARDINALS[unit], unit_at + 1)
    if 0 < ORDINALS.get(unit, 0) < 10:
        return _Whole(value + ORDINALS[unit], unit_at + 1, ordinal=True)
    return _Whole(value, at + 1)


def read_fraction(tokens: Tokens, at: int) -> Numeral | None:
    """Read ``one half``, ``a quarter``, ``two-thirds``; the part must follow its count directly."""
    word = tokens[at].lower
    count = 1 if word in ("a", "an") else CARDINALS.get(word)
    if not count or count >= 20:
        return None
    part_at = at + 2 if tokens[at + 1].text == "-" else at + 1
    part = _PARTS.get(tokens[part_at].lower)
    return None if part is None or count >= part else (Decimal(count) / part, part_at + 1)


def _decimals(tokens: Tokens, whole: _Whole) -> Numeral:
    """Read the digits after ``point``, and a scale after them: ``one point five billion``."""
    digits, end = "", whole.end + 1
    while len(digits) < _MOST_DECIMALS and 0 <= CARDINALS.get(tokens[end].lower, 10) < 10:
        digits += str(CARDINALS[tokens[end].lower])
        end += 1
    if not digits:
        return Decimal(whole.value), whole.end
    scale = SCALES.get(tokens[end].lower)
    value = Decimal(f"{whole.value}.{digits}")
    return (value, end) if scale is None else (value * scale, end + 1)
