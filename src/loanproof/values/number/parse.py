"""From a text to a number."""

from __future__ import annotations

import re
from decimal import Decimal

from loanproof.core import Reason
from loanproof.values.number.fractions import read_fraction_in_figures, read_mixed
from loanproof.values.number.value import Number, Setting, last_digit
from loanproof.values.number.words import (
    CHINESE_SCALES,
    SCALE_LETTERS,
    SCALES_BEHIND_FIGURES,
    SCALES_WITH_A_POINT,
    may_begin_number,
    read_ordinal,
    read_words,
)
from loanproof.values.reading import NO_CONTEXT, Context, Match, NumberLocale, Reading, Unreadable
from loanproof.values.text.tokens import TokenKind, Tokens, tokenize

_COMMA_GROUPS = (NumberLocale.EN, NumberLocale.IN)
_POINT_GROUPS = (NumberLocale.DE, NumberLocale.FR)
_THREES = re.compile(r"[1-9][0-9]{0,2}(?:,[0-9]{3})+")
_INDIAN = re.compile(r"[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3}")
_LATER_GROUPS = re.compile(r"0[0-9]{2}(?:,[0-9]{3})*(?:\.[0-9]{1,6})?")
_LONGEST = 40  # characters; longer than any amount, and exact arithmetic on a page of digits would be an attack
_LONGEST_BRACKET = 12  # tokens of an amount in brackets
_MOST_GROUPS = 12  # groups of three separated by spaces; a longer row of figures is a table, not one number


def parse_number(text: str, context: Context = NO_CONTEXT, *, setting: Setting = Setting.PLAIN) -> Reading[Number]:
    """Read a text that is one number and nothing else, in figures or words, cardinal or ordinal."""
    tokens = tokenize(text)
    sign = 1 if tokens[0].text in ("-", "+") else 0
    found = read_number(tokens, sign, setting=setting, context=context)
    if found is None or found.end != len(tokens):
        ordinal = read_ordinal(tokens, sign)
        found = None if ordinal is None else Match(candidates=(Number(value=ordinal[0]),), end=ordinal[1])
    if found is None or found.end != len(tokens):
        return Unreadable(f"{text[:80]!r} is not one number.")
    if tokens[0].text == "-":
        negated = tuple(Number(value=-one.value, step=one.step) for one in found.candidates)
        found = Match(candidates=negated, end=found.end, reason=found.reason)
    return found.reading


def read_number(
    tokens: Tokens, at: int, *, setting: Setting = Setting.PLAIN, context: Context = NO_CONTEXT
) -> Match[Number] | None:
    """Read the number that begins at ``at``, including scale words and its repetition in brackets.

    The result is cached per text: amounts, rates, periods, dates and ratios all ask for it.
    """
    if not may_begin_number(tokens[at]):
        return None
    locale = context.number_locale
    return tokens.cached((read_number, at, setting, locale), lambda: _read_number(tokens, at, setting, locale))


def _read_number(tokens: Tokens, at: int, setting: Setting, locale: NumberLocale | None) -> Match[Number] | None:
    if tokens[at].kind is TokenKind.NUMBER:
        figures = _figures(tokens, at, setting, locale)
        return None if figures is None else _repeated(tokens, figures)
    words = read_words(tokens, at)
    if words is None:
        return None
    value, end = read_mixed(tokens, at, *words)
    return _doublet(tokens, Match(candidates=(Number(value=value, step=Decimal(0)),), end=end), setting, locale)


def interpret_digits(raw: str, setting: Setting, locale: NumberLocale | None) -> tuple[Decimal, ...]:
    """Return what figures with separators may mean: nothing, one value, or two that only the locale decides.

    ``raw`` consists of digits and the separators ``, . ' _`` and space, and begins and ends with a digit.
    """
    if "'" in raw or " " in raw or "_" in raw:
        grouped = re.sub(r"[' _]", ",", raw.replace(",", ";").replace(".", ";"))
        whole, *decimals = grouped.split(";")
        return _assemble(whole, decimals[0] if decimals else "", indian=False) if len(decimals) <= 1 else ()
    commas, points = raw.count(","), raw.count(".")
    if commas and points:
        last = max(raw.rfind(","), raw.rfind("."))
        if raw.count(raw[last]) > 1:
            return ()
        return _assemble(raw[:last].replace(".", ","), raw[last + 1 :], indian=raw[last] == ".")
    if commas + points == 0:
        return (Decimal(raw),)
    if commas + points > 1:
        return _assemble(raw.replace(".", ","), "", indian=commas > 0)
    return _lone_separator(raw, setting, locale)


