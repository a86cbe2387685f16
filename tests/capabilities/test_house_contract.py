"""The built-in systems answer by the contract of the suite: what a house sets there is in what they say."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.capabilities.llm.on_loopback import asked
from tests.capabilities.llm.test_extraction_beside_the_rules import ONE_MARGIN, extraction
from tests.capabilities.papers import TWO_FACILITIES, read
from tools.scripted_models import Request

from loanproof.adapters.answers import write_question
from loanproof.capabilities import answer_by_rules, extract
from loanproof.capabilities.baseline.fields import TRANCHE_FIELDS
from loanproof.capabilities.llm import PaperReading
from loanproof.cases import load_suite, make_suite
from loanproof.core import Capability, StandardRefused
from loanproof.runs import Plan, PlannedSample, Selection, TargetIdentity
from loanproof.standards import ENVIRONMENT, EvalStandard, load_contract, publish_standard

HOUSE = "eval-standards@1.3+acme"
MARK = "as before"
CHANGES = f"""
identity:
  name: eval-standards
  version: 1.3+acme
  title: Eval Standards of Acme Bank
  base: 1.0+r2
  date: 2026-11-16
  approved_by: [A. Tan, B. Cole]
amendment: {{unchanged_marker: {MARK}}}
"""
AMENDMENT = """AMENDMENT AGREEMENT

THIS AMENDMENT AGREEMENT is dated 3 March 2027 and made between:

(1) Thorne Marine Limited (the "Borrower"); and
(2) Carrow Bank plc (the "Lender").

1. AMENDMENT

With effect from the date of this Agreement the definition of "Margin" in the Facility Agreement dated 3 March 2026 is
deleted and replaced by the following:

"Margin" means 3.25 per cent. per annum.

2. GOVERNING LAW

This Agreement is governed by English law.
"""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Publish a version that calls what an amendment leaves alone by other words."""
    folder = tmp_path / "standards" / "eval-standards" / "1.3+acme"
    folder.mkdir(parents=True)
    (folder / "changes.yaml").write_text(CHANGES, encoding="utf-8")
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "standards"))
    publish_standard(folder)
    return HOUSE


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    path = tmp_path / "amendment.txt"
    path.write_text(AMENDMENT, encoding="utf-8")
    return path


def unchanged(request: Request) -> str:
    """Answer that the amendment changes nothing."""
    said = {"ids": [], "ends": "", "value": [], "original": "", "status": "unchanged"}
    return json.dumps({"answers": [{"term": term} | said for term in request.terms]})


def test_the_rules_answer_by_the_contract_that_they_are_told(house: str, paper: Path) -> None:
    question = {"capability": "extraction", "documents": [{"name": paper.name, "path": str(paper)}]}
    ours = answer_by_rules(question)["output"]["fields"]["tenor"]["value"]
    theirs = answer_by_rules(question | {"standard": house})["output"]["fields"]["tenor"]["value"]
    assert (ours, theirs) == ("unchanged — refer to original agreement", MARK)
    with pytest.raises(StandardRefused):
        answer_by_rules(question | {"standard": "eval-standards@9.9+nobody"})


def test_a_model_behind_the_built_in_system_answers_by_it_too(house: str, paper: Path) -> None:
    ours = asked(paper, unchanged).output["fields"]["tenor"]["value"]
    theirs = asked(paper, unchanged, standard=house).output["fields"]["tenor"]["value"]
    assert (ours, theirs) == ("unchanged — refer to original agreement", MARK)


def test_a_target_is_told_the_contract_of_a_house_and_its_answers_are_kept_apart(house: str, tmp_path: Path) -> None:
    make_suite(tmp_path / "suite")
    settings = tmp_path / "suite" / "suite.yaml"
    identity = TargetIdentity(name="t", kind="python", model_id="m", model_version="1")
    chosen = Selection(capabilities=tuple(set(Capability) - {Capability.TASK}))

    def planned() -> list[PlannedSample]:
        return list(Plan(load_suite(tmp_path / "suite"), identity, repeats=1, selection=chosen))

    ours = planned()
    settings.write_text(settings.read_text("utf-8").replace("eval-standards@1.0+r2", house), "utf-8")
    theirs = planned()
    assert {write_question(one.question).get("standard") for one in ours} == {None}
    assert {write_question(one.question).get("standard") for one in theirs} == {house}
    assert not {one.key for one in ours} & {one.key for one in theirs}


def without(name: str) -> EvalStandard:
    """Return the contract of a house that does without a field."""
    ours = load_contract("eval-standards@1.0+r2")
    fields = {key: one for key, one in ours.contract.fields.items() if key != name}
    return replace(ours, contract=ours.contract.model_copy(update={"fields": fields}))


@pytest.mark.parametrize("name", sorted(TRANCHE_FIELDS))
@pytest.mark.parametrize("text", [TWO_FACILITIES, ONE_MARGIN], ids=["two facilities", "a change of one of them"])
def test_a_house_may_do_without_a_field_that_tranches_have(name: str, text: str, tmp_path: Path) -> None:
    document, standard = read(tmp_path, text), without(name)
    ours, theirs = (extract(document, one) for one in (without(""), standard))
    by_model = extraction(PaperReading(document, standard), unchanged_or_absent).output()
    assert named(theirs) == named(by_model) == {one - {name} for one in named(ours)} - {frozenset()}


def named(output: dict[str, Any]) -> set[frozenset[str]]:
    """Return the names of the fields that an output gives for all tranches, and of those that it gives for each."""
    return {frozenset(one["fields"]) for one in (output, *output.get("tranches", ()))}


def unchanged_or_absent(request: Request, term: str) -> dict[str, Any]:
    nothing = {"term": term, "ids": [], "ends": "", "value": [], "original": ""}
    return nothing | {"status": "unchanged" if "unchanged" in request.statuses else "absent"}
