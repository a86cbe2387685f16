"""The grammar of section references over tokens: where one begins, which steps it names, where it ends."""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

from loanproof.values.section.words import (
    ARTICLES,
    ATTACHED_MARKS,
    CLAUSES,
    COUNTED,
    PARAGRAPHS,
    PARAGRAPHS_BEHIND,
    PARTS,
    RECITALS,
    UNNUMBERED,
)
from loanproof.values.text.romans import roman_value
from loanproof.values.text.tokens import TokenKind, Tokens

Path: TypeAlias = tuple[str, ...]

BEGINNINGS = CLAUSES | PARAGRAPHS | PARTS | RECITALS | frozenset(ATTACHED_MARKS) | {"definition"}
"""The words with which a reference begins, also behind ``sub-``."""


class ReadPath(NamedTuple):
    """The steps of a reference or a part of it, and where it ends."""

    path: Path
    end: int


_IN = frozenset({"of", "in", "to", "under"})
_BELOW_A_TERM = PARAGRAPHS | (CLAUSES - ARTICLES)
_NUMBER = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,4}){0,5}")
_LEVEL = re.compile(r"[a-z]|[A-Z]|[ivxlc]{1,6}|[IVXLC]{1,6}|([a-z])\1{1,2}|([A-Z])\2{1,2}|[0-9]{1,2}")
_AMBIGUOUS_ROMANS = frozenset("CDLM")  # a lone letter of these names an annex by letter
_DEEPEST = 8
_MOST_TERM_WORDS = 12


def read_section(tokens: Tokens, at: int, *, bare: bool = False, depth: int = 0) -> tuple[Path, int] | None:
    """Read the reference that begins at ``at``; return its steps and the position after it.

    With ``bare`` the word before the number may be missing: ``5.1(a)``, ``(a)``. ``depth`` is the nesting level, so
    that an endless ``item 1 of item 1 of …`` stops.
    """
    head = skip_sub(tokens, _after_ordinal(tokens, at) if bare else at)
    word = tokens[head].lower
    if word in PARAGRAPHS:
        found = _paragraph(tokens, head, depth)
    elif word in PARTS:
        found = _part_of_attached(tokens, head)
    elif word in ATTACHED_MARKS:
        found = _attached(tokens, head)
    elif word in RECITALS:
        found = _recital(tokens, head)
    elif word == "definition" or (bare and word in ('"', "#")):
        found = _definition_first(tokens, head)
    elif word in CLAUSES or (bare and (word == "(" or read_number(tokens, head) is not None)):
        found = _clause(tokens, head, depth)
    else:
        found = None
    return None if found is None else (found.path, found.end)


def heading_words(tokens: Tokens, at: int) -> str:
    """Return a heading as its words in lower case, without punctuation."""
    return " ".join(token.lower for token in tokens.items[at:] if token.kind is not TokenKind.SIGN)


def skip_sub(tokens: Tokens, at: int) -> int:
    """Skip ``sub-``: ``sub-clause`` and ``subclause`` are the same word."""
    return at + 2 if tokens.words(at, "sub", "-") else at


def _after_ordinal(tokens: Tokens, at: int) -> int:
    """Skip ``the first paragraph of``: an unnumbered paragraph is cited by its section."""
    start = at + 1 if tokens.words(at, "the") else at
    counted = tokens[start].lower in COUNTED and tokens[start + 1].lower in UNNUMBERED
    return start + 3 if counted and tokens[start + 2].lower in _IN else at


def _after_word(tokens: Tokens, at: int) -> int:
    """Return the position after a word such as ``Cl.``, including the second ``§`` of a pair."""
    end = at + 2 if tokens.words(at, "§", "§") else at + 1
    return end + 1 if tokens[end].text == "." else end


def _clause(tokens: Tokens, at: int, depth: int = 0) -> ReadPath | None:
    """Read ``Clause 5.1(a)``, ``Article II, Section 2.05``, ``1.1 "Margin"``."""
    word = tokens[at].lower
    start = _after_word(tokens, at) if word in CLAUSES else at
    number = _article(tokens, start) if word in ARTICLES else read_number(tokens, start)
    if number is None:
        return _levels_of(tokens, start, depth)
    end = number.end + 1 if tokens[number.end].text == "," else number.end
    if word in ARTICLES and tokens[end].lower in CLAUSES - ARTICLES:
        inner = _clause(tokens, end)
        if inner is not None and inner.path[:1] == number.path[:1]:
            return inner
    return _definition_after(tokens, _paragraph_after(tokens, number))


