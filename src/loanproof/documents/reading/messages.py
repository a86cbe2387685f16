"""Messages on the pipe to the worker process: length-prefixed JSON, never pickled objects.

Each side validates what it gets against the types below, so that a worker taken over by a hostile file can lie about
that file but do nothing else.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import StrEnum
from typing import IO

from pydantic import TypeAdapter

from loanproof.documents.reading.file_kinds import FileKind
from loanproof.documents.reading.ocr import Recognised
from loanproof.documents.reading.page_text import Reading
from loanproof.documents.reading.places import Box, Letter

_HEAD = struct.Struct(">cI")
_MAX_BYTES = 500_000_000


class Action(StrEnum):
    """What the worker can be asked for."""

    READ = "read"  # the text of all pages
    RECOGNISE = "recognise"  # the text of one page image
    BOXES = "boxes"  # where a span of a page's own text is
    WORD_BOXES = "word_boxes"  # where a span of recognised text is
    IMAGE = "image"  # one page as PNG
    GREYS = "greys"  # one page as a PNG of 16 greys, for a screen
    LETTERS = "letters"  # where each character of a page is


class Status(StrEnum):
    """How a request ended."""

    DONE = "d"
    REFUSED = "r"  # the file is at fault, and the refusal says how
    OUT_OF_MEMORY = "m"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One question about one file. The worker reads the file itself and verifies that it is the right one."""

    action: Action
    path: str
    digest: str
    kind: FileKind
    max_pages: int
    max_characters: int
    page: int = 0
    start: int = 0
    end: int = 0
    width: int = 0
    length: int = 0
    timeout_s: float = 0.0
    is_recognised: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a file was refused: one sentence, and what to do."""

    message: str
    hint: str | None


REQUEST = TypeAdapter(Request)
REFUSAL = TypeAdapter(Refusal)
READING = TypeAdapter(Reading)
RECOGNISED = TypeAdapter(Recognised)
BOXES = TypeAdapter(tuple[Box, ...])
LETTERS = TypeAdapter(tuple[Letter | None, ...])


def send(stream: IO[bytes], status: Status, payload: bytes) -> None:
    """Write one message."""
    stream.write(_HEAD.pack(status.value.encode("ascii"), len(payload)))
    stream.write(payload)
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[Status, bytes] | None:
    """Read one message, or return ``None`` if the other side has gone or sent something invalid."""
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    status, length = _HEAD.unpack(head)
    if length > _MAX_BYTES or status not in (b"d", b"r", b"m"):
        return None
    payload = stream.read(length)
    return (Status(status.decode("ascii")), payload) if len(payload) == length else None
