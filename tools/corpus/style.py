"""Style sheets: page, fonts, indents, running matter and numbering, as data in ``styles.yaml``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import yaml

from tools.corpus.markup import DraftError
from tools.corpus.numbering import Scheme

_FILE = Path(__file__).with_name("styles.yaml")
_PAGES = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How a document looks.

    Attributes:
        page: ``a4`` or ``letter``.
        font: ``Times`` or ``Helvetica``; both appear in every reader, so none is embedded.
        size: Of the text in points; headings and notes follow from it.
        leading: Distance of lines, as a multiple of the size.
        gap: Room below a paragraph in points.
        margins: Left, right, top and bottom in points.
        indent: Between two levels in points.
        scheme: How clauses are numbered.
        hanging: Whether the lines of an item stay right of its marker; otherwise they return to the margin.
        justified: Whether lines end at the right margin.
        hyphenated: Whether long words may be parted.
        curly: Whether quotation marks are typographic.
        columns: How many columns the body has.
        header: Running line at the top; ``{title}`` is the title of the deal.
        footer: Running line at the bottom; ``{folio}`` and ``{pages}`` are filled in.
        contents_depth: Whether the contents list clauses only (1) or what is below them too (2).
        capitals: Whether headings of clauses are in capitals.
    """

    page: str = "a4"
    font: str = "Times"
    size: float = 11.0
    leading: float = 1.25
    gap: float = 8.0
    margins: tuple[float, float, float, float] = (78, 78, 84, 78)
    indent: float = 36.0
    scheme: Scheme = Scheme.CLAUSES
    hanging: bool = True
    justified: bool = True
    hyphenated: bool = False
    curly: bool = True
    columns: int = 1
    header: str = ""
    footer: str = "{folio}"
    contents_depth: int = 1
    capitals: bool = True

    @property
    def page_size(self) -> tuple[float, float]:
        """Width and height in points."""
        return _PAGES[self.page]


def load_style(name: str, changes: Mapping[str, Any]) -> Style:
    """Return a style sheet with the changes that a deal makes to it."""
    sheets = yaml.safe_load(_FILE.read_text("utf-8"))
    if name not in sheets:
        raise DraftError(f"there is no style {name!r}; there are {', '.join(sorted(sheets))}.")
    known = {field.name for field in fields(Style)}
    given = {**sheets[name], **changes}
    unknown = sorted(set(given) - known)
    if unknown:
        raise DraftError(f"a style has no {', '.join(unknown)}; it has {', '.join(sorted(known))}.")
    return replace(Style(), **{key: _typed(key, value) for key, value in given.items()})


def _typed(key: str, value: Any) -> Any:
    """Return what is written for a key as the type that its default has; a deal writes everything as text."""
    if key == "margins":
        return tuple(map(float, value))
    default = getattr(Style(), key)
    return value in {True, "true"} if isinstance(default, bool) else type(default)(value)
