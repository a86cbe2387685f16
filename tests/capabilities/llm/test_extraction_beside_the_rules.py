"""Extraction on a model beside the rules: what they say of the same field, tranche and clause is what it is held to."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.capabilities.papers import AMENDMENT, TWO_FACILITIES, read
from tools.scripted_models import Clause, Request

from loanproof.capabilities.calibration import load_calibration
from loanproof.capabilities.llm import Caller, Meter, PaperReading
from loanproof.capabilities.llm.asks import Status
from loanproof.capabilities.llm.checking import Claim
from loanproof.capabilities.llm.confidence import PACKAGE, Signal, words_in_use
from loanproof.capabilities.llm.extraction import Cell, ModelExtraction
from loanproof.capabilities.llm.field_answers import FieldWriter
from loanproof.capabilities.llm.written import write_value
from loanproof.chat import ChatReply, ChatRequest
from loanproof.core import FieldId, Span

from .on_loopback import PARAMS, clause_with
from .test_extraction_on_a_model import STANDARD

Json = dict[str, Any]
Said = Callable[[Request, str], Json]
ONE_DAY = TWO_FACILITIES.replace("4 May 2032", "4 May 2031")
ONE_MARGIN = AMENDMENT.replace(
    "2.1 The definition of Margin is amended by replacing “2.35 per cent. per annum” with “2.05 per cent. per annum”.",
    "2.1 The Margin of Facility A is reduced from 2.35 per cent. per annum to 2.05 per cent. per annum. The Margin of\n"
    "Facility B does not change.",
)
TWO_DAYS = AMENDMENT.replace(
    "The amendments in this letter take effect on 1 April 2027.",
    "The amendment in paragraph 2.2 takes effect on 9 August 2027. The other amendments in this letter take effect on\n"
    "1 April 2027.",
)
A_RESTATEMENT = AMENDMENT.replace("AMENDMENT LETTER", "AMENDMENT AND RESTATEMENT LETTER").replace(
    "3.1 All other",
    "3.1 The Agreement is amended and restated as set out in the document that the parties initial.\n3.2 All",
)
APART = TWO_FACILITIES.replace(
    "(a) in relation to Facility A, 3.15 per cent. per annum; and\n\n"
    "(b) in relation to Facility B, 2.85 per cent. per annum.",
    "the rate that Clause 2 gives.",
).replace(
    "3. GOVERNING LAW",
    "2.2 The Margin for Facility A is 3.15 per cent. per annum.\n\n"
    "2.3 The Margin for Facility B is 2.85 per cent. per annum.\n\n3. GOVERNING LAW",
)
NOTHING = {"ids": [], "ends": "", "value": []}


def cell(field: str, tranche: str | None = None) -> Cell:
    return Cell(field=FieldId(field), tranche=tranche)


def absent(_: Request, term: str) -> Json:
    return {"term": term, **NOTHING, "status": "absent"}


def unchanged(_: Request, term: str) -> Json:
    return {"term": term, **NOTHING, "original": "", "status": "unchanged"}


def changed(clause: Clause, term: str, value: str, original: str = "") -> Json:
    told = {"ids": [clause.id], "ends": clause.ends, "value": [value], "original": original}
    return {"term": term, **told, "status": "changed"}


def extraction(reading: PaperReading, said: Said, *, is_hybrid: bool = False, taken: int = 0) -> ModelExtraction:
    """Return an extraction on a model that answers term by term, of which some tokens are taken already."""

    def ask(request: ChatRequest) -> ChatReply:
        messages = [{"role": one.role.value, "content": one.text} for one in request.messages]
        asked = Request({"messages": messages, "response_format": {"schema": request.json_schema}})
        return ChatReply(text=json.dumps({"answers": [said(asked, term) for term in asked.terms]}), input_tokens=900)

    meter = Meter(max_output=PARAMS.max_tokens, input_tokens=taken)
    return ModelExtraction(reading, Caller(ask, PARAMS, meter), lambda _: (), is_hybrid=is_hybrid)


def reading_of(folder: Path, text: str) -> PaperReading:
    return PaperReading(read(folder, text), STANDARD)


def fields_of(output: Json, label: str) -> Json:
    found: Json = next(one["fields"] for one in output["tranches"] if one["label"] == label)
    return found


def test_a_tenor_that_the_tranches_share_opposes_a_model_that_finds_none(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, ONE_DAY)
    found = extraction(reading, absent)
    found.output()
    assert reading.by_rules["fields"]["tenor"]["value"] == "5 years"
    for label in ("Facility A", "Facility B"):
        assert found.signals[cell("tenor", label)] is Signal.ABSENT_OPPOSED
        assert found.signals[cell("commitment_fee", label)] is Signal.ABSENT_AGREED


def test_a_tenor_that_the_tranches_share_is_what_goes_out_where_the_model_is_not_asked(tmp_path: Path) -> None:
    output = extraction(reading_of(tmp_path, ONE_DAY), absent, taken=5900).output()
    assert (output["fields"]["tenor"]["value"], output["fields"]["tenor"]["scope"]) == ("5 years", "shared")
    assert fields_of(output, "Facility A")["margin"]["value"] == "3.15 per cent. per annum"
    assert output["fields"]["tenor"]["confidence"] < 0.7


def test_tenors_that_differ_are_what_goes_out_for_each_tranche(tmp_path: Path) -> None:
    output = extraction(reading_of(tmp_path, TWO_FACILITIES), absent, taken=5900).output()
    assert [one["fields"]["tenor"]["value"] for one in output["tranches"]] == ["6 years", "5 years"]
    assert "scope" not in fields_of(output, "Facility A")["tenor"]


def test_a_tenor_that_the_tranches_share_is_not_asked_for_in_hybrid(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, ONE_DAY)
    reading.by_rules["fields"]["tenor"]["confidence"] = 0.95
    terms: list[str] = []

    def model(_: Request, term: str) -> Json:
        terms.append(term)
        return absent(_, term)

    output = extraction(reading, model, is_hybrid=True).output()
    assert (output["fields"]["tenor"]["value"], output["fields"]["tenor"]["confidence"]) == ("5 years", 0.95)
    assert not [one for one in terms if one.startswith("tenor")]
    assert "margin of Facility A" in terms


def test_what_is_changed_of_one_facility_is_asked_for_each_and_held_to_the_rules(tmp_path: Path) -> None:
    found = extraction(reading_of(tmp_path, ONE_MARGIN), unchanged)
    output = found.output()
    assert "margin" not in output["fields"]
    assert found.signals[cell("margin", "Facility A")] is Signal.ABSENT_OPPOSED
    assert found.signals[cell("margin", "Facility B")] is Signal.ABSENT_AGREED
    assert found.signals[cell("maturity_date")] is Signal.ABSENT_OPPOSED
    assert found.signals[cell("commitment_fee")] is Signal.ABSENT_AGREED


def test_a_change_of_one_facility_that_both_find_is_agreed(tmp_path: Path) -> None:
    def model(request: Request, term: str) -> Json:
        if term != "margin of Facility A":
            return unchanged(request, term)
        clause = clause_with(request, "2.05")
        return changed(clause, term, "2.05 per cent. per annum", "2.35 per cent. per annum")

    found = extraction(reading_of(tmp_path, ONE_MARGIN), model)
    margin = fields_of(found.output(), "Facility A")["margin"]
    assert (margin["status"], margin["value"]) == ("amended", "2.05 per cent. per annum")
    assert margin["original_value"] == "2.35 per cent. per annum"
    assert found.signals[cell("margin", "Facility A")] is Signal.AGREED


def test_a_change_of_one_facility_that_the_rules_settle_is_kept_in_hybrid(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, ONE_MARGIN)
    reading.by_rules["tranches"][0]["fields"]["margin"]["confidence"] = 0.95
    margin = fields_of(extraction(reading, unchanged, is_hybrid=True).output(), "Facility A")["margin"]
    assert (margin["status"], margin["value"], margin["confidence"]) == ("amended", "2.05 per cent. per annum", 0.95)


def test_each_change_takes_effect_when_its_own_clause_says(tmp_path: Path) -> None:
    values = {"margin": "2.05 per cent. per annum", "maturity_date": "4 May 2033"}

    def model(request: Request, term: str) -> Json:
        if term not in values:
            return unchanged(request, term)
        return changed(clause_with(request, values[term]), term, values[term])

    fields = extraction(reading_of(tmp_path, TWO_DAYS), model).output()["fields"]
    assert fields["maturity_date"]["effective_date"] == "2027-08-09"
    assert fields["margin"]["effective_date"] == "2027-04-01"


def test_a_list_that_an_amendment_changes_is_given_whole(tmp_path: Path) -> None:
    names = ["PIPPIN HOLDINGS LIMITED", "RUSSET FARMS LIMITED"]
    text = AMENDMENT.replace("3. NO OTHER", f"2.3 The Guarantors shall be {names[0]} and {names[1]}.\n\n3. NO OTHER")

    def model(request: Request, term: str) -> Json:
        if term != "guarantors":
            return unchanged(request, term)
        return changed(clause_with(request, names[0]), term, names[0]) | {"value": names}

    found = extraction(reading_of(tmp_path, text), model).output()["fields"]["guarantors"]
    assert (found["status"], found["value"]) == ("amended", names)
    assert all(any(one in quote["quote"] for quote in found["provenance"]) for one in names)


def test_a_restatement_without_its_agreement_is_asked_for_what_it_changes(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, A_RESTATEMENT)
    assert reading.kind == "amendment_and_restatement"
    statuses: set[str] = set()

    def model(request: Request, term: str) -> Json:
        statuses.update(request.statuses)
        return unchanged(request, term)

    fields = extraction(reading, model).output()["fields"]
    assert statuses == {"changed", "unchanged"}
    assert fields["governing_law"]["status"] == "unchanged"


@pytest.mark.parametrize(("tranche", "signal"), [("Facility A", Signal.ALONE), ("Facility B", Signal.UNSUPPORTED)])
def test_a_margin_is_supported_only_for_the_facility_that_its_clause_names(
    tranche: str, signal: Signal, tmp_path: Path
) -> None:
    reading = reading_of(tmp_path, APART)
    words, value = ("2.2 The Margin for Facility A is 3.15 per cent. per annum.", "3.15 per cent. per annum")
    at = reading.paper.text.index(words)
    clauses = reading.desk.show([Span(at, at + len(words))])
    span = Span(at + words.index(value), at + len(words) - 1)
    claim = Claim(term="margin", status=Status.STATED, clauses=clauses, spans=(span,))
    answer = FieldWriter(reading).stated(FieldId("margin"), tranche, claim)
    assert answer is not None
    assert (answer["value"], answer["signal"]) == (value, signal)


PERIODS = {"1-year": "1 year", "364-day": "364 days", "5-Year": "5 years", "five years": "five years"}


@pytest.mark.parametrize("words", PERIODS)
def test_a_short_form_of_a_period_is_written_out(words: str, tmp_path: Path) -> None:
    reading = reading_of(tmp_path, f"2.1 The Lenders make available a {words} term loan facility.")
    at = reading.paper.text.index(words)
    value = write_value(FieldId("tenor"), Span(at, at + len(words)), reading.paper, STANDARD)
    assert value == PERIODS[words]


def test_the_calibration_was_measured_with_the_words_that_are_shipped() -> None:
    assert load_calibration(PACKAGE).words == words_in_use(), "run python -m tools.calibrate_llm SUITE… --write"
