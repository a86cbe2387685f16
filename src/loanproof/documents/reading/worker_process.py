"""The code inside the worker process: the only place where PDFium and Tesseract open a foreign file.

Started by :class:`loanproof.documents.reading.worker.Worker`. It limits its own memory before it opens anything, then
answers requests until its input ends. An unexpected error ends it, and the parent starts another.
"""

from __future__ import annotations

import os
import struct
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import IO, Any

from loanproof.core import FileError, Span, digest_bytes
from loanproof.documents.reading.docx import read_docx
from loanproof.documents.reading.file_kinds import FileKind
from loanproof.documents.reading.flow import Pictures
from loanproof.documents.reading.html import read_html
from loanproof.documents.reading.messages import (
    BOXES,
    LETTERS,
    READING,
    RECOGNISED,
    REFUSAL,
    REQUEST,
    Action,
    Refusal,
    Request,
    Status,
    receive,
    send,
)
from loanproof.documents.reading.ocr import RESOLUTION, Recognised, recognise, recognise_picture
from loanproof.documents.reading.page_text import PageText, Reading
from loanproof.documents.reading.pdf import open_pdf, page_width, read_pages, render_page, text_boxes, text_letters
from loanproof.documents.reading.places import merge_lines
from loanproof.documents.reading.plain_text import decode_text, read_markdown, read_text

MEMORY_EXIT = 77  # the watchdog's exit code, on systems without a memory limit
_MAX_IMAGE_WIDTH = 3_000
_MAX_GREYS_WIDTH = 1_800
_HIGH = bytes(value & 0xF0 for value in range(256))
_LOW = bytes(value >> 4 for value in range(256))
_READERS: dict[FileKind, Callable[[bytes], tuple[Reading, Pictures]]] = {
    FileKind.DOCX: read_docx,
    FileKind.HTML: read_html,
    FileKind.TEXT: lambda content: (read_text(content), {}),
    FileKind.MARKDOWN: lambda content: (read_markdown(content), {}),
}


if sys.platform != "win32":
    import resource


@dataclass(slots=True)
class _Desk:
    """The one open file, so that several requests about it open it once."""

    digest: str = ""
    pdf: Any = None
    pictures: Pictures = field(default_factory=dict)
    recognised: dict[int, Recognised] = field(default_factory=dict)

    def answer(self, request: Request) -> bytes:
        """Return the answer to a request as JSON, or an image as it is."""
        match request.action:
            case Action.READ:
                return READING.dump_json(self._read(request))
            case Action.RECOGNISE:
                return RECOGNISED.dump_json(self._recognise(request))
            case Action.BOXES:
                span = Span(request.start, request.end)
                return BOXES.dump_json(text_boxes(self._open(request), request.page, span, length=request.length))
            case Action.WORD_BOXES:
                words = self._recognise(request).boxes(request.page, request.start, request.end)
                return BOXES.dump_json(merge_lines(words))
            case Action.IMAGE:
                width = max(16, min(request.width, _MAX_IMAGE_WIDTH))
                return png(*render_page(self._open(request), request.page, width=width))
            case Action.GREYS:
                pdf = self._open(request)
                width = max(16, min(int(page_width(pdf, request.page) / 72 * request.width), _MAX_GREYS_WIDTH))
                return png_of_greys(*render_page(pdf, request.page, width=width, grey=True))
            case Action.LETTERS:
                if request.is_recognised:
                    return LETTERS.dump_json(self._recognise(request).letters(request.length))
                return LETTERS.dump_json(text_letters(self._open(request), request.page, length=request.length))

    def _read(self, request: Request) -> Reading:
        if request.kind is FileKind.PDF:
            pages = read_pages(self._open(request), max_pages=request.max_pages)
            return Reading(pages=tuple(_bounded(pages, request.max_characters)), paged=True)
        reading = self._read_flow(request)
        _refuse_pages(len(reading.pages), request.max_pages)
        return replace(reading, pages=tuple(_bounded(reading.pages, request.max_characters)))

    def _read_flow(self, request: Request) -> Reading:
        self._close()
        content = _content(request)
        if request.kind in (FileKind.TEXT, FileKind.MARKDOWN):  # a page costs the same even if it is a single byte
            _refuse_pages(decode_text(content)[0].count("\f"), request.max_pages)
        reading, self.pictures = _READERS[request.kind](content)
        self.digest = request.digest
        return reading

    def _recognise(self, request: Request) -> Recognised:
        if request.kind is not FileKind.PDF:
            if request.digest != self.digest:
                self._read_flow(request)
            if request.page not in self.pictures:
                raise FileError("the picture is not in the file.")
            return recognise_picture(self.pictures[request.page], timeout_s=request.timeout_s)
        pdf = self._open(request)
        if request.page not in self.recognised:
            width = min(int(page_width(pdf, request.page) / 72 * RESOLUTION) + 1, _MAX_IMAGE_WIDTH)
            across, down, pixels = render_page(pdf, request.page, width=width, grey=True)
            self.recognised[request.page] = recognise(pixels, across, down, timeout_s=request.timeout_s)
        return self.recognised[request.page]

    def _open(self, request: Request) -> Any:
        if request.digest != self.digest:
            self._close()
            self.pdf = open_pdf(_content(request))
            self.digest = request.digest
        return self.pdf

    def _close(self) -> None:
        if self.pdf is not None:
            self.pdf.close()
        self.pdf, self.digest, self.pictures = None, "", {}
        self.recognised.clear()


