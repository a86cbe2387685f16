"""``loanproof schema``: each name prints the JSON Schema of its format."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.tables import load_table

import loanproof.cli
from loanproof.cli.schema import NAMES, command


def schema(name: str) -> Any:
    result = CliRunner().invoke(command, [name])
    assert result.exit_code == 0
    return json.loads(result.stdout)


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        for key, inner in part.items():
            if key == "$ref":
                yield inner
            yield from references(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from references(inner)


@pytest.mark.parametrize("name", NAMES)
def test_every_reference_leads_somewhere_and_has_a_plain_name(name: str) -> None:
    read = schema(name)
    for reference in references(read):
        assert reference.removeprefix("#/$defs/") in read["$defs"]
        assert re.fullmatch(r"#/\$defs/[A-Za-z_]{1,40}", reference)


def test_the_schema_of_a_suite_has_its_keys_and_no_others() -> None:
    read = schema("suite")
    assert list(read["properties"]) == (
        "id version standard rubric gates capabilities repeats variance_sensitive".split()
    )
    assert read["required"] == ["id", "version"]
    assert read["additionalProperties"] is False


def test_the_schema_of_a_case_tells_the_capabilities_apart() -> None:
    read = schema("case")
    assert sorted(read["discriminator"]["mapping"]) == ["bmt", "covenants", "extraction", "qa", "task"]
    assert "parameters" not in read["$defs"]["ExtractionCase"]["properties"]
    assert len(read["$defs"]["ExpectedFields"]["properties"]) == 16
    assert "class" in read["$defs"]["RepaymentValue"]["properties"]
    assert "from" in read["$defs"]["WaiverPeriod"]["properties"]


def test_the_schema_of_a_case_describes_the_keys_of_a_deal_on_a_day_and_of_a_twin() -> None:
    read = schema("case")
    for capability in ("Extraction", "Covenants", "Qa", "Bmt"):
        keys = read["$defs"][f"{capability}Case"]["properties"]
        assert "deals/NAME.yaml" in keys["deal"]["description"]
        assert "in force" in keys["as_of"]["description"]
        assert "twin" in keys["twin_of"]["description"]
        assert "differ" in keys["twin_fact"]["description"]
    for owner in ("ExpectedFieldMoney", "ExpectedFieldTexts", "ExpectedCovenant", "AnyOf"):
        assert "as_of" in read["$defs"][owner]["properties"]["lineage"]["description"]
    assert list(read["$defs"]["StageMoney"]["properties"]) == ["confirmed", "document", "value", "from"]
    assert "undecided" in read["$defs"]["FieldState"]["enum"]


def test_the_schema_of_a_deal_has_its_keys() -> None:
    read = schema("deal")
    assert read["required"] == ["id", "documents"]
    assert list(read["$defs"]["DealDocument"]["properties"]) == ["file", "role", "number", "effective"]
    assert read["$defs"]["DealRole"]["enum"][:2] == ["base", "amendment"]


def test_the_schema_of_a_truth_file_has_its_keys() -> None:
    assert "sections_complete" in schema("truth")["properties"]


def test_the_schema_of_a_benchmark_file_keeps_the_kinds_of_entries_apart() -> None:
    read = schema("benchmark")
    assert read["required"] == ["publication", "title", "as_of", "status", "entries"]
    assert read["$defs"]["EntryKind"]["enum"] == ["form_position", "market_range", "rate_convention"]


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    result = CliRunner().invoke(command, ["cases"])
    assert result.exit_code == 2
    assert "'suite', 'case', 'deal', 'output', 'result', 'target', 'benchmark', 'truth'" in result.stderr


def keys_of(read: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, part in (("", read), *read.get("$defs", {}).items()):
        for key, held in part.get("properties", {}).items():
            yield f"{name}.{key}", held


@pytest.mark.parametrize("name", NAMES)
def test_every_key_says_what_it_means(name: str) -> None:
    keys = dict(keys_of(schema(name)))
    assert [key for key, held in keys.items() if not held.get("description")] == []
    assert all(held["description"].endswith(".") for held in keys.values())


def test_a_key_that_means_two_things_says_both() -> None:
    parts = schema("case")["$defs"]
    tranche, derivable = parts["ExpectedTranche"]["properties"], parts["DerivableText"]["properties"]
    assert tranche["label"]["description"] == "The name of the tranche."
    assert derivable["label"]["description"].startswith("What an answer with this value is worth")


def test_no_sentence_is_left_over_from_a_key_that_is_gone() -> None:
    path = Path(loanproof.cli.__file__).parent / "schema_keys.yaml"
    words = load_table(path)
    used = {name: {key.rpartition(".")[2] for key, _ in keys_of(schema(name))} for name in NAMES}
    used["common"] = set().union(*used.values())
    left = {name: [key for key in held if key.rpartition(".")[2] not in used[name]] for name, held in words.items()}
    assert {name: keys for name, keys in left.items() if keys} == {}
