"""Pages that a PDF shows turned: their text is read as it is on the upright page, and stands where its letters are."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from tests.conftest import ROOT

from loanproof.documents import load_document

UPRIGHT = ROOT / "src/loanproof/corpus/suite/dev/documents/kestrel-bilateral-term-loan.pdf"


@pytest.fixture(scope="module")
def upright() -> str:
    return load_document(UPRIGHT).text


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_page_that_is_shown_turned_is_read_as_the_upright_one(tmp_path: Path, upright: str, turn: int) -> None:
    """The page lies on its side or on its head on the screen, as a sheet that was bound the wrong way round."""
    document = pypdfium2.PdfDocument(UPRIGHT)
    for page in document:
        page.set_rotation(turn)
    document.save(tmp_path / "turned.pdf")
    assert load_document(tmp_path / "turned.pdf").text == upright


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_page_that_is_drawn_turned_and_shown_upright_is_read_as_the_upright_one(
    tmp_path: Path, upright: str, turn: int
) -> None:
    """The letters are drawn turned, and the page is turned back: it looks as any other."""
    document = pypdfium2.PdfDocument(UPRIGHT)
    for page in document:
        width, height = page.get_size()
        move = {90: (height, 0), 180: (width, height), 270: (0, width)}[turn]
        matrix = pypdfium2.PdfMatrix().rotate(turn, ccw=True).translate(*move)
        for one in list(page.get_objects(max_depth=1)):
            one.transform(matrix)
        page.gen_content()
        size = (height, width) if turn != 180 else (width, height)
        page.set_mediabox(0, 0, *size)
        page.set_cropbox(0, 0, *size)
        page.set_rotation(turn)
    document.save(tmp_path / "turned.pdf")
    assert load_document(tmp_path / "turned.pdf").text == upright
