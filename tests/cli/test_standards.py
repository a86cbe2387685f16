"""``loanproof standards``: what it prints for people and for programs, and how it exits."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.runs.small_suite import forged, make_suite, write_lines

from loanproof.cli import main
from loanproof.cli.score import command as score
from loanproof.cli.standards import command
from loanproof.core import FormatError, StandardRef, StandardRefused, UsageError
from loanproof.standards import ENVIRONMENT, find_folder

OURS = StandardRef.parse("eval-standards@1.0+r1")
HOUSE = "eval-standards@1.1+acme"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, list(arguments), catch_exceptions=True)


def run_json(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    return json.loads(result.stdout)


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture(autouse=True)
def no_house_directories(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ENVIRONMENT, raising=False)
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Return the folder of a house version with a stricter gate, ready to be published."""
    folder = tmp_path / "house" / "eval-standards" / "1.1+acme"
    shutil.copytree(find_folder(OURS), folder, ignore=shutil.ignore_patterns("lock.json"))
    contract = folder / "contract.yaml"
    replace(contract, '\n  version: "1.0"\n', '\n  version: "1.1+acme"\n')
    replace(contract, "base: null", 'base: "1.0"')
    replace(contract, "approved_by: []", "approved_by: [A. Tan, B. Cole]")
    replace(contract, "value: 0.85", "value: 0.90")
    return folder


@pytest.fixture
def published(house: Path) -> Path:
    """Return the directory that holds the published house version."""
    assert run("publish", str(house)).exit_code == 0
    return house.parent.parent


def test_a_house_that_scores_hallucinations_otherwise_gets_the_score_that_it_set(house: Path, tmp_path: Path) -> None:
    replace(house / "contract.yaml", "  case_score: 0.0\n  overrides", "  case_score: 0.3\n  overrides")
    assert run("publish", str(house)).exit_code == 0
    suite = make_suite(tmp_path / "suite", more=f"standard: {HOUSE}\n")
    outputs = write_lines(tmp_path / "outputs.jsonl", forged())
    runner = CliRunner(env={ENVIRONMENT: str(house.parent.parent)})
    scored = json.loads(runner.invoke(score, [str(suite), str(outputs), "--json", "-"]).stdout)
    assert [case["score"] for case in scored["cases"] if case["hallucination"]] == [0.3]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("tolerance: 0\n", "tolerance: 1\n", "hallucination.tolerance is '1'; only 0 is built, because "),
        ("overrides_other_scores: true", "overrides_other_scores: false", "only true is built, because "),
    ],
)
def test_a_house_that_sets_what_is_not_built_is_refused_with_what_is(
    house: Path, old: str, new: str, said: str
) -> None:
    replace(house / "contract.yaml", old, new)
    result = run("publish", str(house))
    assert isinstance(result.exception, FormatError)
    assert said in str(result.exception)
    assert not (house / "lock.json").exists()


def test_show_without_a_reference_lists_the_standards_with_their_state() -> None:
    result = run("show")
    assert result.exit_code == 0
    rows = [line.split() for line in result.stdout.splitlines() if "@" in line]
    assert [(row[0], row[1], row[-1]) for row in rows] == [
        ("eval-standards@1.0+r1", "2026-03-25", "intact"),
        ("eval-standards@1.0+r2", "2026-11-16", "intact"),
        ("evaluation-rubric@1.0+r1", "-", "intact"),
    ]


def test_show_prints_every_part_and_every_ruling() -> None:
    result = run("show", "eval-standards@1.0+r1")
    assert result.exit_code == 0
    for heading in ("IDENTITY", "SCORE", "FIELDS", "TIERS", "CONFIDENCE", "THRESHOLDS", "PARAMETERS", "RULINGS"):
        assert f"\n{heading}\n" in result.stdout
    for text in (
        "grounded_refusal_accuracy   >= 0.95",
        "1   Deal-critical   3.0",
        "C-15",
        "Sets: score.semantic_match",
    ):
        assert text in result.stdout


@pytest.mark.parametrize("ref", ["eval-standards@1.0+r1", "eval-standards@1.0+r2", "evaluation-rubric@1.0"])
def test_nothing_that_is_shown_is_wider_than_eighty_columns_or_cut(ref: str) -> None:
    lines = run("show", ref).stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert not [line for line in lines if line.endswith("…")]
    assert not [line for line in lines if line != line.rstrip()]


def test_show_one_part_prints_that_part_only() -> None:
    result = run("show", "evaluation-rubric@1.0", "--part", "gates")
    assert "latency_e2e_p95_ms          <= 10000" in result.stdout
    assert "WEIGHTS" not in result.stdout


def test_show_an_unknown_part_names_the_parts() -> None:
    result = run("show", "eval-standards@1.0+r1", "--part", "gates")
    assert isinstance(result.exception, UsageError)
    assert "thresholds" in str(result.exception)


def test_a_part_without_a_standard_is_a_usage_error() -> None:
    result = run("show", "--part", "gates")
    assert result.exit_code == 2
    assert "--part needs the standard" in result.stderr


def test_show_as_json_gives_the_data_as_it_is_written() -> None:
    data = run_json("show", "eval-standards@1.0+r1")
    assert data["standard"] == "eval-standards@1.0+r1"
    assert data["parts"]["thresholds"]["tier1"]["value"] == "0.70"
    assert len(data["parts"]["rulings"]) == 72
    assert data["protected_differences"] == []
    template = run_json("show", "evaluation-rubric@1.0", "--part", "judge-template")
    assert template["parts"]["judge-template"].endswith('words"\n}')
    assert [row["state"] for row in run_json("show")] == ["intact", "intact", "intact"]


