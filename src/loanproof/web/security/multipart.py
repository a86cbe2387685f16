"""A form with a file, read as it arrives: the token first, then the file straight to disk, with limits.

Nothing of the file is written before the session token is verified, and its name is only text.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.concurrency import run_in_threadpool

from loanproof.web.errors import TooLarge, WrongRequest
from loanproof.web.security.forms import FORM_TOKEN, refuse_other_origin, refuse_wrong_token

if TYPE_CHECKING:
    from python_multipart.multipart import MultipartCallbacks
    from starlette.requests import Request

    from loanproof.web.security.sessions import Session

_FORM = b"multipart/form-data"
_MOST_BESIDE = 20_000  # bytes of everything that is not the file
_MOST_PARTS = 10


async def read_file_form(request: Request, session: Session, target: Path, most_bytes: int) -> str:
    """Write the file of a form sent by our own page to a path, and return the user's file name."""
    refuse_other_origin(request)
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    if kind != _FORM or b"boundary" not in options:
        raise WrongRequest("a file is sent as multipart/form-data.")
    parts = _Parts(session)
    parser = MultipartParser(options[b"boundary"], parts.callbacks(), max_header_count=8, max_header_size=4_000)
    size = 0
    with target.open("wb") as stream:
        async for chunk in request.stream():
            size += len(chunk)
            if size > most_bytes + _MOST_BESIDE:
                raise TooLarge(f"the file is larger than {most_bytes:,} bytes.", hint="Split it, or ask for more room.")
            _parse(parser, chunk)
            if parts.arrived:
                await run_in_threadpool(stream.write, bytes(parts.arrived))
                parts.arrived.clear()
    if not parts.is_whole or parts.file_name is None:
        raise WrongRequest("no file was sent.", hint="Choose a document first.")
    return parts.file_name


def _parse(parser: MultipartParser, chunk: bytes) -> None:
    try:
        parser.write(chunk)
    except FormParserError as error:
        raise WrongRequest("the form cannot be read.") from error


class _Parts:
    """The parser's callbacks: keeps small fields, and passes on the bytes of the one file."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._header = (bytearray(), bytearray())
        self._disposition = b""
        self._field: str | None = None
        self._fields: dict[str, bytearray] = {}
        self._count = self._beside = 0
        self._is_allowed = False
        self.arrived = bytearray()
        self.file_name: str | None = None
        self.is_whole = False

    def callbacks(self) -> MultipartCallbacks:
        """Return the callbacks for each part."""
        return {
            "on_part_begin": self._begin,
            "on_header_field": lambda data, start, end: self._header[0].extend(data[start:end]),
            "on_header_value": lambda data, start, end: self._header[1].extend(data[start:end]),
            "on_header_end": self._end_header,
            "on_headers_finished": self._open,
            "on_part_data": self._take,
            "on_end": self._end,
        }

    def _begin(self) -> None:
        self._count += 1
        if self._count > _MOST_PARTS:
            raise WrongRequest("the form has too many parts.")
        self._disposition, self._field = b"", None

    def _end_header(self) -> None:
        name, value = self._header
        if bytes(name).lower() == b"content-disposition":
            self._disposition = bytes(value)
        self._header = (bytearray(), bytearray())

    def _open(self) -> None:
        _, options = parse_options_header(self._disposition)
        if b"filename" not in options:
            self._field = options.get(b"name", b"").decode("utf-8", "replace")[:100]
            self._fields[self._field] = bytearray()
            return
        if self.file_name is not None:
            raise WrongRequest("the form has two files.", hint="Send one document at a time.")
        if not self._is_allowed:
            refuse_wrong_token(self._fields.get(FORM_TOKEN, b"").decode("utf-8", "replace"), self._session)
            self._is_allowed = True
        self.file_name = options[b"filename"].decode("utf-8", "replace")[:1_000]

    def _take(self, data: bytes, start: int, end: int) -> None:
        if self._field is None:
            self.arrived += data[start:end]
            return
        self._beside += end - start
        if self._beside > _MOST_BESIDE:
            raise TooLarge("the form is too large.")
        self._fields[self._field] += data[start:end]

    def _end(self) -> None:
        self.is_whole = True
