"""The golden table of cases and variants: every variant of a case is scored, and its labels held against the table."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loanproof.cases import TaskCase, load_suite
from loanproof.core import load_yaml
from loanproof.documents import Document, load_document
from loanproof.outputs import parse_output
from loanproof.provenance import DocumentSet
from loanproof.scoring import ItemScore, score_case
from loanproof.standards import load_contract
from tools.compare_scoring import load_cases
from tools.corpus.variants import VARIANTS, Json, Key
from tools.perfect_outputs import document_of, perfect_output

TABLE = Path(__file__).parent / "variants.yaml"
SAME = "same"


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One output of the table: the case and the way in which it differs from the perfect one, and what it changes."""

    case: Json
    name: str
    output: Json
    changed: tuple[Key, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """An item whose label is not the one of the table."""

    case_id: str
    variant: str
    item: str
    label: str
    wanted: str
    why: str

    @property
    def pair(self) -> tuple[str, str]:
        """The case and the variant."""
        return self.case_id, self.variant

    def __str__(self) -> str:
        return f"{self.case_id} {self.variant} {self.item}: {self.label}, by the table {self.wanted}: {self.why}"


def load_table() -> Mapping[str, Mapping[str, str]]:
    """Return the label of each variant by capability."""
    table: Any = load_yaml(TABLE).data
    found: Mapping[str, Mapping[str, str]] = table["variants"]
    return found


def load_known() -> frozenset[tuple[str, str]]:
    """Return the pairs of case and variant on which the product is known to be wrong."""
    table: Any = load_yaml(TABLE).data
    return frozenset((one["case"], one["variant"]) for one in table["known"])


def list_variants(case: Json, document: Document) -> Iterator[Variant]:
    """Yield every variant that fits a case."""
    table = load_table()
    for name, make in VARIANTS.items():
        if case["capability"] in table[name]:
            output = copy.deepcopy(perfect_output(case))
            changed = tuple(make(output, case, document))
            if changed:
                yield Variant(case=case, name=name, output=output, changed=changed)


class VariantTable:
    """Scores variants of the cases of a suite, twins left out; ``counted`` says how many, and how many items."""

    def __init__(self, suite: Path) -> None:
        self._folder = suite
        self._suite = load_suite(suite)
        self._standard = load_contract(self._suite.settings.standard)
        self._cases = {one.case.id: one.case for one in self._suite.cases if not isinstance(one.case, TaskCase)}
        self._documents: dict[str, Document] = {}
        self._sets: dict[tuple[str, ...], DocumentSet] = {}
        self.counted = Counter[str]()

    def disagreements(self, takes: Callable[[Variant], bool]) -> Iterator[Disagreement]:
        """Score the variants that are to be taken, and yield each item that the table has otherwise."""
        table = load_table()
        for case in load_cases(self._folder):
            if "twin_of" in case:
                continue
            taken = [one for one in list_variants(case, self._document(document_of(case))) if takes(one)]
            labels = {one.name: table[one.name][case["capability"]] for one in taken}
            perfect = self.score(case, perfect_output(case)) if SAME in labels.values() else {}
            for variant in taken:
                self.counted[f"{variant.name} {case['capability']}"] += 1
                found = self.score(case, variant.output)
                yield from self._held(variant, perfect, found, labels[variant.name])

    def _held(
        self, variant: Variant, perfect: Mapping[Key, ItemScore], found: Mapping[Key, ItemScore], label: str
    ) -> Iterator[Disagreement]:
        for key in variant.changed:
            self.counted["items"] += 1
            wanted = str(perfect[key].label) if label == SAME else label
            given = found.get(key)
            if given is None or str(given.label) != wanted:
                yield Disagreement(
                    case_id=variant.case["id"],
                    variant=variant.name,
                    item=" ".join(part for part in key if part),
                    label="no such item" if given is None else str(given.label),
                    wanted=wanted,
                    why="" if given is None else " / ".join(one.message for one in given.reasons),
                )

    def score(self, case: Json, output: Json) -> dict[Key, ItemScore]:
        """Return the items of an output, scored, by their keys."""
        model = self._cases[case["id"]]
        parsed = parse_output(json.dumps(output), model.capability, standard=self._standard)
        found = score_case(model, parsed, documents=self._set(model.document_names), standard=self._standard)
        return {(one.head.item, one.head.tranche): one for one in found.items}

    def _set(self, names: tuple[str, ...]) -> DocumentSet:
        """Return the documents of a case, kept while cases of the same documents follow: their values are read once."""
        if names not in self._sets:
            self._sets = {names: DocumentSet([self._document(name) for name in names], self._standard)}
        return self._sets[names]

    def _document(self, name: str) -> Document:
        if name not in self._documents:
            self._documents[name] = load_document(self._suite.document_path(name))
        return self._documents[name]
