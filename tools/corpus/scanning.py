"""Scans: pages as images with skew, specks, stamps over figures, and the text that a person can still read."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from tools.corpus.drawing import CANARY
from tools.corpus.layout import GoldSpan, LaidOut
from tools.corpus.markup import DraftError
from tools.scan_pdf import make_noisy, photograph, write_scan

_INK = 60  # of a stamp, on grey paper


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """A PDF without text, and what a person reads on each of its pages."""

    pdf: bytes
    texts: tuple[str, ...]


def make_scan(pdf: bytes, document: LaidOut, how: Mapping[str, Any]) -> Scan:
    """Return a document as a bad copy of itself.

    ``how`` has ``dpi`` and ``seed``; ``turned`` gives the degrees by which single pages lie askew; ``stamps`` lists
    spans with the words that are stamped over them; ``illegible`` gives for a span what can still be read of it, with
    ``#`` for each lost character.
    """
    dpi, seed = int(how["dpi"]), int(how["seed"])
    images = photograph(pdf, range(1, len(document.pages) + 1), dpi=dpi)
    for stamp in how.get("stamps", ()):
        span = _span(document, stamp["span"])
        page = span.pages[0]
        images[page - 1] = _stamp(images[page - 1], document, span, stamp["words"], dpi=dpi, seed=seed + page)
    for name, seen in how.get("illegible", {}).items():
        span = _span(document, name)
        images[span.pages[0] - 1] = _blot(images[span.pages[0] - 1], document, span, seen, dpi=dpi)
    for number, degrees in how.get("turned", {}).items():
        images[int(number) - 1] = _turn(images[int(number) - 1], float(degrees))
    noisy = [make_noisy(image, dpi=dpi, seed=seed + number) for number, image in enumerate(images)]
    texts = [page.text() for page in document.pages]
    for name, seen in how.get("illegible", {}).items():
        span = _span(document, name)
        text = texts[span.pages[0] - 1]
        if span.quote not in text:
            raise DraftError(f"the span {name!r} does not appear on one line, so its lost characters cannot be shown.")
        texts[span.pages[0] - 1] = text.replace(span.quote, seen, 1)
    return Scan(pdf=write_scan(noisy, dpi=dpi, keywords=CANARY), texts=tuple(texts))


def _turn(image: Image.Image, degrees: float) -> Image.Image:
    """Return a page as it lay on the glass: a little askew, or sideways, which changes its shape."""
    return image.rotate(degrees, Image.Resampling.BICUBIC, expand=degrees % 90 == 0, fillcolor=255)


def _span(document: LaidOut, name: str) -> GoldSpan:
    if name not in document.spans:
        raise DraftError(f"the scan names the span {name!r}, which is not marked.")
    return document.spans[name]


def _blot(image: Image.Image, document: LaidOut, span: GoldSpan, seen: str, *, dpi: int) -> Image.Image:
    """Return a page with ink over those characters of a span that are lost."""
    scale, height = dpi / 72, document.style.page_size[1]
    left, right = span.boxes[0][1].left, span.boxes[-1][1].right
    bottom, top = span.boxes[0][1].bottom, span.boxes[0][1].top
    each = (right - left) / len(seen)
    page = image.copy()
    pen = ImageDraw.Draw(page)
    for at in (at for at, sign in enumerate(seen) if sign == "#"):
        corners = left + (at - 0.4) * each, height - top - 1, left + (at + 1.4) * each, height - bottom + 1
        pen.ellipse(tuple(corner * scale for corner in corners), fill=_INK)
    return page


def _stamp(image: Image.Image, document: LaidOut, span: GoldSpan, words: str, *, dpi: int, seed: int) -> Image.Image:
    """Return a page with a slanting stamp whose middle lies on the span."""
    chance = random.Random(seed)
    box = span.boxes[0][1]
    scale = dpi / 72
    middle = (box.left + span.boxes[-1][1].right) / 2 * scale, (document.style.page_size[1] - box.bottom) * scale - 5
    font = ImageFont.load_default(size=int(0.2 * dpi))
    width = int(font.getlength(words)) + dpi // 8
    stamp = Image.new("L", (width, int(0.42 * dpi)), 0)
    pen = ImageDraw.Draw(stamp)
    pen.rectangle((2, 2, stamp.width - 3, stamp.height - 3), outline=255, width=max(2, dpi // 50))
    pen.text((dpi // 16, int(0.08 * dpi)), words, fill=255, font=font)
    stamp = stamp.rotate(chance.uniform(4, 11), expand=True)
    corner = int(middle[0] - stamp.width / 2), int(middle[1] - stamp.height / 2)
    page = image.copy()
    page.paste(_INK, (*corner, corner[0] + stamp.width, corner[1] + stamp.height), stamp)
    return page