def png(width: int, height: int, pixels: bytes) -> bytes:
    """Return RGB pixels as a PNG file."""
    return _png_file(struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0), 3 * width, pixels)


def png_of_greys(width: int, height: int, pixels: bytes) -> bytes:
    """Return grey pixels, one byte each, as a PNG file of 16 greys, which is enough for a page of text."""
    if width % 2:
        pixels = b"".join(pixels[at : at + width] + b"\xff" for at in range(0, height * width, width))
    # two pixels make a byte; combining two long integers does it for all at once
    high, low = (int.from_bytes(half.translate(table)) for half, table in ((pixels[::2], _HIGH), (pixels[1::2], _LOW)))
    line = (width + 1) // 2
    packed = (high | low).to_bytes(height * line)
    return _png_file(struct.pack(">IIBBBBB", width, height, 4, 0, 0, 0, 0), line, packed)


def _png_file(header: bytes, line: int, pixels: bytes) -> bytes:
    rows = b"".join(b"\x00" + pixels[at : at + line] for at in range(0, len(pixels), line))
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 6)), (b"IEND", b""))
    chunks = [
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def limit_memory(limit: int) -> None:
    """Limit the address space of this process or, if the system cannot, watch it and exit when it grows too large."""
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    elif sys.platform != "win32":

        def watch() -> None:
            while resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < limit:
                time.sleep(0.2)
            os._exit(MEMORY_EXIT)

        threading.Thread(target=watch, daemon=True).start()


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer requests until there are no more."""
    desk = _Desk()
    while (message := receive(requests)) is not None:
        request = REQUEST.validate_json(message[1])
        try:
            send(answers, Status.DONE, desk.answer(request))
        except FileError as error:
            problem = error.problem
            send(answers, Status.REFUSED, REFUSAL.dump_json(Refusal(message=problem.message, hint=problem.hint)))
        except MemoryError:
            send(answers, Status.OUT_OF_MEMORY, b"")
            return


def main() -> None:
    """Run the worker: the memory limit is the only argument, the pipe is standard input and output."""
    limit_memory(int(sys.argv[1]))
    # A library that prints must not disturb the pipe.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, answers)


def _refuse_pages(count: int, most: int) -> None:
    if count > most:
        problem = f"the file has {count:,} pages; at most {most:,} are read."
        raise FileError(problem, hint="Split it, or raise the limit of pages.")


def _bounded(pages: Iterable[PageText], max_characters: int) -> Iterator[PageText]:
    """Yield pages as long as their text stays within bounds: the parent has to hold all of it in memory."""
    total = 0
    for page in pages:
        total += len(page.text)
        if total > max_characters:
            problem = f"the text is longer than {max_characters:,} characters."
            raise FileError(problem, hint="Split the file, or raise the limit of characters.")
        yield page


def _content(request: Request) -> bytes:
    try:
        with open(request.path, "rb") as stream:  # noqa: PTH123  # the path comes from the parent as text
            content = stream.read()
    except OSError as error:
        raise FileError(f"the file cannot be read: {error.strerror}.") from error
    if digest_bytes(content) != request.digest:
        raise FileError("the file changed while it was being read.", hint="Try again.")
    return content


if __name__ == "__main__":
    main()
