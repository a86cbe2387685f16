"""The built-in system on a chat model: we read the documents and check the answers, the model names places."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from decimal import Decimal
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING, Any

from loanproof.adapters.chat_target import ChatTarget, failed_chat
from loanproof.adapters.llm_options import LLM, LlmOptions
from loanproof.adapters.registry import load_kind
from loanproof.adapters.target_kind import OwnIdentity, TargetKind
from loanproof.adapters.target_options import PromptTemplate
from loanproof.capabilities import (
    PROMPT_ID,
    Caller,
    Doubt,
    Meter,
    ModelTask,
    PaperReading,
    answer_by_model,
    house_library,
    prompt_version,
)
from loanproof.chat import ChatFailure
from loanproof.core import Capability, LoanproofError
from loanproof.documents import load_document
from loanproof.outputs import Telemetry, parse_output
from loanproof.runs import Answer
from loanproof.scoring import Guard
from loanproof.standards import OUR_CONTRACT, load_contract

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.adapters.target_kind import ChatConnection, TargetSetup
    from loanproof.chat import ChatReply, ChatRequest
    from loanproof.core import StandardRef
    from loanproof.runs import Question, TargetIdentity
    from loanproof.standards import EvalStandard

_KEPT = 4  # cached documents: questions about one come one after the other


class LlmTarget:
    """Asks the built-in capability on a model. Implements :class:`loanproof.runs.Target`.

    One sample at a time works on its document; while it waits for the model, another one does. Waiting for a turn does
    not count as the sample's time.
    """

    def __init__(self, connection: ChatConnection, setup: TargetSetup, *, is_hybrid: bool, workers: int) -> None:
        self._connection = connection
        self._setup = setup
        self._is_hybrid = is_hybrid
        self._bare = ChatTarget(connection.model, connection.transport, identity=setup.identity, params=setup.params)
        self._pool = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="llm")
        self._turn = Lock()
        self._readings: OrderedDict[tuple[Path, StandardRef], PaperReading] = OrderedDict()

    @property
    def identity(self) -> TargetIdentity:
        """Who this is."""
        return self._setup.identity

    async def ask(self, question: Question) -> Answer:
        """Answer one question; faults of the document or the model become part of the answer."""
        if question.capability is Capability.TASK:  # there is no document: the bare model is asked
            return await self._bare.ask(question)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, _Sample(self, question, loop).answer)

    async def close(self) -> None:
        """Release the connections and threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        await self._connection.transport.close()

    def reading(self, path: Path, standard: EvalStandard) -> PaperReading:
        """Return a document, read for the fields of a contract; only the sample whose turn it is may call this."""
        key = (path, standard.ref)
        if key not in self._readings:
            self._readings[key] = PaperReading(load_document(path), standard)
            while len(self._readings) > _KEPT:
                self._readings.popitem(last=False)
        self._readings.move_to_end(key)
        return self._readings[key]

    @property
    def turn(self) -> Lock:
        """The lock held while a sample works on its document."""
        return self._turn

    @property
    def connection(self) -> ChatConnection:
        """The model."""
        return self._connection

    @property
    def setup(self) -> TargetSetup:
        """Its identity and generation parameters."""
        return self._setup

    @property
    def is_hybrid(self) -> bool:
        """Whether fields that the rules settle are not asked of the model."""
        return self._is_hybrid


@dataclass(slots=True)
class _Sample:
    """One question in progress, in its own thread."""

    target: LlmTarget
    question: Question
    loop: asyncio.AbstractEventLoop
    worked_s: float = 0.0
    began: float = 0.0

    def answer(self) -> Answer:
        meter = Meter(max_output=self.target.setup.params.max_tokens)
        caller = Caller(self._ask, self.target.setup.params, meter, is_structured=self.target.connection.is_structured)
        self._begin()
        try:
            output = self._output(caller)
        except ChatFailure as failure:
            return failed_chat(failure)
        except LoanproofError as error:
            return Answer(error=str(error), error_kind="document", telemetry=self._telemetry(meter), calls=meter.calls)
        finally:
            self._end()
        return Answer(
            output=json.dumps(output, ensure_ascii=False),
            telemetry=self._telemetry(meter),
            snapshot=meter.snapshots[-1] if meter.snapshots else None,
            calls=max(meter.calls, 1),
        )

    def _output(self, caller: Caller) -> dict[str, Any]:
        standard = load_contract(self.question.standard or OUR_CONTRACT)
        path = self.question.documents[0].path
        reading = self.target.reading(path, standard)
        guard = Guard(reading.documents, standard)

        def check(output: dict[str, Any]) -> tuple[Doubt, ...]:
            given = parse_output(json.dumps(output), self.question.capability, standard=standard)
            items = guard.check(given, self.question.capability).items
            return tuple(
                Doubt(item=one.item, tranche=one.tranche, sentence=fault.sentence)
                for one in items
                for fault in one.faults
            )

        task = ModelTask(
            capability=self.question.capability,
            check=check,
            question=self.question.question or "",
            is_hybrid=self.target.is_hybrid,
            library=house_library(path),
        )
        return answer_by_model(task, reading, caller)

    def _ask(self, request: ChatRequest) -> ChatReply:
        """Ask the model while others work on their documents."""
        self._end()
        try:
            return asyncio.run_coroutine_threadsafe(self.target.connection.model.ask(request), self.loop).result()
        finally:
            self._begin()

    def _begin(self) -> None:
        self.target.turn.acquire()
        self.began = perf_counter()

    def _end(self) -> None:
        if self.began:
            self.worked_s += perf_counter() - self.began
            self.began = 0.0
            self.target.turn.release()

    def _telemetry(self, meter: Meter) -> Telemetry:
        """Sum the telemetry of a sample's calls, including its own work but not the wait for its turn."""
        own = Decimal(f"{(self.worked_s + (perf_counter() - self.began if self.began else 0.0)) * 1000:.3f}")
        return Telemetry(
            latency_e2e_ms=own + meter.e2e_ms,
            latency_model_ms=meter.model_ms if meter.requests else None,
            input_tokens=meter.input_tokens if meter.is_reported else None,
            output_tokens=meter.output_tokens if meter.is_reported else None,
        )


def _identify(_: LlmOptions) -> OwnIdentity:
    return OwnIdentity(prompt=PromptTemplate(id=PROMPT_ID, version=prompt_version()))


def _build(options: LlmOptions, setup: TargetSetup) -> LlmTarget:
    connect = load_kind(options.protocol).connect
    if connect is None:
        raise TypeError(f"{options.protocol} is no chat protocol")
    connection = connect(options, setup)
    return LlmTarget(connection, setup, is_hybrid=options.hybrid, workers=options.concurrency)


KIND = TargetKind(name=LLM, place="model", options=LlmOptions, build=_build, identify=_identify)
