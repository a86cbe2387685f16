"""The tables of ``loanproof analyze``: terms, covenants with their flags, and comparisons with a benchmark."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from loanproof.core import Capability, plain_name

if TYPE_CHECKING:
    from rich.table import Table

    from loanproof.service import Analysis

_LONGEST = 90
Item = Mapping[str, Any]
Row = tuple[Sequence[str], Item]


def table_of(analysis: Analysis) -> Table:
    """Return the table of an analysis: what was found, how sure it is, and where a person finds it."""
    from rich import box
    from rich.table import Table

    names, rows = _TABLES[Capability(analysis.output["capability"])]
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name in (*names, "confidence", "page", "clause", "quote"):
        table.add_column(name, overflow="fold")
    for cells, item in rows(analysis.output):
        table.add_row(*cells, analysis.level(item).value.lower(), *_place(item))
    return table


def _place(item: Item) -> Iterator[str]:
    place: Item = next(iter(item.get("provenance", ())), {})
    for key in ("page", "section", "quote"):
        yield str(place.get(key) or "")[:_LONGEST]


def _terms(output: Item) -> Iterator[Row]:
    yield from (((plain_name(name), _value(field)), field) for name, field in output["fields"].items())
    for tranche in output.get("tranches", ()):
        for name, field in tranche["fields"].items():
            yield (f"{tranche['label']}: {plain_name(name)}", _value(field)), field


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
        yield (one["name"], f"{one['type']}{also}", f"{level}{steps}", plain_name(one["testing_frequency"])), one
        yield from _waiver(one)
        for part in one.get("carve_outs", ()):
            yield ("  carve-out", "", f"{part['scope']}; cap: {part.get('cap') or 'none stated'}", ""), one | part
    flags = output["flags"]
    for one in flags["grace_periods"]:
        yield (
            ("grace period", "flag", f"{one['days']} {one['unit']} days: {'; '.join(one['triggers'])[:_LONGEST]}", ""),
            one,
        )
    if not flags["grace_periods"]:
        yield ("grace period", "flag", "none was found", ""), {"confidence": 0.5}
    yield from _cross_default(flags["cross_default"])


def _waiver(covenant: Item) -> Iterator[Row]:
    waiver = covenant.get("waiver")
    if waiver is not None:
        until = ", ".join(waiver["test_dates"]) or "dates not stated"
        lasts = "temporary" if waiver["temporary"] else "not said to be temporary"
        words = f"{waiver['original_threshold']} relaxed to {waiver['waived_threshold']}; {until}; {lasts}"
        yield ("  waiver", "flag", words, ""), covenant | waiver


def _cross_default(found: Item) -> Iterator[Row]:
    if not found["present"]:
        yield ("cross default", "flag", "none was found", ""), found
        return
    limit = found.get("threshold") or "no threshold stated"
    yield (plain_name(found["kind"]), "flag", str(limit), ""), found


def _comparisons(output: Item) -> Iterator[Row]:
    for one in output["comparisons"]:
        benchmark = one.get("benchmark")
        source = "" if benchmark is None else f"{benchmark['value']} ({benchmark['reference']})"
        gap = one.get("gap")
        words = (
            one.get("note", "")
            if gap is None
            else ", ".join(f"{value} {plain_name(key)}" for key, value in gap.items())
        )
        finding = plain_name(one["finding"])
        yield (
            (plain_name(one["term"]), str(one.get("deal_value") or ""), source, finding, words.replace(" text", "")),
            one,
        )


_TABLES: dict[Capability, tuple[Sequence[str], Callable[[Item], Iterable[Row]]]] = {
    Capability.EXTRACTION: (("field", "value"), _terms),
    Capability.COVENANTS: (("covenant", "type", "level", "tested"), _covenants),
    Capability.BMT: (("term", "deal", "benchmark", "finding", "gap"), _comparisons),
}
