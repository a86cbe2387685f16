"""Output that outlasts its reader: ``| head`` cuts what is shown, never the command or its verdict."""

from __future__ import annotations

import io
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from _typeshed import ReadableBuffer

_NAMES = ("stdout", "stderr")


class _Unread(io.FileIO):
    """A file that takes what nobody reads any more as written; a full disk is an error, once."""

    _failed = False

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            if not self._failed and not isinstance(error, BrokenPipeError):
                self._failed = True
                raise
            return memoryview(data).nbytes


@contextmanager
def lasting_streams() -> Iterator[None]:
    """Replace both streams while the context lasts; those that are no files of the process stay as they are."""
    before = {name: getattr(sys, name) for name in _NAMES}
    for name, stream in before.items():
        if isinstance(stream, io.TextIOWrapper) and stream is getattr(sys, f"__{name}__"):
            stream.flush()
            setattr(sys, name, _lasting(stream))
    try:
        yield
    finally:
        for name, stream in before.items():
            getattr(sys, name).flush()
            setattr(sys, name, stream)


def _lasting(stream: io.TextIOWrapper) -> io.TextIOWrapper:
    buffer = io.BufferedWriter(_Unread(stream.fileno(), "wb", closefd=False))
    return io.TextIOWrapper(
        buffer,
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
