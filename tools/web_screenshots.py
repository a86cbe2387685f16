"""Pictures of the web's pages for the docs: ``python -m tools.web_screenshots FOLDER [NAME …]``.

Serves the house of ``tools/web_house.py`` on loopback and takes each page, or those that are named, at 1440 and 390
pixels, light and dark, from its top to 1,600 pixels at most. Pictures have 64 colours, which a page does not exceed, so
that a checkout stays small. Chromium and Pillow are needed.
"""

from __future__ import annotations

import asyncio
import io
import json
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from tests.browser.chromium import chromium_page
from tests.web.served import Client, served

from loanproof.store import open_reviews
from loanproof.web import WebSettings
from tools.web_house import make_house

SIZES = ((1440, 900), (390, 844))
TALLEST = 1_600
COLOURS = 64


def pages_of(client: Client, settings: WebSettings) -> Iterator[tuple[str, str]]:
    """Yield the name and the address of each page of the house."""
    later, earlier = (one["run_id"] for one in _read(client, "/api/runs")["runs"])
    run, case = f"/runs/{later}", f"/runs/{later}/cases/EX-ASHDOWN/1"
    labels = [one["label"] for one in _read(client, f"/api/runs/{later}/cases/EX-ASHDOWN/1")["items"]]
    yield from (("runs", "/runs"), ("run", run), ("cases", f"{run}/cases"), ("case", case))
    yield "gate", f"{run}/gates/hallucination_rate"
    yield "item", f"{case}/items/{labels.index('hallucination')}"
    yield "document", f"{run}/document?name=acme-corp-facility-agreement.pdf&words=Facility+A+Loan"
    yield "compare", "/compare"
    yield "comparison", f"/compare?before={earlier}&after={later}"
    with closing(open_reviews(settings.store_url)) as store:
        items = {str(one.field): one for one in store.read_items() if one.document.startswith("kestrel")}
    yield from (("review", "/review"), ("review-changed", "/review/changed"))
    named = {"item": "governing_law", "blind": "margin", "differs": "facility_amount", "decided": "guarantors"}
    yield from ((f"review-{name}", f"/review/items/{items[field].item_id}") for name, field in named.items())
    yield "documents", "/documents"
    yield "document-status", f"/documents/{items['margin'].document_digest.removeprefix('sha256:')}"
    yield "document-view", f"/documents/{items['margin'].document_digest.removeprefix('sha256:')}/view?words=Loan"
    yield "cases-wrong", f"{run}/cases?show=wrong"
    yield from (("standards", "/standards"), ("standard", "/standards/eval-standards@1.0+r2"))
    yield "error", "/runs/none"


def wait_for(client: Client, pages: dict[str, str]) -> None:
    """Return when what is worked out in the background is there."""
    while any(one["stage"] == "processing" for one in _read(client, "/api/documents")["documents"]):
        time.sleep(0.5)
    for path in pages.values():
        while "being c" in client.get(path).text:
            time.sleep(0.5)


def _read(client: Client, path: str) -> Any:
    return json.loads(client.get(path).body)


async def shoot(origin: str, pages: dict[str, str], folder: Path) -> None:
    """Write a picture of each page at each size, light and dark."""
    async with chromium_page() as browser:
        for name, path in pages.items():
            for width, height in SIZES:
                for dark in (False, True):
                    await browser.command("Emulation.setTouchEmulationEnabled", enabled=width < 600)
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


def save(content: bytes, path: Path) -> None:
    """Write a picture with few colours."""
    image = Image.open(io.BytesIO(content)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    image.save(path, optimize=True)
    print(path, f"{path.stat().st_size / 1000:.0f} kB")


def main() -> None:
    """Take the pictures."""
    target, *names = sys.argv[1:]
    folder = Path(target)
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as house:
        settings = make_house(Path(house))
        with served(settings) as client:
            pages = dict(pages_of(client, settings))
            chosen = {name: path for name, path in pages.items() if not names or name in names}
            wait_for(client, chosen)
            asyncio.run(shoot(client.origin, chosen, folder))


if __name__ == "__main__":
    main()