def _paragraph_after(tokens: Tokens, clause: ReadPath) -> ReadPath:
    """Take in a paragraph after its section: ``§ 3 para. 1``, ``§ 3 Abs. 1``, ``Clause 5.1, paragraph (a)``."""
    at = clause.end + 1 if tokens[clause.end].text == "," else clause.end
    if tokens[at].lower not in PARAGRAPHS_BEHIND:
        return clause
    start = _after_word(tokens, at)
    levels = read_levels(tokens, start)
    number = tokens[start].text
    if not levels.path and tokens[start].kind is TokenKind.NUMBER and number.isdigit() and _LEVEL.fullmatch(number):
        below = read_levels(tokens, start + 1)
        levels = ReadPath((f"({number})", *below.path), below.end)
    return ReadPath((*clause.path, *levels.path), levels.end) if levels.path else clause


def _levels_of(tokens: Tokens, at: int, depth: int) -> ReadPath | None:
    """Read levels alone, ``(a)(ii)``, and the section they belong to."""
    levels = read_levels(tokens, at)
    if not levels.path:
        return None
    return _inside(tokens, levels, depth)


def _article(tokens: Tokens, at: int) -> ReadPath | None:
    value = roman_value(tokens[at].text) if tokens[at].kind is TokenKind.WORD else None
    return read_number(tokens, at) if value is None else ReadPath((str(value),), at + 1)


def _lettered(tokens: Tokens, at: int) -> ReadPath | None:
    """Read a number that begins with a letter, its levels too: ``A.1``, ``B2.5(a)``, ``S2(a)``; not ``A1`` alone."""
    letter = tokens[at].text
    if len(letter) != 1 or not letter.isupper() or tokens.gap(at + 1):
        return None
    start = at + 2 if tokens[at + 1].text == "." else at + 1
    number = tokens[start].text
    if tokens[start].kind is not TokenKind.NUMBER or tokens.gap(start) or not _NUMBER.fullmatch(number):
        return None
    first, *rest = number.split(".")
    path = [letter, f".{first}"] if start > at + 1 else [letter + first]
    levels = read_levels(tokens, start + 1)
    path += [f".{part}" for part in rest]
    whole = (*path, *levels.path)
    return ReadPath(whole, levels.end) if len(whole) > 1 else None


def read_number(tokens: Tokens, at: int) -> ReadPath | None:
    """Read a number with inserted letters and its levels: ``14A.2(b)(ii)``; one with a letter first, ``A.1``."""
    token = tokens[at]
    if token.kind is TokenKind.WORD:
        return _lettered(tokens, at)
    if token.kind is not TokenKind.NUMBER or not _NUMBER.fullmatch(token.text):
        return None
    first, *rest = token.text.split(".")
    path, end = [first, *("." + part for part in rest)], at + 1
    inserted = tokens[end]
    if inserted.kind is TokenKind.WORD and len(inserted.text) == 1 and inserted.text.isupper() and not tokens.gap(end):
        path[-1] += inserted.text
        end += 1
        further = tokens[end + 1]
        if tokens[end].text == "." and not tokens.gap(end) and not tokens.gap(end + 1) and further.text.isdigit():
            path.append("." + further.text)
            end += 2
    levels = read_levels(tokens, end)
    return ReadPath((*path, *levels.path), levels.end)


def read_levels(tokens: Tokens, at: int) -> ReadPath:
    """Read bracketed levels, ``(a) (ii)``; a heading in brackets is not a level."""
    path: list[str] = []
    while len(path) < _DEEPEST and tokens[at].text == "(" and tokens[at + 2].text == ")":
        if not _LEVEL.fullmatch(tokens[at + 1].text) or "\n" in tokens.gap(at):
            break
        path.append(f"({tokens[at + 1].text})")
        at += 3
    return ReadPath(tuple(path), at)


