"""Gold first (C-29): nobody is asked or judged by a case that contradicts its own document."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.flipping import flipped
from tests.runs.small_suite import answers, make_suite, write_lines
from tests.tables import load_table

from loanproof.cases import Severity, check_suite
from loanproof.core import FormatError
from loanproof.reports import verdict_notes
from loanproof.runs import StoredRun
from loanproof.service import RecordedRequest, RunRequest, RunService, preparing
from loanproof.standards import load_contract
from loanproof.store import open_scratch_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loanproof.runs import ResultCase, RunStore

SECOND = "standard: eval-standards@1.0+r2\n"
FLIPS = load_table(Path(__file__).parent / "service_flips.yaml")
RULES = "variance_sensitive: false\n"


@pytest.fixture
def store() -> Iterator[RunStore]:
    with closing(open_scratch_store()) as found:
        yield found


def false_suite(folder: Path, *, standard: str = SECOND) -> Path:
    """Return the suite with a gold quote that its document does not hold."""
    suite = make_suite(folder, more=standard)
    cases = suite / "cases" / "questions.yaml"
    cases.write_text(cases.read_text().replace('"to and including 31 March 2027"', '"to and including 1 May 2029"'))
    return suite


def cases_of(store: RunStore, run_id: str) -> dict[str, ResultCase]:
    return {case.case_id: case for case in StoredRun(store, run_id).cases()}


def test_a_run_on_false_gold_is_refused_before_the_first_call(store: RunStore, tmp_path: Path) -> None:
    outputs = write_lines(tmp_path / "outputs.jsonl", answers())
    request = RunRequest(suite=false_suite(tmp_path / "suite"), target=f"replay:{outputs}", code_version="1")
    with pytest.raises(FormatError) as refused:
        RunService(store=store).start(request)
    [problem] = refused.value.problems
    assert "Q-1" in problem.message
    assert (Path(problem.file or "").name, problem.line) == ("questions.yaml", 8)
    assert not list(store.read_runs())


def test_a_run_of_the_sound_cases_of_a_suite_is_not_refused(store: RunStore, tmp_path: Path) -> None:
    outputs = write_lines(tmp_path / "outputs.jsonl", answers())
    suite = false_suite(tmp_path / "suite")
    request = RunRequest(suite=suite, target=f"replay:{outputs}", code_version="1", cases=("Q-2",))
    finished = RunService(store=store).start(request)
    assert {case.score for case in cases_of(store, finished.run_id).values()} == {1.0}


def test_recorded_outputs_are_scored_but_for_the_case_with_false_gold(store: RunStore, tmp_path: Path) -> None:
    outputs = write_lines(tmp_path / "outputs.jsonl", answers())
    suite = false_suite(tmp_path / "suite")
    finished = RunService(store=store).score_recorded(RecordedRequest(suite=suite, outputs=outputs))
    assert finished.head.verdict.exit_code == 3
    assert {"INCOMPLETE", "INVALID_GOLD"} <= set(finished.head.verdict.reasons)
    cases = cases_of(store, finished.run_id)
    assert (cases["Q-1"].score, cases["Q-1"].items) == (None, ())
    [finding] = cases["Q-1"].findings
    assert finding.code == "INVALID_GOLD"
    assert "questions.yaml:8" in finding.message
    assert cases["Q-2"].score == 1.0


@pytest.mark.parametrize("row", FLIPS)
def test_the_switch_decides(
    row: dict[str, Any], store: RunStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outputs = write_lines(tmp_path / "outputs.jsonl", answers())
    request = RecordedRequest(suite=false_suite(tmp_path / "suite"), outputs=outputs)
    service = RunService(store=store, keeps=False)
    assert service.score_recorded(request).head.verdict.exit_code == row["before"]
    other = flipped(load_contract("eval-standards@1.0+r2"), row["path"], row["value"])
    monkeypatch.setattr(preparing, "load_contract", lambda _: other)
    with closing(open_scratch_store()) as second:
        code = RunService(store=second, keeps=False).score_recorded(request).head.verdict.exit_code
    assert code == row["after"]


def test_a_person_overrules_the_checker_by_name_and_every_report_says_so(store: RunStore, tmp_path: Path) -> None:
    suite = false_suite(tmp_path / "suite")
    cases = suite / "cases" / "questions.yaml"
    confirmed = 'quote: "to and including 1 May 2029", confirmed: {by: Ana Ruiz, reason: The scan of page 1 is cut off}'
    cases.write_text(cases.read_text().replace('quote: "to and including 1 May 2029"', confirmed))
    outputs = write_lines(tmp_path / "outputs.jsonl", answers())
    finished = RunService(store=store).score_recorded(RecordedRequest(suite=suite, outputs=outputs))
    assert cases_of(store, finished.run_id)["Q-1"].score == 1.0
    assert "INVALID_GOLD" not in finished.head.verdict.reasons
    [finding] = finished.head.run.findings
    assert finding.code == "GOLD_CONFIRMED"
    assert "Confirmed by Ana Ruiz: The scan of page 1 is cut off" in " ".join(verdict_notes(finished.head))
    assert [one.severity for one in check_suite(suite).problems] == [Severity.CONFIRMED]


def test_what_is_confirmed_elsewhere_in_a_case_excuses_nothing(tmp_path: Path) -> None:
    suite = false_suite(tmp_path / "suite")
    cases = suite / "cases" / "questions.yaml"
    confirmed = "facts: [{any: [31 March 2027], confirmed: {by: Ana Ruiz, reason: Seen}}]"
    cases.write_text(cases.read_text().replace("facts: [{any: [31 March 2027]}]", confirmed))
    assert Severity.ERROR in {one.severity for one in check_suite(suite).problems}
