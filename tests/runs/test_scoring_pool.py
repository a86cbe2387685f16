"""Scoring on many cores: the same bytes as on one, for every capability, with a judge and without."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.conformance.vectors import BASES
from tests.runs.small_suite import RUN

from loanproof import __version__
from loanproof.cases import load_suite
from loanproof.core import FileError, lexicon_hash
from loanproof.outputs import load_outputs
from loanproof.rubric import Evaluation
from loanproof.runs import (
    EvaluationRecord,
    EvaluatorInfo,
    Plan,
    ResultLoanproof,
    RunEngine,
    StoredRun,
    TargetIdentity,
    describe_planned,
    make_manifest,
)
from loanproof.runs.evaluations import write_evaluation
from loanproof.standards import load_contract, load_rubric
from loanproof.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loanproof.runs import RunStore

IDS = {
    "term-loan": "EX-TERM-LOAN",
    "covenants-facility": "CM-KESTREL",
    "bmt-english": "BM-EN",
    "qa-refusal": "QA-REFUSAL",
}
REPEATS = 8
TASK = "id: T-1\ncapability: task\ntask: Say something.\n"
IDENTITY = TargetIdentity(name="replay", kind="replay", model_id="m", model_version="1")


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """Make a suite of every capability from the base of each, with recorded answers, some of them missing."""
    folder = tmp_path / "suite"
    (folder / "cases").mkdir(parents=True)
    (folder / "suite.yaml").write_text("id: all\nversion: 1.0.0\n")
    (folder / "cases" / "task.yaml").write_text(TASK)
    lines: list[object] = [RUN]
    for name, case_id in IDS.items():
        shutil.copytree(BASES / name / "documents", folder / "documents", dirs_exist_ok=True)
        shutil.copy(BASES / name / "case.yaml", folder / "cases" / f"{name}.yaml")
        output = json.loads((BASES / name / "output.json").read_text(encoding="utf-8"))
        lines += [
            {"case_id": case_id, "repeat": at, "output": output, "latency_e2e_ms": at, "input_tokens": at * 7 % 11}
            for at in range(1, REPEATS)
        ]
    lines += [{"case_id": "T-1", "repeat": at, "output": f"thing {at}"} for at in range(1, REPEATS + 1)]
    (tmp_path / "outputs.jsonl").write_text("\n".join(map(json.dumps, lines)))
    return folder


@pytest.fixture
def store(tmp_path: Path) -> Iterator[RunStore]:
    found = open_store(f"sqlite:{tmp_path / 'runs.db'}")
    yield found
    found.close()


def make_engine(folder: Path, store: RunStore, run_id: str, processes: int) -> RunEngine:
    loaded = load_suite(folder)
    standard, rubric = load_contract("eval-standards@1.0"), load_rubric("evaluation-rubric@1.0")
    plan = Plan(loaded, IDENTITY, repeats=REPEATS)
    run = describe_planned(plan, EvaluatorInfo.contract(standard), standard, rubric, code_version="c")
    fixed = run.model_copy(update={"run_id": run_id, "timestamp_utc": "2026-01-01T00:00:00Z"})
    manifest = make_manifest(plan, fixed)
    store.save_run(manifest)
    engine = RunEngine(plan=plan, manifest=manifest, store=store, standard=standard, rubric=rubric, processes=processes)
    engine.replay(load_outputs(folder.parent / "outputs.jsonl"))
    return engine


def judged(engine: RunEngine) -> None:
    """Let somebody have judged the first half of the repeats."""
    evaluation = write_evaluation(Evaluation(accuracy_score=1, faithfulness_score=0, rationale="So so."))
    records = [
        EvaluationRecord(case_id=case.id, repeat=repeat, evaluation=evaluation, calls=1)
        for case in engine.plan.cases
        for repeat in range(1, REPEATS // 2)
    ]
    engine.store.save_evaluations(engine.manifest.run_id, records)


@pytest.mark.parametrize("is_judged", [False, True])
def test_two_processes_give_the_bytes_of_one(suite: Path, store: RunStore, *, is_judged: bool) -> None:
    results = []
    for processes in (1, 2):
        engine = make_engine(suite, store, f"r-{processes}", processes)
        if is_judged:
            judged(engine)
        head = engine.score(is_judged=is_judged)
        assert StoredRun(store, f"r-{processes}").head == head
        rows = [one.result for one in store.read_results(f"r-{processes}")]
        results.append((head.model_copy(update={"run": None}).model_dump_json(), rows))
    assert results[0] == results[1]
    assert len(results[0][1]) == 5 * REPEATS


def test_results_stand_in_the_order_of_the_plan_whatever_the_ids_are(suite: Path, store: RunStore) -> None:
    engine = make_engine(suite, store, "r-1", 1)
    engine.score(is_judged=False)
    planned = [(one.question.case_id, one.question.repeat) for one in engine.plan]
    assert [(one.case_id, one.repeat) for one in StoredRun(store, "r-1").cases()] == planned


def test_a_run_says_with_which_loanproof_it_was_scored_not_begun(suite: Path, store: RunStore) -> None:
    engine = make_engine(suite, store, "r-1", 1)
    begun = {"version": "0.0.1", "commit": None, "lexicon_hash": "sha256:older"}
    manifest = replace(engine.manifest, head={**engine.manifest.head, "loanproof": begun})
    assert replace(engine, manifest=manifest).score(is_judged=False).run.loanproof == ResultLoanproof(
        version=__version__, lexicon_hash=lexicon_hash()
    )


def test_a_suite_that_changes_while_it_is_scored_ends_the_run(suite: Path, store: RunStore) -> None:
    engine = make_engine(suite, store, "r-1", 2)
    (suite / "suite.yaml").write_text("id: all\nversion: 2.0.0\n")
    with pytest.raises(FileError, match="changed while it was scored"):
        engine.score(is_judged=False)


def test_a_judge_who_sees_it_otherwise_is_a_finding(suite: Path, store: RunStore) -> None:
    engine = make_engine(suite, store, "r-1", 1)
    judged(engine)
    engine.score(is_judged=True)
    first = next(case for case in StoredRun(store, "r-1").cases() if case.capability == "qa" and case.repeat == 1)
    assert [one.code for one in first.findings] == ["JUDGE_DISAGREES"]
    last = StoredRun(store, "r-1").case(first.case_id, REPEATS - 1)
    assert last is not None
    assert last.sample is not None
    assert last.sample.evaluator_error == "no_evaluator"
