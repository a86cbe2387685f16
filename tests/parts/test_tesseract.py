"""The OCR engine that scans are read with is the real one, and reads what a person reads."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont


@pytest.mark.needs("tesseract")
def test_tesseract_reads_a_clean_line_of_an_agreement(tmp_path: Path) -> None:
    line = "The Margin is 2.25 per cent. per annum."
    image = Image.new("L", (1400, 120), color=255)
    ImageDraw.Draw(image).text((40, 30), line, fill=0, font=ImageFont.load_default(size=48))
    image.save(tmp_path / "line.png")
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    result = subprocess.run(
        ["tesseract", str(tmp_path / "line.png"), "-", "--psm", "7"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.split() == line.split()
