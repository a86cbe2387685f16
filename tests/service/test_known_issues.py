"""Known issues: shown until a day, and no gate is lifted by them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.runs.small_suite import answers, forged, make_suite, score_outputs, write_lines

from loanproof.cases import load_suite
from loanproof.core import FormatError
from loanproof.service.known_issues import known_issue_findings

ISSUE = """issues:
  - case: Q-1
    item: answer
    reason: The date is quoted from a draft.
    by: Ana
    expires: {day}
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    return make_suite(tmp_path / "suite")


def known(suite: Path, text: str) -> Path:
    (suite / "known-issues.yaml").write_text(text, encoding="utf-8")
    return suite


def test_a_known_issue_is_shown_and_lifts_no_gate(suite: Path, tmp_path: Path) -> None:
    outputs = write_lines(tmp_path / "outputs.jsonl", forged())
    before, cases = score_outputs(suite, outputs)
    after, same = score_outputs(known(suite, ISSUE.format(day="2999-12-31")), outputs)
    assert (after.verdict, after.contract, same) == (before.verdict, before.contract, cases)
    assert not after.verdict.release_ready
    [told] = [one.message for one in after.run.findings if one.code == "KNOWN_ISSUE"]
    assert told == (
        "Known issue of Q-1, answer until 2999-12-31, which counts all the same: The date is quoted from a draft. (Ana)"
    )


def test_a_known_issue_ends_after_its_last_day(suite: Path) -> None:
    found = load_suite(known(suite, ISSUE.format(day="2026-11-17")))
    assert [one.code for one in known_issue_findings(found, "2026-11-17")] == ["KNOWN_ISSUE"]
    [over] = known_issue_findings(found, "2026-11-18")
    assert (over.code, "ended on 2026-11-17 and counts for nothing" in over.message) == ("KNOWN_ISSUE_EXPIRED", True)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (ISSUE.format(day="soon"), "must be a day"),
        (ISSUE.format(day="2026-12-31").replace("Q-1", "Q-9"), "there is no case 'Q-9'"),
        (ISSUE.format(day="2026-12-31").replace("    by: Ana\n", ""), "by"),
        (ISSUE.format(day="2026-12-31") + "    lifts: hallucination_rate\n", "unknown key"),
        ("issues: 3\n", "issues"),
    ],
)
def test_a_file_that_says_something_else_is_refused_with_its_line(suite: Path, text: str, why: str) -> None:
    with pytest.raises(FormatError, match=why) as refused:
        load_suite(known(suite, text))
    assert refused.value.problems[0].line is not None


def test_a_suite_without_the_file_has_none(suite: Path, tmp_path: Path) -> None:
    head, _ = score_outputs(suite, write_lines(tmp_path / "outputs.jsonl", answers()))
    assert not any(one.code.startswith("KNOWN_ISSUE") for one in head.run.findings)
