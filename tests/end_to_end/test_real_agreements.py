"""Real agreements through the command line: a perfect answer is right in every field, and each fault has its label.

The documents are read where they lie and copied only into the folder of the test.
"""

from __future__ import annotations

import copy
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.end_to_end.recorded import FOLDER, call, write_lines
from tests.tables import load_table
from tools.perfect_outputs import perfect_output

pytestmark = pytest.mark.needs("real-agreements")
AGREEMENTS: list[dict[str, Any]] = load_table(FOLDER / "real_agreements.yaml")


def case_of(agreement: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": "REAL-1",
        "capability": "extraction",
        "document": agreement["document"],
        "expected": {"document_kind": "agreement", "fields": agreement["fields"]},
    }


def faulty_answer(agreement: dict[str, Any], fault: dict[str, Any]) -> dict[str, Any]:
    answer = copy.deepcopy(perfect_output(case_of(agreement)))
    changes = copy.deepcopy(fault["answer"])
    for citation in changes.get("provenance", ()):
        citation["document"] = agreement["document"]
    answer["fields"][fault["field"]].update(changes)
    return answer


@pytest.fixture(scope="module", params=AGREEMENTS, ids=[one["document"] for one in AGREEMENTS])
def scored(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, shared: Path
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return an agreement of the table, and the scored cases: the perfect answer first, then each fault as a repeat."""
    agreement: dict[str, Any] = request.param
    folder = tmp_path_factory.mktemp("real")
    (folder / "documents").mkdir()
    (folder / "cases").mkdir()
    shutil.copy(shared / "real-agreements" / agreement["document"], folder / "documents")
    (folder / "suite.yaml").write_text(
        "id: real\nversion: 1.0.0\nstandard: eval-standards@1.0+r1\ngates: [contract]\n", encoding="utf-8"
    )
    case = case_of(agreement)
    (folder / "cases" / "case.yaml").write_text(yaml.safe_dump(case, allow_unicode=True), encoding="utf-8")
    answers = [perfect_output(case), *(faulty_answer(agreement, fault) for fault in agreement["faults"])]
    lines = [{"case_id": "REAL-1", "repeat": at, "output": answer} for at, answer in enumerate(answers, start=1)]
    result = folder / "result.json"
    said = call("score", folder, write_lines(folder / "outputs.jsonl", lines), "--json", result)
    assert result.exists(), said.stderr
    return agreement, json.loads(result.read_bytes())["cases"]


def labels_of(case: dict[str, Any], agreement: dict[str, Any]) -> dict[str, str]:
    return {item["item"]: item["label"] for item in case["items"] if item["item"] in agreement["fields"]}


def test_a_perfect_answer_is_right_in_every_field(scored: tuple[dict[str, Any], list[dict[str, Any]]]) -> None:
    agreement, cases = scored
    assert labels_of(cases[0], agreement) == dict.fromkeys(agreement["fields"], "correct")
    cited = [name for name, field in agreement["fields"].items() if "citations" in field]
    classes = {item["item"]: item["citation_class"] for item in cases[0]["items"] if item["item"] in cited}
    assert classes == dict.fromkeys(cited, "OK")


def test_each_fault_has_its_label_and_touches_no_other_field(
    scored: tuple[dict[str, Any], list[dict[str, Any]]],
) -> None:
    agreement, cases = scored
    assert len(cases) == len(agreement["faults"]) + 1
    for fault, case in zip(agreement["faults"], cases[1:], strict=True):
        expected = {**dict.fromkeys(agreement["fields"], "correct"), fault["field"]: fault["label"]}
        assert labels_of(case, agreement) == expected, fault["why"]
        [item] = [item for item in case["items"] if item["item"] == fault["field"]]
        codes = [reason["code"] for reason in item["reasons"]]
        assert fault.get("reason") in (None, *codes), (fault["why"], codes)
        assert case["hallucination"] == (fault["label"] == "hallucination")


def test_every_quote_of_the_table_stands_where_it_says(
    scored: tuple[dict[str, Any], list[dict[str, Any]]],
) -> None:
    agreement, cases = scored
    found = [evidence["match"] for item in cases[0]["items"] for evidence in item["evidence"]]
    assert found == ["verbatim"] * sum(len(field.get("citations", ())) for field in agreement["fields"].values())
