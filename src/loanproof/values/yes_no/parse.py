"""From a text to yes or no."""

from __future__ import annotations

from loanproof.values.reading import NO_CONTEXT, Context, Read, Reading, Unreadable
from loanproof.values.text.tokens import TokenKind, Tokens, tokenize
from loanproof.values.yes_no.value import YesNo

_YES = frozenset({"y", "yes", "true", "present", "1"})
_NO = frozenset({"n", "no", "false", "absent", "none", "0"})
_WRAPPING = frozenset("\"'([{*_#")
_OPPOSED = frozenset({"/", "or", "and", "|"})


def parse_yes_no(text: str, context: Context = NO_CONTEXT) -> Reading[YesNo]:
    """Read an answer by its leading token: ``Yes – Clause 23.12`` is yes.

    ``Y/N``, ``Yes and no``, ``N/A``, ``No. 23``, ``Yes?`` and every other beginning are unreadable.
    """
    del context
    tokens = tokenize(text)
    at = 0
    while tokens[at].text and tokens[at].text in _WRAPPING:
        at += 1
    if tokens.words(at, "not", "present"):
        return Read(value=YesNo.NO)
    answer = _answer(tokens, at)
    if answer is None or _is_undecided(tokens, at):
        return Unreadable(f"{text[:80]!r} does not begin with a plain yes or no.")
    return Read(value=answer)


def _answer(tokens: Tokens, at: int) -> YesNo | None:
    word = tokens[at].lower
    if word in _YES:
        return YesNo.YES
    return YesNo.NO if word in _NO else None


def _is_undecided(tokens: Tokens, at: int) -> bool:
    """Return whether the leading token is half of ``Y/N`` or ``N/A``, asked (``Yes?``), or the ``No.`` of a number."""
    follower = tokens[at + 1].lower
    if follower == "?" or tokens.words(at + 1, "(", "?"):
        return True
    if follower in _OPPOSED and _answer(tokens, at + 2) is not None:
        return True
    if follower == "/" and tokens.words(at + 2, "a"):
        return True
    return tokens.words(at, "no", ".") and tokens[at + 2].kind is TokenKind.NUMBER