def test_verify_prints_one_row_a_part_and_exits_with_0() -> None:
    result = run("verify")
    assert result.exit_code == 0
    assert result.stdout.count(" intact\n") == 16 + 16 + 14
    assert "CHANGED" not in result.stdout


def test_verify_names_what_was_changed_and_exits_with_2(published: Path) -> None:
    replace(published / "eval-standards" / "1.1+acme" / "contract.yaml", "weight: 3.0", "weight: 2.0")
    result = run("verify", HOUSE, "--dir", str(published))
    assert result.exit_code == 2
    assert "tiers           CHANGED (1)\n" in result.stdout
    assert "tiers.1.weight: 3.0 -> 2.0" in result.stdout
    assert "score           intact\n" in result.stdout


def test_verify_goes_on_after_a_standard_that_is_refused(published: Path) -> None:
    (published / "eval-standards" / "1.1+acme" / "lock.json").unlink()
    result = run("verify", "--dir", str(published))
    assert result.exit_code == 2
    assert f"{HOUSE}: REFUSED\n" in result.stdout
    assert result.stdout.count(" intact\n") == 46
    listed = run("show", "--dir", str(published))
    assert listed.exit_code == 0
    assert "REFUSED" in listed.stdout


def test_verify_warns_of_a_changed_ruling_text_and_exits_with_0(published: Path) -> None:
    rulings = published / "eval-standards" / "1.1+acme" / "rulings.yaml"
    replace(rulings, 'why: "wording \\"not present anywhere\\""', 'why: "by the wording"')
    result = run("verify", HOUSE, "--dir", str(published))
    assert result.exit_code == 0
    warning = " ".join(result.stdout.split())
    assert "warning: the text of these rulings was changed since they were locked: A-04" in warning


def test_verify_as_json_tells_programs_the_same(published: Path) -> None:
    replace(published / "eval-standards" / "1.1+acme" / "contract.yaml", "weight: 3.0", "weight: 2.0")
    intact, second, _, changed = run_json("verify", "--dir", str(published))
    assert (intact["intact"], intact["draft"]) == (True, False)
    assert (second["intact"], second["draft"]) == (True, False)
    assert changed["intact"] is False
    assert changed["differences"] == [{"path": "tiers.1.weight", "before": "3.0", "after": "2.0"}]


def test_publish_writes_the_lock_and_says_what_differs(house: Path) -> None:
    result = run("publish", str(house))
    assert result.exit_code == 0
    assert (house / "lock.json").exists()
    assert f"Published {HOUSE}" in result.stdout
    assert "approved by A. Tan, B. Cole" in result.stdout
    assert "thresholds.capability_score.value   0.85   0.90" in result.stdout


def test_publish_refuses_our_own_versions() -> None:
    assert isinstance(run("publish", str(find_folder(OURS))).exception, StandardRefused)


def test_show_a_house_version_prints_its_differences_first(published: Path) -> None:
    result = run("show", HOUSE, "--dir", str(published))
    top = result.stdout[: result.stdout.index("IDENTITY")]
    assert "What differs from eval-standards@1.0+r1 (approved by A. Tan, B. Cole)" in top
    assert "thresholds.capability_score.value   0.85   0.90" in top


def test_diff_prints_each_figure_that_differs(published: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENVIRONMENT, str(published))
    result = run("diff", "eval-standards@1.0+r1", HOUSE)
    assert result.exit_code == 0
    assert "thresholds.capability_score.value   0.85        0.90" in result.stdout
    assert "identity.base" in result.stdout
    data = run_json("diff", "eval-standards@1.0+r1", HOUSE)
    assert {"path": "identity.base", "before": None, "after": "1.0"} in data["differences"]
    assert data["rulings"] == []


def test_diff_names_the_rulings_whose_text_differs(house: Path) -> None:
    replace(house / "rulings.yaml", 'why: "wording \\"not present anywhere\\""', 'why: "by the wording"')
    assert run("publish", str(house)).exit_code == 0
    result = run("diff", "eval-standards@1.0+r1", HOUSE, "--dir", str(house.parent.parent))
    assert "Rulings whose text differs: A-04." in result.stdout


def test_diff_of_a_version_with_itself_finds_nothing() -> None:
    assert "no protected difference" in run("diff", "eval-standards@1.0+r1", "eval-standards@1.0+r1").stdout


def test_diff_of_two_standards_is_a_usage_error() -> None:
    result = run("diff", "eval-standards@1.0+r1", "evaluation-rubric@1.0")
    assert isinstance(result.exception, UsageError)


def test_a_refused_standard_is_printed_line_by_line_and_exits_with_2(
    published: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    contract = published / "eval-standards" / "1.1+acme" / "contract.yaml"
    replace(contract, "weight: 3.0", "weight: 2.0")
    with pytest.raises(SystemExit) as caught:
        main(["standards", "show", HOUSE, "--dir", str(published)])
    assert caught.value.code == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith(f"error: {contract.resolve()}: {HOUSE} was changed without a new version.")
    assert second.startswith(f"error: {contract.resolve()}:")
    assert second.endswith(": tiers.1.weight: 3.0 -> 2.0")
