"""What was sent is analysed in a process of its own, and whatever becomes of that, the record says it."""

from __future__ import annotations

import time
from pathlib import Path

from tests.reviews.review_samples import NOW

from loanproof.core import Signer
from loanproof.reviews import ReviewPolicy
from loanproof.service import Desk, Processor, Upload, UploadFolder, UploadState
from loanproof.service.uploads import id_of

WAIT_S = 120


def sent(folder: UploadFolder, text: str, name: str = "loan.txt") -> Upload:
    with folder.receiving() as path:
        path.write_text(text, encoding="utf-8")
        return folder.keep(path, name=name, by="Ana", at=NOW)


def ended(folder: UploadFolder, upload: Upload) -> Upload:
    deadline = time.monotonic() + WAIT_S
    while time.monotonic() < deadline:
        found = folder.find(id_of(upload.digest))
        assert found is not None
        if found.state is not UploadState.RECEIVED:
            return found
        time.sleep(0.05)
    raise AssertionError("it was not analysed")


def desk(folder: Path) -> Desk:
    return Desk(
        store_url=f"sqlite:{folder / 'runs.db'}",
        signer=Signer(),
        policy=ReviewPolicy(),
        standard="eval-standards@1.0+r2",
    )


def test_an_analysis_that_lasts_too_long_is_ended_and_said(tmp_path: Path) -> None:
    folder = UploadFolder(tmp_path / "uploads")
    upload = sent(folder, "The Margin is 2.00 per cent. per annum.")
    processor = Processor(folder, desk(tmp_path), longest_s=0.0)
    try:
        processor.begin(upload)
        found = ended(folder, upload)
    finally:
        processor.close()
    assert found.state is UploadState.FAILED
    assert found.problem == "The analysis took longer than 0 seconds."


def test_a_document_that_cannot_be_read_leaves_a_sentence(tmp_path: Path) -> None:
    folder = UploadFolder(tmp_path / "uploads")
    upload = sent(folder, "%PDF-1.7\nnothing follows", "broken.pdf")
    first = Processor(folder, desk(tmp_path))
    first.close()  # the server ended before it began
    processor = Processor(folder, desk(tmp_path))
    try:
        processor.resume()
        found = ended(folder, upload)
    finally:
        processor.close()
    assert found.state is UploadState.FAILED
    assert found.problem is not None
    assert str(tmp_path) not in found.problem  # where it lies is nobody's business
    assert processor.progress(upload.digest) is None
