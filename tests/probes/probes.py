"""Probes: expectations on documents of their own, written from the contract and the rulings by eyes new to the scorer.

A folder ``tests/probes/NAME`` holds ``bases/``, as those of the vectors are, and tables of rows that change the
perfect output of a base. Half of the rows are fabrications, which must be caught, half are faithful answers in unusual
writing, which must not be refused; a row names the labels that the contract allows for the items it changes.

``python -m tools.probe_rates`` prints how many rows of each probe got another label.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import yaml
from tests.conformance.vectors import SECOND_REVISION, JsonTypes, Vector, build, contract_of, key_of

from loanproof.cases import BmtCase, CovenantsCase, ExtractionCase, QaCase
from loanproof.scoring import score_case
from loanproof.standards import Hitl, Label

FOLDER = Path(__file__).parent
FAITHFUL, FABRICATION = "faithful", "fabrication"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One expectation: what is changed in a perfect output, and the labels allowed for each item that changes."""

    probe: str
    vector: Vector
    kind: Literal["faithful", "fabrication"]
    labels: Mapping[str, frozenset[Label]]

    @property
    def id(self) -> str:
        """The name of the row, with that of its probe."""
        return f"{self.probe}/{self.vector.id}"

    def may_join(self, other: Row) -> bool:
        """Tell whether both change nothing but answers, each those of other items of one base."""
        are_alike = (self.vector.base, self.vector.standard) == (other.vector.base, other.vector.standard)
        return are_alike and self._is_plain and other._is_plain and self._touched.isdisjoint(other._touched)

    @property
    def _is_plain(self) -> bool:
        vector = self.vector
        is_whole = not (vector.replace or vector.case or vector.drop_case or vector.drop_output)
        return is_whole and all("fields." in path for path in vector.output)

    @property
    def _touched(self) -> frozenset[str]:
        return frozenset((*self.labels, *map(_item_of, self.vector.output)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The label that an item of a row got, with the first reason, and whether a person is asked to look."""

    row: Row
    item: str
    label: Label
    reason: str
    is_flagged: bool

    @property
    def agrees(self) -> bool:
        """Whether the label is one of those that the contract allows."""
        return self.label in self.row.labels[self.item]


def load_rows(probe: Path) -> list[Row]:
    """Return the rows of every table in the folder of a probe."""
    return [row for path in sorted(probe.glob("*.yaml")) for row in _rows(path)]


def joined(rows: Iterable[Row]) -> list[list[Row]]:
    """Return the rows in groups that can be scored as one output: they change different items of one base.

    An output is scored whole, which is most of the work, and the label of an item hangs on its own answer.
    """
    groups: list[list[Row]] = []
    for row in rows:
        fitting = (one for one in groups if all(map(row.may_join, one)))
        group = next(fitting, None)
        if group is None:
            groups.append(group := [])
        group.append(row)
    return groups


def one_row(rows: Sequence[Row]) -> Row:
    """Return rows that may be joined as one, which changes what each of them does."""
    output = {path: value for row in rows for path, value in row.vector.output.items()}
    labels = {item: allowed for row in rows for item, allowed in row.labels.items()}
    return replace(rows[0], vector=replace(rows[0].vector, output=output), labels=labels)


def outcomes_of_all(rows: Sequence[Row], folder: Path) -> Iterator[Outcome]:
    """Score rows that may be joined as one output; yield what each of their items got."""
    owners = {item: row for row in rows for item in row.labels}
    for one in outcomes_of(one_row(rows), folder):
        yield replace(one, row=owners[one.item])


def outcomes_of(row: Row, folder: Path) -> Iterator[Outcome]:
    """Score a row; yield what each of its items got. ``folder`` is an empty one for its documents."""
    contract = contract_of(row.vector.standard)
    built = build(row.vector, folder, contract)
    assert isinstance(built.case, ExtractionCase | CovenantsCase | BmtCase | QaCase)
    score = score_case(built.case, built.output, documents=built.documents, standard=contract)
    items = {key_of(item): item for item in score.items}
    for name in row.labels:
        item = items[name]
        reason = f"{item.reasons[0].code}: {item.reasons[0].message}"
        yield Outcome(row=row, item=name, label=item.label, reason=reason, is_flagged=item.hitl is not Hitl.NONE)


def _item_of(path: str) -> str:
    """Return the item that a path leads to: ``tranches.0.fields.margin``."""
    before, fields, rest = path.partition("fields.")
    return f"{before}{fields}{rest.partition('.')[0]}"


def _rows(path: Path) -> Iterator[Row]:
    bases = path.parent / "bases"
    for row in yaml.load(path.read_text(encoding="utf-8"), JsonTypes):  # noqa: S506 - a safe loader with fewer types
        kind, expect, base = row.pop("kind"), row.pop("expect"), bases / row.pop("base")
        rule = row.pop("rule", "probe")
        vector = Vector(
            **{"standard": SECOND_REVISION, **row},
            rule=(rule,) if isinstance(rule, str) else tuple(rule),
            base=str(base),
            expect={},
        )
        labels = {item: frozenset(map(Label, wanted["labels"])) for item, wanted in expect["items"].items()}
        yield Row(probe=path.parent.name, vector=vector, kind=kind, labels=labels)
