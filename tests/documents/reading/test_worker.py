"""The worker process: limits, restarts, and what it answers."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.core import FileError, digest_bytes
from loanproof.documents.reading.file_kinds import FileKind
from loanproof.documents.reading.limits import Limits
from loanproof.documents.reading.messages import READING, Action, Request, Status, receive, send
from loanproof.documents.reading.worker import ReaderStopped, Worker, shared_worker

MakePdf: TypeAlias = Callable[..., Path]
RawPdf: TypeAlias = Callable[..., bytes]


@pytest.fixture
def worker() -> Iterator[Worker]:
    started = Worker(memory_bytes=1_000_000_000)
    yield started
    started.close()


def request_for(path: Path, kind: FileKind = FileKind.PDF) -> Request:
    digest = digest_bytes(path.read_bytes())
    return Request(
        action=Action.READ, path=str(path), digest=digest, kind=kind, max_pages=100, max_characters=1_000_000
    )


@pytest.fixture
def form_bomb(raw_pdf: RawPdf, tmp_path: Path) -> Path:
    """Return a PDF whose drawing calls itself ten times at each of many levels: it takes ages, or all memory."""

    def stream(content: bytes, entries: bytes = b"") -> bytes:
        return b"<<%s/Length %d>>stream\n%s\nendstream" % (entries, len(content), content)

    forms = [
        stream(
            b"/A Do " * 10 + b"BT /F 9 Tf (x) Tj ET",
            b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</A %d 0 R>>>>" % (number + 1),
        )
        for number in range(5, 25)
    ]
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</XObject<</A 5 0 R>>>>/Contents 4 0 R>>"
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>", page, stream(b"/A Do"), *forms]
    path = tmp_path / "forms.pdf"
    path.write_bytes(raw_pdf(objects))
    return path


def text_page(canvas: Any) -> None:
    canvas.drawString(60, 700, "good text")


def test_a_file_that_takes_too_long_is_stopped_and_the_next_one_is_read(
    worker: Worker, form_bomb: Path, make_pdf: MakePdf
) -> None:
    with pytest.raises(ReaderStopped, match=r"longer than 0\.5 s") as caught:
        worker.ask(request_for(form_bomb), READING, timeout_s=0.5, file="forms.pdf")
    assert caught.value.problem.file == "forms.pdf"
    good = make_pdf("after-time.pdf", text_page)
    assert worker.ask(request_for(good), READING, timeout_s=30, file=good).pages[0].text == "good text"


def test_a_file_that_takes_too_much_memory_is_stopped_and_the_next_one_is_read(
    form_bomb: Path, make_pdf: MakePdf
) -> None:
    small = Worker(memory_bytes=300_000_000)
    try:
        with pytest.raises(ReaderStopped, match="300 MB of memory"):
            small.ask(request_for(form_bomb), READING, timeout_s=60, file="forms.pdf")
        good = make_pdf("after-memory.pdf", text_page)
        assert small.ask(request_for(good), READING, timeout_s=30, file=good).pages[0].text == "good text"
    finally:
        small.close()


def test_a_worker_that_was_killed_is_started_anew(worker: Worker, make_pdf: MakePdf) -> None:
    good = make_pdf("killed.pdf", text_page)
    worker.ask(request_for(good), READING, timeout_s=30, file=good)
    worker.close()
    assert worker.ask(request_for(good), READING, timeout_s=30, file=good).pages[0].text == "good text"


def test_a_file_that_changed_since_it_was_asked_for_is_refused(worker: Worker, tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text("one", encoding="utf-8")
    asked = request_for(path, FileKind.TEXT)
    path.write_text("two", encoding="utf-8")
    with pytest.raises(FileError, match="changed while"):
        worker.ask(asked, READING, timeout_s=30, file=path)


def test_this_process_has_not_loaded_pdfium(make_pdf: MakePdf) -> None:
    path = make_pdf("clean-parent.pdf", text_page)
    code = (
        "import sys; from pathlib import Path; from loanproof.documents.reading.loading import load_document\n"
        f"assert load_document(Path({str(path)!r})).text == 'good text'\n"
        "assert not [name for name in sys.modules if 'pdfium' in name], 'PDFium was loaded'"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr


def test_one_process_shares_one_worker_for_one_limit() -> None:
    assert shared_worker(Limits()) is shared_worker(Limits(pages=7))
    assert shared_worker(Limits()) is not shared_worker(Limits(memory_bytes=900_000_000))


def test_a_message_comes_through_the_pipe_as_it_was_sent() -> None:
    pipe = io.BytesIO()
    send(pipe, Status.REFUSED, b"payload")
    pipe.seek(0)
    assert receive(pipe) == (Status.REFUSED, b"payload")
    assert receive(pipe) is None


@given(st.binary(max_size=40))
def test_what_is_no_message_is_the_end_of_the_conversation(content: bytes) -> None:
    message = receive(io.BytesIO(content))
    assert message is None or content.startswith(message[0].value.encode() + struct.pack(">I", len(message[1])))
