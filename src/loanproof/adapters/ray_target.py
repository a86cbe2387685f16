"""The built-in system asked on a Ray cluster: questions that wait together go out together, as one task."""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from loanproof.adapters.answers import failed
from loanproof.adapters.ray_tasks import AnsweredBatch, AnsweringSetup, answer_batch
from loanproof.core import LoanproofError, OutsideError, code_hash, digest_file

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.adapters.python_target import PythonTarget
    from loanproof.adapters.ray_files import SentFolder
    from loanproof.runs import Answer, Question, TargetIdentity

AIM_S = 2.0
"""How long a batch should take; below a second the cluster's own work counts."""
_MOST_QUESTIONS = 50
_FIRST = 4  # questions in a batch until the time per question is known
_GATHER_S = 0.05  # how long a question waits for others
_Waiting = tuple["Question", "asyncio.Future[Answer]"]


class RayTarget:
    """Implements :class:`loanproof.runs.Target` for a function that every worker has.

    A batch whose worker dies repeatedly is asked one by one, and the question that kills it gets no answer: a bad
    document costs only its own answer.
    """

    def __init__(
        self, ray: Any, target: PythonTarget, *, window: int, retries: int, sent: SentFolder | None = None
    ) -> None:
        self._ray = ray
        self._target = target
        identity = replace(target.identity, generation_params=dict(target.identity.generation_params))
        self._setup = AnsweringSetup(function=target.function, timeout_s=target.timeout_s, identity=identity)
        self._task = ray.remote(num_cpus=1, max_retries=retries)(answer_batch)
        self._code = code_hash()
        self._sent = sent
        self._at_once = _FIRST
        self._slots = asyncio.Semaphore(window)
        self._window = window
        self._waiting: list[_Waiting] = []
        self._sending: set[asyncio.Task[None]] = set()
        self._digests: dict[Path, str] = {}

    @property
    def identity(self) -> TargetIdentity:
        """Who this is; enough questions are in progress to keep every worker busy."""
        return replace(self._target.identity, concurrency=self._window * _MOST_QUESTIONS // 2)

    async def ask(self, question: Question) -> Answer:
        """Answer one question, batched with others asked at the same time."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        if not self._waiting:
            self._start(self._gather())
        plain = replace(question, params=dict(question.params))  # a read-only view cannot cross to another process
        self._waiting.append((plain, answer))
        return await answer

    async def close(self) -> None:
        """Abandon work in progress."""
        for task in self._sending:
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)
        await self._target.close()

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _gather(self) -> None:
        """Send questions that came together, grouped by document, so that a worker reads each document once."""
        await asyncio.sleep(_GATHER_S)
        waiting, self._waiting = self._waiting, []
        waiting.sort(key=lambda one: [document.name for document in one[0].documents])
        while waiting:
            batch, waiting = waiting[: self._at_once], waiting[self._at_once :]
            await self._slots.acquire()
            self._start(self._send(batch))

    async def _send(self, batch: list[_Waiting]) -> None:
        try:
            answers = await self._answers([question for question, _ in batch])
        except BaseException as error:
            for _, future in batch:
                if not future.done():
                    future.set_exception(error if isinstance(error, Exception) else asyncio.CancelledError())
            if not isinstance(error, Exception):
                raise
        else:
            for (_, future), answer in zip(batch, answers, strict=True):
                if not future.done():
                    future.set_result(answer)
        finally:
            self._slots.release()

    async def _answers(self, questions: list[Question]) -> list[Answer]:
        exceptions = self._ray.exceptions
        try:
            done: AnsweredBatch = await self._task.remote(
                self._code, self._sent, self._setup, questions, self._seen(questions)
            )
        except (exceptions.WorkerCrashedError, exceptions.OutOfMemoryError) as error:
            if len(questions) == 1:
                why = f"the worker that answered died: {type(error).__name__}."
                return [failed("exit", why, elapsed_ms=0)]
            return [answer for one in questions for answer in await self._answers([one])]
        except exceptions.RayError as error:
            raise told_by(error) from error
        self._at_once = min(_MOST_QUESTIONS, max(1, math.ceil(AIM_S * len(questions) / max(done.seconds, 1e-3))))
        return done.answers

    def _seen(self, questions: list[Question]) -> dict[Path, str]:
        """Return the digests of the questions' documents on this machine."""
        paths = {document.path for question in questions for document in question.documents}
        for path in paths - self._digests.keys():
            self._digests[path] = digest_file(path)
        return {path: self._digests[path] for path in paths}


def told_by(error: Any) -> LoanproofError:
    """Return what an error of Ray means here: what the task raised, or that the cluster failed."""
    cause = getattr(error, "cause", None)
    if isinstance(cause, LoanproofError):
        return cause
    why = (str(error).strip().splitlines() or [type(error).__name__])[-1][:300]
    hint = "Was memory short? Resume with --resume; nothing that is kept is done again."
    return OutsideError(f"a task of the cluster failed: {why}", hint=hint)
