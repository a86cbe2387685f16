"""An export with the names of FpML's loan part, by a mapping that a house can edit; unknown names are refused.

It is JSON with those names, not a valid FpML message: schemes, ids and references are left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from loanproof.core import FormatError, Problem, YamlText, load_yaml, parse_yaml
from loanproof.reports.review_export import export_head

if TYPE_CHECKING:
    from loanproof.reviews import Export, Exported

_DEEPEST = 6


def load_mapping(path: Path | None) -> dict[str, tuple[str, ...]]:
    """Load a mapping from fields to paths of FpML names; ours by default.

    Raises:
        FormatError: A name is not in the list, or two fields have one path, or one path goes through another.
    """
    source = load_yaml(path) if path is not None else _ours("fpml_mapping.yaml")
    known = _known_names()
    data = source.data
    if not isinstance(data, Mapping):
        raise FormatError("a mapping has a line for each field: borrower: facilitySummary/….", file=source.file)
    problems: list[Problem] = []
    mapping: dict[str, tuple[str, ...]] = {}
    for field, written in data.items():
        steps = tuple(written.split("/")) if isinstance(written, str) else ()
        fault = _fault(steps, known, mapping)
        if fault is None:
            mapping[str(field)] = steps
        else:
            problems.append(Problem(message=f"{field}: {fault}", file=source.file, line=source.line_of((field,))))
    if problems:
        raise FormatError.of(problems)
    return mapping


def render_export_fpml(export: Export, mapping: Mapping[str, tuple[str, ...]]) -> str:
    """Return an export as JSON with FpML's names: a part for the deal, and one for each tranche."""
    tranches = dict.fromkeys(one.field.tranche for one in export.fields)
    parts = [_part(label, [one for one in export.fields if one.field.tranche == label], mapping) for label in tranches]
    head = {**export_head(export), "fpml_names": _known_version()}
    return json.dumps({**head, "parts": parts}, indent=2, ensure_ascii=False) + "\n"


def _part(label: str | None, fields: list[Exported], mapping: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    other: dict[str, Any] = {}
    for one in fields:
        leaf = {
            "value": one.field.value,
            "status": one.field.status,
            "acceptance": one.field.acceptance.value,
            "passport": one.passport,
        }
        steps = mapping.get(str(one.field.field))
        if steps is None:
            other[str(one.field.field)] = leaf
            continue
        place = tree
        for step in steps[:-1]:
            place = place.setdefault(step, {})
        place[steps[-1]] = leaf
    return {"tranche": label, **tree, "other": other}


def _fault(steps: tuple[str, ...], known: frozenset[str], mapping: Mapping[str, tuple[str, ...]]) -> str | None:
    if not 0 < len(steps) <= _DEEPEST:
        return f"write a path of one to {_DEEPEST} FpML names."
    unknown = next((step for step in steps if step not in known), None)
    if unknown is not None:
        return f"{unknown[:60]!r} is not in our list of FpML {_known_version()} names."
    for field, other in mapping.items():
        shorter = min(len(steps), len(other))
        if steps[:shorter] == other[:shorter]:
            return f"its path meets that of {field}."
    return None


def _ours(name: str) -> YamlText:
    return parse_yaml((files("loanproof.reports") / name).read_bytes(), file=name)


def _known_names() -> frozenset[str]:
    data: Any = _ours("fpml_names.yaml").data
    return frozenset(data["names"])


def _known_version() -> str:
    data: Any = _ours("fpml_names.yaml").data
    return str(data["version"])
