"""Markup of 1990s filings, unknown to browsers: ``<PAGE>`` before each page, ``<S>`` and ``<C>`` over columns.

None of these is ever closed, so a parser would nest every page in the previous one and strike through whatever follows
a table. Their tables are typed with blanks, without rows or cells.
"""

from __future__ import annotations

import re

_PAGE = re.compile(r"<(/?)PAGE\b[^<>]{0,100}>", re.IGNORECASE)
_TYPED_TABLE = re.compile(r"<TABLE>((?:(?!<t[rdh]\b|</?TABLE>).)*)(?:</TABLE>)?", re.IGNORECASE | re.DOTALL)
_COLUMN = re.compile(r"</?(?:CAPTION|S|C|FN)>", re.IGNORECASE)


def mend_old_markup(source: str) -> str:
    """Return the source of an HTML page with page marks as text, each on a line, and typed tables as text."""
    source = _PAGE.sub(lambda mark: "" if mark[1] else "<br>&lt;PAGE&gt; ", source)
    return _TYPED_TABLE.sub(_as_text, source)


def _as_text(table: re.Match[str]) -> str:
    """Return a table without column marks; one with rows is not a typed table and stays as it is."""
    is_typed = table[0].upper().endswith("</TABLE>") and _COLUMN.search(table[1]) is not None
    return _COLUMN.sub("", table[1]) if is_typed else table[0]