def _lone_separator(raw: str, setting: Setting, locale: NumberLocale | None) -> tuple[Decimal, ...]:
    whole, decimals = re.split(r"[.,]", raw)
    as_decimal = Decimal(f"{whole or 0}.{decimals}")
    if "," in raw and _is_torn(whole, decimals, setting, locale):
        return ()
    if len(decimals) != 3 or setting is Setting.RATE or not re.fullmatch(r"[1-9][0-9]{0,2}", whole):
        return (as_decimal,)
    as_group = Decimal(whole + decimals)
    comma = "," in raw
    if locale is None:
        return (as_group, as_decimal)
    groups = locale in (_COMMA_GROUPS if comma else _POINT_GROUPS)
    return (as_group,) if groups else (as_decimal,)


def _is_torn(whole: str, decimals: str, setting: Setting, locale: NumberLocale | None) -> bool:
    """Return whether too many figures follow a comma, as in ``10,0000``: a slip whose intended number is unknown."""
    writes_comma = setting is Setting.RATE or locale in _POINT_GROUPS
    return len(decimals) > 3 and not writes_comma and whole.strip("0") != ""


def _assemble(whole: str, decimals: str, *, indian: bool) -> tuple[Decimal, ...]:
    """Join a whole part, grouped by commas, and its decimals; empty if the groups are invalid.

    ``indian`` allows groups of two before the last three, which are only ever written with commas.
    """
    if "," in whole and not _THREES.fullmatch(whole) and not (indian and _INDIAN.fullmatch(whole)):
        return ()
    if not decimals.isdigit() and decimals:
        return ()
    return (Decimal(whole.replace(",", "") + ("." + decimals if decimals else "")),)


def _figures(tokens: Tokens, at: int, setting: Setting, locale: NumberLocale | None) -> Match[Number] | None:
    raw, end = _digits(tokens, at, setting)
    values = interpret_digits(raw, setting, locale) if len(raw) <= _LONGEST else ()
    if not values:
        return None
    reason = Reason.AMBIGUOUS_SEPARATOR if len(values) > 1 else None
    fraction = read_fraction_in_figures(tokens, at, end) if raw.isdigit() else None
    if fraction is not None:
        value, end = fraction
        numbers: tuple[Number, ...] = (Number(value=value),)
    else:
        numbers = tuple(Number(value=value, step=last_digit(value)) for value in values)
    scale, end = _scale(tokens, _after_decoration(tokens, end), setting)
    scaled = tuple(Number(value=one.value * scale, step=one.step * scale) for one in numbers)
    return Match(candidates=scaled, end=end, reason=reason)


def _digits(tokens: Tokens, at: int, setting: Setting) -> tuple[str, int]:
    """Join groups of three separated by spaces; a single group needs a hard space or an amount around it."""
    raw, end, hard = tokens[at].text, at + 1, setting is Setting.MONEY
    if hard and tokens[end].text == ",":
        return _across_parted_commas(tokens, at)
    if not re.fullmatch(r"[1-9][0-9]{0,2}", raw):
        return raw, end
    parts = [raw]
    while (
        len(parts) < _MOST_GROUPS
        and tokens.gap(end) == " "
        and re.fullmatch(r"[0-9]{3}(?:[.,][0-9]{1,6})?", tokens[end].text)
    ):
        parts.append(tokens[end].text)
        gap = tokens.folded.span_of(tokens[end - 1].end, tokens[end].start).of(tokens.folded.original)
        hard = hard or gap != " "
        end += 1
        if not parts[-1].isdigit():
            break
    return (" ".join(parts), end) if len(parts) > 2 or hard else (raw, at + 1)


