"""Every block of the guide to connecting a model, typed against a server on loopback."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.adapters.loopback import Loopback, Say, loopback
from tools.scripted_models import Request

import loanproof.cases
from loanproof.cli.app import main

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "connect-a-model.md"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
STARTER = Path(loanproof.cases.__file__).parent / "starter"
SAID = "The Availability Period is the period from the date of this Agreement to and including 31 March 2027."


def blocks(language: str) -> list[str]:
    return [text for name, text in BLOCK.findall(GUIDE.read_text(encoding="utf-8")) if name == language]


def answered(body: dict[str, Any]) -> str:
    """Answer the question of QA-001 as a careful model would."""
    schema = body.get("tools", [{}])[0].get("input_schema")
    if schema is None and "response_format" not in body:
        return SAID  # a plain chat, as the pipeline of the guide has it
    messages = ([{"role": "system", "content": body["system"]}] if "system" in body else []) + body["messages"]
    form = body.get("response_format") or {"type": "json_schema", "json_schema": {"schema": schema}}
    clauses = Request({"messages": messages, "response_format": form}).clauses
    clause = next(one for one in clauses if 'Availability Period" means' in one.text)
    return json.dumps({"ids": [clause.id], "ends": clause.ends, "answer": SAID, "unanswered": [], "status": "stated"})


def reply(_: int, sent: bytes) -> Say:
    body = json.loads(sent)
    text = answered(body)
    if "tools" in body:
        block = {"type": "tool_use", "name": "reply", "input": json.loads(text)}
        usage = {"input_tokens": 1000, "output_tokens": 100}
        return Say(body=json.dumps({"model": "m-1", "content": [block], "usage": usage}).encode())
    choices = [{"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}]
    usage = {"prompt_tokens": 1000, "completion_tokens": 100}
    return Say(body=json.dumps({"model": "m-1", "choices": choices, "usage": usage}).encode())


@contextmanager
def served() -> Iterator[Loopback]:
    """Serve from a thread of its own, for commands run their own loop."""
    loop, ready, found = asyncio.new_event_loop(), threading.Event(), list[Loopback]()
    stop = asyncio.Event()

    async def serve() -> None:
        async with loopback(reply) as server:
            found.append(server)
            ready.set()
            await stop.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    assert ready.wait(30)
    try:
        yield found[0]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(30)
        loop.close()


def typed(line: str, capfd: pytest.CaptureFixture[str]) -> str:
    program, *words = shlex.split(line)
    assert program == "loanproof"
    with pytest.raises(SystemExit) as ended:
        main(words)
    found = capfd.readouterr()
    assert ended.value.code in (0, 1), found.err  # one case of a suite is never released
    return found.out


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LOANPROOF_STORE", raising=False)
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("HOSTED_KEY", "sk-not-a-key-at-all")
    shutil.copytree(STARTER, tmp_path / "my-suite")
    return tmp_path


def commands(part: int) -> list[str]:
    return blocks("")[part].strip().split("\n")


def is_right(line: str, folder: Path, capfd: pytest.CaptureFixture[str]) -> bool:
    """Run a line of the guide, and tell whether its one case was answered right."""
    said = typed(line, capfd)
    run = re.search(r"^Run (\S+)$", said, re.MULTILINE)
    assert run is not None, said
    typed(f"loanproof report {run[1]} --json result.json", capfd)
    result = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    [case] = {one["case_id"]: one for one in result["cases"]}.values()
    return bool(case["items"][0]["label"] == "correct")


def test_a_server_on_this_machine(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with served() as server:
        text = blocks("yaml")[0].replace("http://127.0.0.1:8000", server.url)
        (folder / "my-suite" / "targets.yaml").write_text(text, encoding="utf-8")
        run, analyze = commands(0)
        assert is_right(run, folder, capfd)
        said = typed(analyze, capfd)
    assert SAID in " ".join(said.split())
    assert "1,100 tokens" in said
    assert all(json.loads(one.body)["max_tokens"] == 1024 for one in server.sent)


def test_a_hosted_model_with_a_key_and_prices(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with served() as server:
        text = blocks("yaml")[1].replace("http://127.0.0.1:8000", server.url)
        (folder / "my-suite" / "targets.yaml").write_text(text, encoding="utf-8")
        [run] = commands(1)
        said = typed(run, capfd)
    assert server.sent[0].headers["x-api-key"] == "sk-not-a-key-at-all"
    assert "sk-not-a-key" not in said
    # three repeats of 1,000 tokens sent and 100 answered: 3 x (0.003 + 0.0015)
    assert "cost USD 0.0135" in " ".join(said.split())
    assert "USD 0.0045 for each right one" in " ".join(said.split())


def test_a_pipeline_of_ones_own_in_thirty_lines(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    [code] = blocks("py")
    assert len([line for line in code.split("\n") if line.strip()]) <= 32
    with served() as server:
        (folder / "rag.py").write_text(code.replace("http://127.0.0.1:8000", server.url), encoding="utf-8")
        monkeypatch.syspath_prepend(str(folder))
        [run] = commands(2)
        assert is_right(run, folder, capfd)
    sys.modules.pop("rag", None)
