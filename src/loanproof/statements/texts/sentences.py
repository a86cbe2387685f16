"""Turns a text into plain sentences: white space and typography are normalized, and abbreviations end no sentence."""

from __future__ import annotations

import re

from loanproof.core import SingleWords, WordTable, load_words
from loanproof.values import CURRENCIES_WITH_A_POINT, FORMS_WITH_A_POINT, fold_characters


class _Sentences(WordTable):
    never_final: SingleWords
    may_be_final: SingleWords
    in_no_name: SingleWords
    named_by_rate: SingleWords
    starters: SingleWords
    labelled: SingleWords


_WORDS = load_words(__package__, "sentences", _Sentences)
_PARAGRAPH = re.compile(r"([^\s])[^\S\n]*\n[^\S\n]*\n\s*")
# A list item or a labelled line also begins a sentence, whatever the line before it ends with.
_ITEM = re.compile(
    r"([^\s])[^\S\n]*\n\s*(?=(?:[-*•]|\(?[A-Za-z0-9]{1,3}[.)])\s|[A-Z][A-Za-z]{1,20}(?: [A-Za-z]{1,20}){0,3}:\s)"
)
_STOP = re.compile(r"([.!?])[\"')\]]{0,3} [\"'(\[]{0,3}(?=\S)")
_BULLETS = frozenset("-*•")
_LABEL = re.compile(r"\(?(?:[a-z]|[ivx]{1,4}|[0-9]{1,2})\) ", re.IGNORECASE)
_WORD_BEFORE = re.compile(r"[A-Za-z][A-Za-z.]{0,20}$")
_WORD = re.compile(r"[^\W\d_]{1,20}")
_INITIALS = re.compile(r"[a-z](?:\.[a-z]){1,4}")
_LOOK_BACK = 24  # characters before a full stop that are examined

_NEVER_FINAL = frozenset(_WORDS.never_final)
_IN_NO_NAME = frozenset(_WORDS.in_no_name)
_MAY_BE_FINAL = FORMS_WITH_A_POINT.union(_WORDS.may_be_final, _IN_NO_NAME)
_NAMED_BY_RATE = frozenset(_WORDS.named_by_rate)
_BEFORE_FIGURE = CURRENCIES_WITH_A_POINT | {"no", "nos"}  # "No. 17", "Rs. 5"; "No." alone is an answer
_STARTERS, _LABELLED = frozenset(_WORDS.starters), frozenset(_WORDS.labelled)


def plain_text(text: str) -> str:
    """Return a text on one line with normalized characters; a blank line or a list item ends a sentence."""
    joined = fold_characters(text).text.replace("\r\n", "\n").replace("\r", "\n").strip()
    for line_end in (_PARAGRAPH, _ITEM):
        joined = line_end.sub(lambda match: match[1] + (" " if match[1] in ".!?:;," else ". "), joined)
    return " ".join(joined.split())


def split_sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of a plain text; none is blank, and joined by spaces they are the text again."""
    sentences: list[str] = []
    start = 0
    for match in _STOP.finditer(text):
        if _ends(text, match):
            cut = text.index(" ", match.start())
            sentences.append(text[start:cut])
            start = cut + 1
    return tuple(sentence for sentence in (*sentences, text[start:]) if sentence.strip())


def ends_with_abbreviation(text: str) -> bool:
    """Return whether the full stop at the end of a text belongs to its last word, as in ``Pte. Ltd.``."""
    return text.endswith(".") and _abbreviation(text, len(text) - 1) is not None


def without_abbreviation_stops(text: str) -> str:
    """Return a text without the full stops of its abbreviations, so that each remaining one ends something."""
    stops = [at for at, character in enumerate(text) if character == "."]
    inner = {at for at in stops if text[at + 1 : at + 2].isalpha() or _abbreviation(text, at) is not None}
    return "".join(character for at, character in enumerate(text) if at not in inner)


def _ends(text: str, match: re.Match[str]) -> bool:
    """Return whether a stop ends a sentence: after a full stop, what follows must look like a beginning."""
    following = _WORD.match(text, match.end())
    is_starter = following is not None and following[0].lower() in _STARTERS
    is_capital = text[match.end()].isupper() or text[match.end()] in _BULLETS
    if match[1] != ".":
        return True
    known = _abbreviation(text, match.start())
    if known is None:
        is_label = _LABEL.match(text, match.start() + 2) is not None
        return is_capital or is_starter or is_label or text[match.end()].isdigit()
    is_plain = known in _IN_NO_NAME and text.endswith(known, 0, match.start())  # not "Two Per Cent. Per Annum"
    begins = is_plain and following is not None and following[0].lower() not in _NAMED_BY_RATE
    return known in _MAY_BE_FINAL and is_capital and (is_starter or begins)


def _abbreviation(text: str, stop: int) -> str | None:
    """Return the abbreviation before a full stop, or None; an initial counts, the letter of ``Facility B`` does not."""
    found = _WORD_BEFORE.search(text[max(0, stop - _LOOK_BACK) : stop])
    if found is None:
        return None
    word = found[0].lower()
    if word in _BEFORE_FIGURE and not text[stop + 1 : stop + 3].strip()[:1].isdigit():
        return None
    if word in _NEVER_FINAL | _BEFORE_FIGURE or word in _MAY_BE_FINAL or _INITIALS.fullmatch(word):
        return word
    if len(word) > 1 or found[0].islower():
        return None
    before = text[max(0, stop - _LOOK_BACK) : stop - 1].rstrip().rpartition(" ")[2].lower()
    return None if not before or before in _LABELLED else word
