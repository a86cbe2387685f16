"""Asks the capability on a scripted model about the cases of a suite, one sample after the other."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from loanproof.adapters import ChatConnection, TargetSetup, Transport
from loanproof.adapters.llm_target import LlmTarget
from loanproof.adapters.transport import Limits
from loanproof.cases import BmtCase, CovenantsCase, ExtractionCase, QaCase, TaskCase, load_suite
from loanproof.chat import ChatIdentity, ChatParams, ChatReply, ChatRequest
from loanproof.core import load_yaml
from loanproof.documents import load_document
from loanproof.outputs import parse_output
from loanproof.provenance import DocumentSet
from loanproof.runs import Answer, Question, QuestionDocument, TargetIdentity
from loanproof.scoring import CaseScore, score_case
from loanproof.standards import load_contract
from tools.scripted_models import Request

Json = dict[str, Any]
DocumentCase = ExtractionCase | CovenantsCase | BmtCase | QaCase
Script = Callable[[Mapping[str, Any], Json], str]
PARAMS = ChatParams(temperature=Decimal(0), top_p=Decimal(1), max_tokens=1024, seed=42)
TWIN = re.compile(r"-[b-h](?=\.[a-z]+$)")


def count_roughly(text: str) -> int:
    """Count tokens as most tokenizers would about: four characters of English each."""
    return -(-len(text) // 4)


class ScriptedModel:
    """A chat model that answers by a script about the case that is asked now."""

    def __init__(self, script: Script, count: Callable[[str], int] = count_roughly, after_s: float = 0.0) -> None:
        self.script, self.count, self.after_s = script, count, after_s
        self.case: Json = {}
        self.requests: list[Request] = []

    @property
    def identity(self) -> ChatIdentity:
        """Which model this is."""
        return ChatIdentity(model_id="scripted", version="1")

    async def ask(self, request: ChatRequest) -> ChatReply:
        """Answer by the script, after the time that a server takes."""
        began = time.perf_counter()
        schema = {"type": "json_schema", "json_schema": {"schema": dict(request.json_schema or {})}}
        messages = [{"role": one.role.value, "content": one.text} for one in request.messages]
        body = {"messages": messages, "response_format": schema}
        self.requests.append(Request(body))
        text = self.script(body, self.case)
        spent = self.after_s
        if self.after_s:
            await asyncio.sleep(max(0.0, self.after_s - (time.perf_counter() - began)))
            spent = time.perf_counter() - began
        sent = "\n".join(one.text for one in request.messages) + json.dumps(request.json_schema, separators=(",", ":"))
        spent_ms = Decimal(f"{spent * 1000:.3f}")
        return ChatReply(
            text=text, input_tokens=self.count(sent), output_tokens=self.count(text), latency_e2e_ms=spent_ms,
            latency_model_ms=spent_ms, finish_reason="length" if self.count(text) > PARAMS.max_tokens else "stop",
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A case with its gold as plain data, the answer to it, and what the model was sent."""

    case: DocumentCase
    gold: Json
    answer: Answer
    requests: tuple[Request, ...]

    @property
    def output(self) -> Json:
        """The output object."""
        found: Json = json.loads(self.answer.output or "{}")
        return found


class Sitting:
    """The cases of one suite, asked document by document; a document is read once for all of its samples."""

    def __init__(self, folder: Path, *, is_hybrid: bool = False) -> None:
        self._suite = load_suite(folder)
        self._standard = load_contract(self._suite.settings.standard)
        self._gold = gold_cases(folder)
        self._sets: dict[tuple[str, ...], DocumentSet] = {}
        self._model = ScriptedModel(lambda _, __: "")
        identity = TargetIdentity(name="scripted", kind="llm", model_id="scripted", model_version="1")
        connection = ChatConnection(model=self, transport=Transport(Limits()))
        setup = TargetSetup(identity=identity, params=PARAMS)
        self._target = LlmTarget(connection, setup, is_hybrid=is_hybrid, workers=1)

    @property
    def identity(self) -> ChatIdentity:
        """Which model this is."""
        return self._model.identity

    async def ask(self, request: ChatRequest) -> ChatReply:
        """Pass a request on to the model whose turn it is."""
        return await self._model.ask(request)

    def cases(self, capability: str | None = None, *, twins: bool = True, named: str = "") -> Iterator[DocumentCase]:
        """Yield the cases that are wanted, those about one document together."""
        found = [one.case for one in self._suite.cases if not isinstance(one.case, TaskCase)]
        for case in sorted(found, key=lambda one: (one.document_names, one.id)):
            is_wanted = capability in (None, case.capability) and named in case.id
            if is_wanted and (twins or not TWIN.search(case.document_names[0])):
                yield case

    def sample(self, case: DocumentCase, model: ScriptedModel, at: Mapping[str, Path] | None = None) -> Asked:
        """Ask a model about a case; ``at`` says where documents lie that were changed."""
        model.case, model.requests = self._gold[case.id], []
        self._model = model
        paths = {name: (at or {}).get(name) or self._suite.document_path(name) for name in case.document_names}
        question = Question(
            case_id=case.id, repeat=1, capability=case.capability, question=getattr(case, "question", None),
            documents=tuple(QuestionDocument(name=name, path=path) for name, path in paths.items()),
        )  # fmt: skip
        answer = asyncio.run(self._target.ask(question))
        return Asked(case=case, gold=model.case, answer=answer, requests=tuple(model.requests))

    def score(self, asked: Asked) -> CaseScore:
        """Score an answer as a run does."""
        output = parse_output(asked.answer.output or "", asked.case.capability, standard=self._standard)
        return score_case(asked.case, output, documents=self.documents(asked.case), standard=self._standard)

    def documents(self, case: DocumentCase) -> DocumentSet:
        """Return the documents of a case as a scorer sees them."""
        if case.document_names not in self._sets:
            self._sets.clear()
            loaded = [load_document(self._suite.document_path(name)) for name in case.document_names]
            self._sets[case.document_names] = DocumentSet(loaded, self._standard)
        return self._sets[case.document_names]


def gold_cases(folder: Path) -> dict[str, Json]:
    """Return the cases of a suite as plain data, by their ids."""
    return {one["id"]: one for path in folder.glob("cases/**/*.yaml") for one in _cases(path)}


def _cases(path: Path) -> list[Json]:
    data: Any = load_yaml(path).data
    return data if isinstance(data, list) else [data]
