"""A program as the system under test: the question on its standard input, the answer on its standard output."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import signal
from asyncio.subprocess import PIPE
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Literal, cast

from loanproof.adapters.answers import failed, ms_since, read_answer, write_question
from loanproof.adapters.target_kind import OwnIdentity, TargetKind
from loanproof.adapters.target_options import TargetOptions, Word
from loanproof.adapters.transport import MAX_BODY
from loanproof.core import UsageError, digest_if_readable

if TYPE_CHECKING:
    from loanproof.adapters.target_kind import TargetSetup
    from loanproof.runs import Answer, Question, TargetIdentity

_SHOWN = 300
_GRACE_S = 1.0
"""How long a child of a program that has ended may hold its output."""
_ANSWER, _COMPLAINTS = 1, 2


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
        """Run the program until it ends; whatever it leaves in its process group is killed.

        What it said counts although a child of its own still holds its output. Nobody waits for a child that left the
        group, and it lives on.
        """
        sent = json.dumps(write_question(question)).encode()
        began = perf_counter()
        try:
            transport, heard = await asyncio.get_running_loop().subprocess_exec(
                _Heard, *self._words, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True
            )
        except (OSError, ValueError) as error:
            why = f"the program {self._words[0]!r} cannot be started: {error}."
            return failed("start", why, elapsed_ms=ms_since(began))
        try:
            _feed(transport, sent)
            async with asyncio.timeout(self._timeout_s):
                await heard.is_over.wait()
        except TimeoutError:
            why = f"no answer within {self._timeout_s:g} s."
            return failed("timeout", why, elapsed_ms=ms_since(began), timed_out=True)
        finally:
            elapsed_ms = ms_since(began)
            await _end(transport, heard)
        if heard.is_too_much:
            return failed("protocol", f"the program said more than {MAX_BODY:,} bytes.", elapsed_ms=elapsed_ms)
        if code := transport.get_returncode():
            words = " ".join(heard.said[_COMPLAINTS].decode("utf-8", "replace").split())[-_SHOWN:]
            why = f"the program ended with code {code}" + (f": {words!a}." if words else ".")
            return failed("exit", why, elapsed_ms=elapsed_ms)
        return read_answer(heard.said[_ANSWER].decode("utf-8", "replace"), question, elapsed_ms=elapsed_ms)

    async def close(self) -> None:
        """Nothing is kept between questions."""


class _Heard(asyncio.SubprocessProtocol):
    """What a program says, and whether it has ended and will say no more.

    Its end and that of its output are told apart: a child may hold the output for as long as it likes.
    """

    def __init__(self) -> None:
        self.said = {_ANSWER: bytearray(), _COMPLAINTS: bytearray()}
        self.is_too_much = False
        self.is_over = asyncio.Event()
        self.is_silent = asyncio.Event()
        self._open = set(self.said)
        self._process_id: int | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember whom to kill."""
        self._process_id = cast("asyncio.SubprocessTransport", transport).get_pid()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Keep what was said; a program that says too much is killed."""
        self.is_too_much |= len(self.said[fd]) + len(data) > MAX_BODY
        if self.is_too_much:
            self.kill()
        else:
            self.said[fd] += data

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Note that nobody holds an end of this pipe any more; a program need not read its question."""
        self._open.discard(fd)
        if not self._open:
            self.is_silent.set()

    def process_exited(self) -> None:
        """Note that the program itself has ended."""
        self.is_over.set()

    def kill(self) -> None:
        """Kill the program and everything in its process group, which it leads."""
        if self._process_id is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process_id, signal.SIGKILL)


def _feed(transport: asyncio.SubprocessTransport, sent: bytes) -> None:
    """Send the question and end it."""
    questions = cast("asyncio.WriteTransport", transport.get_pipe_transport(0))
    questions.write(sent)
    questions.close()


async def _end(transport: asyncio.SubprocessTransport, heard: _Heard) -> None:
    """Read what a program said before it ended, and make sure that nothing of its group is left."""
    try:
        if heard.is_over.is_set():
            await _within(_GRACE_S, heard.is_silent)
    finally:
        heard.kill()
        try:
            await _within(_GRACE_S, heard.is_over)
            await _within(_GRACE_S, heard.is_silent)
        finally:
            transport.close()


async def _within(seconds: float, happened: asyncio.Event) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await happened.wait()


def _identify(options: CommandOptions) -> OwnIdentity:
    """Return the digest of the first file among the words of the command line: local code pins itself."""
    path = next((Path(word) for word in program_words(options.program) if Path(word).is_file()), None)
    return OwnIdentity(version=None if path is None else digest_if_readable(path))


def _build(options: CommandOptions, setup: TargetSetup) -> CommandTarget:
    return CommandTarget(identity=setup.identity, program=options.program, timeout_s=float(options.timeout_s))


KIND = TargetKind(name="command", place="program", options=CommandOptions, build=_build, identify=_identify)
