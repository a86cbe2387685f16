"""Photographs pages of a PDF, clean or with the noise of a bad scan, and writes the images as a PDF without text."""

from __future__ import annotations

import io
import random
from collections.abc import Iterable, Sequence
from pathlib import Path

import pypdfium2
from PIL import Image, ImageDraw, ImageFilter
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

_SPECKS_PER_INCH = 3  # in each direction, on average
_MOST_TURNED = 0.6  # degrees
_BLUR_INCHES = 0.0045
_QUALITY = 50  # of the JPEG that a cheap scanner makes


def photograph(source_file: Path | bytes, numbers: Sequence[int], *, dpi: int) -> list[Image.Image]:
    """Return pages of a PDF, a file or its bytes, numbered from one, as grey images."""
    images = []
    with pypdfium2.PdfDocument(source_file) as source:
        for number in numbers:
            bitmap = source[number - 1].render(scale=dpi / 72, grayscale=True)
            size = bitmap.width, bitmap.height
            images.append(Image.frombytes("L", size, bytes(bitmap.buffer), "raw", "L", bitmap.stride))
    return images


def make_noisy(image: Image.Image, *, dpi: int, seed: int) -> Image.Image:
    """Return a page as a bad scanner has it, turned a little, blurred, with specks; the same for the same seed."""
    chance = random.Random(seed)
    page = image.rotate(chance.uniform(-_MOST_TURNED, _MOST_TURNED), Image.Resampling.BICUBIC, fillcolor=255)
    page = page.filter(ImageFilter.GaussianBlur(_BLUR_INCHES * dpi))
    pen = ImageDraw.Draw(page)
    inches = page.width * page.height / dpi**2
    for _ in range(int(inches * _SPECKS_PER_INCH**2)):
        left, top = chance.randrange(page.width), chance.randrange(page.height)
        across, down = (max(1, chance.choice((1, 1, 1, 2, 2, 3)) * dpi // 150) for _ in "xy")
        pen.rectangle((left, top, left + across - 1, top + down - 1), fill=chance.choice((0, 40, 90, 120)))
    buffer = io.BytesIO()
    page.save(buffer, "JPEG", quality=_QUALITY)
    return Image.open(buffer)


def write_scan(images: Iterable[Image.Image], *, dpi: int, keywords: str = "") -> bytes:
    """Return images as the pages of a PDF; the same images give the same bytes."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1)
    canvas.setKeywords(keywords)
    for image in images:
        size = image.width * 72 / dpi, image.height * 72 / dpi
        canvas.setPageSize(size)
        canvas.drawImage(_as_stored(image), 0, 0, *size)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _as_stored(image: Image.Image) -> ImageReader:
    """Return an image for a PDF; what a scanner made a JPEG stays one, which takes less than half the room."""
    if image.format != "JPEG":
        return ImageReader(image)
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality="keep")
    buffer.seek(0)
    return ImageReader(buffer)


def join_pdf(*contents: bytes) -> bytes:
    """Return the pages of several PDFs as one."""
    joined = pypdfium2.PdfDocument.new()
    for content in contents:
        with pypdfium2.PdfDocument(content) as part:
            joined.import_pages(part)
    buffer = io.BytesIO()
    joined.save(buffer)
    joined.close()
    return buffer.getvalue()
