"""The figures that a case is checked against are read from the contract: with another value a case gets a problem."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.conformance.flipping import content_with
from tests.tables import load_table

from loanproof.cases import lint_suite, load_suite, make_suite
from loanproof.standards import ENVIRONMENT, OUR_CONTRACT, load_contract, publish_standard

FLIPS: list[dict[str, Any]] = load_table(Path(__file__).parent / "check_flips.yaml")
IDENTITY = {"name": "eval-standards", "version": "1.1+acme", "title": "House", "base": "1.0", "date": "2026-11-02"}


@pytest.mark.parametrize("flip", FLIPS, ids=lambda flip: flip["path"])
def test_another_value_gives_a_case_a_problem(
    flip: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite = tmp_path / "suite"
    make_suite(suite)
    assert lint_suite(load_suite(suite)).problems == ()
    part = flip["path"].partition(".")[0]
    other = content_with(load_contract(OUR_CONTRACT), {flip["path"]: flip["value"]})
    folder = tmp_path / "standards" / "eval-standards" / "1.1+acme"
    folder.mkdir(parents=True)
    changes = {"identity": {**IDENTITY, "approved_by": ["A. Tan"]}, part: other[part]}
    (folder / "changes.yaml").write_text(json.dumps(changes), encoding="utf-8")
    publish_standard(folder)
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "standards"))
    settings = suite / "suite.yaml"
    settings.write_text(
        settings.read_text("utf-8").replace("eval-standards@1.0+r2", "eval-standards@1.1+acme"), "utf-8"
    )
    assert [flip["says"] in str(one) for one in lint_suite(load_suite(suite)).problems] == [True]
