"""Whether two texts are the same apart from typography.

The following are folded: quotes, dashes, spaces, letter case, outer punctuation, and spelling variants of a unit (``per
cent.`` and ``%``, ``per annum`` and ``p.a.``, ``basis points`` and ``bps``). A doublet such as ``five (5) years`` is
the same as either of its halves. Units, scales and separators are never converted.
"""

from __future__ import annotations

import re

from loanproof.values.number.words import read_words
from loanproof.values.text.folding import fold_characters
from loanproof.values.text.short_texts import once_for_short
from loanproof.values.text.tokens import TokenKind, Tokens, tokenize

_UNITS = (
    (re.compile(r"\s?(?:\bper cent(?:um)?\b\.?|\bpercent\b\.?|\bpct\b\.?|%)"), "%"),
    (re.compile(r"\b(?:per annum|p\.a\.?|pa)(?!\w)"), "p.a."),
    (re.compile(r"\s?\b(?:basis points?|bps?)\b\.?"), " bps"),
)
_FIGURE_BEFORE_UNIT = re.compile(r"(?<=[0-9])(?=bps?\b)")
_SPACES = re.compile(r"\s+")
_OUTER = " \t\n\r\f\v.,;:\"'*_"  # the last two are emphasis marks in text written by a model


@once_for_short
def typographic_forms(text: str, *, keep_case: bool = False) -> frozenset[str]:
    """Return the typographic forms of a text: one, or three if it contains a doublet of words and figures.

    ``keep_case`` is for identifiers, the only values in which letter case matters.
    """
    has_doublet = "(" in text or not text.isascii()  # brackets of other scripts are folded
    forms = {text} | _halves(text) if has_doublet else {text}
    return frozenset(_folded(form, keep_case=keep_case) for form in forms)


def same_typography(one: str, other: str, *, keep_case: bool = False) -> bool:
    """Return whether two texts are the same apart from typography; symmetric, never true for two blank texts."""
    shared = typographic_forms(one, keep_case=keep_case) & typographic_forms(other, keep_case=keep_case)
    return bool(shared - {""})


def _folded(text: str, *, keep_case: bool) -> str:
    text = fold_characters(text).text
    text = text if keep_case else text.casefold()
    text = _SPACES.sub(" ", text)
    if not keep_case:
        text = _FIGURE_BEFORE_UNIT.sub(" ", text)
        for variants, spelling in _UNITS:
            text = variants.sub(spelling, text)
    return text.strip(_OUTER)


def _halves(text: str) -> set[str]:
    """Return a text with the first, and with the second, half of each doublet removed: ``five (5)``, ``5 (five)``."""
    tokens = tokenize(text)
    cuts: list[tuple[int, int, int]] = []
    at = 0
    while at < len(tokens):
        end = _number_end(tokens, at)
        if end is None:
            at += 1
            continue
        close = _number_end(tokens, end + 1) if tokens[end].text == "(" else None
        in_figures = tokens[at].kind is TokenKind.NUMBER, tokens[end + 1].kind is TokenKind.NUMBER
        if close is not None and tokens[close].text == ")" and in_figures[0] is not in_figures[1]:
            cuts.append((tokens[at].start, tokens[end].start, tokens[close].end))
        at = end
    if not cuts:
        return set()
    folded = tokens.folded.text
    with_first, with_second, last = "", "", 0
    for start, bracket, end in cuts:
        with_first += folded[last:bracket].rstrip()
        with_second += folded[last:start] + folded[bracket + 1 : end - 1].strip()
        last = end
    return {with_first + folded[last:], with_second + folded[last:]}


def _number_end(tokens: Tokens, at: int) -> int | None:
    """Return where the number at ``at`` ends, one figure or all its words; ``None`` if there is none."""
    if tokens[at].kind is TokenKind.NUMBER:
        return at + 1
    words = read_words(tokens, at)
    return None if words is None else words[1]
