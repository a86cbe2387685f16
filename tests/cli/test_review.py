"""The review on a terminal, beside the sessions of the guides: remarks, what became of them, erasure, agreement."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from tests.cli.terminal import Call
from tests.project.test_review_guide import blocks
from tests.reviews.test_agreement import FIRST, SECOND

from loanproof.cases import make_suite

DOCUMENT = "thorne.txt"


@pytest.fixture
def queued(call: Call) -> None:
    """Queue the output of the guide."""
    [document], [output], [settings] = blocks("text"), blocks("json"), blocks("yaml")
    for name, text in ((DOCUMENT, document), ("output.json", output), ("review.yaml", settings)):
        Path(name).write_text(text, encoding="utf-8")
    code, _, err = call("guard", "output.json", DOCUMENT, "--queue", "--by", "Ops", "--review", "review.yaml")
    assert code == 1, err


def decide(call: Call, field: str, by: str, fence: int, *words: str) -> None:
    assert call("review", "next", "--by", by, "--item", field)[0] == 0
    code, _, err = call("review", "decide", field, "--by", by, "--fence", str(fence), "--reason", "read it", *words)
    assert code == 0, err


@pytest.mark.usefixtures("queued")
def test_who_is_not_of_the_people_is_told_so_and_not_that_nothing_waits(call: Call) -> None:
    code, out, err = call("review", "next", "--by", "Dora")
    assert (code, out) == (1, "")
    assert "'Dora' is not one of the people who review this document." in err


@pytest.mark.usefixtures("queued")
def test_the_printed_command_takes_the_item(call: Call) -> None:
    by = ("--by", "Ana")
    code, _, err = call("review", "decide", "maturity_date", *by, "--fence", "0", "--reason", "x", "--accept")
    assert code == 1
    printed = err.partition("Take it: loanproof ")[2].strip().removesuffix(".")
    assert call(*shlex.split(printed))[0] == 0


@pytest.mark.usefixtures("queued")
def test_a_value_that_does_not_read_as_its_field_is_kept_only_when_that_is_said_again(call: Call) -> None:
    assert call("review", "next", "--by", "Ana", "--item", "maturity_date")[0] == 0
    said = ("review", "decide", "maturity_date", "--by", "Ana", "--fence", "1", "--reason", "read it")
    words = ("--value", "USD 40,000,000", "--quote", "equal to USD 40,000,000")
    code, _, err = call(*said, *words)
    assert code == 1
    assert "“USD 40,000,000” does not read as a value for maturity date." in err
    assert "--keep-unread" in err
    assert call(*said, *words, "--keep-unread")[0] == 0


@pytest.mark.usefixtures("queued")
def test_a_remark_is_kept_and_whoever_was_overruled_sees_it(call: Call) -> None:
    decide(call, "facility_amount", "Ana", 1, "--value", "USD 41,000,000", "--quote", "equal to USD 40,000,000")
    assert call("review", "comment", "facility_amount", "--by", "Caro", "look at 2.1")[0] == 0
    assert call("review", "changed", "--by", "Ana")[1] == "0 decisions of yours changed.\n"
    decide(call, "facility_amount", "Ben", 2, "--value", "USD 40,000,000", "--quote", "equal to USD 40,000,000")
    _, out, _ = call("review", "changed", "--by", "Ana")
    assert "yours: Ana: correct USD 41,000,000" in out
    assert "now: Ben: correct USD 40,000,000" in out
    assert out.endswith("1 decision of yours changed.\n")
    assert "comment by Caro: look at 2.1" in call("review", "show", "facility_amount")[1]
    assert call("review", "verify")[0] == 0


@pytest.mark.usefixtures("queued")
def test_an_item_is_named_by_its_field_where_only_one_has_it(call: Call) -> None:
    [first, *_] = json.loads(call("review", "list", "--json")[1])
    assert call("review", "show", first["field"])[1] == call("review", "show", first["item_id"])[1]
    code, _, err = call("review", "show", "tenor")
    assert code == 2
    assert "there is no review item 'tenor'" in err


@pytest.mark.usefixtures("queued")
def test_a_document_is_erased_with_its_cached_text_and_the_log_still_holds(
    call: Call, store: Path, tmp_path: Path
) -> None:
    decide(call, "maturity_date", "Ana", 1, "--value", "3 March 2031", "--quote", "means 3 March 2031")
    cached = list((store.parent / "cache").rglob("*.json.z"))
    assert cached, "the document was read, and is kept to be read faster"
    head = call("review", "verify")[1].rstrip(".\n").split()[-1]
    code, out, err = call("review", "erase", DOCUMENT, "--by", "Ops", "--reason", "the client asked")
    assert code == 0, err
    assert out.startswith("5 steps of the log erased")
    assert list((store.parent / "cache").rglob("*.json.z")) == []
    assert call("review", "list", "--all")[1] == "0 items.\n"
    assert b"Termination Date" not in store.read_bytes()
    assert call("review", "verify", "--head", head)[0] == 0, "an export from before is still in the log"
    assert call("review", "erase", DOCUMENT, "--by", "Ops", "--reason", "again")[0] == 1
    assert call("export", DOCUMENT)[0] == 2
    code, _, err = call("review", "erase", "gone.txt", "--by", "Ops", "--reason", "again")
    assert code == 2
    assert "Name its digest instead" in err


def test_two_annotators_are_compared_field_by_field(call: Call, tmp_path: Path) -> None:
    for name, text in (("ana", FIRST), ("ben", SECOND)):
        make_suite(tmp_path / name)
        for path in (tmp_path / name / "cases").iterdir():
            path.unlink()
        (tmp_path / name / "cases" / "gold.yaml").write_text(text, encoding="utf-8")
    code, out, err = call("review", "agreement", "ana", "ben")
    assert code == 1, err
    assert out.startswith("2 of 4 fields agree (50.0%, with 95 % confidence between 6.8% and 93.2%); 1 decided by one")
    assert "ben: present: USD 45,000,000" in out
    assert call("review", "agreement", "ana", "ana")[0] == 0


def test_an_analysis_is_queued_with_a_name_and_not_for_a_question(call: Call) -> None:
    [document] = blocks("text")
    Path(DOCUMENT).write_text(document, encoding="utf-8")
    assert "--queue needs --by NAME" in call("analyze", DOCUMENT, "--queue")[2]
    code, _, err = call("analyze", DOCUMENT, "--question", "Who lends?", "--queue", "--by", "Ops")
    assert (code, "not for the answer to a question" in err) == (2, True)
    code, _, err = call("analyze", DOCUMENT, "--queue", "--by", "Ops")
    assert code == 0, err
    assert "items queued" in err
    assert "it was queued before" in call("analyze", DOCUMENT, "--queue", "--by", "Ops")[2]


REJECTED = ("--reject",)
CORRECTED = ("--value", "3 March 2031", "--quote", "means 3 March 2031")


def said(value: str, confidence: float) -> None:
    """Write an output with a date and a law, the law sure and right."""
    data = json.loads(blocks("json")[0])
    kept = {name: data["fields"][name] for name in ("maturity_date", "governing_law")}
    kept["maturity_date"] |= {"value": value, "confidence": confidence}
    Path("output.json").write_text(json.dumps(data | {"fields": kept}), encoding="utf-8")


def queue(call: Call) -> str:
    """Queue the output; return what is said about it."""
    Path(DOCUMENT).write_text(blocks("text")[0], encoding="utf-8")
    Path("review.yaml").write_text("{blind: false, spot_check: 0}", encoding="utf-8")
    return call("guard", "output.json", DOCUMENT, "--queue", "--by", "Ops", "--review", "review.yaml")[2]


@pytest.mark.parametrize("words", [REJECTED, CORRECTED])
def test_what_people_decided_against_comes_back_as_an_item_and_never_as_accepted(
    call: Call, words: tuple[str, ...]
) -> None:
    value = "2031-03-03" if words == REJECTED else "3 March 2031 or earlier"
    said(value, 0.2)
    queue(call)
    decide(call, "maturity_date", "Ana", 1, *words)
    said(value, 0.97)
    assert "1 item queued" in queue(call)
    code, _, err = call("export", DOCUMENT)
    assert (code, "maturity_date (rule, item" in err) == (1, True)
    [item] = json.loads(call("review", "list", "--json")[1])
    shown = call("review", "show", item["item_id"])[1]
    assert "broken rule decided_before: On " in shown
    assert "(item " in shown
    decide(call, "maturity_date", "Ben", 1, *words)
    code, out, err = call("export", DOCUMENT)
    assert code == 0, err
    exported = {one["field"]: (one["acceptance"], one["value"]) for one in json.loads(out)["fields"]}
    assert exported["governing_law"] == ("accepted_by_rules", "English law")
    assert exported.get("maturity_date") == (None if words == REJECTED else ("reviewed", "3 March 2031"))
    assert call("review", "verify")[0] == 0


def test_a_decision_that_is_made_after_a_surer_answer_came_rules_too(call: Call) -> None:
    said("2031-03-03", 0.2)
    queue(call)
    said("2031-03-03", 0.97)
    assert "0 items queued" in queue(call)
    decide(call, "maturity_date", "Ana", 1, "--reject")
    code, out, err = call("export", DOCUMENT, "--include-flagged")
    assert code == 0, err
    assert [one["field"] for one in json.loads(out)["fields"]] == ["governing_law"]
    assert "maturity_date: The value was rejected by Ana: read it" in err


def test_an_answer_that_agrees_with_what_people_decided_is_not_asked_about_again(call: Call) -> None:
    said("2032-03-03", 0.2)
    queue(call)
    decide(call, "maturity_date", "Ana", 1, *CORRECTED)
    said("2031-03-03", 0.97)
    assert "0 items queued" in queue(call)
    _, out, _ = call("export", DOCUMENT, "--passports", "passports")
    assert ("maturity_date", "reviewed", "3 March 2031") in [
        (one["field"], one["acceptance"], one["value"]) for one in json.loads(out)["fields"]
    ]
    passport = json.loads(Path("passports/maturity_date.passport.json").read_text(encoding="utf-8"))
    assert passport["loanproof:evidence"]["reviewers"] == ["Ana"]
    assert call("verify", "passports/maturity_date.passport.json", DOCUMENT)[0] == 0


def test_nobody_has_to_know_the_number_of_a_lock_and_what_is_decided_waits_for_nothing(call: Call) -> None:
    said("2031-03-03", 0.2)
    queue(call)
    words = ("review", "decide", "maturity_date", "--by", "Ben", "--accept", "--reason", "clause 1.1")
    code, _, err = call(*words)
    assert (code, "nobody has taken the item" in err) == (1, True)
    out = call("review", "next", "--by", "Ben")[1]
    assert "fence" not in out
    assert "The system is not sure of it. Nothing is exported before it is reviewed." in out
    code, out, err = call(*words)
    assert code == 0, err
    assert "The system is not sure of it.\n" in out
