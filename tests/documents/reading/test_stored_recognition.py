"""A stored recognition takes the place of Tesseract where it is missing, says so, and is bound to the file."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from loanproof.cases import bundled_suite
from loanproof.documents import Legibility, TextSource, load_document, page_boxes
from loanproof.documents.reading.stored_recognition import SUFFIX

NAME = "marram-scanned-loan"


@pytest.fixture
def scan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a scan of the corpus with its stored recognition, on a machine without Tesseract."""
    for ending in (".pdf", SUFFIX):
        shutil.copyfile(bundled_suite("dev") / "documents" / f"{NAME}{ending}", tmp_path / f"{NAME}{ending}")
    load_document(bundled_suite("dev") / "documents" / "meridian-press-release.pdf")  # the worker keeps the real path
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path / f"{NAME}.pdf"


def change(scan: Path, **said: Any) -> None:
    path = scan.with_name(NAME + SUFFIX)
    path.write_text(json.dumps(json.loads(path.read_bytes()) | said), "utf-8")


def test_the_stored_text_is_used_and_said_so_and_is_never_called_clean(scan: Path) -> None:
    document = load_document(scan)
    assert {page.source for page in document.pages} == {TextSource.OCR}
    assert {page.legibility for page in document.pages} == {Legibility.DEGRADED}
    assert "MARRAM" in document.text.upper()
    (note,) = [note for note in document.notes if "recognised earlier" in note]
    assert note.startswith("tesseract is not installed; the text recognised earlier by tesseract ")
    assert note.endswith(f"is used ({NAME}{SUFFIX}). It may hold errors: pages 1–3.")
    assert not any("UNREADABLE" in note for note in document.notes)


def test_words_of_a_stored_recognition_have_no_boxes(scan: Path) -> None:
    document = load_document(scan)
    assert page_boxes(scan, document, document.pages[0].span) == ()


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({"sha256": "0" * 64}, "belongs to another file, so it is not used."),
        ({"pages": ["one page only"]}, "belongs to another file, so it is not used."),
        ({"sha256": "no hash"}, "cannot be read, so it is not used."),
        ({"pages": 7}, "cannot be read, so it is not used."),
    ],
)
def test_what_is_damaged_or_of_another_file_is_not_used(scan: Path, said: dict[str, Any], says: str) -> None:
    change(scan, **said)
    document = load_document(scan)
    assert {page.source for page in document.pages} == {TextSource.NONE}
    assert any(note.endswith(says) for note in document.notes)
    assert any("UNREADABLE" in note for note in document.notes)


def test_without_a_stored_recognition_the_pages_are_unreadable(scan: Path) -> None:
    scan.with_name(NAME + SUFFIX).unlink()
    document = load_document(scan)
    assert {page.source for page in document.pages} == {TextSource.NONE}
    assert not any(SUFFIX in note for note in document.notes)


def test_what_a_person_says_counts_first_and_can_be_left_out(scan: Path) -> None:
    for path in (bundled_suite("dev") / "documents").glob(f"{NAME}*.truth*"):
        shutil.copyfile(path, scan.parent / path.name)
    assert {page.source for page in load_document(scan).pages} == {TextSource.TRUTH}
    assert {page.source for page in load_document(scan, with_truth=False).pages} == {TextSource.OCR}
