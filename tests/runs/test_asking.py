"""Asking a target: each sample once, each durable before it counts, and every way in which it can end early."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import pytest
from tests.runs.fakes import IDENTITY, FakeSamples, FakeTarget, said

from loanproof.cases import load_suite
from loanproof.core import Capability, StoreFailed
from loanproof.outputs import load_outputs
from loanproof.runs import Answer, Asked, Asker, Plan, Selection, TargetChanged, TargetUnreachable

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from loanproof.runs import Question, RunStore

LOST = Answer(error="the connection failed: ClientOSError.", error_kind="connection", calls=6)


def suite_folder(folder: Path, cases: int = 30) -> Path:
    (folder / "cases").mkdir()
    (folder / "documents").mkdir()
    (folder / "suite.yaml").write_text("id: s\nversion: 1.0.0\ngates: [rubric]\n")
    written = [
        {"id": f"T-{at:04}", "capability": "task", "task": f"task {at}", "tags": ["even"][: at % 2 == 0]}
        for at in range(cases)
    ]
    (folder / "cases" / "tasks.jsonl").write_text("\n".join(map(json.dumps, written)))
    return folder


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    return Plan(load_suite(suite_folder(tmp_path)), IDENTITY, repeats=2)


def ask(
    plan: Plan, target: FakeTarget, store: FakeSamples, *, kept: Collection[tuple[str, int]] = (), **more: Any
) -> Asked:
    asker = Asker(plan, target, cast("RunStore", store), "r-1", **more)
    return asyncio.run(asker.ask(kept=kept))


def keys(store: FakeSamples) -> set[tuple[str, int]]:
    return {(one.case_id, one.repeat) for one in store.kept}


def test_every_sample_is_asked_once_and_kept_once(plan: Plan) -> None:
    target, store = FakeTarget(), FakeSamples()
    asked = ask(plan, target, store)
    assert len(target.questions) == len(store.kept) == len(keys(store)) == asked.samples == 60
    assert (asked.calls, asked.input_tokens, asked.output_tokens) == (60, 600, 120)
    assert target.most_at_once == 4


def test_what_is_kept_is_not_asked_again(plan: Plan) -> None:
    target, store = FakeTarget(), FakeSamples()
    kept = {("T-0000", 1), ("T-0007", 2)}
    asked = ask(plan, target, store, kept=kept)
    assert asked.samples == 58
    assert keys(store).isdisjoint(kept)


def test_what_is_kept_is_a_recorded_output_with_the_answer_to_the_letter(plan: Plan, tmp_path: Path) -> None:
    texts = {"T-0000": '{"answer": 1, "answer": 2}', "T-0001": "\ud800 \x00 ü “”", "T-0002": ""}

    def script(question: Question) -> Answer:
        if question.case_id == "T-0003":
            return Answer(output='{"answer": "x", "n": 1.50}')
        return said(texts.get(question.case_id, "plain"))

    store = FakeSamples()
    ask(plan, FakeTarget(script), store)
    path = tmp_path / "out.jsonl"
    path.write_text("\n".join(one.line for one in store.kept))
    outputs = load_outputs(path)
    for case_id, text in texts.items():
        assert outputs.record(case_id, 1).output == text
    line = next(one.line for one in store.kept if one.case_id == "T-0003")
    assert '"output": {"answer": "x", "n": 1.50}' in line


def test_a_failed_answer_is_a_record_and_is_counted_by_kind(plan: Plan) -> None:
    def script(question: Question) -> Answer:
        return Answer(error="no.", error_kind="http_500", calls=3) if question.case_id < "T-0010" else said()

    store = FakeSamples()
    asked = ask(plan, FakeTarget(script), store)
    assert len(store.kept) == 60
    assert asked.failures == {"http_500": 20}
    assert asked.calls == 20 * 3 + 40


def test_a_store_that_fails_ends_the_run_and_what_it_kept_stays(plan: Plan) -> None:
    target, store = FakeTarget(), FakeSamples(room=25)
    with pytest.raises(StoreFailed, match="full"):
        ask(plan, target, store)
    assert 0 < len(store.kept) <= 25
    assert len(target.questions) < 60


def test_a_target_that_is_gone_ends_the_run_and_its_questions_can_be_asked_again(plan: Plan) -> None:
    target, store = FakeTarget(lambda question: said() if question.case_id < "T-0005" else LOST), FakeSamples()
    with pytest.raises(TargetUnreachable, match=r"does not answer any more.*--resume"):
        ask(plan, target, store)
    assert keys(store) == {(f"T-{at:04}", repeat) for at in range(5) for repeat in (1, 2)}


def test_single_lost_connections_are_records_once_the_target_answers_again(plan: Plan) -> None:
    store = FakeSamples()
    asked = ask(plan, FakeTarget(lambda question: LOST if question.case_id[-1] == "3" else said()), store)
    assert len(store.kept) == 60
    assert asked.failures == {"connection": 6}


def test_connections_that_are_lost_at_the_very_end_are_records_too(plan: Plan) -> None:
    store = FakeSamples()
    ask(plan, FakeTarget(lambda question: LOST if question.case_id >= "T-0027" else said()), store)
    assert len(store.kept) == 60


def test_a_model_that_changes_under_the_run_ends_it(plan: Plan) -> None:
    identity = replace(IDENTITY, model_version="reported")
    target = FakeTarget(lambda question: said(snapshot="b1" if question.case_id < "T-0009" else "b2"), identity)
    with pytest.raises(TargetChanged, match="from 'b1' to 'b2'"):
        ask(plan, target, FakeSamples())


def test_a_resumed_run_holds_to_the_snapshot_of_the_first_part(plan: Plan) -> None:
    identity = replace(IDENTITY, model_version="reported")
    with pytest.raises(TargetChanged, match="from 'b0' to 'b1'"):
        ask(plan, FakeTarget(lambda _: said(snapshot="b1"), identity), FakeSamples(), snapshot="b0")


def test_a_pinned_model_may_report_what_it_likes(plan: Plan) -> None:
    store = FakeSamples()
    ask(plan, FakeTarget(lambda question: said(snapshot=question.case_id)), store)
    assert len(store.kept) == len(plan)


def test_an_interrupted_run_keeps_what_was_answered(plan: Plan) -> None:
    store = FakeSamples()

    async def run() -> None:
        def count(asked: Asked) -> None:
            if asked.samples == 9:
                task.cancel()

        asker = Asker(plan, FakeTarget(), cast("RunStore", store), "r-1")
        task = asyncio.create_task(asker.ask(kept=(), on_kept=count))
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run())
    assert 9 <= len(store.kept) < 60


def test_keys_depend_on_content_and_repeat_and_never_on_the_place(tmp_path: Path) -> None:
    suite = load_suite(suite_folder(tmp_path))
    plan = {(one.question.case_id, one.question.repeat): one.key for one in Plan(suite, IDENTITY, repeats=2)}
    assert len(set(plan.values())) == 60
    part = Plan(suite, IDENTITY, repeats=1, selection=Selection(tags=("even",)))
    assert all(plan[one.question.case_id, 1] == one.key for one in part)
    for other in (
        replace(IDENTITY, model_version="2"),
        replace(IDENTITY, prompt_template_version_or_hash="4"),
        replace(IDENTITY, generation_params={"temperature": 1}),
    ):
        assert not set(plan.values()) & {one.key for one in Plan(suite, other, repeats=2)}


def test_a_selection_takes_cases_by_id_tag_and_capability(tmp_path: Path) -> None:
    suite = load_suite(suite_folder(tmp_path))
    by_id = Plan(suite, IDENTITY, repeats=1, selection=Selection(case_ids=("T-0003",)))
    assert [case.id for case in by_id.cases] == ["T-0003"]
    assert not by_id.is_whole
    assert len(Plan(suite, IDENTITY, repeats=3, selection=Selection(tags=("even",)))) == 45
    assert len(Plan(suite, IDENTITY, repeats=1, selection=Selection(capabilities=(Capability.QA,)))) == 0
