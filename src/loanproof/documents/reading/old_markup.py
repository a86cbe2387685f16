"""Markup of filings of the 1990s, unknown to browsers: ``<PAGE>`` before each page, ``<S>`` and ``<C>`` over columns.

None of these is ever closed, so that to a parser every page would be inside the one before it, and what follows a
table in strike-through. Their tables are typed with blanks, and have neither rows nor cells.
"""

from __future__ import annotations

import re

_PAGE = re.compile(r"<(/?)PAGE\b[^<>]{0,100}>", re.IGNORECASE)
_TYPED_TABLE = re.compile(r"<TABLE>((?:(?!<t[rdh]\b|</?TABLE>).)*)(?:</TABLE>)?", re.IGNORECASE | re.DOTALL)
_COLUMN = re.compile(r"</?(?:CAPTION|S|C|FN)>", re.IGNORECASE)


def mend_old_markup(source: str) -> str:
    """Return the source of an HTML page with the marks of pages as text, each on a line, and typed tables as text."""
    source = _PAGE.sub(lambda mark: "" if mark[1] else "<br>&lt;PAGE&gt; ", source)
    return _TYPED_TABLE.sub(_as_text, source)


def _as_text(table: re.Match[str]) -> str:
    """Return a table without marks of columns; one that has rows is not a typed table, and stays as it is."""
    is_typed = table[0].upper().endswith("</TABLE>") and _COLUMN.search(table[1]) is not None
    return _COLUMN.sub("", table[1]) if is_typed else table[0]
