"""What a run must record: a version that pins the model (C-27), and that of the code under test (C-28)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.flipping import flipped
from tests.conformance.vectors import FIRST_REVISION, SECOND_REVISION, contract_of
from tests.runs.small_suite import RUN, answers, make_suite, write_lines
from tests.tables import load_table

from loanproof.cases import load_suite
from loanproof.outputs import load_outputs
from loanproof.runs import EvaluatorInfo, RecordedRun, describe_recorded, is_floating
from loanproof.standards import load_rubric

if TYPE_CHECKING:
    from loanproof.standards import EvalStandard

RUBRIC = load_rubric("evaluation-rubric@1.0")
WITHOUT_CODE = {"run": {key: value for key, value in RUN["run"].items() if key != "code_version"}}
MOVING = ("latest", "stable", "current", "default", "newest", "main", "head", "auto", "preview", "Stable", " stable ")


@pytest.mark.parametrize("version", [*MOVING, "latest-2026", "latest-2026-01-05", "beta", "production", ""])
def test_a_name_that_moves_pins_nothing(version: str) -> None:
    assert is_floating("m", version, contract_of(SECOND_REVISION), RUBRIC)


@pytest.mark.parametrize(
    "version", ["2026-10-01", "v3", "1.5-preview", "sha256:0a", "deadbeef", "3f2a9c1", "preview-0925", "reported"]
)
def test_a_date_a_number_a_hash_or_the_reported_build_pins(version: str) -> None:
    assert not is_floating("m", version, contract_of(SECOND_REVISION), RUBRIC)


@pytest.mark.parametrize("version", ["stable", "latest-2026", "beta"])
def test_revision_one_knows_only_the_alias_of_the_rubric(version: str) -> None:
    assert not is_floating("m", version, contract_of(FIRST_REVISION), RUBRIC)
    assert is_floating("m", "latest", contract_of(FIRST_REVISION), RUBRIC)


def test_a_model_that_ends_in_an_alias_floats_whatever_its_version() -> None:
    assert is_floating("m-latest", "2026-10-01", contract_of(SECOND_REVISION), RUBRIC)


@pytest.mark.parametrize("row", load_table(Path(__file__).parent / "record_flips.yaml"))
def test_the_contract_decides_what_a_run_must_record(row: dict[str, Any], tmp_path: Path) -> None:
    second = contract_of(SECOND_REVISION)
    assert seen(row["sees"], second, tmp_path / "a") is row["before"]
    assert seen(row["sees"], flipped(second, row["path"], row["value"]), tmp_path / "b") is row["after"]


def seen(what: str, standard: EvalStandard, folder: Path) -> bool:
    if what == "stable floats":
        return is_floating("m", "stable", standard, RUBRIC)
    suite, outputs = load_suite(make_suite(folder)), write_lines(folder / "outputs.jsonl", answers(), run=WITHOUT_CODE)
    run = RecordedRun(suite=suite, outputs=load_outputs(outputs), timestamp_utc="2026-01-01T00:00:00Z")
    described = describe_recorded(run, standard, RUBRIC, EvaluatorInfo.contract(standard))
    return described.code_version is not None
