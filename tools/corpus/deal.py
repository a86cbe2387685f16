"""A deal definition: the drafted text of one document, the gold of its cases, and its twins.

``NAME.txt`` is the text, ``NAME.yaml`` everything else. Gold names spans of the text and never a page or a section:
both come from the layout. ``docs/guides/corpus.md`` says how to write one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from tools.corpus.layout import LaidOut, lay_out
from tools.corpus.markup import DraftError, fill_facts, parse_blocks
from tools.corpus.style import load_style

FOLDER = Path(__file__).parent
Data: TypeAlias = Any
"""Plain data of a YAML file in which every scalar is text, as it is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A line of the table of archetypes."""

    document: str
    archetype: str
    split: str
    pages: int = 1
    maturity: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """One document with its cases; a twin is a deal too.

    Attributes:
        name: The name of the file, without its ending.
        planned: Its line in the table of archetypes.
        title: Of the document, for its running header and its metadata.
        style: The style sheet and the changes to it.
        facts: Words that the text and the gold have in common: ``{amount}``.
        traps: What the document tests, as tags of its cases.
        text: The draft.
        cases: As in a case file, but citations are names of spans.
        truth: What the truth file says beyond pages and sections; none is written where it is empty.
        scan: How the pages are photographed; empty for a document with text.
        twins: Second documents in which one fact differs.
        twin_of: Of a twin the name of its deal.
        twin_fact: Of a twin the field whose fact differs.
    """

    name: str
    planned: Planned
    title: str
    text: str
    style: Mapping[str, Data] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    traps: tuple[str, ...] = ()
    cases: tuple[Data, ...] = ()
    truth: Mapping[str, Data] = field(default_factory=dict)
    scan: Mapping[str, Data] = field(default_factory=dict)
    twins: tuple[Data, ...] = ()
    twin_of: str = ""
    twin_fact: str = ""

    def lay_out(self) -> LaidOut:
        """Return the document as it is printed."""
        changes = dict(self.style)
        style = load_style(str(changes.pop("sheet", "lma")), changes)
        try:
            return lay_out(parse_blocks(fill_facts(self.text, self.facts)), style, title=self.title)
        except DraftError as error:
            raise DraftError(f"{self.name}: {error}") from error


def load_plan() -> dict[str, Planned]:
    """Return the table of archetypes by document."""
    rows = yaml.safe_load((FOLDER / "split.yaml").read_text("utf-8"))["documents"]
    return {row["document"]: Planned(**{**row, "archetype": str(row["archetype"])}) for row in rows}


def load_deals(split: str, only: frozenset[str] = frozenset()) -> Iterator[Deal]:
    """Yield the deals of a split that are drafted, each followed by its twins; ``only`` names some of them."""
    plan = load_plan()
    for path in sorted((FOLDER / "deals" / split).glob("*.yaml")):
        if only and path.stem not in only:
            continue
        if path.stem not in plan or plan[path.stem].split != split:
            raise DraftError(f"{path.name}: split.yaml does not plan it for {split}.")
        deal = _load(path, plan[path.stem])
        yield deal
        for twin in deal.twins:
            yield make_twin(deal, twin)


_YAML_KEYS = frozenset({field.name for field in fields(Deal)}) - {"name", "planned", "text", "twin_of", "twin_fact"}


def _load(path: Path, planned: Planned) -> Deal:
    written = yaml.load(path.read_text("utf-8"), Loader=yaml.CBaseLoader)
    unknown = sorted(set(written) - _YAML_KEYS)
    if unknown:
        raise DraftError(f"{path.name}: a deal has no {', '.join(unknown)}; it has {', '.join(sorted(_YAML_KEYS))}.")
    for key in ("traps", "cases", "twins"):
        written[key] = tuple(written.get(key, ()))
    text = path.with_suffix(".txt").read_text("utf-8")
    return Deal(name=path.stem, planned=planned, text=text, **written)


def make_twin(deal: Deal, written: Data) -> Deal:
    """Return a twin: the deal with some facts changed, and of its cases those that the twin takes over."""
    unknown = sorted(set(written) - {"name", "fact", "facts", "cases", "expected"})
    if unknown:
        raise DraftError(f"{deal.name}: a twin has no {', '.join(unknown)}.")
    foreign = sorted(set(written["facts"]) - set(deal.facts))
    if foreign:
        raise DraftError(f"{deal.name}: the twin {written['name']} changes {', '.join(foreign)}, which is not a fact.")
    wanted = written.get("cases") or [case["id"] for case in deal.cases if case["capability"] == "extraction"]
    cases = []
    for case in (case for case in deal.cases if case["id"] in wanted):
        expected = case["expected"]
        for place, value in written.get("expected", {}).items():
            expected = _changed(expected, place.split("."), value)
        cases.append({**case, "expected": expected})
    return Deal(
        name=written["name"],
        planned=deal.planned,
        title=deal.title,
        style=deal.style,
        text=deal.text,
        facts={**deal.facts, **written["facts"]},
        traps=deal.traps,
        cases=tuple(cases),
        truth=deal.truth,
        scan=deal.scan,
        twin_of=deal.name,
        twin_fact=written["fact"],
    )


def _changed(data: Data, place: list[str], value: Data) -> Data:
    """Return data with one part replaced: ``fields.margin.value``, a number for an item of a list."""
    if not place:
        return value
    head, *rest = place
    if isinstance(data, list):
        return [_changed(one, rest, value) if str(at) == head else one for at, one in enumerate(data)]
    return {**data, head: _changed(data.get(head, {}), rest, value)}
