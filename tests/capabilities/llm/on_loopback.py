"""The capability on a model that a test scripts, behind a server on loopback, as ``llm:NAME`` builds it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from tests.adapters.loopback import Loopback, Say, loopback
from tools.scripted_models import Clause, Request

from loanproof.adapters import LlmOptions, TargetSetup, load_kind
from loanproof.chat import ChatParams
from loanproof.core import Capability
from loanproof.outputs import Telemetry
from loanproof.rubric import default_params
from loanproof.runs import Answer, Question, QuestionDocument, TargetIdentity
from loanproof.standards import load_rubric

Json = dict[str, Any]
Model: TypeAlias = Callable[[Request], str]
PARAMS: ChatParams = default_params(load_rubric("evaluation-rubric@1.0"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """An answer, and what the server was sent for it."""

    answer: Answer
    server: Loopback

    @property
    def output(self) -> Json:
        assert self.answer.output is not None, self.answer.error
        output: Json = json.loads(self.answer.output)
        return output

    @property
    def findings(self) -> list[str]:
        return [one["code"] for one in self.output.get("findings", ())]

    @property
    def telemetry(self) -> Telemetry:
        return self.answer.telemetry

    @property
    def requests(self) -> list[Json]:
        return [json.loads(one.body) for one in self.server.sent]


def completion(text: str, *, tokens: tuple[int, int] | None = None, finish: str = "stop") -> Say:
    """Return a reply of the OpenAI protocol; tokens are counted as about four characters each."""
    choices = [{"message": {"role": "assistant", "content": text}, "finish_reason": finish}]
    counted = tokens or (1200, max(1, len(text) // 4))
    usage = {"prompt_tokens": counted[0], "completion_tokens": counted[1]}
    return Say(body=json.dumps({"model": "m-1", "choices": choices, "usage": usage}).encode())


def asked(
    path: Path,
    model: Model,
    *,
    capability: Capability = Capability.EXTRACTION,
    question: str | None = None,
    say: Callable[[str], Say] = completion,
    hybrid: bool = False,
    standard: str | None = None,
) -> Asked:
    """Ask the capability about a document, with a model that answers by a function."""

    def script(_: int, body: bytes) -> Say:
        return say(model(Request(json.loads(body))))

    async def call() -> Asked:
        async with loopback(script) as server:
            options = LlmOptions.model_validate(
                {"kind": "llm", "model": "m", "version": "1", "base_url": f"{server.url}/v1", "hybrid": hybrid}
            )
            identity = TargetIdentity(name="llm:m", kind="llm", model_id="openai/m", model_version="1")
            target = load_kind("llm").build(options, TargetSetup(identity=identity, params=PARAMS))
            document = QuestionDocument(name=path.name, path=path)
            sent = Question(
                case_id="C-1",
                repeat=1,
                capability=capability,
                documents=(document,),
                question=question,
                standard=standard,
            )
            try:
                return Asked(answer=await target.ask(sent), server=server)
            finally:
                await target.close()

    return asyncio.run(call())


def clause_with(request: Request, words: str) -> Clause:
    """Return the clause of a request that holds some words."""
    return next(one for one in request.clauses if words in one.text)


def entry(request: Request, term: str, words: str | list[str] | None, holding: str = "") -> Json:
    """Return the answer to a term: the words of the clause that holds them, or that there is none."""
    texts = [] if words is None else [words] if isinstance(words, str) else words
    is_choice = bool(request.choices(term))
    if not texts:
        looked = [one.id for one in request.clauses[:1]]
        return {"term": term, "ids": looked, "ends": "", "value": [], "status": "absent"}
    clause = clause_with(request, holding or texts[0])
    value: Any = texts[0] if is_choice else texts
    return {"term": term, "ids": [clause.id], "ends": clause.ends, "value": value, "status": "stated"}
