"""A run that is under way, in a browser: its figures move without a load, and its verdict is loaded when it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from tests.browser.chromium import Page, chromium_page
from tests.runs.small_suite import answers, make_suite, write_lines
from tests.web.served import served

from loanproof.runs import RunStatus
from loanproof.service import RecordedRequest, RunService
from loanproof.store import open_store
from loanproof.web import WebSettings

pytestmark = pytest.mark.needs("chromium")
RUN = "r-under-way"


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    for _ in range(400):
        if await holds():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it did not happen")


async def counted(page: Page, number: int) -> bool:
    said = await page.evaluate("document.querySelector('[data-count=answered]').textContent")
    bar = await page.evaluate("document.querySelector('[data-part=answered]').value")
    return (said, bar) == (str(number), number)


async def violations(page: Page, address: str) -> list[tuple[str, str, str]]:
    """Return what axe finds serious on a page, wide and narrow."""
    found = []
    for width in (1440, 390):
        await page.visit(address, width=width)
        found += await page.violations("serious", "critical")
    return found


async def has_ended(page: Page) -> bool:
    return bool(await page.evaluate("document.querySelector('.verdict') !== null"))


@pytest.mark.needs("axe-core")
def test_a_run_under_way_is_followed_to_its_end(tmp_path: Path) -> None:
    url, suite = f"sqlite:{tmp_path / 'runs.db'}", make_suite(tmp_path / "suite")
    with closing(open_store(url)) as store:
        outputs = write_lines(tmp_path / "outputs.jsonl", answers())
        done = RunService(store=store).score_recorded(RecordedRequest(suite=suite, outputs=outputs)).run_id
        row, samples = store.read_run(done), list(store.read_samples(done))
        store.save_run(replace(row.manifest, run_id=RUN))
        store.save_samples(RUN, samples[:2])
        summary = row.summary
        assert summary is not None

        async def act(origin: str) -> None:
            async with chromium_page() as page:
                await page.visit(f"{origin}/runs/{RUN}")
                assert await counted(page, 2)
                assert await violations(page, f"{origin}/runs/{RUN}") == []
                store.save_samples(RUN, samples[2:])
                await until(lambda: counted(page, len(samples)))
                store.save_summary(RUN, RunStatus.COMPLETE, summary)
                await until(lambda: has_ended(page))

        with served(WebSettings(store_url=url, uploads_folder=tmp_path / "uploads")) as client:
            asyncio.run(act(client.origin))
