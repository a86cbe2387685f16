"""From a text to a governing law."""

from __future__ import annotations

from typing import NamedTuple

from loanproof.values.law.places import (
    ADJECTIVES,
    AROUND_A_NAME,
    BETWEEN_LAW_AND_PLACE,
    BROAD,
    CODES,
    FIRST_WORDS,
    MOST_WORDS,
    PLACES,
    PROVISOS,
    words_of,
)
from loanproof.values.law.value import Law
from loanproof.values.reading import NO_CONTEXT, Context, Read, Reading, Unreadable
from loanproof.values.text.tokens import TokenKind, Tokens, tokenize


class _Named(NamedTuple):
    code: str
    end: int
    adjective: bool


CLAUSE_ENDS = frozenset({"without", "excluding", "except", "notwithstanding", "regardless", "irrespective", "but"})
_OF_CHINA = (("of", "the", "people", "'", "s", "republic", "of", "china"), ("of", "the", "prc"), ("of", "china"))
_LONGEST = 600


def parse_law(text: str, context: Context = NO_CONTEXT) -> Reading[Law]:
    """Read the law, or laws, that a text names; courts and conflict-of-laws riders are ignored."""
    del context
    tokens = tokenize(text[: _LONGEST + 1])
    codes: list[str] = []
    at = 0
    while at < len(tokens) and len(text) <= _LONGEST:
        courts = _after_courts(tokens, at)
        named = None if courts else read_name(tokens, at)
        if tokens[at].lower in CLAUSE_ENDS | PROVISOS or tokens.words(at, "other", "than"):
            break
        if named is not None:
            codes.append(named.code)
            at = after_china(tokens, named.end)
        elif courts or _is_filler(tokens, at):
            at = courts or at + 1
        else:
            return Unreadable(f"{text[:80]!r} is not the name of a law: {tokens[at].text!r} is not understood.")
    found = _specific(codes)
    return Read(value=Law(codes=found)) if found else Unreadable(f"{text[:80]!r} names no law.")


def read_name(tokens: Tokens, at: int) -> _Named | None:
    """Return the longest place, adjective or code that begins at ``at``."""
    if not FIRST_WORDS.issuperset(words_of(tokens[at].text)[:1]):
        return None  # most capitalised words
    best: _Named | None = None
    words: list[str] = []
    for end in range(at, at + 2 * MOST_WORDS + 2):
        token = tokens[end]
        if not token.text or len(words) > MOST_WORDS or "\n\n" in (tokens.gap(end) if end > at else ""):
            break
        if token.kind is TokenKind.SIGN and token.text not in ("&", "'", ".", "-"):
            break
        words += words_of(token.text)
        if token.kind is TokenKind.SIGN and token.text != "&":
            continue
        key = tuple(words)
        code = PLACES.get(key) or ADJECTIVES.get(key) or CODES.get(key)
        if code is not None:
            best = _Named(code, end + 1, key not in PLACES)
    if best is not None and tokens[best.end].text == "." and len(tokens[best.end - 1].text) == 1:
        best = best._replace(end=best.end + 1)
    return best


def after_china(tokens: Tokens, at: int) -> int:
    """Skip ``of the People's Republic of China`` after Hong Kong or Macau."""
    if tokens[at - 1].lower not in ("region", "sar", "kong", "macau", "macao", "hksar"):
        return at
    at_tail = at + 1 if tokens[at].text == "," else at
    return next((at_tail + len(phrase) for phrase in _OF_CHINA if tokens.words(at_tail, *phrase)), at)


def _after_courts(tokens: Tokens, at: int) -> int | None:
    """Return the position after ``courts of Singapore have jurisdiction``, or ``None``."""
    if tokens[at].lower not in ("courts", "court"):
        return None
    end = at
    while tokens[end].text and tokens[end].text not in (".", ";") and end < at + 40:
        end += 1
    return end


def _is_filler(tokens: Tokens, at: int) -> bool:
    token = tokens[at]
    if token.kind is TokenKind.SIGN:
        return token.text in "\"'(),.;:/&-§[]" or token.text == ""
    return token.lower in AROUND_A_NAME | BETWEEN_LAW_AND_PLACE or token.text in ("5", "1401", "5-1401")


def _specific(codes: list[str]) -> tuple[str, ...]:
    """Return the codes once each, without a country of which a part is named too: Ontario and Canada is Ontario."""
    named = set(codes)
    return tuple(
        sorted(code for code in named if not (code in BROAD and any(one.startswith(code + "-") for one in named)))
    )
