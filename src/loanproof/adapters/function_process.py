"""A process with a user's function, seen from the parent: started, asked line by line, and ended."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from loanproof.adapters.transport import MAX_BODY
from loanproof.core import UsageError

if TYPE_CHECKING:
    from asyncio import StreamReader, StreamWriter
    from collections.abc import Mapping

LOAD_S = 600.0
"""How long a module may take to load; some load a model."""
_END_S = 5.0
_COMMAND = (sys.executable, "-P", str(Path(__file__).with_name("python_worker.py")))


class FunctionGone(Exception):
    """The process ended, or its output is unreadable; the sentence says which."""


def find_function(name: str) -> Path | None:
    """Return the file of a function's code, or raise :class:`UsageError` if it cannot be loaded.

    It is loaded in a separate process. Modules in the current folder are found too, as with ``python -m``; an installed
    module of the same name takes precedence. A callable that is not a function has no file.
    """
    if not name.rpartition(":")[1]:
        raise UsageError(f"{name!r} names no function.", hint="Write module:function.")
    try:
        ended = subprocess.run(  # noqa: S603 - our own interpreter and script
            _COMMAND, input=_first_line(name), stdout=subprocess.PIPE, timeout=LOAD_S, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise UsageError(f"{name!r} cannot be loaded within {LOAD_S:g} s.") from error
    if not ended.stdout:
        raise UsageError(f"{name!r} cannot be loaded: it ended its process with code {ended.returncode}.")
    told = json.loads(ended.stdout.splitlines()[0])
    if "missing" in told:
        hint = "Is the module in this folder, or installed?"
        raise UsageError(f"{name!r} cannot be loaded: {told['missing']}.", hint=hint)
    if "raised" in told:
        raise UsageError(f"{name!r} cannot be loaded: it raised {told['raised']}.")
    return None if told["file"] is None else Path(told["file"])


class FunctionProcess:
    """A running process; only one caller at a time may use :meth:`ask`."""

    def __init__(self, process: Process, questions: StreamWriter, answers: StreamReader) -> None:
        self._process = process
        self._questions = questions
        self._answers = answers

    @classmethod
    async def start(cls, name: str) -> FunctionProcess:
        """Start a process and let it load the function, or raise :class:`FunctionGone`."""
        process = await asyncio.create_subprocess_exec(
            *_COMMAND, stdin=PIPE, stdout=PIPE, limit=MAX_BODY, start_new_session=True
        )
        started = cls(process, cast("StreamWriter", process.stdin), cast("StreamReader", process.stdout))
        try:
            async with asyncio.timeout(LOAD_S):
                told = await started._exchange(_first_line(name))
        except BaseException:
            await started.end()
            raise
        if "file" not in told:
            await started.end()
            raise FunctionGone(f"the function cannot be loaded: {next(iter(told.values()))}.")
        return started

    @property
    def is_over(self) -> bool:
        """Whether the process has ended."""
        return self._process.returncode is not None

    async def ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the function returned, raised, or could not serialise; otherwise raise :class:`FunctionGone`."""
        return await self._exchange(json.dumps(question).encode() + b"\n")

    async def _exchange(self, line: bytes) -> dict[str, Any]:
        try:
            self._questions.write(line)
            await self._questions.drain()
            heard = await self._answers.readline()
        except ConnectionError:
            heard = b""
        except ValueError:  # a line without an end
            raise FunctionGone(f"the function returned more than {MAX_BODY:,} bytes.") from None
        if not heard.endswith(b"\n"):
            raise FunctionGone(f"the function ended its process with code {await self._process.wait()}.")
        told: dict[str, Any] = json.loads(heard)
        return told

    async def end(self) -> None:
        """Kill the process and everything it started: it leads its own process group."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        with suppress(TimeoutError):  # a child that left the group may hold the pipes for as long as it likes
            async with asyncio.timeout(_END_S):
                await self._process.communicate()


def _first_line(name: str) -> bytes:
    here = str(Path.cwd())
    path = sys.path if here in sys.path else [*sys.path, here]
    return json.dumps({"function": name, "path": path}).encode() + b"\n"
