"""What quoting programs add to a quote: markup, escapes, citation marks. None of it comes from the document."""

from __future__ import annotations

import html
import re

_TAG = re.compile(
    r"</?(?:b|i|u|em|strong|mark|span|sup|sub|code|br|p|li|ul|ol|q|blockquote)\b[^<>]{0,120}/?>", re.IGNORECASE
)
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})|\\([nrt\"'/])")
_EMPHASIS = re.compile(
    r"(?<![*\w])(\*{1,3})(?=[^\s*])([^*]{1,1000}?)(?<=[^\s*])\1(?!\*)"
    r"|(?<![\w])(_{1,3})(?=[^\s_])([^_]{1,1000}?)(?<=[^\s_])\3(?!\w)"
)
_LETTER = re.compile(r"\[([A-Za-z])\](?=[a-z])")
_CITATION = re.compile(
    r"\s{0,5}(?:\[\^?[0-9]{1,3}(?:[,–-] ?[0-9]{1,3}){0,5}\]|【[^【】]{1,40}】)(?=[\s.,;:\"'”’]{0,5}$)"
)
_LINE_END = re.compile(r"(?<=[a-z])- (?=[a-z])")
_LINE_START = re.compile(r"(?m)^(?:>|#{1,6})[^\S\n]+")


def without_habits(quote: str) -> str:
    """Return a quote without markup and escapes, in linear time. Words and figures stay as they are.

    A letter in square brackets is the letter, a number in brackets after the quote is a citation mark, and a hyphen
    before a blank may come from a line end.
    """
    plain = _ESCAPE.sub(_escaped, quote)
    plain = _TAG.sub(lambda tag: " " if tag[0].lower().startswith(("<br", "<p", "<li")) else "", html.unescape(plain))
    plain = _EMPHASIS.sub(lambda match: match[2] or match[4], _LINE_START.sub("", plain))
    plain = _LETTER.sub(r"\1", plain).replace("`", "")
    return _LINE_END.sub("-\n", _CITATION.sub("", plain))


def _escaped(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 16))
    return match[2] if match[2] in "\"'/" else "\n"