def _across_parted_commas(tokens: Tokens, at: int) -> tuple[str, int]:
    """Join groups separated by a comma and a blank: ``3, 000,000``. Only a group starting with 0 is certain."""
    raw, end = tokens[at].text, at + 1
    while (
        len(raw) <= _LONGEST
        and tokens[end].text == ","
        and not tokens.gap(end)
        and tokens.gap(end + 1) == " "
        and _LATER_GROUPS.fullmatch(tokens[end + 1].text)
    ):
        raw, end = f"{raw},{tokens[end + 1].text}", end + 2
    return raw, end


def _after_decoration(tokens: Tokens, at: int) -> int:
    """Skip ``.-``, ``,-`` and ``/-``, which decorate round amounts and mean nothing."""
    decorated = tokens[at].text in (".", ",", "/") and tokens[at + 1].text == "-"
    return at + 2 if decorated and not tokens.gap(at) and not tokens.gap(at + 1) else at


def _scale(tokens: Tokens, at: int, setting: Setting) -> tuple[int, int]:
    """Read the scale words after a figure. A single letter is a scale in amounts only."""
    scale = 1
    while True:
        token = tokens[at]
        factor = SCALES_BEHIND_FIGURES.get(token.lower) or CHINESE_SCALES.get(token.text)
        if factor is None and setting is Setting.MONEY and not _is_letter_of_list(tokens, at):
            factor = SCALE_LETTERS.get(token.lower)
        if factor is None and setting is Setting.MONEY and tokens.words(at, "'", "000"):
            return scale * 1000, at + 2
        if factor is None or scale * factor > 10**24:
            return scale, at
        scale *= factor
        at = at + 2 if token.lower in SCALES_WITH_A_POINT and _points_at_currency(tokens, at + 1) else at + 1


def _is_letter_of_list(tokens: Tokens, at: int) -> bool:
    """Return whether a letter after a figure is a list mark, not its scale: ``USD 3,000,000 b) EUR 5,000``.

    A grouped figure has no scale after a blank, and a closing bracket may have been opened before: ``(USD 5 b)``.
    """
    if not tokens.gap(at):
        return False
    if "\n" in tokens.gap(at) or _THREES.fullmatch(tokens[at - 1].text):
        return True
    follows = tokens[at + 1].text
    if follows == ".":
        return bool(tokens[at + 2].text)
    return follows == ")" and not _is_bracket_open(tokens, at)


def _is_bracket_open(tokens: Tokens, at: int) -> bool:
    near = (tokens[before].text for before in range(at - 1, max(-1, at - _LONGEST_BRACKET), -1))
    return next((sign for sign in near if sign in ("(", ")")), ")") == "("


def _points_at_currency(tokens: Tokens, at: int) -> bool:
    """Return whether the point of ``27,5 Mio. EUR`` is at ``at``."""
    following = tokens[at + 1].text
    named = following[:1] in ("€", "$", "£") or following[:3].isupper()
    return tokens[at].text == "." and not tokens.gap(at) and named


def _doublet(tokens: Tokens, words: Match[Number], setting: Setting, locale: NumberLocale | None) -> Match[Number]:
    """Take in the figures in brackets after words: ``five (5)``. If they differ, both are candidates."""
    if tokens[words.end].text != "(" or tokens[words.end + 1].kind is not TokenKind.NUMBER:
        return words
    figures = _figures(tokens, words.end + 1, setting, locale)
    if figures is None or tokens[figures.end].text != ")":
        return words
    return _agreed(words, figures, figures.end + 1)


def _repeated(tokens: Tokens, figures: Match[Number]) -> Match[Number]:
    """Take in the words in brackets after figures: ``18 (eighteen)``. If they differ, both are candidates."""
    words = read_words(tokens, figures.end + 1) if tokens[figures.end].text == "(" else None
    if words is None or tokens[words[1]].text != ")":
        return figures
    return _agreed(Match(candidates=(Number(value=words[0]),), end=words[1]), figures, words[1] + 1)


def _agreed(words: Match[Number], figures: Match[Number], end: int) -> Match[Number]:
    same = [number for number in figures.candidates if number.value == words.candidates[0].value]
    if same:
        return Match(candidates=(same[0],), end=end)
    both = words.candidates + figures.candidates
    return Match(candidates=both, end=end, reason=Reason.WORDS_AND_FIGURES_DIFFER)
