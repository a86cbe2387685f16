"""The parent's side of the worker process, the only process that opens files with PDFium and Tesseract.

A file that takes too long or too much memory, or crashes the reader, costs one worker and results in one error
sentence; the next request starts a fresh worker. Requests are sent one at a time, from any thread.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, TypeVar

from pydantic import TypeAdapter, ValidationError

from loanproof.core import FileError
from loanproof.documents.reading.limits import Limits
from loanproof.documents.reading.messages import REFUSAL, REQUEST, Request, Status, receive, send

T = TypeVar("T")

_MODULE = "loanproof.documents.reading.worker_process"
_LEAVE_S = 2.0
_AGAIN = "Open it in a viewer and save it again, or raise the limit if you trust it."


class ReaderStopped(FileError):
    """The worker was stopped, or crashed, while reading a file; another try may succeed."""


@dataclass(slots=True, kw_only=True)
class Worker:
    """One worker process, started on first use."""

    memory_bytes: int
    _process: subprocess.Popen[bytes] | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def ask(self, request: Request, adapter: TypeAdapter[T], *, timeout_s: float, file: object) -> T:
        """Return the worker's answer, or raise a :class:`FileError` for ``file`` that says why and what to do."""
        answer = self.ask_bytes(request, timeout_s=timeout_s, file=file)
        try:
            return adapter.validate_json(answer)
        except ValidationError as error:
            self.close()
            raise ReaderStopped("the reader gave an answer that makes no sense.", file=file, hint=_AGAIN) from error

    def ask_bytes(self, request: Request, *, timeout_s: float, file: object) -> bytes:
        """Return the worker's answer unparsed."""
        with self._lock:
            message = self._exchange(request, timeout_s)
        if isinstance(message, str):
            raise ReaderStopped(message, file=file, hint=_AGAIN)
        status, payload = message
        if status is Status.REFUSED:
            refusal = REFUSAL.validate_json(payload)
            raise FileError(refusal.message, file=file, hint=refusal.hint)
        return payload

    def close(self) -> None:
        """End the process, if there is one; an idle worker exits when its input closes."""
        with self._lock:
            if self._process is not None:
                with suppress(OSError, subprocess.TimeoutExpired):
                    _pipe(self._process.stdin).close()
                    self._process.wait(timeout=_LEAVE_S)
            self._stop()

    def _exchange(self, request: Request, timeout_s: float) -> tuple[Status, bytes] | str:
        """Return the worker's message, or a sentence that says how it ended, after which there is no worker."""
        process = self._running()
        expired = threading.Event()

        def expire() -> None:
            expired.set()
            _kill(process)

        # The timer kills the process, which ends the read below: this works on pipes on every system.
        timer = threading.Timer(timeout_s, expire)
        timer.daemon = True
        timer.start()
        message: tuple[Status, bytes] | None = None
        code: int | None = None
        try:
            with suppress(OSError):
                send(_pipe(process.stdin), Status.DONE, REQUEST.dump_json(request))
                message = receive(_pipe(process.stdout))
        finally:
            timer.cancel()
            # Also after a keyboard interrupt: the answer to this request must not be read as that to the next one.
            if message is None or message[0] is Status.OUT_OF_MEMORY or expired.is_set():
                code = self._stop()
        memory = f"{self.memory_bytes // 1_000_000:,} MB of memory"
        if message is None and expired.is_set():
            return f"reading it takes longer than {timeout_s:g} s."
        if message is None:
            return (
                f"the reader broke off ({_ending(code)}): the file is damaged or hostile, or needs more than {memory}."
            )
        return f"reading it takes more than {memory}." if message[0] is Status.OUT_OF_MEMORY else message

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._stop()
            self._process = subprocess.Popen(  # noqa: S603  # our own module; the limit is a number
                [sys.executable, "-P", "-m", _MODULE, str(self.memory_bytes)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # so that its Tesseract ends with it
            )
        return self._process

    def _stop(self) -> int | None:
        process, self._process = self._process, None
        if process is None:
            return None
        status = process.poll()
        _kill(process)
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                _pipe(pipe).close()
        process.wait()
        return process.returncode if status is None else status


_workers: dict[tuple[int, int, str], Worker] = {}


def shared_worker(limits: Limits, *, purpose: str = "reading") -> Worker:
    """Return this process's worker with the given memory limit; a forked child never shares its parent's.

    Viewing a page must not wait until another file has been read, so each purpose has its own worker.
    """
    key = (os.getpid(), limits.memory_bytes, purpose)
    return _workers.setdefault(key, Worker(memory_bytes=limits.memory_bytes))


def close_workers() -> None:
    """End the workers of this process; this also runs at exit."""
    for (owner, *_), worker in list(_workers.items()):
        if owner == os.getpid():
            worker.close()


atexit.register(close_workers)


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise OSError("the worker has no pipe.")
    return stream


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


def _ending(status: int | None) -> str:
    if status is None or status >= 0:
        return f"exit code {status}"
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"signal {-status}"
