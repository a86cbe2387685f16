"""The automatic numbers of a Word file: ``1.1``, ``(a)``, ``Article IV``, which are not in its text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from lxml import etree

from loanproof.documents.reading.xml_parts import attribute, child, local_name

_PLACEHOLDER = re.compile(r"%([1-9])")
_MAX_VALUE = 32_767  # as in Word
_ROMAN = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
    (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """How one level of a list is numbered."""

    form: str = "decimal"
    text: str = ""
    start: int = 1
    style: str | None = None
    restarts: bool = True
    legal: bool = False  # all numbers in it use figures


@dataclass(frozen=True, slots=True, kw_only=True)
class ListNumber:
    """What a paragraph or a style says about its number; an unset item is ``None``."""

    list_id: str | None = None
    level: int | None = None


@dataclass(slots=True)
class Numbering:
    """The lists of one Word file and their current counts. Lists with one definition count together."""

    levels: dict[str, dict[int, Level]] = field(default_factory=dict)
    definitions: dict[str, str] = field(default_factory=dict)
    overrides: dict[str, dict[int, int]] = field(default_factory=dict)
    _counters: dict[str, dict[int, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, root: etree._Element | None) -> Numbering:
        """Return the lists that the numbering part defines; empty without the part."""
        if root is None:
            return cls()
        abstract = {attribute(node, "abstractNumId") or "": node for node in _named(root, "abstractNum")}
        linked = {attribute(child(node, "styleLink"), "val"): key for key, node in abstract.items()}
        found = cls()
        for node in _named(root, "num"):
            list_id = attribute(node, "numId") or ""
            key = attribute(child(node, "abstractNumId"), "val") or ""
            link = attribute(child(abstract.get(key), "numStyleLink"), "val")
            key = linked.get(link, key) if link is not None else key
            levels = dict(_levels(abstract.get(key)))
            found.overrides[list_id] = {}
            for override in _named(node, "lvlOverride"):
                levels |= dict(_levels(override))
                start = _whole(attribute(child(override, "startOverride"), "val"))
                if start is not None:
                    found.overrides[list_id][_whole(attribute(override, "ilvl")) or 0] = start
            found.levels[list_id], found.definitions[list_id] = levels, key
        return found

    def level_of_style(self, list_id: str, style: str) -> int | None:
        """Return the level of a list that is bound to a style."""
        return next((at for at, level in self.levels.get(list_id, {}).items() if level.style == style), None)

    def count(self, list_id: str, level: int) -> str:
        """Count one paragraph of a list and return its number as Word shows it; empty for a bullet or no number."""
        levels = self.levels.get(list_id)
        if levels is None or level not in levels:
            return ""
        counters = self._counters.setdefault(self.definitions[list_id], {})
        first = self.overrides[list_id].pop(level, None)  # it restarts the list once
        start = levels[level].start if first is None else first
        counters[level] = counters[level] + 1 if level in counters and first is None else start
        for deeper in [other for other in counters if other > level and levels.get(other, Level()).restarts]:
            del counters[deeper]
        return self._label(levels, counters, level)

    def _label(self, levels: dict[int, Level], counters: dict[int, int], level: int) -> str:
        shown = levels[level]
        if shown.form in ("bullet", "none"):
            return ""

        def number(match: re.Match[str]) -> str:
            at = int(match[1]) - 1
            part = levels.get(at, Level())
            form = "decimal" if shown.legal else part.form
            return format_number(counters.get(at, part.start), form)

        return _PLACEHOLDER.sub(number, shown.text)


def format_number(value: int, form: str) -> str:
    """Return a number in one of Word's number formats; an unknown format is written in figures."""
    value = max(0, min(value, _MAX_VALUE))
    return _FORMS.get(form, str)(value)


def _letters(value: int) -> str:
    """Return a, b … z, aa, bb …: Word repeats the letter."""
    return "" if value == 0 else chr(ord("a") + (value - 1) % 26) * ((value - 1) // 26 + 1)


def _roman(value: int) -> str:
    written = ""
    for unit, sign in _ROMAN:
        written += sign * (value // unit)
        value %= unit
    return written


def _ordinal(value: int) -> str:
    suffix = "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{suffix}"


_FORMS: dict[str, Callable[[int], str]] = {
    "decimalZero": lambda value: f"{value:02d}",
    "lowerLetter": _letters,
    "upperLetter": lambda value: _letters(value).upper(),
    "lowerRoman": lambda value: _roman(value).lower(),
    "upperRoman": _roman,
    "ordinal": _ordinal,
    "bullet": lambda value: "",
    "none": lambda value: "",
}


def _named(node: etree._Element, name: str) -> Iterator[etree._Element]:
    return (found for found in node if local_name(found) == name)


def _levels(node: etree._Element | None) -> Iterator[tuple[int, Level]]:
    if node is None:
        return
    for found in _named(node, "lvl"):
        yield (
            _whole(attribute(found, "ilvl")) or 0,
            Level(
                form=attribute(child(found, "numFmt"), "val") or "decimal",
                text=attribute(child(found, "lvlText"), "val") or "",
                start=_whole(attribute(child(found, "start"), "val")) or 0,
                style=attribute(child(found, "pStyle"), "val"),
                restarts=attribute(child(found, "lvlRestart"), "val") != "0",
                legal=is_on(child(found, "isLgl")),
            ),
        )


def is_on(node: etree._Element | None) -> bool:
    """Return whether a switch such as ``<w:vanish/>`` is present and not set to false."""
    return node is not None and (attribute(node, "val") or "1") not in ("0", "false", "off")


def _whole(text: str | None) -> int | None:
    return int(text) if text is not None and re.fullmatch(r"[0-9]{1,6}", text) else None


def list_number(properties: etree._Element | None) -> ListNumber:
    """Return the list and level that paragraph properties name."""
    node = child(properties, "numPr")
    return ListNumber(
        list_id=attribute(child(node, "numId"), "val"),
        level=_whole(attribute(child(node, "ilvl"), "val")),
    )
