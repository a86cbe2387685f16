"""A program as the system under test: the question on its standard input, the answer on its standard output."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import signal
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from loanproof.adapters.answers import failed, ms_since, read_answer, write_question
from loanproof.adapters.target_kind import OwnIdentity, TargetKind
from loanproof.adapters.target_options import TargetOptions, Word
from loanproof.adapters.transport import MAX_BODY
from loanproof.core import UsageError, digest_if_readable

if TYPE_CHECKING:
    from loanproof.adapters.target_kind import TargetSetup
    from loanproof.runs import Answer, Question, TargetIdentity

_SHOWN = 300


class CommandOptions(TargetOptions):
    """A program that is started for each question."""

    kind: Literal["command"]
    program: Word


def program_words(program: str) -> list[str]:
    """Return the words of a command line as a shell would see them, or raise :class:`UsageError`."""
    try:
        words = shlex.split(program)
    except ValueError as error:
        raise UsageError(f"the program {program[:80]!r} cannot be read: {error}.", hint="Close every quote.") from error
    if not words:
        raise UsageError("the program has no words.", hint="Write, for example, command:./answer.")
    return words


class CommandTarget:
    """Starts the program once per question, without a shell. Implements :class:`loanproof.runs.Target`."""

    def __init__(self, *, identity: TargetIdentity, program: str, timeout_s: float) -> None:
        self._identity = identity
        self._words = program_words(program)
        self._timeout_s = timeout_s

    @property
    def identity(self) -> TargetIdentity:
        """Who this is."""
        return self._identity

    async def ask(self, question: Question) -> Answer:
        """Run the program; one that takes too long is killed with everything it started."""
        sent = json.dumps(write_question(question)).encode()
        began = perf_counter()
        try:
            process = await asyncio.create_subprocess_exec(
                *self._words, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True
            )
        except (OSError, ValueError) as error:
            why = f"the program {self._words[0]!r} cannot be started: {error}."
            return failed("start", why, elapsed_ms=ms_since(began))
        try:
            async with asyncio.timeout(self._timeout_s):
                said, complained, _ = await asyncio.gather(
                    _listen(process.stdout, process), _listen(process.stderr, process), _feed(process.stdin, sent)
                )
                code = await process.wait()
        except TimeoutError:
            why = f"no answer within {self._timeout_s:g} s."
            return failed("timeout", why, elapsed_ms=ms_since(began), timed_out=True)
        finally:
            await _end(process)
        elapsed_ms = ms_since(began)
        if said is None or complained is None:
            return failed("protocol", f"the program said more than {MAX_BODY:,} bytes.", elapsed_ms=elapsed_ms)
        if code:
            words = " ".join(complained.decode("utf-8", "replace").split())[-_SHOWN:]
            why = f"the program ended with code {code}" + (f": {words!a}." if words else ".")
            return failed("exit", why, elapsed_ms=elapsed_ms)
        return read_answer(said.decode("utf-8", "replace"), question, elapsed_ms=elapsed_ms)

    async def close(self) -> None:
        """Nothing is kept between questions."""


async def _feed(stream: asyncio.StreamWriter | None, sent: bytes) -> None:
    """Send the question; a program that does not read it may still answer."""
    if stream is not None:
        with suppress(ConnectionError):
            stream.write(sent)
            await stream.drain()
        with suppress(ConnectionError):
            stream.close()
            await stream.wait_closed()


async def _listen(stream: asyncio.StreamReader | None, process: Process) -> bytes | None:
    """Return all output; a program with too much output is killed, and the result is ``None``."""
    heard = bytearray()
    while stream is not None and (piece := await stream.read(65536)):
        heard += piece
        if len(heard) > MAX_BODY:
            _kill(process)
            while await stream.read(65536):  # a process ends only once its pipes are empty
                pass
            return None
    return bytes(heard)


def _kill(process: Process) -> None:
    """Kill the program and everything it started: it leads its own process group."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


async def _end(process: Process) -> None:
    """Make sure that nothing of the program is left."""
    if process.returncode is None:
        _kill(process)
        await process.communicate()


def _identify(options: CommandOptions) -> OwnIdentity:
    """Return the digest of the first file among the words of the command line: local code pins itself."""
    path = next((Path(word) for word in program_words(options.program) if Path(word).is_file()), None)
    return OwnIdentity(version=None if path is None else digest_if_readable(path))


def _build(options: CommandOptions, setup: TargetSetup) -> CommandTarget:
    return CommandTarget(identity=setup.identity, program=options.program, timeout_s=float(options.timeout_s))


KIND = TargetKind(name="command", place="program", options=CommandOptions, build=_build, identify=_identify)
