"""The judge phase: each answered sample is judged once, raw replies are kept, a judge that is gone is not a verdict."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from tests.runs.fakes import IDENTITY
from tests.runs.test_asking import suite_folder

from loanproof import __version__
from loanproof.cases import Case, load_suite
from loanproof.chat import ChatFailure, ChatIdentity, ChatReply, ChatRequest, FailureKind
from loanproof.rubric import EvaluatorError, default_params, judge_request, reply_schema
from loanproof.runs import (
    Asked,
    EvaluatorInfo,
    JudgeSetup,
    Plan,
    RunEngine,
    RunStore,
    SampleRecord,
    StoredRun,
    TargetChanged,
    TargetUnreachable,
    describe_planned,
    make_manifest,
)
from loanproof.runs.evaluations import parse_evaluation, write_evaluation
from loanproof.standards import load_contract, load_rubric
from loanproof.store import open_store

CONTRACT, RUBRIC = load_contract("eval-standards@1.0"), load_rubric("evaluation-rubric@1.0")
GOOD = json.dumps({"accuracy_score": 2, "faithfulness_score": 1, "rationale": "Yes."})
CASES = 30


class ScriptedJudge:
    """Judges by a script that gets the prompt and how often it was asked it."""

    def __init__(self, script: Callable[[str, int], ChatReply | ChatFailure], version: str = "1") -> None:
        self._script = script
        self._version = version
        self.asked: Counter[str] = Counter()
        self.requests: list[ChatRequest] = []

    @property
    def identity(self) -> ChatIdentity:
        return ChatIdentity(model_id="openai/j", version=self._version)

    async def ask(self, request: ChatRequest) -> ChatReply:
        prompt = request.messages[0].text
        self.asked[prompt] += 1
        self.requests.append(request)
        await asyncio.sleep(0)
        answer = self._script(prompt, self.asked[prompt])
        if isinstance(answer, ChatFailure):
            raise answer
        return answer


def says(text: str = GOOD, *, snapshot: str | None = None, fallback: str | None = None) -> ChatReply:
    return ChatReply(
        text=text,
        model_snapshot=snapshot,
        input_tokens=50,
        output_tokens=10,
        latency_e2e_ms=Decimal("1.25"),
        finish_reason="stop",
        fallback=fallback,
    )


@pytest.fixture
def store(tmp_path: Path) -> Iterator[RunStore]:
    found = open_store(f"sqlite:{tmp_path / 'runs.db'}")
    yield found
    found.close()


@pytest.fixture
def engine(tmp_path: Path, store: RunStore) -> RunEngine:
    """Return a run of thirty tasks: two without an answer, one of them late, the others answered."""
    (tmp_path / "suite").mkdir()
    plan = Plan(load_suite(suite_folder(tmp_path / "suite", CASES)), IDENTITY, repeats=1)
    run = describe_planned(plan, EvaluatorInfo.contract(CONTRACT), CONTRACT, RUBRIC, code_version="c")
    manifest = make_manifest(plan, run)
    store.save_run(manifest)
    store.save_samples(manifest.run_id, [record(one.question.case_id, one.key) for one in plan])
    return RunEngine(plan=plan, manifest=manifest, store=store, standard=CONTRACT, rubric=RUBRIC)


def record(case_id: str, key: str) -> SampleRecord:
    line: dict[str, object] = {"case_id": case_id, "repeat": 1, "output": f"answer to {case_id}"}
    if case_id == "T-0003":
        line = {"case_id": case_id, "repeat": 1, "error": "it broke"}
    if case_id == "T-0004":
        line["timed_out"] = True
    return SampleRecord(case_id=case_id, repeat=1, key=key, line=json.dumps(line), calls=1)


def judge(engine: RunEngine, model: ScriptedJudge, concurrency: int = 4, *, structured: bool = False) -> Asked:
    schema = reply_schema(RUBRIC.rubric) if structured else None
    setup = JudgeSetup(model=model, params=default_params(RUBRIC), json_schema=schema, concurrency=concurrency)
    return asyncio.run(engine.judge(setup))


def kept(engine: RunEngine, case_id: str) -> str:
    (one,) = engine.store.read_evaluations_of(engine.manifest.run_id, [case_id])
    return one.evaluation


def test_every_answered_sample_is_judged_once_and_no_other(engine: RunEngine) -> None:
    model = ScriptedJudge(lambda *_: says())
    asked = judge(engine, model)
    assert (asked.samples, asked.calls, asked.input_tokens, asked.output_tokens) == (28, 28, 1400, 280)
    assert set(model.asked.values()) == {1}
    assert not any("answer to T-0003" in prompt or "answer to T-0004" in prompt for prompt in model.asked)
    again = judge(engine, model)
    assert again.samples == 0
    assert model.asked.total() == 28


def test_both_raw_replies_are_kept_after_a_parse_error(engine: RunEngine) -> None:
    def script(prompt: str, time: int) -> ChatReply:
        return says("No idea." if "T-0001" in prompt or (time == 1 and "T-0002" in prompt) else GOOD)

    asked = judge(engine, ScriptedJudge(script))
    assert asked.failures == {"parse_error": 1}
    twice = parse_evaluation(kept(engine, "T-0001"))
    assert [reply.text for reply in twice.replies] == ["No idea.", "No idea."]
    assert (twice.evaluator_error, twice.accuracy_score, twice.calls) == (EvaluatorError.PARSE_ERROR, None, 2)
    second = parse_evaluation(kept(engine, "T-0002"))
    assert [reply.text for reply in second.replies] == ["No idea.", GOOD]
    assert (second.accuracy_score, second.faithfulness_score) == (2, 1)


def test_what_is_kept_of_an_evaluation_is_all_of_it(engine: RunEngine) -> None:
    judge(engine, ScriptedJudge(lambda *_: says(fallback="No schema here.", snapshot="j-1")))
    text = kept(engine, "T-0000")
    assert write_evaluation(parse_evaluation(text)) == text
    assert parse_evaluation(text).replies[0].latency_e2e_ms == Decimal("1.25")


def test_the_schema_is_sent_where_it_may_be_and_a_fallback_is_a_finding(engine: RunEngine) -> None:
    model = ScriptedJudge(lambda *_: says(fallback="The server refused the format json_schema with status 400."))
    judge(engine, model, structured=True)
    schema = model.requests[0].json_schema
    assert schema is not None
    assert schema["required"] == ["accuracy_score", "faithfulness_score", "rationale"]
    engine.score(is_judged=True)
    case = StoredRun(engine.store, engine.manifest.run_id).case("T-0000", 1)
    assert case is not None
    assert [one.code for one in case.findings] == ["JUDGE_FORMAT_FALLBACK"]


def test_a_judge_that_is_gone_ends_the_phase_and_is_asked_again_later(engine: RunEngine) -> None:
    down = ChatFailure(FailureKind.CONNECTION, "the judge hung up.")
    with pytest.raises(TargetUnreachable, match=r"the judge does not answer any more.*--resume"):
        judge(engine, ScriptedJudge(lambda *_: down))
    assert list(engine.store.read_evaluation_keys(engine.manifest.run_id)) == []
    assert judge(engine, ScriptedJudge(lambda *_: says())).samples == 28


def test_one_lost_call_is_a_transport_error_of_one_sample(engine: RunEngine) -> None:
    down = ChatFailure(FailureKind.CONNECTION, "the judge hung up.", calls=6)
    asked = judge(engine, ScriptedJudge(lambda prompt, _: down if "T-0001" in prompt else says()))
    assert (asked.samples, dict(asked.failures), asked.calls) == (28, {"transport_error": 1}, 33)
    head = engine.score(is_judged=True)
    assert head.rubric is not None
    assert head.rubric.evaluator_error_count == 1
    assert "INCOMPLETE" in head.verdict.reasons


@pytest.mark.usefixtures("breakable")
def test_a_judge_that_breaks_by_a_fault_of_ours_is_a_record_and_the_others_are_judged(engine: RunEngine) -> None:
    def script(prompt: str, _: int) -> ChatReply:
        if "T-0001" in prompt:
            raise ZeroDivisionError("planted")
        return says()

    asked = judge(engine, ScriptedJudge(script))
    assert (asked.samples, dict(asked.failures)) == (28, {"transport_error": 1})
    head = engine.score(is_judged=True)
    assert (head.verdict.exit_code, head.verdict.failed) == (3, 1)
    ((case_id, kind, item),) = ((one.case_id, one.kind, one.item) for one in head.verdict.failures)
    assert (case_id, kind, item) == ("T-0001", "judge", None)
    broken, whole = (StoredRun(engine.store, engine.manifest.run_id).case(name, 1) for name in ("T-0001", "T-0002"))
    assert broken is not None
    assert whole is not None
    assert broken.failure is not None
    assert re.fullmatch(r"ZeroDivisionError: planted \(loanproof\.rubric\.judging:\d+\)", broken.failure.cause)
    assert broken.failure.version == __version__
    assert broken.sample is not None
    assert (broken.sample.evaluator_error, broken.sample.passed) == ("transport_error", False)
    assert (whole.failure, whole.sample and whole.sample.accuracy_score) == (None, 2)


@pytest.mark.usefixtures("breakable")
def test_a_prompt_that_cannot_be_made_by_a_fault_of_ours_is_a_record(
    engine: RunEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def request(case: Case, *arguments: Any, **more: Any) -> ChatRequest:
        if case.id == "T-0001":
            raise KeyError("planted")
        return judge_request(case, *arguments, **more)

    monkeypatch.setattr("loanproof.runs.judge_phase.judge_request", request)
    model = ScriptedJudge(lambda *_: says())
    judge(engine, model)
    assert model.asked.total() == 27
    head = engine.score(is_judged=True)
    assert [(one.case_id, one.kind) for one in head.verdict.failures] == [("T-0001", "judge")]


def test_a_reported_version_is_recorded_and_must_not_change(engine: RunEngine) -> None:
    def script(prompt: str, _: int) -> ChatReply:
        return says(snapshot="j-2" if "T-0020" in prompt else "j-1")

    with pytest.raises(TargetChanged, match="from 'j-1' to 'j-2'"):
        judge(engine, ScriptedJudge(script, version="reported"))
    done = len(list(engine.store.read_evaluation_keys(engine.manifest.run_id)))
    assert 0 < done < 28
    with pytest.raises(TargetChanged, match="from 'j-1' to 'j-9'"):
        judge(engine, ScriptedJudge(lambda *_: says(snapshot="j-9"), version="reported"))