def _paragraph(tokens: Tokens, at: int, depth: int) -> ReadPath | None:
    """Read ``paragraph (a) of Clause 5.1`` and ``paragraph 3(b) of Schedule 2``; alone it is ``para.3``."""
    start = _after_word(tokens, at)
    levels = read_levels(tokens, start)
    if levels.path:
        return _inside(tokens, levels, depth)
    number = read_number(tokens, start)
    if number is None:
        return None
    paragraph = ReadPath(("para." + number.path[0], *number.path[1:]), number.end)
    return _inside(tokens, _definition_after(tokens, paragraph), depth)


def _inside(tokens: Tokens, inner: ReadPath, depth: int) -> ReadPath:
    """Put what was read inside the section that ``of``, ``in`` or ``to`` leads to."""
    start = inner.end + 2 if tokens.words(inner.end + 1, "the") else inner.end + 1
    if tokens[inner.end].lower not in _IN or tokens[skip_sub(tokens, start)].lower not in BEGINNINGS:
        return inner
    outer = read_section(tokens, start, depth=depth + 1) if depth < _DEEPEST else None
    if outer is None:
        return inner
    steps = inner.path
    if steps[0].startswith("para."):
        steps = ("/" + steps[0], *steps[1:])
    return ReadPath((*outer[0], *steps), outer[1])


def _part_of_attached(tokens: Tokens, at: int) -> ReadPath | None:
    """Read ``Part II of Schedule 1``; a part of nothing is not a reference."""
    label = _label(tokens, _after_word(tokens, at), "pt")
    if label is None or tokens[label.end].lower not in _IN:
        return None
    outer = _attached(tokens, label.end + 1) if tokens[label.end + 1].lower in ATTACHED_MARKS else None
    return None if outer is None else ReadPath((*outer.path, f"/pt.{label.path[0]}"), outer.end)


def _attached(tokens: Tokens, at: int) -> ReadPath | None:
    """Read ``Schedule 1 (Parties), Part II, paragraph 3(b)``, ``Exhibit A-1``, ``Annex I``."""
    mark = ATTACHED_MARKS[tokens[at].lower]
    label = _label(tokens, _after_word(tokens, at), mark)
    if label is None:
        return None
    path, end = [f"{mark}.{label.path[0]}"], label.end
    for words, step in ((PARTS, "pt"), (PARAGRAPHS, "para")):
        start = _after_heading(tokens, end)
        inner = _label(tokens, _after_word(tokens, start), step) if tokens[start].lower in words else None
        if inner is not None:
            path.append(f"/{step}.{inner.path[0]}")
            end = inner.end
    levels = read_levels(tokens, end)
    return _definition_after(tokens, ReadPath((*path, *levels.path), levels.end))


def _after_heading(tokens: Tokens, at: int) -> int:
    """Skip a heading in brackets, a comma, a dash and a slash between a schedule and its part."""
    if tokens[at].text == "(" and not read_levels(tokens, at).path:
        close = next((end for end in range(at + 1, at + 16) if tokens[end].text == ")"), None)
        at = at if close is None else close + 1
    return at + 1 if tokens[at].text in (",", "-", "/", ":") else at


def _label(tokens: Tokens, at: int, mark: str) -> ReadPath | None:
    """Read the number or letter of a schedule, part or exhibit; Roman numerals become Arabic."""
    token = tokens[at]
    if token.kind is TokenKind.NUMBER:
        letter = tokens[at + 1].text
        lettered = len(letter) == 1 and letter.isupper() and not tokens.gap(at + 1)
        number = ReadPath((token.text + letter,), at + 2) if lettered else ReadPath((token.text,), at + 1)
        return number if _NUMBER.fullmatch(token.text) else None
    label = token.text.upper()
    if token.kind is not TokenKind.WORD or not (token.text.isupper() or len(label) <= 4):
        return None
    value = roman_value(label)
    if value is not None and label not in _AMBIGUOUS_ROMANS and not (mark == "exh" and len(label) == 1):
        return ReadPath((str(value),), at + 1)
    if len(label) > 2 or (len(label) == 1 and not token.text.isupper()) or label.lower() in _IN:
        return None
    dashed = tokens[at + 1].text == "-" and tokens[at + 2].text.isdigit() and not tokens.gap(at + 2)
    if dashed and not tokens.gap(at + 1):
        return ReadPath((f"{label}-{tokens[at + 2].text}",), at + 3)
    return ReadPath((label,), at + 1)


