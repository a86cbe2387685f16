"""The bases of the extraction vectors made real, and what the tests do with them."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.conformance.vectors import BASES, Vector, build, key_of

from loanproof.cases import ExtractionCase
from loanproof.core import Capability
from loanproof.outputs import ExtractionOutput, parse_output
from loanproof.scoring import CaseScore, score_extraction
from loanproof.standards import EvalStandard, Label

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.provenance import DocumentSet

BASE_NAMES = (
    "term-loan",
    "two-tranches",
    "amendment",
    "scan",
    "margin-grid",
    "joint-borrowers",
    "facility-letter",
    "restatement",
    "deal-as-of",
)
RANKS = {label: rank for rank, label in enumerate(Label) if rank < 5}
"""The labels of extraction, best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """One base: its case, its documents and the perfect answer as JSON data."""

    case: ExtractionCase
    documents: DocumentSet
    answer: Mapping[str, Any]

    def changed(self) -> Any:
        """Return the perfect answer, to be changed."""
        return copy.deepcopy(dict(self.answer))

    def score(self, answer: object, standard: EvalStandard) -> CaseScore:
        """Score an answer on this base."""
        output = parse_output(answer, Capability.EXTRACTION)
        assert isinstance(output, ExtractionOutput)
        return score_extraction(self.case, output, documents=self.documents, standard=standard)


def load_base(name: str, folder: Path, standard: EvalStandard) -> Base:
    """Return a base as its files have it."""
    return made_from(Vector(id=name, rule=("base",), why="as it is", base=name, expect={}), folder, standard)


def made_from(vector: Vector, folder: Path, standard: EvalStandard) -> Base:
    """Return a vector made real; its output is the answer."""
    built = build(vector, folder, standard)
    assert isinstance(built.case, ExtractionCase)
    answer = json.loads((BASES / vector.base / "output.json").read_text(encoding="utf-8"))
    return Base(case=built.case, documents=built.documents, answer=answer)


def labels_of(score: CaseScore) -> dict[str, Label]:
    """Return the label of each item by its name."""
    return {key_of(item): item.label for item in score.items}
