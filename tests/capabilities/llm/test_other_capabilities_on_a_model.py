"""Covenants, benchmark terms and questions on a model: its words are checked, and code writes what goes out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.capabilities.covenant_paper import AGREEMENT
from tests.capabilities.papers import TWO_FACILITIES
from tools.scripted_models import Request

from loanproof.capabilities import Paper, monitor
from loanproof.capabilities.llm.questions import terms_in
from loanproof.core import Capability
from loanproof.documents import load_document
from loanproof.scoring import guard_output
from loanproof.standards import load_contract

from .on_loopback import Asked, Json, asked, clause_with, completion, entry

STANDARD = load_contract("eval-standards@1.0+r2")
REFUSAL = "The document does not contain information about"


@pytest.fixture
def agreement(tmp_path: Path) -> Path:
    path = tmp_path / "agreement.txt"
    path.write_text(AGREEMENT, encoding="utf-8")
    return path


def covenant(request: Request, words: str, **said: str) -> Json:
    """Return the entry of a covenant in the clause that holds some words."""
    clause = clause_with(request, words)
    told = {"name": "", "type": "positive", "threshold": "", "operator": "", "frequency": "none", **said}
    return {"ids": [clause.id], "ends": clause.ends, **told}


def honest(request: Request) -> str:
    """Answer as a careful reader of the agreement would."""
    if "covenants" in request.keys:
        ratio = {"type": "financial", "threshold": "3.80:1", "operator": "<=", "frequency": "quarterly"}
        worth = {"type": "financial", "threshold": "GBP 41,000,000", "operator": ">=", "frequency": "at_all_times"}
        return json.dumps({"covenants": [
            covenant(request, "3.80:1", name="Total Net Debt to EBITDA", **ratio),
            covenant(request, "41,000,000", name="Tangible Net Worth", **worth),
            covenant(request, "140 days", name="Audited consolidated financial statements", type="information",
                     threshold="140 days", frequency="annual"),
            covenant(request, "any Security", name="Negative pledge", type="negative"),
            covenant(request, "insurances", name="Insurance"),
        ]})  # fmt: skip
    grace = clause_with(request, "within four")
    return json.dumps({
        "grace_periods": [{"ids": [grace.id], "ends": grace.ends, "value": "four Business Days"}], "cross_default": [],
    })  # fmt: skip


def guarded(found: Asked, path: Path, capability: Capability) -> list[str]:
    report = guard_output(json.dumps(found.output), capability, [load_document(path)], STANDARD)
    return [one.item for one in report.items if one.faults]


def test_covenants_are_what_the_model_names_with_what_code_reads_of_them(agreement: Path) -> None:
    found = asked(agreement, honest, capability=Capability.COVENANTS)
    by_name: dict[str, Json] = {one["name"]: one for one in found.output["covenants"]}
    ratio = by_name["Total Net Debt to EBITDA"]
    assert (ratio["type"], ratio["threshold"], ratio["operator"]) == ("financial", "3.80:1", "<=")
    assert ratio["testing_frequency"] == "quarterly"
    assert "3.80:1" in ratio["provenance"][0]["quote"]
    assert by_name["Tangible Net Worth"]["threshold"] == "GBP 41,000,000"
    pledge = by_name["Negative pledge"]
    assert [one["cap"] for one in pledge["carve_outs"]] == [None, "GBP 6,500,000"], "carve-outs are read by code"
    assert found.output["flags"]["grace_periods"][0]["days"] == 4
    assert found.output["flags"]["grace_periods"][0]["unit"] == "business"
    assert not guarded(found, agreement, Capability.COVENANTS)


COVENANT_LIES: dict[str, tuple[Json, str]] = {
    "a level that the clause does not have": ({"threshold": "5.25:1"}, "REPLY_NOT_IN_CLAUSE"),
    "a clause that was not shown": ({"ids": ["XXX"]}, "REPLY_UNKNOWN_CLAUSE"),
    "another checksum": ({"ends": "No one ... ever after."}, "REPLY_OTHER_ENDS"),
    "a class of its own": ({"type": "structural"}, "REPLY_WRONG_SHAPE"),
}


@pytest.mark.parametrize("lie", COVENANT_LIES)
def test_an_invented_covenant_does_not_go_out(lie: str, agreement: Path) -> None:
    changed, code = COVENANT_LIES[lie]

    def model(request: Request) -> str:
        told = json.loads(honest(request)) if "3.80:1" in request.text or "covenants" not in request.keys else {}
        told["covenants"] = [one | changed if "3.80" in json.dumps(one) else one for one in told.get("covenants", ())]
        return json.dumps({key: told[key] for key in request.keys})

    found = asked(agreement, model, capability=Capability.COVENANTS)
    assert code in found.findings
    assert "5.25" not in json.dumps(found.output["covenants"])
    assert "Total Net Debt to EBITDA" not in [one["name"] for one in found.output["covenants"]]


def test_a_name_that_nobody_has_is_replaced_by_that_of_the_rules(agreement: Path) -> None:
    def model(request: Request) -> str:
        if "covenants" not in request.keys:
            return json.dumps({"grace_periods": [], "cross_default": []})
        return json.dumps({"covenants": [covenant(request, "insurances", name="Visit evil.example for AAA")]})

    found = asked(agreement, model, capability=Capability.COVENANTS)
    assert "evil" not in json.dumps(found.output)
    assert [one["type"] for one in found.output["covenants"]] == ["positive"]


NO_FLAGS: Json = {"grace_periods": [], "cross_default": []}
# What the flags reply says, and what then goes out: the grace periods in days, and whether there is a cross default.
SPOILED_FLAGS: dict[str, tuple[str, list[int], bool]] = {
    "prose": ("Sorry, I cannot.", [4, 12], True),
    "half an object": ('{"grace_periods": [', [4, 12], True),
    "a list is missing": ('{"grace_periods": []}', [4, 12], True),
    "an entry of another shape": ('{"grace_periods": ["four"], "cross_default": []}', [4, 12], True),
    "an entry of no clause": (
        '{"grace_periods": [{"ids": [], "ends": "", "value": "four"}], "cross_default": []}', [4, 12], True,
    ),
    "both lists are read, and empty": (json.dumps(NO_FLAGS), [], False),
    "a key too many": (json.dumps(NO_FLAGS | {"note": "none"}), [], False),
}  # fmt: skip


@pytest.mark.parametrize("reply", SPOILED_FLAGS)
def test_flags_whose_reply_cannot_be_used_are_those_of_the_rules_at_low(reply: str, agreement: Path) -> None:
    said, days, is_cross = SPOILED_FLAGS[reply]
    found = asked(
        agreement, lambda one: honest(one) if "covenants" in one.keys else said, capability=Capability.COVENANTS
    )
    flags = found.output["flags"]
    assert [one["days"] for one in flags["grace_periods"]] == days
    assert flags["cross_default"]["present"] is is_cross
    assert all(one["confidence"] < 0.7 for one in (*flags["grace_periods"], flags["cross_default"]))


def test_a_flag_that_the_model_names_stays_beside_those_that_could_not_be_used(agreement: Path) -> None:
    def model(request: Request) -> str:
        told = json.loads(honest(request))
        if "grace_periods" in told:
            told["grace_periods"].append({"ids": [], "ends": "", "value": ""})
        return json.dumps(told)

    flags = asked(agreement, model, capability=Capability.COVENANTS).output["flags"]
    assert [(one["days"], one["confidence"] < 0.7) for one in flags["grace_periods"]] == [(4, False), (12, True)]


def test_covenants_of_a_reply_that_cannot_be_read_are_those_of_the_rules_at_low(agreement: Path) -> None:
    by_rules = [one["name"] for one in monitor(load_document(agreement), STANDARD)["covenants"]]
    found = asked(agreement, lambda _: "Sorry, I cannot.", capability=Capability.COVENANTS)
    assert len(by_rules) == 6
    assert sorted(one["name"] for one in found.output["covenants"]) == sorted(by_rules)
    assert all(one["confidence"] < 0.7 for one in found.output["covenants"])
    assert "REPLY_NOT_JSON" in found.findings


def test_all_clauses_of_a_reply_that_cannot_be_read_are_asked_about_again(agreement: Path) -> None:
    replies: list[Request] = []

    def model(request: Request) -> str:
        replies.extend([request] if "covenants" in request.keys else [])
        return honest(request) if len(replies) != 1 or "covenants" not in request.keys else "Sorry, I cannot."

    found = asked(agreement, model, capability=Capability.COVENANTS)
    assert [one.id for one in replies[1].clauses] == [one.id for one in replies[0].clauses]
    names = {one["name"] for one in found.output["covenants"]}
    assert names == {"Total Net Debt to EBITDA", "Tangible Net Worth", "Negative pledge", "Insurance",
                     "Audited consolidated financial statements"}  # fmt: skip


def test_a_covenant_that_passed_is_told_once_when_its_clause_is_asked_about_again(agreement: Path) -> None:
    calls: list[str] = []

    def model(request: Request) -> str:
        if "covenants" not in request.keys:
            return json.dumps(NO_FLAGS)
        calls.append("covenants")
        pledge = covenant(request, "any Security", name="Negative pledge", type="negative")
        other = covenant(request, "any Security", name="Security", type="positive", threshold="GBP 9")
        if len(calls) == 1:
            return json.dumps({"covenants": [pledge, other]})
        return json.dumps({"covenants": [pledge | {"name": "Security over assets"}, other]})

    found = asked(agreement, model, capability=Capability.COVENANTS)
    assert len(calls) == 2
    assert [one["name"] for one in found.output["covenants"]] == ["Security over assets"]


def test_a_covenant_that_passed_stays_when_only_the_other_of_its_clause_is_told_again(agreement: Path) -> None:
    calls: list[str] = []

    def model(request: Request) -> str:
        if "covenants" not in request.keys:
            return json.dumps(NO_FLAGS)
        calls.append("covenants")
        pledge = covenant(request, "any Security", name="Negative pledge", type="negative")
        other = covenant(request, "any Security", name="Security", type="positive")
        return json.dumps({"covenants": [pledge, other | {"threshold": "GBP 9"}] if len(calls) == 1 else [other]})

    found = asked(agreement, model, capability=Capability.COVENANTS)
    assert sorted(one["type"] for one in found.output["covenants"]) == ["negative", "positive"]


def test_benchmark_terms_are_found_by_the_model_and_compared_by_code(agreement: Path) -> None:
    read = {"default_interest": ("3.50 per cent. per annum", ""), "payment_grace": ("four Business Days", "")}

    def model(request: Request) -> str:
        return json.dumps({"answers": [entry(request, one, *read.get(one, (None, ""))) for one in request.terms]})

    found = asked(agreement, model, capability=Capability.BMT)
    by_term: dict[str, Json] = {one["term"]: one for one in found.output["comparisons"]}
    interest = by_term["default_interest"]
    assert interest["finding"] == "deviation"
    assert interest["deal_value"] == "3.50 per cent. per annum"
    assert interest["gap"]["bps"] > 0
    assert interest["benchmark"]["publication"]
    assert "majority_lenders" not in by_term, "what the model calls absent is not told"
    assert (
        found.output["jurisdiction"]["governing_law"] is None or "law" in found.output["jurisdiction"]["governing_law"]
    )


ASKED_TERMS = {
    "Does the Majority Lenders test apply daily?": ["Majority Lenders"],
    "What is the Majority Lenders?": ["Majority Lenders"],
    "Who are the “majority lenders”, and how is the Margin, if any, set?": ["Majority Lenders", "Margin"],
    "What do the Majority-Lenders decide?": ["Majority Lenders"],
    "Are there marginal costs for a majority?": [],
}


@pytest.mark.parametrize("question", ASKED_TERMS)
def test_a_question_uses_a_defined_term_beside_any_mark(question: str, agreement: Path) -> None:
    definitions = Paper(load_document(agreement)).definitions
    assert [one.term for one in terms_in(question, definitions)] == ASKED_TERMS[question]


QUESTION = "What is the rate of default interest?"


def answering(answer: str, words: str, **more: Any) -> Any:
    def model(request: Request) -> str:
        clause = next((one for one in request.clauses if words in one.text), request.clauses[0])
        told = {"ids": [clause.id], "ends": clause.ends, "answer": answer, "unanswered": [], "status": "stated"}
        return json.dumps(told | more)

    return model


def test_an_answer_that_its_clause_says_goes_out_with_the_clause(agreement: Path) -> None:
    said = "Default interest accrues at a rate 3.50 per cent. per annum higher than the rate otherwise payable."
    model = answering(said, "overdue amount")
    found = asked(agreement, model, capability=Capability.QA, question=QUESTION)
    assert found.output["answer"] == said
    assert "3.50 per cent. per annum" in found.output["provenance"][0]["quote"]
    assert len(found.requests) == 1


FALSE_ANSWERS = {
    "a figure of its own": "Default interest accrues at 4.50 per cent. per annum.",
    "a denial": "No default interest accrues on an overdue amount at 3.50 per cent. per annum.",
    "a name of its own": "Default interest of 3.50 per cent. per annum is paid to Gravenstein Bank plc.",
}


@pytest.mark.parametrize("lie", FALSE_ANSWERS)
def test_an_answer_that_its_clause_does_not_say_becomes_the_refusal(lie: str, agreement: Path) -> None:
    model = answering(FALSE_ANSWERS[lie], "overdue amount")
    found = asked(agreement, model, capability=Capability.QA, question=QUESTION)
    assert found.output["answer"].startswith(REFUSAL)
    assert found.output["provenance"] == []
    assert found.output["confidence"] < 0.7
    assert "REPLY_HELD_BY_GUARD" in found.findings
    assert len(found.requests) == 2, "it is asked once more, with the reason"


def test_what_the_model_does_not_find_is_refused_in_the_words_of_the_contract(agreement: Path) -> None:
    model = answering("", "Margin", status="absent")
    found = asked(agreement, model, capability=Capability.QA, question="What is the annual agency fee?")
    assert found.output["answer"] == f"{REFUSAL} the annual agency fee."


def test_a_part_that_is_not_answered_is_refused_beside_the_answer(agreement: Path) -> None:
    said = "Default interest accrues at a rate 3.50 per cent. per annum higher than the rate otherwise payable."
    question = "What is the rate of default interest, and what is the annual agency fee?"
    model = answering(said, "overdue amount", unanswered=["what is the annual agency fee"])
    found = asked(agreement, model, capability=Capability.QA, question=question)
    assert found.output["answer"] == f"{said} {REFUSAL} the annual agency fee."
    model = answering(said, "overdue amount", unanswered=["what the weather is"])
    invented = asked(agreement, model, capability=Capability.QA, question=question)
    assert "weather" not in invented.output["answer"], "only words of the question are refused"


def test_a_server_that_fails_at_once_is_an_answer_that_there_is_none(agreement: Path) -> None:
    found = asked(agreement, honest, capability=Capability.QA, question=QUESTION, say=_refused)
    assert found.answer.output is None
    assert found.answer.error_kind == "refused"


def _refused(_: str) -> Any:
    broken = completion("")
    return type(broken)(body=b"no", status=404)


def _dear(text: str) -> Any:
    return completion(text, tokens=(5400, 9))


def test_no_call_is_made_that_may_pass_the_budget(agreement: Path) -> None:
    # the server counts far more than anybody would: the first call is all that fits
    found = asked(agreement, honest, capability=Capability.COVENANTS, say=_dear)
    assert len(found.requests) == 1
    assert "BUDGET_USED_UP" in found.findings
    assert all(one["confidence"] < 0.7 for one in found.output["flags"]["grace_periods"])
    assert found.output["flags"]["grace_periods"], "what was not asked is told as the rules find it"


def test_an_extraction_that_the_budget_ends_tells_the_rest_by_rules_at_low(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text(TWO_FACILITIES, encoding="utf-8")
    found = asked(path, lambda _: '{"answers": []}', say=_dear)
    assert len(found.requests) == 1, "the second batch does not fit"
    groups = [found.output["fields"], *(one["fields"] for one in found.output["tranches"])]
    later = [one for fields in groups for one in fields.values() if "was not asked" in one.get("note", "")]
    assert later
    assert any(one["status"] == "extracted" for one in later)
    assert all(one["confidence"] < 0.7 for one in later)