def _recital(tokens: Tokens, at: int) -> ReadPath | None:
    start = _after_word(tokens, at)
    levels = read_levels(tokens, start)
    if levels.path:
        return ReadPath((f"recital.{levels.path[0][1:-1].upper()}", *levels.path[1:]), levels.end)
    label = tokens[start].text
    if "\n" in tokens.gap(start) or not _LEVEL.fullmatch(label) or label.islower():
        return None
    below = read_levels(tokens, start + 1)
    return ReadPath((f"recital.{label}", *below.path), below.end)


def _definition_first(tokens: Tokens, at: int) -> ReadPath | None:
    """Read ``definition of "Margin" in Clause 1.1`` and ``"Margin" (Clause 1.1)``."""
    start = at
    if tokens.words(at, "definition"):
        start = at + 2 if tokens[at + 1].lower in ("of", ":") else at + 1
    term = _term(tokens, start)
    if term is None:
        return None
    end = term.end
    while end < term.end + 4 and tokens[end].lower in ("in", "definition", ",", "(", "under", "of"):
        end += 1
    clause = _clause(tokens, end) if tokens[end].lower in CLAUSES else None
    if tokens[end].lower in PARAGRAPHS:
        clause = _paragraph(tokens, end, depth=1)
    if clause is None:
        return term
    return ReadPath((*clause.path, *term.path), clause.end + 1 if tokens[clause.end].text == ")" else clause.end)


def _definition_after(tokens: Tokens, clause: ReadPath) -> ReadPath:
    """Take in the term after a clause: ``Section 1.01, "Applicable Rate"``, ``1.1 (definition of Margin)``."""
    at = clause.end
    if not tokens.words(at, "(", "definition"):
        at = _after_heading(tokens, at)
    while tokens[at].text in (",", "(", "-", ":") and at < clause.end + 24:
        at += 1
    if tokens.words(at, "definition"):
        at = at + 2 if tokens[at + 1].lower in ("of", ":") else at + 1
        if tokens[at].lower in _IN or not tokens[at].text:
            return clause
    elif tokens[at].text not in ('"', "#"):
        return clause
    term = _term(tokens, at)
    if term is None:
        return clause
    return ReadPath((*clause.path, *term.path), term.end + 1 if tokens[term.end].text == ")" else term.end)


def _term(tokens: Tokens, at: int) -> ReadPath | None:
    """Read a defined term, in quotes or as a run of capitalised words, as one step ``#margin``."""
    quoted = tokens[at].text in ('"', "'", "#")
    start = at + 1 if quoted else at
    end = start
    while end < start + _MOST_TERM_WORDS and _is_term_word(tokens, end, quoted=quoted):
        end += 1
    words = " ".join(tokens[place].lower for place in range(start, end) if tokens[place].kind is not TokenKind.SIGN)
    if not words:
        return None
    closed = quoted and tokens[end].text in ('"', "'")
    levels = _levels_behind(tokens, end + 1 if closed else end)
    return ReadPath(("#" + words, *levels.path), levels.end)


def _levels_behind(tokens: Tokens, end: int) -> ReadPath:
    """Read the levels below a term, with or without the word for them: ``"Margin" (b)``, ``"Margin", limb (b)``."""
    at = end + 1 if tokens[end].text == "," else end
    if tokens[skip_sub(tokens, at)].lower in _BELOW_A_TERM:
        levels = read_levels(tokens, _after_word(tokens, skip_sub(tokens, at)))
        return levels if levels.path else ReadPath((), end)
    return read_levels(tokens, end)


def _is_term_word(tokens: Tokens, at: int, *, quoted: bool) -> bool:
    token = tokens[at]
    if token.kind is TokenKind.SIGN:
        return quoted and token.text in ("-", "/", "&", "'", "%", ".") and tokens[at + 1].kind is not TokenKind.SIGN
    return quoted or token.kind is TokenKind.NUMBER or token.text[:1].isupper()
