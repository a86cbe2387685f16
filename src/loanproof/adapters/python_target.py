"""A Python function as the system under test: one argument, the question; it returns the answer.

The user's code never runs in the main process: whatever it does to its own process costs one answer at most.
"""

from __future__ import annotations

from asyncio import timeout
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from loanproof.adapters.answers import failed, ms_since, read_answer, write_question
from loanproof.adapters.function_process import FunctionGone, FunctionProcess, find_function
from loanproof.adapters.target_kind import OwnIdentity, TargetKind
from loanproof.adapters.target_options import TargetOptions, Word
from loanproof.core import Whole, digest_if_readable

if TYPE_CHECKING:
    from loanproof.adapters.target_kind import TargetSetup
    from loanproof.runs import Answer, Question, TargetIdentity


class PythonOptions(TargetOptions):
    """A function, as ``module:function``. Each question in progress has its own process with the whole module."""

    kind: Literal["python"]
    function: Word
    concurrency: Whole = Field(default=4, ge=1, le=1000)


class PythonTarget:
    """Calls a function in reused processes, one for each question in progress.

    Implements :class:`loanproof.runs.Target`.
    """

    def __init__(self, function: str, *, identity: TargetIdentity, timeout_s: float) -> None:
        self.function = function
        self.timeout_s = timeout_s
        self._identity = identity
        self._idle: list[FunctionProcess] = []

    @property
    def identity(self) -> TargetIdentity:
        """Who this is."""
        return self._identity

    async def ask(self, question: Question) -> Answer:
        """Call the function; an exception is a failed answer. A call that takes too long is killed."""
        began = perf_counter()
        try:
            process = await self._free()
        except (FunctionGone, OSError, TimeoutError) as gone:
            return failed("start", str(gone) or "the function took too long to load.", elapsed_ms=ms_since(began))
        began = perf_counter()
        is_sound = False
        try:
            async with timeout(self.timeout_s):
                told = await process.ask(write_question(question))
            is_sound = True
        except TimeoutError:
            why = f"no answer within {self.timeout_s:g} s."
            return failed("timeout", why, elapsed_ms=ms_since(began), timed_out=True)
        except FunctionGone as gone:
            return failed("exit", str(gone), elapsed_ms=ms_since(began))
        finally:
            if is_sound:
                self._idle.append(process)
            else:
                await process.end()
        elapsed_ms = ms_since(began)
        if "raised" in told:
            return failed("raised", f"the function raised {told['raised']}", elapsed_ms=elapsed_ms)
        if "unwritable" in told:
            why = f"what the function returned is not JSON: {told['unwritable']}."
            return failed("protocol", why, elapsed_ms=elapsed_ms)
        return read_answer(told["returned"], question, elapsed_ms=elapsed_ms)

    async def _free(self) -> FunctionProcess:
        """Return an idle process; one that has ended is not reused."""
        while self._idle:
            process = self._idle.pop()
            if not process.is_over:
                return process
            await process.end()
        return await FunctionProcess.start(self.function)

    async def close(self) -> None:
        """End the processes."""
        while self._idle:
            await self._idle.pop().end()


def _identify(options: PythonOptions) -> OwnIdentity:
    """Return the digest of the function's file: local code pins itself."""
    path = find_function(options.function)
    return OwnIdentity(version=None if path is None else digest_if_readable(path))


def _build(options: PythonOptions, setup: TargetSetup) -> PythonTarget:
    return PythonTarget(options.function, identity=setup.identity, timeout_s=float(options.timeout_s))


KIND = TargetKind(name="python", place="function", options=PythonOptions, build=_build, identify=_identify)
