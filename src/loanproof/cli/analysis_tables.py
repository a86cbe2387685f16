"""The tables of ``loanproof analyze``: terms, covenants with their flags, and comparisons with a benchmark.

All have five columns, or four without pages, so that amounts and words are not broken in a window of 80 columns: what
was looked for, what was found with its quote below, its confidence, and where it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from loanproof.core import Capability, plain_name

if TYPE_CHECKING:
    from rich.table import Table

    from loanproof.service import Analysis

LONGEST = 120
"""How much of a quote is shown."""
_PLACES = {"page": "page", "section": "clause"}
_WIDEST_NAME, _WIDEST_PLACE = 20, 12  # these break before the value does
_WORD = re.compile(r"\w[\w.,:%]*\w|\w")
Item = Mapping[str, Any]
Row = tuple[str, str, Item]


def table_of(analysis: Analysis) -> Table:
    """Return the table of an analysis: what was found, its confidence, and where it is."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    names, rows = _TABLES[Capability(analysis.output["capability"])]
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name, widest in zip(names, (_WIDEST_NAME, None), strict=True):
        table.add_column(name, max_width=widest)
    listed = list(rows(analysis.output))
    keys = ("page", "section") if any(_place(item).get("page") for _, _, item in listed) else ("section",)
    table.add_column("confidence", no_wrap=True)
    for key in keys:
        table.add_column(_PLACES[key], no_wrap=key == "page", max_width=_WIDEST_PLACE)
    for name, found, item in listed:
        place = _place(item)
        told = Text(found)
        if place.get("quote"):
            told.append(
                f"\n“{cut_around(place['quote'], found)}”" if found else f"“{cut_around(place['quote'])}”", "dim"
            )
        where = (str(place.get(key) or "") for key in keys)
        table.add_row(Text(name), told, analysis.level(item).value.lower(), *where)
    return table


def _place(item: Item) -> Item:
    return next(iter(item.get("provenance", ())), {})


def cut_around(quote: str, value: str = "") -> str:
    """Shorten a quote to the words around a value, with ``…`` wherever something was cut off."""
    words = " ".join(quote.split())
    if len(words) <= LONGEST:
        return words
    found = (words.find(one) for one in (value, *sorted(_WORD.findall(value), key=len, reverse=True)) if one)
    place = next((at for at in found if at >= 0), 0)
    start = max(0, min(place - LONGEST // 3, len(words) - LONGEST))
    start = 0 if start == 0 else words.find(" ", start) + 1
    end = start + LONGEST
    if end >= len(words):
        return f"…{words[start:]}"
    end = max(words.rfind(" ", start, end + 1), start + LONGEST // 2)
    return f"{'…' if start else ''}{words[start:end]}…"


def _terms(output: Item) -> Iterator[Row]:
    yield from ((plain_name(name), _value(field), field) for name, field in output["fields"].items())
    for tranche in output.get("tranches", ()):
        for name, field in tranche["fields"].items():
            yield f"{tranche['label']}: {plain_name(name)}", _value(field), field


def _value(field: Item) -> str:
    match field["status"]:
        case "absent":
            return "not stated"
        case "unchanged":
            return "unchanged"
        case "illegible":
            return "cannot be read"
    from loanproof.cli.review_words import value_words

    before = field.get("original_value")
    was = "" if before is None else f" (was {value_words(before)})"
    derived = " (worked out)" if "derived" in field else ""
    return f"{value_words(field.get('value'))}{was}{derived}"


def _covenants(output: Item) -> Iterator[Row]:
    for one in output["covenants"]:
        level = " ".join(filter(None, (one.get("operator"), one.get("threshold"))))
        also = f" (also {one['secondary_type']})" if one.get("secondary_type") else ""
        steps = "".join(f"; {step['threshold']} from {step.get('from', 'the start')}" for step in one.get("steps", ()))
        tested = "" if one["testing_frequency"] == "none" else f", {plain_name(one['testing_frequency'])}"
        yield f"{one['name']}\n{one['type']}{also}{tested}", f"{level}{steps}", one
        yield from _waiver(one)
        for part in one.get("carve_outs", ()):
            yield "  carve-out", f"{part['scope']}; cap: {part.get('cap') or 'none stated'}", one | part
    flags = output["flags"]
    for one in flags["grace_periods"]:
        yield "grace period\nflag", f"{one['days']} {one['unit']} days: {cut_around('; '.join(one['triggers']))}", one
    if not flags["grace_periods"]:
        yield "grace period\nflag", "none was found", {"confidence": 0.5}
    yield from _cross_default(flags["cross_default"])


def _waiver(covenant: Item) -> Iterator[Row]:
    waiver = covenant.get("waiver")
    if waiver is not None:
        until = ", ".join(waiver["test_dates"]) or "dates not stated"
        lasts = "temporary" if waiver["temporary"] else "not said to be temporary"
        words = f"{waiver['original_threshold']} relaxed to {waiver['waived_threshold']}; {until}; {lasts}"
        yield "  waiver\n  flag", words, covenant | waiver


def _cross_default(found: Item) -> Iterator[Row]:
    if not found["present"]:
        yield "cross default\nflag", "none was found", found
        return
    yield f"{plain_name(found['kind'])}\nflag", str(found.get("threshold") or "no threshold stated"), found


def _comparisons(output: Item) -> Iterator[Row]:
    for one in output["comparisons"]:
        benchmark, gap = one.get("benchmark"), one.get("gap")
        lines = [
            str(one.get("deal_value") or ""),
            "" if benchmark is None else f"benchmark: {benchmark['value']} ({benchmark['reference']})",
            one.get("note", "") if gap is None else f"gap: {_gap_words(gap)}",
        ]
        yield f"{plain_name(one['term'])}\n{plain_name(one['finding'])}", "\n".join(filter(None, lines)), one


def _gap_words(gap: Item) -> str:
    return ", ".join(f"{value} {plain_name(key)}" for key, value in gap.items()).replace(" text", "")


_TABLES: dict[Capability, tuple[tuple[str, str], Callable[[Item], Iterable[Row]]]] = {
    Capability.EXTRACTION: (("field", "value, quote"), _terms),
    Capability.COVENANTS: (("covenant", "level, quote"), _covenants),
    Capability.BMT: (("term", "deal, benchmark, quote"), _comparisons),
}
