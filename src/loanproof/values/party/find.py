"""Parties in running text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from loanproof.values.law.places import is_place
from loanproof.values.party.around_names import JOIN_A_NAME, NO_NAME_ALONE, STOP_A_NAME
from loanproof.values.party.legal_forms import (
    ABBREVIATED,
    COMMON_WORDS,
    HAN_FORMS,
    LETTERS_OF_WORDS,
    MOST_WORDS,
    NEVER_FOUND,
    ONLY_SO,
    OWN_SPELLINGS,
    SMALL_LETTERS,
    SUFFIXES,
    begins_form,
    form_key,
)
from loanproof.values.party.parse import parse_party
from loanproof.values.party.roles import ROLE_ADJECTIVES, ROLES
from loanproof.values.party.spelling import JOINING
from loanproof.values.party.value import Party
from loanproof.values.reading import NO_CONTEXT, Context, Found, Read
from loanproof.values.text.finding import Starts
from loanproof.values.text.tokens import Token, TokenKind, Tokens, tokenize

_INNER_SIGNS = frozenset({"&", "-", "'", "/", "+"})
_NOT_AFTER = frozenset(
    {"liability", "partner", "partners", "recourse", "waiver", "edition", "purpose", "condition", "guarantee"}
)
_DETERMINERS = frozenset({"the", "an", "any", "each", "every", "such", "this", "that", "no"})  # until the Company pays
_SHORT_NAMES = frozenset({"st", "mt", "co", "bros", "jr", "dr", "no", "u", "s"})
_MOST_BACK = 24  # tokens
_COLUMNS = re.compile(r"\S {3,200}\S")
_LONGEST_ROW = 300  # characters
_FULL_LINE = 40  # characters; a shorter line is a heading or the end of a paragraph


def find_parties(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[Party], ...]:
    """Find the names with a legal form in running text, in order, not overlapping."""
    results: list[Found[Party]] = []
    after = floor = 0
    starts = Starts(words=frozenset(filter(begins_form, tokens.places)), han=True)
    for at in starts.within(tokens):
        end = _form_end(tokens, at) if at >= after else None
        if end is None:
            continue
        while not _breaks(tokens, end) and (further := _form_end(tokens, end)) is not None:
            end = further  # Banking Corporation Limited
        start = _name_start(tokens, at, floor)
        found = _checked(tokens, start, at, end, context)
        if found is not None:
            results.append(found)
            floor = end
        after = end
    return tuple(results)


def _checked(tokens: Tokens, start: int, form: int, end: int, context: Context) -> Found[Party] | None:
    if tokens[form].kind is TokenKind.HAN:
        start = form
    elif start >= form or tokens[form - 1].lower in _DETERMINERS:
        return None
    reading = parse_party(tokens.text(start, end), context)
    if not isinstance(reading, Read) or not reading.value.form:
        return None
    words = reading.value.words
    if reading.value.form in COMMON_WORDS or len(words) == 1:
        if all(word in NO_NAME_ALONE or word in ROLES or word in ROLE_ADJECTIVES for word in words):
            return None
        if is_place(" ".join(words)):
            return None
    return Found(span=tokens.span(start, end), reading=reading)


def _form_end(tokens: Tokens, at: int) -> int | None:
    """Return where the longest legal form that begins at ``at`` ends, or ``None``."""
    token = tokens[at]
    if token.kind is TokenKind.HAN:
        return at + 1 if any(token.text.endswith(form) and token.text != form for form in HAN_FORMS) else None
    if token.kind is not TokenKind.WORD or not _may_begin_form(tokens, at):
        return None
    found = [end for form, end in _forms_at(tokens, at) if form not in NEVER_FOUND and _is_written(tokens, at, end)]
    if not found or tokens[found[-1]].lower in _NOT_AFTER:
        return None
    best = found[-1]
    if tokens[best].text == ")" and _opens(tokens, at, best):
        return best + 1
    dotted = tokens[best].text == "." and not tokens.gap(best)
    return best + 1 if dotted and (len(tokens[best - 1].text) <= 2 or tokens[best - 1].lower in ABBREVIATED) else best


def _forms_at(tokens: Tokens, at: int) -> Iterator[tuple[str, int]]:
    """Yield the legal forms that the letters from ``at`` on make, shortest first, and where each ends."""
    key, words, end = "", 0, at
    while words < MOST_WORDS and end < at + 3 * MOST_WORDS:
        piece = tokens[end]
        if piece.kind is TokenKind.WORD:
            key += "and" if piece.lower in JOINING else form_key(piece.text)
            words += 1
        elif piece.text == "&":
            key += "and"
        elif piece.text not in (".", ",", "/", "(", ")") or (
            piece.text == "," and (words == 0 or _is_article(tokens, end + 1))
        ):
            return
        end += 1
        if key in SUFFIXES and piece.kind is TokenKind.WORD:
            yield SUFFIXES[key], end


def _is_article(tokens: Tokens, at: int) -> bool:
    """Return whether a token is the article of what a comma adds to a name: ``LTD., a company`` is no ``Ltda``."""
    return tokens[at].text == "a" and tokens[at + 1].text != "."


def _opens(tokens: Tokens, start: int, end: int) -> bool:
    return any(tokens[at].text == "(" for at in range(start, end))


def form_behind(text: str) -> str:
    """Return the legal form with which the text behind a name begins, or an empty text.

    Forms that are not looked for in running text count here, unless a word goes on: ``Foundation``, not ``Trust Deed``.
    """
    tokens = tokenize(text.split("\n", 1)[0])
    at = 1 if tokens[0].text == "," else 0
    found = [one for one in _forms_at(tokens, at) if _stands_alone(tokens, at, *one)]
    return found[-1][0] if found else ""


def _stands_alone(tokens: Tokens, at: int, form: str, end: int) -> bool:
    goes_on = tokens[end].text[:1].isupper() or tokens[end].kind is TokenKind.NUMBER
    written = tokens.text(at, end)
    is_rare = form in NEVER_FOUND or form_key(written) in ONLY_SO
    return is_rare and written[0].isupper() and written != "As" and not goes_on


def _may_begin_form(tokens: Tokens, at: int) -> bool:
    text = tokens[at].text
    return text[:1].isupper() or text.lower() in SMALL_LETTERS or len(text) == 1


def _is_written(tokens: Tokens, start: int, end: int) -> bool:
    """Return whether a form is not an ordinary word: ``as`` and ``co`` count only in their own spelling."""
    written = tokens.text(start, end)
    if len(written) > 40 or "\n\n" in written:
        return False
    key = form_key(written)
    if key in ONLY_SO:
        return written in ONLY_SO[key] and not tokens[end].text.isupper()
    if key == "co":
        return written == "Co" and tokens[end].text == "."
    if key in LETTERS_OF_WORDS:
        spelt = "." in written or (" " not in written and "/" not in written and written.isupper())
        return spelt or written in OWN_SPELLINGS
    return written[0].isupper() or key in SMALL_LETTERS


def _name_start(tokens: Tokens, form: int, floor: int) -> int:
    """Walk back from the form to where the name begins, never before ``floor``."""
    at = form - 1 if tokens[form - 1].text == "," else form
    start = form
    while at > max(floor, form - _MOST_BACK) and not _breaks(tokens, at):
        before = tokens[at - 1]
        if before.text == ")":
            opening = _bracket_start(tokens, at - 1)
            if opening is None:
                break
            at = opening
        elif _is_name_word(before):
            at -= 1
            start = at
        elif _is_connector(tokens, at - 1):
            at -= 1
        else:
            break
    while start < form and (tokens[start].lower in JOIN_A_NAME and tokens[start].lower != "the"):
        start += 1
    after = _after_number(tokens, start)
    return after if after < form else start


def _after_number(tokens: Tokens, at: int) -> int:
    """Return the place after a number that only counts a line: ``1. Acme``, ``1   Acme``; else the same place."""
    token = tokens[at]
    is_first = at == 0 or "\n" in tokens.gap(at) or "\f" in tokens.gap(at)
    if token.kind is not TokenKind.NUMBER or len(token.text) > 2 or not is_first:
        return at
    if tokens[at + 1].text in (".", ")") and tokens.gap(at + 2):
        return at + 2
    return at + 1 if len(tokens.gap(at + 1)) > 1 else at


def _is_name_word(token: Token) -> bool:
    if token.kind is TokenKind.NUMBER:
        return token.text.isdigit() and len(token.text) <= 4
    if token.kind is not TokenKind.WORD or token.lower in STOP_A_NAME:
        return False
    return token.text[:1].isupper() and token.lower not in JOIN_A_NAME


def _is_connector(tokens: Tokens, at: int) -> bool:
    """Return whether a small word or sign joins two words of one name."""
    token, before = tokens[at], tokens[at - 1]
    if token.lower == "s" and before.text == "'":
        return not tokens.gap(at) and not tokens.gap(at - 1)
    if token.text in _INNER_SIGNS:
        return before.kind is not TokenKind.SIGN and (token.text == "&" or not tokens.gap(at))
    if token.text == ".":
        return len(before.text) == 1 or before.lower in _SHORT_NAMES
    if token.lower in JOINING:
        return _is_name_word(before) and before.lower not in ROLES and form_key(before.text) not in SUFFIXES
    return token.lower in JOIN_A_NAME and _is_name_word(before)


def _bracket_start(tokens: Tokens, closing: int) -> int | None:
    """Return where a short bracket of capitalised words opens: ``(Hong Kong)``."""
    for at in range(closing - 1, max(-1, closing - 6), -1):
        if tokens[at].text == "(":
            return at if at < closing - 1 else None
        if not tokens[at].text[:1].isupper() and tokens[at].text not in ("&", "-", "."):
            return None
    return None


def _breaks(tokens: Tokens, at: int) -> bool:
    """Return whether a paragraph or a short line ends before the token at ``at``."""
    gap = tokens.gap(at)
    if "\n" not in gap and "\f" not in gap:
        return "\t" in gap or len(gap) > 3
    if gap.count("\n") > 1 or "\f" in gap:
        return True
    line_end = tokens[at - 1].end
    line = tokens.folded.text[max(0, line_end - _LONGEST_ROW) : line_end].rpartition("\n")[2]
    if _COLUMNS.search(line):  # a row of a table: the next row has another name
        return True
    return "\n" in tokens.folded.text[max(0, line_end - _FULL_LINE) : line_end] or line_end < _FULL_LINE
