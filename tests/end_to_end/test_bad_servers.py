"""A server that misbehaves in every way at once: every sample ends as one record, every call is counted, none twice."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from tests.adapters.loopback import Behaviour, Cut, CutInside, Say, loopback
from tests.end_to_end.served import tasks, write_targets

from loanproof.cases import load_suite
from loanproof.runs import Asked, EvaluatorInfo, Plan, RunEngine, describe_planned, make_manifest
from loanproof.standards import load_contract, load_rubric
from loanproof.store import open_store
from loanproof.wiring import TargetResolver, build_target

if TYPE_CHECKING:
    from pathlib import Path

    from tests.adapters.loopback import Loopback, Script

    from loanproof.runs import SampleRecord

SAMPLES = 2000
JSON = {"Content-Type": "application/json"}


def completion(text: str) -> bytes:
    usage = {"prompt_tokens": 7, "completion_tokens": 3}
    message = {"role": "assistant", "content": text}
    return json.dumps({"model": "m-7", "choices": [{"message": message}], "usage": usage}).encode()


GOOD = Say(body=completion("fine"))
FAULTS: dict[str, Behaviour] = {
    "429": Say(status=429),
    "429 with a wish": Say(status=429, headers={**JSON, "Retry-After": "0.01"}),
    "500": Say(status=500, body=b"oops"),
    "slow": Say(body=completion("late"), after_s=0.02),
    "cut": Cut(),
    "cut inside": CutInside(),
    "no JSON": Say(body=b'{"choices": ['),
    "no JSON type": Say(body=b"<html>busy</html>", headers={"Content-Type": "text/html"}),
    "no choices": Say(body=b'{"choices": []}'),
    "huge": Say(body=b'{"x": "' + b"y" * 200_000 + b'"}'),
}
PROTOCOL = {"no JSON", "no JSON type", "no choices", "huge"}
"""What came back is an answer, but no answer of the protocol: asking again would not help."""


def run_against(script: Script, folder: Path) -> tuple[Asked, list[SampleRecord], Loopback]:
    async def main() -> tuple[Asked, Loopback]:
        async with loopback(script) as server:
            write_targets(folder, server.url, concurrency=50)
            suite = load_suite(folder)
            standard, rubric = load_contract(suite.settings.standard), load_rubric(suite.settings.rubric)
            target = build_target("model", TargetResolver(suite_folder=folder, standard=standard, rubric=rubric))
            plan = Plan(suite, target.identity, repeats=1)
            run = describe_planned(plan, EvaluatorInfo.contract(standard), standard, rubric, code_version="c")
            engine = RunEngine(
                plan=plan,
                manifest=make_manifest(plan, run.model_copy(update={"run_id": "r-1"})),
                store=store,
                standard=standard,
                rubric=rubric,
            )
            store.save_run(engine.manifest)
            try:
                return await engine.ask(target), server
            finally:
                await target.close()

    store = open_store(f"sqlite:{folder / 'runs.db'}")
    asked, server = asyncio.run(main())
    kept = list(store.read_samples("r-1"))
    store.close()
    return asked, kept, server


def test_two_thousand_samples_with_thirty_per_cent_of_everything_end_as_two_thousand_records(tmp_path: Path) -> None:
    draw = random.Random(4)
    names = list(FAULTS)
    done: dict[int, str] = {}

    def script(number: int, _: bytes) -> Behaviour:
        done[number] = draw.choice(names) if draw.random() < 0.3 else "good"
        return FAULTS.get(done[number], GOOD)

    asked, kept, server = run_against(script, tasks(tmp_path / "suite", SAMPLES))
    assert asked.samples == len(kept) == len({one.case_id for one in kept}) == SAMPLES
    assert asked.calls == sum(one.calls for one in kept) == len(server.sent)
    lines = {one.case_id: json.loads(one.line) for one in kept}
    per_task = Counter(json.loads(one.body)["messages"][0]["content"] for one in server.sent)
    assert {f"task {int(one.case_id[2:])}": one.calls for one in kept} == dict(per_task)
    assert_telemetry(lines)
    # Each reply that ends a sample ends exactly one: good and late answers, and those that are no protocol.
    ends = Counter("protocol" if name in PROTOCOL else "answer" for name in done.values() if ends_a_sample(name))
    answered = [line for line in lines.values() if line["error"] is None]
    assert len(answered) == ends["answer"]
    assert asked.failures["protocol"] == ends["protocol"]
    assert asked.samples == len(answered) + asked.failures.total()
    assert server.most_at_once <= 50


def ends_a_sample(name: str) -> bool:
    return name in PROTOCOL or name in ("good", "slow")


def assert_telemetry(lines: dict[str, dict[str, Any]]) -> None:
    for line in lines.values():
        assert line["latency_e2e_ms"] > 0
        assert line["timed_out"] is False
        if line["error"] is None:
            assert (line["input_tokens"], line["output_tokens"]) == (7, 3)
            assert line["latency_e2e_ms"] >= line["latency_model_ms"] > 0
            assert line["output"] in ("fine", "late")
        else:
            assert line["input_tokens"] is None
            assert "output" not in line


KINDS = {
    "429": ("rate_limited", 6),
    "429 with a wish": ("rate_limited", 6),
    "500": ("server", 6),
    "no JSON": ("protocol", 1),
    "no JSON type": ("protocol", 1),
    "no choices": ("protocol", 1),
    "huge": ("protocol", 1),
}


@pytest.mark.parametrize(("name", "ended"), KINDS.items(), ids=KINDS.keys())
def test_a_server_that_always_fails_in_one_way_is_a_record_of_that_kind_after_all_attempts(
    name: str, ended: tuple[str, int], tmp_path: Path
) -> None:
    asked, kept, server = run_against(lambda *_: FAULTS[name], tasks(tmp_path / "suite", 10))
    kind, calls = ended
    assert (asked.samples, dict(asked.failures)) == (10, {kind: 10})
    assert {one.calls for one in kept} == {calls}
    assert len(server.sent) == 10 * calls
