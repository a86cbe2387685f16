"""Text of a page image by Tesseract, with the confidence and the box of each word. Only the worker runs it."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from loanproof.core import FileError, Span
from loanproof.documents.model import Legibility
from loanproof.documents.reading.doubtful_words import doubtful_words
from loanproof.documents.reading.page_lines import Row, lines_of, parse_rows
from loanproof.documents.reading.pictures import MAX_PIXELS, picture_size
from loanproof.documents.reading.places import LETTER_UNITS, Box, Letter

PROGRAM = "tesseract"
RESOLUTION = 200  # dots per inch; Tesseract reads 150 to 300 equally well and is slower above

_BLANK_SHARE = 0.0005  # share of dark pixels; less is an empty page
_DARK = bytes(value < 128 for value in range(256))
_CLEAN = Decimal("0.90")  # mean word confidence
_DEGRADED = Decimal("0.60")
_SURE = Decimal("0.60")  # confidence of one word; below it, half are wrong
_DOUBTFUL_SHARE = Decimal("0.01")  # share of the words of a clean page; clean scans rarely have half as many
_LEADER = 3  # marks in a row: a signature line or the dots of a table of contents, not a speck


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """One recognised word: its place in the recognised text and on the image, in pixels, and whether it is doubtful."""

    start: int
    end: int
    left: int
    top: int
    width: int
    height: int
    is_doubtful: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognised:
    """The text recognised on one page; ``confidence`` is the mean over the words, ``None`` if there are none."""

    text: str
    legibility: Legibility
    confidence: Decimal | None
    words: tuple[Word, ...]
    width: int
    height: int

    @property
    def doubtful(self) -> tuple[Span, ...]:
        """The spans of the words that may have been misread."""
        return tuple(Span(word.start, word.end) for word in self.words if word.is_doubtful)

    def boxes(self, page_number: int, start: int, end: int) -> Iterator[Box]:
        """Yield the boxes of the words that the characters ``start`` to ``end`` touch."""
        for word in self.words:
            if word.start < end and start < word.end:
                yield Box(
                    page_number=page_number,
                    left=word.left / self.width,
                    top=word.top / self.height,
                    right=(word.left + word.width) / self.width,
                    bottom=(word.top + word.height) / self.height,
                )

    def letters(self, length: int) -> tuple[Letter | None, ...]:
        """Return where each character of the text is: those of a word share its box in equal parts."""
        letters: list[Letter | None] = [None] * length
        for word in self.words:
            share = word.width / max(word.end - word.start, 1)
            for at in range(word.start, min(word.end, length)):
                left = word.left + (at - word.start) * share
                sides = (left / self.width, word.top / self.height)
                ends = ((left + share) / self.width, (word.top + word.height) / self.height)
                across, down, right, bottom = (round(LETTER_UNITS * side) for side in (*sides, *ends))
                letters[at] = (across, down, right, bottom)
        return tuple(letters)


def is_ocr_installed() -> bool:
    """Return whether pages without text can be recognised on this machine."""
    return shutil.which(PROGRAM) is not None


def recognise(pixels: bytes, width: int, height: int, *, timeout_s: float) -> Recognised:
    """Recognise the text of a grey image, one byte per pixel; an empty sheet of paper gives no text.

    Raises :class:`FileError` without a file name when Tesseract fails or takes too long.
    """
    if pixels.translate(_DARK).count(1) < _BLANK_SHARE * len(pixels):
        return Recognised(text="", legibility=Legibility.CLEAN, confidence=None, words=(), width=width, height=height)
    image = b"P5 %d %d 255\n" % (width, height) + pixels
    return _parse_table(_run(image, "--dpi", str(RESOLUTION), timeout_s=timeout_s), width, height)


def recognise_picture(content: bytes, *, timeout_s: float) -> Recognised:
    """Recognise the text of a picture file, or raise :class:`FileError` if its kind or size is not supported."""
    size = picture_size(content)
    if size is None:
        raise FileError("a picture is of a kind that cannot be read.")
    width, height = size
    if width * height > MAX_PIXELS:
        raise FileError(f"a picture of {width:,} × {height:,} dots is too large to be read.")
    return _parse_table(_run(content, timeout_s=timeout_s), width, height)


def _run(image: bytes, *options: str, timeout_s: float) -> str:
    """Return Tesseract's table of the words in an image."""
    # One thread: on small machines Tesseract's own threads make it several times slower.
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    # Mode 1 detects the orientation; without it an upside-down page is read as confident nonsense.
    command = [PROGRAM, "stdin", "stdout", *options, "--psm", "1", "tsv"]
    try:
        done = subprocess.run(  # noqa: S603  # fixed words; the image goes through the pipe
            command, input=image, capture_output=True, timeout=timeout_s, env=environment, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise FileError(f"recognising a page took longer than {timeout_s:g} s.") from error
    if done.returncode != 0:
        raise FileError("Tesseract could not read a page.")
    return done.stdout.decode("utf-8", "replace")


def _parse_table(table: str, width: int, height: int) -> Recognised:
    """Return the content of Tesseract's table of words, skipping lines that are not words."""
    rows = list(parse_rows(table))
    lines = lines_of(rows)
    doubts = doubtful_words([[(row.written, row.confidence) for row in line] for line in lines])
    text = ""
    words: list[Word] = []
    for line, doubtful in zip(lines, doubts, strict=True):
        for row, is_doubtful in zip(line, doubtful, strict=True):
            text += "" if not text else "\n" if row is line[0] else " "
            start, text = len(text), text + row.written
            words.append(_placed(row, start, is_doubtful=is_doubtful))
    total = sum((row.confidence for row in rows), Decimal(0))
    mean = (total / len(rows)).quantize(Decimal("0.0001")) if rows else None
    legibility = _legibility(mean, [_is_sure(row.written, row.confidence) for row in rows])
    return Recognised(text=text, legibility=legibility, confidence=mean, words=tuple(words), width=width, height=height)


def _placed(row: Row, start: int, *, is_doubtful: bool) -> Word:
    return Word(
        start=start, end=start + len(row.written), left=row.left, top=row.top, width=row.width, height=row.height,
        is_doubtful=is_doubtful,
    )  # fmt: skip


def _is_sure(written: str, confidence: Decimal) -> bool:
    """Return whether a word was probably read right and is not a speck or a leader."""
    is_mark = not any(character.isalnum() for character in written)
    return len(written) >= _LEADER if is_mark else confidence >= _SURE


def _legibility(confidence: Decimal | None, sure: Sequence[bool]) -> Legibility:
    """Return how well a page could be read: a good mean over its words may hide bad ones."""
    if confidence is None or confidence < _DEGRADED:
        return Legibility.ILLEGIBLE
    is_clean = confidence >= _CLEAN and sure.count(False) <= _DOUBTFUL_SHARE * len(sure)
    return Legibility.CLEAN if is_clean else Legibility.DEGRADED
