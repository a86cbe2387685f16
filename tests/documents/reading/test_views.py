"""A page for a screen: 16 greys that show what is printed, and each letter where another engine sees it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from pdfminer.high_level import extract_pages
from pdfminer.layout import LTChar, LTContainer, LTPage
from PIL import Image, ImageChops
from tests.conftest import ROOT

from loanproof.core import FileError
from loanproof.documents import LETTER_UNITS, Cache, load_document, page_greys, page_letters
from loanproof.documents.reading.worker_process import png_of_greys

PATH = ROOT / "src" / "loanproof" / "corpus" / "suite" / "dev" / "documents" / "acme-corp-facility-agreement.pdf"
PAGE = 9


def letters_of(part: object) -> list[LTChar]:
    if isinstance(part, LTChar):
        return [part]
    return [one for inner in part for one in letters_of(inner)] if isinstance(part, LTContainer) else []


def test_every_grey_is_the_nearest_lower_of_sixteen_also_where_the_width_is_odd() -> None:
    for width in (6, 7):
        pixels = bytes((at * 37) % 256 for at in range(width * 5))
        image = Image.open(io.BytesIO(png_of_greys(width, 5, pixels))).convert("L")
        assert image.size == (width, 5)
        assert image.tobytes() == bytes((one >> 4) * 17 for one in pixels)


def test_a_page_is_a_small_picture_of_what_is_shown() -> None:
    document = load_document(PATH)
    content = page_greys(PATH, document, PAGE)
    assert len(content) < 150_000
    image = Image.open(io.BytesIO(content))
    assert (image.mode, image.width) == ("L", 1240)
    ink = ImageChops.invert(image.convert("L")).getbbox()
    assert ink is not None
    assert ink[0] > 50  # a margin, and something printed


def test_each_letter_is_where_another_engine_sees_it() -> None:
    document = load_document(PATH)
    page = document.pages[PAGE - 1]
    found = page_letters(PATH, document, PAGE)
    assert len(found) == len(page.span)
    [layout] = extract_pages(PATH, page_numbers=[PAGE - 1])
    assert isinstance(layout, LTPage)
    seen = [(one.get_text(), one.x0, one.x1) for one in letters_of(layout) if one.get_text().strip()]
    ours = [
        (char, place[0] * layout.width / LETTER_UNITS, place[2] * layout.width / LETTER_UNITS)
        for char, place in zip(page.span.of(document.text), found, strict=True)
        if place is not None and char.strip()
    ]
    assert sorted(one[0] for one in ours) == sorted(one[0] for one in seen)
    starts = [abs(one[1] - other[1]) for one, other in zip(sorted(ours), sorted(seen), strict=True)]
    assert max(starts) < 0.1, sorted(starts)[-20:]  # points; a hundredth of a letter


def test_what_was_drawn_is_kept(tmp_path: Path) -> None:
    document, cache = load_document(PATH), Cache(tmp_path)
    first = page_greys(PATH, document, PAGE, cache=cache), page_letters(PATH, document, PAGE, cache=cache)
    gone = tmp_path / "gone.pdf"  # only the cache can answer now
    assert (page_greys(gone, document, PAGE, cache=cache), page_letters(gone, document, PAGE, cache=cache)) == first


@pytest.mark.parametrize("number", [0, 20, -1])
def test_a_page_that_is_not_there_is_refused(number: int) -> None:
    document = load_document(PATH)
    with pytest.raises(FileError, match="does not exist"):
        page_greys(PATH, document, number)


def test_only_a_pdf_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("A letter.", encoding="utf-8")
    with pytest.raises(FileError, match="only pages of a PDF"):
        page_greys(path, load_document(path), 1)
