"""The JSON Schema of an output: it allows what the format shows, and has the keys that reading knows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from loanproof.core import Capability
from loanproof.outputs import FindingCode, Value, output_schema, parse_output
from loanproof.outputs.parts import Part
from loanproof.standards import OUR_CONTRACT, load_contract

GOLDEN = Path(__file__).with_name("golden")
SCHEMA = output_schema(load_contract(OUR_CONTRACT))
TYPES: dict[str, Any] = {"string": str, "array": list, "object": dict, "null": type(None), "boolean": bool}


def allows(schema: Any, data: Any) -> bool:
    """Return whether a schema allows data, for the few words of JSON Schema that ours uses."""
    if "$ref" in schema:
        return allows(SCHEMA["$defs"][schema["$ref"].removeprefix("#/$defs/")], data)
    checks = [
        "const" not in schema or data == schema["const"],
        "enum" not in schema or data in schema["enum"],
        "type" not in schema or any(is_a(data, name) for name in as_list(schema["type"])),
        all(any(allows(inner, data) for inner in schema[key]) for key in ("anyOf", "oneOf") if key in schema),
        all(allows(inner, data) for inner in schema.get("allOf", [])),
        "not" not in schema or not allows(schema["not"], data),
    ]
    if isinstance(data, dict):
        checks.append(all(key in data for key in schema.get("required", [])))
        known = schema.get("properties", {})
        checks += [allows(known[key], data[key]) for key in data if key in known]
        checks.append(schema.get("additionalProperties", True) or set(data) <= set(known))
    elif isinstance(data, list) and "items" in schema:
        checks += [allows(schema["items"], item) for item in data]
    elif isinstance(data, int | float) and not isinstance(data, bool):
        checks.append(schema.get("minimum", data) <= data <= schema.get("maximum", data))
    return all(checks)


def is_a(data: Any, name: str) -> bool:
    if name in ("number", "integer"):
        return isinstance(data, int if name == "integer" else int | float) and not isinstance(data, bool)
    return isinstance(data, TYPES[name])


def as_list(names: Any) -> list[str]:
    return [names] if isinstance(names, str) else names


@pytest.mark.parametrize("capability", Capability)
def test_the_example_of_the_format_is_allowed(capability: Capability) -> None:
    data = json.loads((GOLDEN / f"{capability}.json").read_text(encoding="utf-8"))
    assert allows(SCHEMA, data)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"capability": "unknown", "answer": "a"},
        {"capability": "qa"},
        {"capability": "qa", "answer": 5},
        {"capability": "qa", "answer": "a", "confidence": 2},
        {"capability": "qa", "answer": "a", "provenance": {}},
        {"capability": "extraction", "fields": {"margin": "2%"}},
        {"capability": "extraction", "fields": {"margin": {"value": "2%"}}},
        {"capability": "extraction", "fields": {"margin": {"status": "found"}}},
        {"capability": "extraction", "fields": {"margin": {"status": "extracted", "value": {"rate": "2%"}}}},
        {"capability": "extraction", "tranches": [{"fields": {}}]},
        {"capability": "covenants", "covenants": [{}]},
        {"capability": "bmt", "comparisons": [{"term": "t", "finding": "deviation", "gap": {"bps": "1"}}]},
    ],
)
def test_what_reading_would_report_is_not_allowed(data: dict[str, object]) -> None:
    assert not allows(SCHEMA, data)


def example(schema: Any) -> Any:
    """Return data in which every key of a schema is written once, with a value of the first type it allows."""
    if "$ref" in schema:
        return example(SCHEMA["$defs"][schema["$ref"].removeprefix("#/$defs/")])
    for key in ("allOf", "anyOf", "oneOf"):
        if key in schema:
            return example(schema[key][0])
    if "properties" in schema:
        return {key: example(inner) for key, inner in schema["properties"].items()}
    if "items" in schema:
        return [example(schema["items"])]
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    return {"string": "x", "number": 1, "boolean": True, "integer": 1}[as_list(schema["type"])[0]]


def keys_with_place(data: Any, place: str = "") -> Iterator[str]:
    for key, inner in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield f"{place}.{key}".removeprefix(".")
        yield from keys_with_place(inner, f"{place}.{key}".removeprefix("."))


@pytest.mark.parametrize("capability", Capability)
def test_reading_knows_every_key_of_the_schema(capability: Capability) -> None:
    data = example(SCHEMA["$defs"][f"{capability}_output"])
    assert len(list(keys_with_place(data))) >= 3
    found = parse_output(data, capability).findings
    assert [one.code for one in found] == [FindingCode.REPORTED], "what a system reports is a finding, and nothing else"


@pytest.mark.parametrize("capability", Capability)
def test_the_schema_has_every_key_that_reading_asks_for(
    capability: Capability, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: set[str] = set()
    value = Part.value

    def record(part: Part, key: str) -> Value:
        asked.add(part.at(key))
        return value(part, key)

    monkeypatch.setattr(Part, "value", record)
    data = example(SCHEMA["$defs"][f"{capability}_output"])
    parse_output(data, capability)
    assert asked - set(keys_with_place(data)) == set()
    assert len(asked) >= 3
