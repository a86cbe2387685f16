"""Pictures of the web's pages for the docs: ``python -m tools.web_screenshots STORE_URL FOLDER NAME=PATH …``.

Serves a store on loopback and takes each page at 1440 and 390 pixels, light and dark, from its top to 1,600 pixels at
most. Pictures have 64 colours, which a page does not exceed, so that a checkout stays small. Chromium and Pillow are
needed.
"""

from __future__ import annotations

import asyncio
import io
import sys
import time
from pathlib import Path

from PIL import Image
from tests.browser.chromium import chromium_page
from tests.web.served import served

from loanproof.web import WebSettings

SIZES = ((1440, 900), (390, 844))
TALLEST = 1_600
COLOURS = 64


async def shoot(origin: str, pages: dict[str, str], folder: Path) -> None:
    """Write a picture of each page at each size, light and dark."""
    async with chromium_page() as browser:
        for name, path in pages.items():
            for width, height in SIZES:
                for dark in (False, True):
                    await browser.visit(origin + path, width=width, height=height, dark=dark)
                    tall = await browser.evaluate("document.documentElement.scrollHeight")
                    await browser.command(
                        "Emulation.setDeviceMetricsOverride",
                        width=width,
                        height=min(max(tall, height), TALLEST),
                        deviceScaleFactor=1,
                        mobile=width < 600,
                    )
                    await browser.evaluate("scrollTo(0, 0)")
                    look = "dark" if dark else "light"
                    save(await browser.screenshot(), folder / f"{name}-{width}-{look}.png")
        assert browser.said == [], browser.said


def save(content: bytes, path: Path) -> None:
    """Write a picture with few colours."""
    image = Image.open(io.BytesIO(content)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    image.save(path, optimize=True)
    print(path, f"{path.stat().st_size / 1000:.0f} kB")


def main() -> None:
    """Take the pictures."""
    url, target, *named = sys.argv[1:]
    pages = dict(one.split("=", 1) for one in named)
    folder = Path(target)
    folder.mkdir(parents=True, exist_ok=True)
    beside = Path(url.removeprefix("sqlite:")).parent
    settings = WebSettings(
        store_url=url, uploads_folder=beside / "uploads", cache_folder=beside / "cache", local_name="Dana Reyes"
    )
    with served(settings) as client:
        for path in pages.values():  # what is worked out in the background is there before the pictures are taken
            while "being c" in client.get(path).text:
                time.sleep(0.5)
        asyncio.run(shoot(client.origin, pages, folder))


if __name__ == "__main__":
    main()
