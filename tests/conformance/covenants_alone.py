"""One covenant or flag of a perfect output alone in its case, so that a change to it is judged by itself."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from tests.conformance.vectors import BASES, case_from

from loanproof.cases import CovenantsCase
from loanproof.core import Capability, parse_yaml
from loanproof.documents import load_document
from loanproof.outputs import CovenantsOutput, parse_output
from loanproof.provenance import DocumentSet
from loanproof.scoring import score_covenants
from loanproof.standards import load_contract

if TYPE_CHECKING:
    from loanproof.scoring import CaseScore

NAMES = ("covenants-facility", "covenants-waiver", "covenants-quiet")
CONTRACT = load_contract("eval-standards@1.0+r1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Alone:
    """One answer with the case that expects it alone. ``kind`` is covenant, grace_period or cross_default."""

    id: str
    kind: str
    base: str
    expected: Mapping[str, Any]
    answer: Mapping[str, Any]

    def score(self, answer: Any) -> CaseScore:
        """Score another answer in the place of the perfect one; ``None`` leaves it out."""
        return score(self.base, self._wrapped(self.expected), self._wrapped(answer))

    def _wrapped(self, part: Any) -> dict[str, Any]:
        if self.kind == "covenant":
            return {"covenants": [] if part is None else [part]}
        if self.kind == "grace_period":
            return {"flags": {"grace_periods": None if part is None else [part]}}
        return {"flags": {"cross_default": part}}


def all_alone() -> Iterator[Alone]:
    """Yield every covenant and stated flag of the bases."""
    for base in NAMES:
        expected, answer = case_of(base)["expected"], output_of(base)
        for one, other in zip(expected["covenants"], answer["covenants"], strict=True):
            yield Alone(id=f"{base}/{one['name']}", kind="covenant", base=base, expected=one, answer=other)
        flags = expected.get("flags") or {}
        for number, one in enumerate(flags.get("grace_periods") or ()):
            other = answer["flags"]["grace_periods"][number]
            yield Alone(id=f"{base}/grace-{number}", kind="grace_period", base=base, expected=one, answer=other)
        if (flags.get("cross_default") or {}).get("kind"):
            one, other = flags["cross_default"], answer["flags"]["cross_default"]
            yield Alone(id=f"{base}/cross", kind="cross_default", base=base, expected=one, answer=other)


def score(base: str, expected: Any, answer: Any) -> CaseScore:
    """Score an answer of plain data against an expected object of plain data, on the documents of a base."""
    case = case_from({**_case(base), "expected": expected}, name="alone")
    assert isinstance(case, CovenantsCase)
    output = parse_output(json.dumps(answer), Capability.COVENANTS)
    assert isinstance(output, CovenantsOutput)
    return score_covenants(case, output, documents=documents_of(base), standard=CONTRACT)


def case_of(base: str) -> dict[str, Any]:
    """Return the case of a base as plain data of one's own."""
    return copy.deepcopy(_case(base))


def output_of(base: str) -> dict[str, Any]:
    """Return the perfect output of a base as plain data of one's own."""
    return copy.deepcopy(_output(base))


@cache
def _case(base: str) -> dict[str, Any]:
    data = parse_yaml((BASES / base / "case.yaml").read_bytes(), file="case.yaml").data
    assert isinstance(data, dict)
    return data


@cache
def _output(base: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((BASES / base / "output.json").read_text(encoding="utf-8"))
    return data


@cache
def documents_of(base: str) -> DocumentSet:
    """Return the documents of a base, read once."""
    paths = sorted((BASES / base / "documents").iterdir())
    return DocumentSet([load_document(path) for path in paths], CONTRACT)
