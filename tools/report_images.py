"""Takes the pictures of the report that the guide shows: ``.venv/bin/python -m tools.report_images``.

The report is the one of ``loanproof demo``, seen at 1440 and 390 pixels, light and dark, and printed on A4. Needs
Chromium.
"""

from __future__ import annotations

import asyncio
import io
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from click.testing import CliRunner
from PIL import Image
from tests.browser.chromium import chromium_page

from loanproof.cli.app import app

IMAGES = Path(__file__).parent.parent / "docs" / "img"
SEEN = (
    ("report-wide.png", 1440, 1500, False),
    ("report-phone.png", 390, 1200, False),
    ("report-dark.png", 390, 1200, True),
)
WORST = "document.getElementById('worst').scrollIntoView()"
COLOURS = 64  # enough for a page of text, and a third of the bytes


async def take(report: Path) -> None:
    """Take every picture of a report."""
    for name, width, height, dark in SEEN:
        async with chromium_page() as page:
            await page.open(report, width=width, height=height, dark=dark)
            if dark:
                await page.evaluate(WORST)
            save(Image.open(io.BytesIO(await page.screenshot())), name)
    async with chromium_page() as page:
        await page.open(report)
        printed = pypdfium2.PdfDocument(io.BytesIO(await page.pdf()))
        pages = [printed[at].render(scale=1).to_pil() for at in (0, 2)]
    sheet = Image.new("RGB", (sum(one.width for one in pages), pages[0].height), "white")
    for at, one in enumerate(pages):
        sheet.paste(one, (at * one.width, 0))
    save(sheet, "report-print.png")


def save(image: Image.Image, name: str) -> None:
    """Write a picture with few colours."""
    image.convert("RGB").quantize(COLOURS).save(IMAGES / name, optimize=True)
    print(f"{name:<20}{(IMAGES / name).stat().st_size / 1000:>8.0f} kB")


def main() -> None:
    """Make the demonstration and take its pictures."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        CliRunner().invoke(app, ["demo", "--out", folder], catch_exceptions=False)
        asyncio.run(take(Path(folder) / "report.html"))


if __name__ == "__main__":
    main()
