"""Scoring vectors: a base case with its perfect output, a change to it, and the labels that follow.

A base is a folder under ``bases/`` with ``documents/``, ``case.yaml`` and the perfect ``output.json``, all written by
hand. A vector names the base, the rule it shows and why, and changes any of the three:

``replace``
    Pairs of texts, replaced in the documents, the case and the output before they are parsed: another source form.
``case``, ``output``
    New values by dotted path (``fields.margin.value``, ``tranches.0.label``). The output's values keep their JSON type.
``drop_case``, ``drop_output``
    Dotted paths of keys that are taken away.

``standard``
    The version of the contract, where it is not ``1.0+r1``: rulings from C-16 on hold under ``1.0+r2``.

``expect`` names the items that are not simply correct, the findings, and if given the score of the case as a fraction.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from loanproof.cases import DocumentCase, case_models
from loanproof.core import Capability, LoanproofError, parse_yaml, validate_yaml
from loanproof.documents import load_document
from loanproof.outputs import parse_output
from loanproof.provenance import DocumentSet
from loanproof.standards import OUR_CONTRACT, load_contract

if TYPE_CHECKING:
    from loanproof.outputs import Output
    from loanproof.scoring import CaseScore, ItemScore
    from loanproof.standards import EvalStandard

FOLDER = Path(__file__).parent
FIRST_REVISION, SECOND_REVISION = "1.0+r1", "1.0+r2"
BASES = FOLDER / "bases"


class JsonTypes(yaml.CSafeLoader):
    """YAML in which only null, true, false and numbers are typed; a date stays text."""


JsonTypes.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(("timestamp", "bool"))]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
JsonTypes.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), ["t", "f"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Vector:
    """One row of a table of vectors."""

    id: str
    rule: tuple[str, ...]
    why: str
    base: str
    expect: Mapping[str, Any]
    replace: tuple[tuple[str, str], ...] = ()
    case: Mapping[str, Any] = field(default_factory=dict)
    output: Mapping[str, Any] = field(default_factory=dict)
    drop_case: tuple[str, ...] = ()
    drop_output: tuple[str, ...] = ()
    standard: str = FIRST_REVISION


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """A vector made real: what the scorer gets."""

    case: DocumentCase
    output: Output
    documents: DocumentSet


@cache
def load_vectors(pattern: str) -> list[Vector]:
    """Return the vectors of every table whose name fits, such as ``extraction*.yaml``; ids are unique."""
    vectors = [
        Vector(
            **{
                **row,
                "rule": tuple([row["rule"]] if isinstance(row["rule"], str) else row["rule"]),
                "replace": tuple((old, new) for old, new in row.get("replace", ())),
                "drop_case": tuple(row.get("drop_case", ())),
                "drop_output": tuple(row.get("drop_output", ())),
            }
        )
        for path in sorted(FOLDER.glob(pattern))
        for row in yaml.load(path.read_text(encoding="utf-8"), JsonTypes)  # noqa: S506 - a safe loader with fewer types
    ]
    doubled = sorted(name for name, times in Counter(one.id for one in vectors).items() if times > 1)
    assert not doubled, f"vector ids appear twice: {doubled}"
    return vectors


def build(vector: Vector, folder: Path, contract: EvalStandard) -> Built:
    """Make a vector real; ``folder`` is an empty one for its documents."""
    base = BASES / vector.base
    case, output = build_without_documents(vector, contract)
    return Built(case=case, output=output, documents=_documents(base, vector, folder, case.document_names, contract))


def build_without_documents(vector: Vector, contract: EvalStandard | None = None) -> tuple[DocumentCase, Output]:
    """Make the case and the output of a vector real; without a contract, by the version that it names."""
    base = BASES / vector.base
    data: Any = deepcopy(_parsed(_replaced(base / "case.yaml", vector)))
    case = case_from(_changed(data, vector.case, vector.drop_case), name=vector.id)
    answer = _changed(json.loads(_replaced(base / "output.json", vector)), vector.output, vector.drop_output)
    capability = Capability(str(data["capability"]))
    return case, parse_output(json.dumps(answer), capability, standard=contract or contract_of(vector.standard))


@cache
def contract_of(version: str) -> EvalStandard:
    """Return the contract in a version such as ``1.0+r2``."""
    return load_contract(f"eval-standards@{version}")


def case_from(data: Mapping[str, Any], *, name: str) -> DocumentCase:
    """Return a case of plain data as its file would be read; JSON is YAML, and quicker to write."""
    try:
        return _read_case(Capability(str(data["capability"])), json.dumps(data))
    except LoanproofError as error:
        error.add_note(name)
        raise


@lru_cache(maxsize=64)  # most vectors of a base change the output alone
def _read_case(capability: Capability, text: str) -> DocumentCase:
    model = case_models(load_contract(OUR_CONTRACT))[capability]
    case = validate_yaml(model, parse_yaml(text.encode(), file="case.yaml"))
    assert isinstance(case, DocumentCase), "a vector is about documents"
    return case


@lru_cache(maxsize=64)
def _parsed(text: str) -> Any:
    return parse_yaml(text.encode(), file="case.yaml").data


_KNOWN: dict[tuple[Path, tuple[str, ...], str], DocumentSet] = {}


def _documents(base: Path, vector: Vector, folder: Path, names: tuple[str, ...], contract: EvalStandard) -> DocumentSet:
    """Return the documents of a case; those of a base as it is are read once."""
    key = (base, names, contract.hash)
    if not vector.replace and key in _KNOWN:
        return _KNOWN[key]
    for path in sorted((base / "documents").iterdir()):
        (folder / path.name).write_text(_replaced(path, vector), encoding="utf-8")
    documents = DocumentSet([load_document(folder / name) for name in names], contract)
    return documents if vector.replace else _KNOWN.setdefault(key, documents)


@cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _replaced(path: Path, vector: Vector) -> str:
    text = _text(path)
    for old, new in vector.replace:
        text = text.replace(old, new)
    return text


def _changed(data: Any, values: Mapping[str, Any], dropped: tuple[str, ...]) -> Any:
    for place, value in values.items():
        holder, last = _holder(data, place)
        holder[last] = deepcopy(value)  # a vector is built more than once, and its rows may share values
    for place in dropped:
        holder, last = _holder(data, place)
        del holder[last]
    return data


def _holder(data: Any, place: str) -> tuple[Any, Any]:
    *steps, last = (int(step) if step.isdigit() else step for step in place.split("."))
    for step in steps:
        data = data[step]
    return data, last


def key_of(item: ItemScore) -> str:
    """Return how a vector names an item: ``margin``, or ``Facility A/margin`` for the cell of a tranche."""
    return item.head.item if item.head.tranche is None else f"{item.head.tranche}/{item.head.item}"


def faults_of(vector: Vector, score: CaseScore) -> list[str]:
    """Return every difference between what a vector expects and what was scored, in words."""
    return list(_faults(vector.expect, score))


def _faults(expect: Mapping[str, Any], score: CaseScore) -> Iterator[str]:
    unknown = set(expect) - {"items", "others", "score", "score_before_override", "findings", "hallucination"}
    assert not unknown, f"unknown keys in expect: {sorted(unknown)}"
    wanted: dict[str, Mapping[str, Any]] = dict(expect.get("items", {}))
    items = {key_of(item): item for item in score.items}
    for key in wanted.keys() - items.keys():
        yield f"there is no item {key}; there are {sorted(items)}"
    for key, item in items.items():
        yield from _item_faults(key, item, wanted.get(key, {"label": expect.get("others", "correct")}))
    codes = {finding.code for finding in score.findings}
    yield from (
        f"the finding {code} is missing in {sorted(codes)}" for code in expect.get("findings", ()) if code not in codes
    )
    for name in ("score", "score_before_override"):
        if name in expect and getattr(score, name) != _fraction(expect[name]):
            yield f"{name} is {getattr(score, name)}, not {expect[name]}"
    told = [reason.message for item in score.items for reason in item.reasons] + [one.message for one in score.findings]
    yield from (f"a person cannot read {message!r}" for message in told if '{"' in message or "{'" in message)
    expects_zero = expect.get("hallucination", any(one.get("label") == "hallucination" for one in wanted.values()))
    if score.has_hallucination != expects_zero:
        yield f"hallucination is {score.has_hallucination}"


def _item_faults(key: str, item: ItemScore, wanted: Mapping[str, Any]) -> Iterator[str]:
    shown: dict[str, Any] = {
        "label": item.label.value,
        "value_label": item.value_label.value,
        "citation_class": item.provenance.class_name.value,
        "hitl": item.hitl.value,
        "extra": item.head.is_extra,
        "tier": item.head.tier,
    }
    codes = [reason.code.value for reason in item.reasons]
    rulings = [reason.ruling for reason in item.reasons]
    for name, value in wanted.items():
        match name:
            case "reasons":
                yield from (f"{key}: reason {code} is missing in {codes}" for code in value if code not in codes)
            case "ruling":
                if value not in rulings:
                    yield f"{key}: ruling {value} is missing in {rulings}"
            case "score" | "weight" | "provenance_score":
                given = {"score": item.score, "weight": item.head.weight, "provenance_score": item.provenance.score}[
                    name
                ]
                if (None if given is None else Fraction(given)) != (None if value is None else _fraction(value)):
                    yield f"{key}: {name} is {given}, not {value}"
            case _:
                if shown[name] != value:
                    yield f"{key}: {name} is {shown[name]}, not {value} ({', '.join(codes)}: {item.reasons[0].message})"


def _fraction(written: object) -> Fraction:
    """Return ``26/27.5``, ``0.75`` or a number as an exact fraction."""
    top, _, bottom = str(written).partition("/")
    return Fraction(top) / Fraction(bottom or 1)
