"""A machine verdict of hallucination that two people override: confirmed in the queue, counted anew, both told."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.cli.terminal import Call
from tests.runs.small_suite import NAME, answers, make_suite, write_lines

from loanproof.core import FormatError, Signer
from loanproof.runs import ResultFile, prove_run

INVENTED = "The Availability Period ends when the moon is blue."


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    return make_suite(tmp_path / "suite")


@pytest.fixture
def run_id(suite: Path, tmp_path: Path, call: Call) -> str:
    """Score answers of which one quotes what no document says, and return the run."""
    lines = answers()
    for line in lines:
        if line.get("case_id") == "Q-1" and line.get("repeat", 1) == 1:
            [cited] = line["output"]["provenance"]
            line["output"] = {**line["output"], "provenance": [{**cited, "quote": INVENTED}]}
    code, out, err = call("score", suite, write_lines(tmp_path / "invented.jsonl", lines))
    assert code == 4, err
    return out.split()[-1]


def queued(call: Call, run_id: str) -> list[dict[str, Any]]:
    code, _, err = call("review", "queue", run_id, "--by", "Ops")
    assert code == 0, err
    return list(json.loads(call("review", "list", "--json")[1]))


def decide(call: Call, item_id: str, *words: str) -> tuple[int, str, str]:
    assert call("review", "next", "--by", "Ana", "--item", item_id)[0] == 0
    return call("review", "decide", item_id, "--by", "Ana", "--fence", "1", "--reason", "it is on page 1", *words)


def rescored(call: Call, run_id: str) -> tuple[str, Path]:
    """Score the run again with what people overrode, and return what is printed and the result file."""
    _, out, err = call("rescore", run_id, "--overrides")
    path = Path(f"{out.split()[-1]}.json")
    code, _, err = call("report", out.split()[-1], "--json", path)
    assert code == 0, err
    return out, path


@pytest.mark.ruling("A-56")
def test_a_fabricated_quote_waits_for_a_person_and_says_why(run_id: str, call: Call) -> None:
    [item] = queued(call, run_id)
    assert (item["trigger"], item["field"], item["document"]) == ("fabricated_quote", "answer", NAME)
    assert (item["scored"]["case_id"], item["scored"]["label"]) == ("Q-1", "hallucination")
    code, out, _ = call("review", "next", "--by", "Ana")
    assert code == 0
    assert "label: hallucination" in out
    assert "--label LABEL" in out
    assert "it was queued before" in call("review", "queue", run_id, "--by", "Ops")[1]


@pytest.mark.ruling("A-56")
def test_one_person_overrides_nothing(run_id: str, call: Call) -> None:
    [item] = queued(call, run_id)
    code, out, err = decide(call, item["item_id"], "--label", "correct")
    assert code == 0, err
    assert "It counts when another person has approved it." in out
    assert call("review", "approve", item["item_id"], "--by", " ANA ", "--reason", "me again")[0] == 1
    out, _ = rescored(call, run_id)
    assert "NOT RELEASE-READY" in out
    assert "say correct" not in out


@pytest.mark.ruling("A-56")
def test_two_people_override_a_label_in_a_new_scoring_and_both_verdicts_are_told(
    run_id: str, call: Call, tmp_path: Path
) -> None:
    before = call("gate", run_id)
    [item] = queued(call, run_id)
    assert decide(call, item["item_id"], "--label", "correct")[0] == 0
    assert call("review", "approve", item["item_id"], "--by", "Ben", "--reason", "I see it too")[0] == 0
    out, path = rescored(call, run_id)
    assert "Q-1, repeat 1, answer: the machine says hallucination; Ana and Ben say correct: it is on page 1" in out
    assert re.search(r"Without what people overrode the verdict is NOT RELEASE-READY: .* failed", out)
    data = json.loads(path.read_bytes())
    assert data["contract"]["hallucination_rate"] == 0.0
    alone = data["verdict"]["without_overrides"]
    assert (alone["release_ready"], "hallucination_rate" in alone["failed_gates"]) == (False, True)
    [overridden] = [one for case in data["cases"] for one in case["items"] if one.get("override")]
    assert overridden["label"] == "correct"
    assert {**overridden["override"], "machine_score": None} == {
        "label": "correct",
        "by": "Ana",
        "approved_by": "Ben",
        "reason": "it is on page 1",
        "machine_label": "hallucination",
        "machine_score": None,
    }
    assert call("gate", run_id) == before, "the old run stays as it is"
    log = data["run"]["review_log"]
    assert f"head {log['head']}" in out
    assert call("review", "verify", "--head", log["head"])[0] == 0
    code, _, err = call("report", path, "--csv", "items.csv", "--certificate", "page.html", "--markdown", "sum.md")
    assert code == 0, err
    assert '"Ana; Ben","hallucination: it is on page 1"' in Path("items.csv").read_text(encoding="utf-8")
    assert log["head"] in Path("page.html").read_text(encoding="utf-8")
    assert "Ana and Ben say correct" in Path("sum.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("key", "value"),
    [("approved_by", "Ana"), ("approved_by", " "), ("reason", ""), ("machine_label", "correct"), ("label", "partial")],
)
def test_a_result_whose_override_was_edited_is_refused(run_id: str, call: Call, key: str, value: str) -> None:
    [item] = queued(call, run_id)
    decide(call, item["item_id"], "--label", "correct")
    call("review", "approve", item["item_id"], "--by", "Ben", "--reason", "I see it too")
    _, path = rescored(call, run_id)
    assert prove_run(ResultFile(path), Signer()).doubt is not None, "nobody signed it, and nothing contradicts it"
    data = json.loads(path.read_bytes())
    data["run"]["seal"] = None
    [edited] = [one for case in data["cases"] for one in case["items"] if one.get("override")]
    edited["override"][key] = value
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(FormatError, match="contradicts itself"):
        prove_run(ResultFile(path), Signer())


def test_a_label_that_stands_changes_nothing(run_id: str, call: Call) -> None:
    [item] = queued(call, run_id)
    code, out, err = decide(call, item["item_id"], "--accept")
    assert code == 0, err
    assert "approved" not in out
    assert "hallucination" in rescored(call, run_id)[0].casefold()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--label", "superb"), "is not a label of qa"),
        (("--label", "semantic_match"), "is not a label of qa"),
        (("--label", "hallucination"), "is the label already"),
        (("--absent",), "a label is not absent"),
        (("--accept", "--label", "correct"), "say one thing"),
    ],
)
def test_what_is_no_decision_on_a_label_is_refused(run_id: str, call: Call, words: tuple[str, ...], why: str) -> None:
    [item] = queued(call, run_id)
    code, _, err = decide(call, item["item_id"], *words)
    assert code == 2
    assert why in err


def test_items_of_a_run_block_no_export(run_id: str, suite: Path, call: Call) -> None:
    queued(call, run_id)
    code, _, err = call("export", suite / "documents" / NAME)
    assert code == 2
    assert "was never queued" in err


def test_a_suite_that_was_changed_since_is_not_queued(run_id: str, suite: Path, call: Call) -> None:
    (suite / "documents" / NAME).write_text("Something else.", encoding="utf-8")
    code, _, err = call("review", "queue", run_id, "--by", "Ops")
    assert code == 2
    assert "is not the one of the run" in err
