"""The service below commands and pages: one path for every run, told as events."""

from __future__ import annotations

import re
from contextlib import closing
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest
from tests.runs.small_suite import answers, forged, make_suite, write_lines

from loanproof.core import FileError, UsageError
from loanproof.runs import RootCauseMissing
from loanproof.service import (
    Event,
    JudgeRequest,
    Phase,
    PhaseBegan,
    PhaseEnded,
    Progress,
    RecordedRequest,
    RunBegan,
    RunRequest,
    RunService,
)
from loanproof.store import open_scratch_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from loanproof.runs import RunStore


@pytest.fixture
def store() -> Iterator[RunStore]:
    with closing(open_scratch_store()) as found:
        yield found


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    return make_suite(tmp_path / "suite")


def request_of(suite: Path, outputs: Path) -> RunRequest:
    return RunRequest(suite=suite, target=f"replay:{outputs}", code_version="1", repeats=3)


def test_a_run_tells_of_its_phases_in_order(store: RunStore, suite: Path, tmp_path: Path) -> None:
    told: list[Event] = []
    outputs = write_lines(tmp_path / "outputs.jsonl", answers())
    finished = RunService(store=store, watch=told.append).start(request_of(suite, outputs))
    assert [one for one in told if isinstance(one, RunBegan)] == [RunBegan(run_id=finished.run_id, samples=6)]
    phases = [(type(event), event.phase) for event in told if isinstance(event, PhaseBegan | PhaseEnded)]
    assert phases == [
        (PhaseBegan, Phase.CHECKING),
        (PhaseEnded, Phase.CHECKING),
        (PhaseBegan, Phase.ASKING),
        (PhaseEnded, Phase.ASKING),
        (PhaseBegan, Phase.SCORING),
        (PhaseEnded, Phase.SCORING),
    ]
    assert [event.done for event in told if isinstance(event, Progress)][-1] == 6
    assert finished.head.verdict.release_ready


def test_a_run_that_ended_is_resumed_without_asking_again(store: RunStore, suite: Path, tmp_path: Path) -> None:
    outputs = write_lines(tmp_path / "outputs.jsonl", answers())
    service = RunService(store=store)
    first = service.start(request_of(suite, outputs))
    told: list[Event] = []
    again = RunService(store=store, watch=told.append).resume(first.run_id, RunRequest(suite=suite))
    assert PhaseBegan(phase=Phase.ASKING, total=6, done=6) in told
    assert (again.run_id, again.head.verdict) == (first.run_id, first.head.verdict)


def test_recorded_outputs_cannot_be_resumed(store: RunStore, suite: Path, tmp_path: Path) -> None:
    outputs = write_lines(tmp_path / "outputs.jsonl", answers())
    service = RunService(store=store)
    finished = service.score_recorded(RecordedRequest(suite=suite, outputs=outputs))
    with pytest.raises(UsageError, match="was not begun by loanproof run"):
        service.resume(finished.run_id, RunRequest(suite=suite))


def test_a_hallucination_bars_the_next_run_only_where_runs_are_kept(
    store: RunStore, suite: Path, tmp_path: Path
) -> None:
    request = RecordedRequest(suite=suite, outputs=write_lines(tmp_path / "outputs.jsonl", forged()))
    kept = RunService(store=store)
    kept.score_recorded(request)
    with pytest.raises(RootCauseMissing):
        kept.score_recorded(request)
    with closing(open_scratch_store()) as scratch:
        finished = RunService(store=scratch, keeps=False).score_recorded(request)
    assert finished.head.verdict.exit_code == 4


def test_a_rescored_run_names_the_one_it_comes_from(store: RunStore, suite: Path, tmp_path: Path) -> None:
    service = RunService(store=store)
    first = service.start(request_of(suite, write_lines(tmp_path / "outputs.jsonl", answers())))
    again = service.rescore(first.run_id, JudgeRequest())
    assert again.run_id != first.run_id
    assert again.head.run.rescored_from == first.run_id
    assert again.head.verdict == first.head.verdict


def test_every_kind_of_run_is_bound_to_the_digest_of_its_answers(store: RunStore, suite: Path, tmp_path: Path) -> None:
    outputs = write_lines(tmp_path / "outputs.jsonl", answers())
    service = RunService(store=store)
    asked = service.start(request_of(suite, outputs))
    heads = (asked, service.rescore(asked.run_id, JudgeRequest()))
    recorded = service.score_recorded(RecordedRequest(suite=suite, outputs=outputs))
    of_file = f"sha256:{sha256(outputs.read_bytes()).hexdigest()}"
    assert recorded.head.run.outputs_hash == of_file
    assert all(re.fullmatch("sha256:[0-9a-f]{64}", one.head.run.outputs_hash or "") for one in heads)
    other = write_lines(tmp_path / "other.jsonl", forged())
    with closing(open_scratch_store()) as scratch:
        spoilt = RunService(store=scratch).start(request_of(suite, other))
    assert len({asked.head.run.outputs_hash, spoilt.head.run.outputs_hash}) == 2


def test_a_document_that_changes_while_a_target_is_asked_ends_the_run(store: RunStore, tmp_path: Path) -> None:
    suite = make_suite(tmp_path / "suite")
    [document] = (suite / "documents").iterdir()
    outputs = write_lines(tmp_path / "outputs.jsonl", answers())

    def change(event: Event) -> None:
        if isinstance(event, PhaseEnded) and event.phase is Phase.ASKING:
            document.write_text("Another agreement.", "utf-8")

    request = RunRequest(suite=suite, target=f"replay:{outputs}", code_version="1")
    with pytest.raises(FileError, match="was changed while it was used"):
        RunService(store=store, watch=change).start(request)
    [row] = store.read_runs()
    assert row.summary is None


def test_a_long_run_is_scored_in_several_processes(
    store: RunStore, suite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outputs = write_lines(tmp_path / "outputs.jsonl", answers())
    alone = RunService(store=store).start(request_of(suite, outputs))
    monkeypatch.setattr("loanproof.runs.engine.WORTH_A_POOL", 1)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    shared = RunService(store=store).start(request_of(suite, outputs))
    here, there = ([one.result for one in store.read_results(run.run_id)] for run in (alone, shared))
    assert here == there
