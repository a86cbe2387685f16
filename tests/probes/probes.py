"""Probes: expectations on documents of their own, written from the contract and the rulings by eyes new to the scorer.

A folder ``tests/probes/NAME`` holds ``bases/``, as those of the vectors are, and tables of rows that change the
perfect output of a base. Half of the rows are fabrications, which must be caught, half are faithful answers in unusual
writing, which must not be refused; a row names the labels that the contract allows for the items it changes.

``python -m tools.probe_rates`` prints how many rows of each probe got another label.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import yaml
from tests.conformance.vectors import SECOND_REVISION, JsonTypes, Vector, build, contract_of, key_of

from loanproof.cases import BmtCase, CovenantsCase, ExtractionCase, QaCase
from loanproof.scoring import score_case
from loanproof.standards import Label

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The label that an item of a row got, with the first reason."""

    row: Row
    item: str
    label: Label
    reason: str

    @property
    def agrees(self) -> bool:
        """Whether the label is one of those that the contract allows."""
        return self.label in self.row.labels[self.item]


def load_rows(probe: Path) -> list[Row]:
    """Return the rows of every table in the folder of a probe."""
    return [row for path in sorted(probe.glob("*.yaml")) for row in _rows(path)]


def outcomes_of(row: Row, folder: Path) -> Iterator[Outcome]:
    """Score a row; yield what each of its items got. ``folder`` is an empty one for its documents."""
    contract = contract_of(row.vector.standard)
    built = build(row.vector, folder, contract)
    assert isinstance(built.case, ExtractionCase | CovenantsCase | BmtCase | QaCase)
    score = score_case(built.case, built.output, documents=built.documents, standard=contract)
    items = {key_of(item): item for item in score.items}
    for name in row.labels:
        item = items[name]
        yield Outcome(row=row, item=name, label=item.label, reason=f"{item.reasons[0].code}: {item.reasons[0].message}")


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
