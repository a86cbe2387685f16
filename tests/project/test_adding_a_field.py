"""The guide to adding a field: its one file makes a contract with a 17th field, which lives beside our own."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.end_to_end.recorded import call, make_suite, perfect, write_lines

from loanproof.standards import ENVIRONMENT

GUIDE = (Path(__file__).parents[2] / "docs" / "guides" / "extending.md").read_text(encoding="utf-8")
SECTION = GUIDE.partition("## Adding a field")[2].partition("\n## ")[0]
(CHANGES, SECURITY) = re.findall(r"^```yaml\n# [^\n]+\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL)
HOUSE = "eval-standards@1.2+acme"
CLAUSE = "8.2 Security\n\nThe Facility is secured by a first ranking fixed charge over the vessel Harbour Light.\n\n"
ANSWER = {
    "status": "extracted",
    "value": "a first ranking fixed charge over the vessel Harbour Light",
    "confidence": 0.97,
    "provenance": [
        {
            "document": "harbour-light-facility-agreement.txt",
            "page": 3,
            "section": "8.2",
            "quote": "The Facility is secured by a first ranking fixed charge over the vessel Harbour Light.",
        }
    ],
}


@pytest.fixture
def standards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of house standards with the one of the guide, published."""
    folder = tmp_path / "standards" / "eval-standards" / "1.2+acme"
    folder.mkdir(parents=True)
    (folder / "changes.yaml").write_text(CHANGES, encoding="utf-8")
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "standards"))
    published = call("standards", "publish", folder)
    assert published.exit_code == 0, published.stderr
    assert "fields.security.kind" in published.words
    return folder


def house_suite(folder: Path, *, decided: bool = True) -> Path:
    """Return the starter suite on the house's contract, with the clause and the case's new field."""
    make_suite(folder)
    settings = folder / "suite.yaml"
    settings.write_text(settings.read_text("utf-8").replace("eval-standards@1.0+r2", HOUSE), "utf-8")
    [document] = (folder / "documents").glob("*.txt")
    text = document.read_text("utf-8")
    document.write_text(text.replace("9. EVENTS OF DEFAULT", f"{CLAUSE}9. EVENTS OF DEFAULT"), "utf-8")
    if decided:
        case = folder / "cases" / "extraction.yaml"
        lines = "".join(f"    {line}\n" for line in SECURITY.splitlines())
        case.write_text(case.read_text("utf-8").replace("  fields:\n", f"  fields:\n{lines}"), "utf-8")
    return folder


def answers(**given: Any) -> list[dict[str, Any]]:
    lines = perfect()
    for line in lines:
        if line["case_id"] == "EX-001":
            line["output"]["fields"]["security"] = ANSWER | given
    return lines


def score(folder: Path, suite: Path, lines: list[dict[str, Any]]) -> tuple[int, dict[str, Any]]:
    result = folder / f"{suite.name}.json"
    said = call("score", suite, write_lines(folder / f"{suite.name}.jsonl", lines), "--json", result)
    assert result.exists(), said.stderr
    return said.exit_code, json.loads(result.read_text("utf-8"))


def items(result: dict[str, Any]) -> dict[str, Any]:
    case = next(one for one in result["cases"] if (one["case_id"], one["repeat"]) == ("EX-001", 1))
    return {item["item"]: item for item in case["items"]}


def test_the_guide_adds_a_field_in_one_file(standards: Path) -> None:
    assert sorted(path.name for path in standards.iterdir()) == ["changes.yaml", "lock.json"]
    told = call("standards", "diff", "eval-standards@1.0", HOUSE)
    assert "fields.security.tier" in told.words


def test_a_suite_on_the_new_contract_lives_beside_one_on_ours_in_one_process(standards: Path, tmp_path: Path) -> None:
    ours, theirs = make_suite(tmp_path / "ours"), house_suite(tmp_path / "theirs")
    for suite in (ours, theirs):
        checked = call("check", suite)
        assert checked.exit_code == 0, checked.stdout
    code, own = score(tmp_path, theirs, answers())
    assert code == 0
    assert own["verdict"]["release_ready"]
    assert items(own)["security"]["label"] == "correct"
    assert (items(own)["security"]["tier"], items(own)["security"]["weight"]) == (3, 1.0)
    assert len(items(own)) == 17
    code, shipped = score(tmp_path, ours, perfect())
    assert (code, len(items(shipped))) == (0, 16)
    assert (own["run"]["standard"], shipped["run"]["standard"]) == (HOUSE, "eval-standards@1.0+r2")
    page = tmp_path / "report.html"
    for command, *more in (("gate",), ("explain", "EX-001", "security"), ("report", "--html", str(page))):
        said = call(command, tmp_path / "theirs.json", *more)
        assert said.exit_code == 0, said.stderr
    assert "security" in page.read_text("utf-8")
    assert HOUSE in page.read_text("utf-8")


def test_a_wrong_value_of_the_new_field_is_told_from_an_invented_one(standards: Path, tmp_path: Path) -> None:
    suite = house_suite(tmp_path / "theirs")
    wrong = answers(value="a mortgage over its land", provenance=[])
    assert items(score(tmp_path, suite, wrong)[1])["security"]["label"] == "fail"
    invented = answers(value="a charge over USD 77,000,000 of bonds", provenance=[])
    code, result = score(tmp_path, suite, invented)
    assert items(result)["security"]["label"] == "hallucination"
    assert code == 4
    silent = perfect()
    assert items(score(tmp_path, suite, silent)[1])["security"]["reasons"][0]["code"] == "NOT_EXTRACTED"


def test_a_case_that_does_not_decide_the_new_field_is_an_error_of_check(standards: Path, tmp_path: Path) -> None:
    said = call("check", house_suite(tmp_path / "theirs", decided=False))
    assert said.exit_code != 0
    assert "not decided: security" in said.words


def test_the_new_field_is_unknown_to_a_suite_on_our_contract(standards: Path, tmp_path: Path) -> None:
    suite = house_suite(tmp_path / "mixed")
    settings = suite / "suite.yaml"
    settings.write_text(settings.read_text("utf-8").replace(HOUSE, "eval-standards@1.0"), "utf-8")
    said = call("check", suite)
    assert said.exit_code != 0
    assert "unknown key 'security'" in said.words
    result = score(tmp_path, make_suite(tmp_path / "ours"), answers())[1]
    assert "security" not in items(result)
    assert any("security" in one["message"] for case in result["cases"] for one in case["findings"])
