"""The systems under test as the engine sees them: what they are sent, and that every fault is an answer."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import signal
import sys
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.adapters.loopback import Behaviour, Loopback, Say, in_turn, loopback

from loanproof.adapters.chat_target import ChatTarget
from loanproof.adapters.command_target import CommandTarget
from loanproof.adapters.function_process import find_function
from loanproof.adapters.http_target import HttpTarget
from loanproof.adapters.openai_chat import OpenAiChat
from loanproof.adapters.pacing import Backoff
from loanproof.adapters.python_target import PythonTarget
from loanproof.adapters.transport import Limits, Transport, bearer
from loanproof.chat import ChatIdentity, ChatParams
from loanproof.core import Capability, UsageError
from loanproof.runs import Answer, Question, QuestionDocument, TargetIdentity

if TYPE_CHECKING:
    from collections.abc import Callable

    from loanproof.runs import Target

IDENTITY = TargetIdentity(name="house", kind="python", model_id="m", model_version="1", concurrency=2)
QA = Question(
    case_id="QA-1",
    repeat=2,
    capability=Capability.QA,
    documents=(QuestionDocument(name="a.txt", path=Path("documents/a.txt")),),
    question="When?",
)
TASK = Question(case_id="T-1", repeat=1, capability=Capability.TASK, task="Add 2 and 2.", provided_context="Two, two.")
PARAMS = ChatParams(temperature=Decimal(0), top_p=Decimal(1), max_tokens=1024, seed=42)
PROGRAM = f"{shlex.quote(sys.executable)} -m tests.adapters.programs"


def ask(target: Target, question: Question = QA) -> Answer:
    async def call() -> Answer:
        answer = await target.ask(question)
        await target.close()
        return answer

    return asyncio.run(call())


def function(name: str, timeout_s: float = 5) -> PythonTarget:
    return PythonTarget(f"tests.adapters.programs:{name}", identity=IDENTITY, timeout_s=timeout_s)


def program(behaviour: str, timeout_s: float = 30) -> CommandTarget:
    return CommandTarget(identity=IDENTITY, program=f"{PROGRAM} {behaviour}", timeout_s=timeout_s)


def over_http(
    make: Callable[[Transport, str], Target], *behaviours: Behaviour, question: Question = QA
) -> tuple[Answer, Loopback]:
    async def call() -> tuple[Answer, Loopback]:
        async with loopback(in_turn(*behaviours)) as server:
            target = make(Transport(Limits(timeout_s=0.5, backoff=Backoff(attempts=2, first_s=0.001))), server.url)
            answer = await target.ask(question)
            await target.close()
        return answer, server

    return asyncio.run(call())


def http(transport: Transport, url: str) -> Target:
    return HttpTarget(transport, identity=IDENTITY, url=url, sign=bearer("k"))


def chat(transport: Transport, url: str) -> Target:
    model = OpenAiChat(transport, identity=ChatIdentity(model_id="m", version="1"), model="m", base_url=url)
    return ChatTarget(model, transport, identity=IDENTITY, params=PARAMS)


def test_a_function_gets_the_question_and_nothing_that_is_expected() -> None:
    assert json.loads(str(ask(function("seen")).output)) == {
        "case_id": "QA-1",
        "repeat": 2,
        "capability": "qa",
        "documents": [{"name": "a.txt", "path": "documents/a.txt"}],
        "question": "When?",
        "params": {},
    }


@pytest.mark.parametrize("name", ["echo", "echo_later"])
def test_a_function_may_be_plain_or_async(name: str) -> None:
    answer = ask(function(name))
    assert answer.error is None
    assert answer.output in ('{"capability": "qa", "answer": "When?"}', "answer to QA-1")
    assert answer.telemetry.latency_e2e_ms is not None


def test_a_recorded_line_brings_its_tokens_but_the_time_is_measured_here() -> None:
    answer = ask(function("line"))
    assert (answer.output, answer.is_text) == ('{"answer": "x"}', False)
    told = answer.telemetry
    assert (told.latency_model_ms, told.input_tokens, told.output_tokens) == (Decimal("12.5"), 5, 0)
    assert told.latency_e2e_ms is not None
    assert told.latency_e2e_ms < 99999


@pytest.mark.parametrize(
    ("name", "kind", "why"),
    [
        ("fail", "raised", "the function raised RuntimeError: no luck"),
        ("leave", "raised", "the function raised SystemExit: 0"),
        ("throw", "raised", "the function raised BaseException: not"),
        ("mute", "raised", "the function raised Mute"),
        ("refuse", "target", "the model is down"),
        ("odd", "protocol", "is not JSON"),
    ],
)
def test_a_function_that_fails_is_an_answer_that_says_so(name: str, kind: str, why: str) -> None:
    answer = ask(function(name))
    assert (answer.output, answer.error_kind) == (None, kind)
    assert why in str(answer.error)


def test_a_function_that_takes_too_long_is_timed_out_with_its_time() -> None:
    answer = ask(function("slow", timeout_s=0.05))
    assert answer.telemetry.timed_out
    assert answer.telemetry.latency_e2e_ms is not None
    assert answer.telemetry.latency_e2e_ms >= 50


def test_a_function_that_ends_its_process_loses_one_answer_and_the_next_is_given() -> None:
    async def call() -> list[Answer]:
        target = function("vanish")
        answers = [await target.ask(replace(QA, question=said)) for said in ("stay", "go", "stay")]
        await target.close()
        return answers

    first, gone, last = asyncio.run(call())
    assert (gone.output, gone.error_kind) == (None, "exit")
    assert gone.error == "the function ended its process with code 0."
    process = [json.loads(str(one.output))["answer"] for one in (first, last)]
    assert process[0] != process[1] != os.getpid()


def test_a_process_that_is_not_ended_is_kept_for_the_next_question() -> None:
    async def call() -> set[str | None]:
        target = function("vanish")
        answers = {(await target.ask(replace(QA, question="stay"))).output for _ in range(3)}
        await target.close()
        return answers

    assert len(asyncio.run(call())) == 1


def test_a_function_that_takes_too_long_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    alive = tmp_path / "alive"
    answer = ask(function("slow_child", timeout_s=0.5), replace(QA, question=str(alive)))
    assert answer.telemetry.timed_out
    child = int(alive.read_text())
    assert _is_ended(child)


def _is_ended(process_id: int) -> bool:
    """Whether a process that was sent its signal ends; the kernel may take a moment to act on it."""
    return any(not _is_running(process_id) for _ in range(100_000))


def _is_running(process_id: int) -> bool:
    try:
        return Path(f"/proc/{process_id}/stat").read_text().split()[2] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_what_a_function_prints_is_no_part_of_its_answer(capfd: pytest.CaptureFixture[str]) -> None:
    answer = ask(function("chatter"))
    assert (answer.output, answer.error) == ("quiet", None)
    told = capfd.readouterr()
    assert (told.out, "loud" in told.err) == ("", True)


@pytest.mark.parametrize("name", ["nothing", "no_such_module_at_all:f", "tests.adapters.programs:nobody", ":f"])
def test_a_function_that_is_not_there_is_the_users_error(name: str) -> None:
    with pytest.raises(UsageError):
        find_function(name)


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import sys; sys.exit(0)", "it raised SystemExit: 0"),
        ("raise RuntimeError('no luck')", "it raised RuntimeError: no luck"),
        ("def f(:", "it raised SyntaxError: "),
        ("import os; os._exit(0)", "it ended its process with code 0"),
    ],
)
def test_a_module_that_cannot_be_imported_is_the_users_error_whatever_it_raises(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, why: str
) -> None:
    (tmp_path / "module_under_test.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UsageError, match=f"cannot be loaded: {why}"):
        find_function("module_under_test:f")


def test_something_that_is_no_function_is_refused() -> None:
    with pytest.raises(UsageError, match="is not a function"):
        find_function("tests.adapters.programs:not_callable")


def test_a_program_reads_the_question_and_writes_its_answer() -> None:
    answer = ask(program("echo"))
    assert answer.output is not None
    assert json.loads(answer.output) == {"capability": "qa", "answer": "When?"}


def test_a_program_that_does_not_listen_may_still_answer() -> None:
    assert ask(program("deaf")).output == "plain words\n"


def test_a_program_that_fails_says_why_on_one_line() -> None:
    answer = ask(program("fail"))
    assert answer.error == "the program ended with code 3: 'bad things'."


def test_a_program_that_takes_too_long_is_ended() -> None:
    answer = ask(program("slow", timeout_s=0.3))
    assert (answer.error_kind, answer.telemetry.timed_out) == ("timeout", True)


def test_a_program_that_never_stops_talking_is_ended() -> None:
    answer = ask(program("endless"))
    assert answer.error_kind == "protocol"


@pytest.mark.parametrize("behaviour", ["leave_a_child", "leave_a_quiet_child"])
def test_a_program_that_answers_is_heard_and_what_it_leaves_behind_is_ended(behaviour: str) -> None:
    answer = ask(program(behaviour))
    assert answer.output is not None
    assert _is_ended(int(answer.output))


def test_an_answer_counts_although_a_child_that_left_the_group_holds_the_output() -> None:
    answer = ask(program("leave_a_child_that_left"))
    assert answer.output is not None
    child = int(answer.output)
    assert _is_running(child)  # nobody waited for it
    os.kill(child, signal.SIGKILL)


def test_nobody_waits_for_a_child_that_left_the_group_of_a_program_that_is_ended(tmp_path: Path) -> None:
    told = tmp_path / "child"
    assert ask(program(f"talk_beside_a_child_that_left {told}")).error_kind == "protocol"
    child = int(told.read_text())
    assert _is_running(child)
    os.kill(child, signal.SIGKILL)


def test_a_program_that_is_not_there_is_an_answer_too() -> None:
    answer = ask(CommandTarget(identity=IDENTITY, program="/no/such/program --x", timeout_s=5))
    assert answer.error_kind == "start"


@pytest.mark.parametrize("program", ["answer 'it", "   ", ""])
def test_a_command_line_that_cannot_be_read_is_the_users_error(program: str) -> None:
    with pytest.raises(UsageError):
        CommandTarget(identity=IDENTITY, program=program, timeout_s=5)


def test_http_posts_the_question_and_reads_a_bare_output() -> None:
    answer, server = over_http(http, Say(body=b'{"answer": "x", "answer": "y"}'))
    assert json.loads(server.sent[0].body)["question"] == "When?"
    assert server.sent[0].headers["Authorization"] == "Bearer k"
    assert (answer.output, answer.is_text) == ('{"answer": "x", "answer": "y"}', True)


@pytest.mark.parametrize(
    ("behaviour", "kind", "calls", "late"),
    [
        (Say(status=500), "server", 2, False),
        (Say(status=404), "refused", 1, False),
        (Say(status=204), "empty", 1, False),
        (Say(body=b""), "empty", 1, False),
        (Say(after_s=5), "timeout", 1, True),
    ],
)
def test_http_faults_are_answers_with_every_call_counted(behaviour: Say, kind: str, calls: int, late: bool) -> None:
    answer, server = over_http(http, behaviour)
    assert (answer.error_kind, answer.calls, answer.telemetry.timed_out) == (kind, calls, late)
    assert len(server.sent) == calls


def test_a_chat_model_is_sent_task_blank_line_and_context() -> None:
    said = {"choices": [{"message": {"content": "4"}}], "usage": {"prompt_tokens": 7, "completion_tokens": 1}}
    answer, server = over_http(chat, Say(body=json.dumps({"model": "m-9", **said}).encode()), question=TASK)
    assert json.loads(server.sent[0].body)["messages"] == [{"role": "user", "content": "Add 2 and 2.\n\nTwo, two."}]
    assert (answer.output, answer.is_text, answer.snapshot) == ("4", True, "m-9")
    assert (answer.telemetry.input_tokens, answer.telemetry.output_tokens) == (7, 1)


def test_a_chat_model_that_fails_is_an_answer_with_its_time() -> None:
    answer, _ = over_http(chat, Say(status=401), question=TASK)
    assert answer.error_kind == "refused"
    assert answer.telemetry.latency_e2e_ms is not None
