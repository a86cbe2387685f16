"""``remediate``: a failed gate gets an owner, a day and an action; later verdicts say whether it is open or closed."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.terminal import Call
from tests.runs.small_suite import answers, make_suite, write_lines

from loanproof.reports import gate_name

GATE, NAME = "capability_score:qa", gate_name("capability_score:qa")
PLAN = ("--owner", "A. Tan", "--due", "2999-12-31", "--action", "Read the definitions first.")


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    return make_suite(tmp_path / "suite")


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """Return recorded outputs whose answer is in the document, and not the one that was asked for."""
    lines = answers()
    for line in lines:
        if line.get("case_id") == "Q-1":
            line["output"] = {**line["output"], "answer": "It ends on 15 March 2031."}
    return write_lines(tmp_path / "wrong.jsonl", lines)


@pytest.fixture
def right(tmp_path: Path) -> Path:
    return write_lines(tmp_path / "right.jsonl", answers())


def failed_run(call: Call, suite: Path, wrong: Path) -> str:
    code, out, err = call("score", suite, wrong)
    assert code == 1, err
    return out.split()[-1]


def test_a_failed_gate_is_open_until_a_later_run_passes_it(
    suite: Path, wrong: Path, right: Path, call: Call, tmp_path: Path
) -> None:
    run = failed_run(call, suite, wrong)
    code, out, err = call("remediate", run, GATE, *PLAN)
    assert (code, out) == (0, f"Recorded for {run}: A. Tan mends the gate “{NAME}” by 2999-12-31.\n"), err
    told = f"{NAME}: open; A. Tan, by 2999-12-31: Read the definitions first."
    assert told in call("gate", run)[1]
    assert told in call("score", suite, wrong)[1]
    out = call("score", suite, right)[1]
    closed = f"{NAME}: closed by {out.split()[-1]}; A. Tan, by 2999-12-31: Read the definitions first."
    assert closed in out
    call("report", out.split()[-1], "--html", "r.html", "--markdown", "r.md")
    assert closed in (tmp_path / "r.html").read_text()
    assert "closed by" in (tmp_path / "r.md").read_text()


def test_the_newest_plan_for_a_gate_counts(suite: Path, wrong: Path, call: Call) -> None:
    run = failed_run(call, suite, wrong)
    call("remediate", run, GATE, *PLAN)
    call("remediate", run, NAME, "--owner", "Z. Cole", "--due", "2999-12-31", "--action", "Ask for the clause.")
    out = call("gate", run)[1]
    assert out.count(f"{NAME}: open") == 1


def test_a_run_of_another_suite_says_nothing_of_it(suite: Path, wrong: Path, tmp_path: Path, call: Call) -> None:
    call("remediate", failed_run(call, suite, wrong), GATE, *PLAN)
    other = make_suite(tmp_path / "other")
    text = (other / "suite.yaml").read_text().replace("id: pine", "id: oak")
    (other / "suite.yaml").write_text(text)
    assert "A. Tan" not in call("score", other, wrong)[1]


@pytest.mark.parametrize(
    "words",
    [("remediate", GATE, *PLAN), ("rca", "--cause", "it guessed what it did not know", "--fix", "none", "--by", "Z")],
    ids=lambda words: words[0],
)
def test_a_result_file_has_no_store_and_the_message_says_how_to_get_one(
    words: tuple[str, ...], suite: Path, wrong: Path, call: Call
) -> None:
    out = call("score", suite, wrong, "--json", "wrong.json")[1]
    assert "This run is only in a file: score again without --json" in out
    code, _, err = call(words[0], "wrong.json", *words[1:])
    assert (code, "only a stored run will do here" in err) == (2, True), err
    assert "without --json" not in call("score", suite, wrong)[1]


@pytest.mark.parametrize(
    ("gate", "changes", "why"),
    [
        ("tier1:margn", {}, "RUN has no gate 'tier1:margn'. Failed: capability_score:qa"),
        ("hallucination_rate", {}, "the gate 'hallucination_rate' of RUN did not fail. Failed: capability_score:qa"),
        (GATE, {"--due": "2001-01-01"}, "'2001-01-01' cannot be the day a remediation is due."),
        (GATE, {"--due": "soon"}, "'soon' cannot be the day a remediation is due."),
        (GATE, {"--due": "29991231"}, "'29991231' cannot be the day a remediation is due."),
        (GATE, {"--owner": "  "}, "a remediation has an owner and an action."),
        (GATE, {"--action": ""}, "a remediation has an owner and an action."),
    ],
)
def test_what_cannot_be_a_remediation_is_refused(
    gate: str, changes: dict[str, str], why: str, suite: Path, wrong: Path, call: Call
) -> None:
    run = failed_run(call, suite, wrong)
    words = dict(zip(PLAN[::2], PLAN[1::2], strict=True)) | changes
    code, _, err = call("remediate", run, gate, *(part for pair in words.items() for part in pair))
    assert code == 2
    assert why.replace("RUN", run) in err
