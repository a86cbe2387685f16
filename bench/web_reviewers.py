"""Fifty reviewers at once for a minute, on loopback: ``.venv/bin/python -m bench.web_reviewers``.

The server runs in a process of its own, on a queue of 24 outputs with 50 fields each. Each reviewer has signed in, and
then takes the next item, reads its page with the picture of the agreement, accepts or rejects the value and takes the
next one, with two seconds of reading in between. Whatever is not answered as a browser expects is an error. Other
numbers: ``python -m bench.web_reviewers 50 60`` (reviewers, seconds).
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import re
import statistics
import sys
import time
from collections import Counter, defaultdict
from contextlib import closing
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory

import aiohttp
from tests.web.house import AGREEMENT, STANDARD, TOKEN, said
from tests.web.served import served

from loanproof.core import Capability
from loanproof.documents import Cache, load_document
from loanproof.reviews import ReviewPolicy
from loanproof.service import ReviewService, guard_output
from loanproof.standards import load_contract
from loanproof.store import open_reviews
from loanproof.web import Role, User, Users, WebSettings, hash_token

REVIEWERS, SECONDS = 50, 60.0
OUTPUTS, FIELDS = 24, 50
READING_S = 2.0
_COOKIE = "__Host-loanproof"
_TOKEN = re.compile(r'name="form_token" value="([^"]+)"')
_FENCE = re.compile(r'name="fence" value="(\d+)"')
_PICTURE = re.compile(r'<image href="([^"]+)"')


@dataclass
class Counted:
    """Milliseconds of each kind of request, and what went wrong."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: Counter[str] = field(default_factory=Counter)
    decided: int = 0


def make_queue(folder: Path) -> str:
    """Queue outputs with many tranches, each of which a person must look at; return the address of the store."""
    url, cache = f"sqlite:{folder / 'runs.db'}", folder / "cache"
    document = folder / AGREEMENT.name
    document.write_bytes(AGREEMENT.read_bytes())
    margin = said("2.35% per annum", "“Margin” means 2.35 per cent. per annum.", "2", "1", 0.2)
    standard = load_contract(STANDARD)
    loaded = load_document(document, cache=Cache(cache))
    with closing(open_reviews(url)) as store:
        service = ReviewService(store, cache_folder=cache)
        for at in range(OUTPUTS):
            labels = (f"Facility {at}.{number}" for number in range(FIELDS))
            tranches = [{"label": label, "fields": {"margin": margin}} for label in labels]
            output = json.dumps({"capability": "extraction", "fields": {}, "tranches": tranches})
            report = guard_output(output, Capability.EXTRACTION, [loaded], standard)
            service.queue(report, document, source="bench", by="Ana", policy=ReviewPolicy(), standard=standard)
    return url


def serve(url: str, folder: Path, count: int, pipe: Connection) -> None:
    names = [f"Reviewer {number}" for number in range(count)]
    people = {name: User(name=name, roles=frozenset({Role.REVIEWER})) for name in names}
    users = Users(people=people, hashes=dict.fromkeys(names, hash_token(TOKEN)))
    settings = WebSettings(store_url=url, uploads_folder=folder / "uploads", cache_folder=folder / "cache", users=users)
    with served(settings) as client:
        pipe.send(client.port)
        pipe.recv()


@dataclass
class Reviewer:
    """One person with a browser."""

    name: str
    origin: str
    http: aiohttp.ClientSession
    counted: Counted
    cookie: str = ""

    async def ask(self, kind: str, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[str, str]:
        """Send a request, count it, and return where it leads and what it says."""
        headers = {"cookie": f"{_COOKIE}={self.cookie}", "origin": self.origin}
        start = time.perf_counter()
        async with self.http.request(
            method, self.origin + path, data=fields, headers=headers, allow_redirects=False
        ) as found:
            body = await found.read()
            self.counted.times[kind].append(1000 * (time.perf_counter() - start))
            if found.status != (200 if method == "GET" else 303):
                self.counted.errors[f"{kind}: {found.status}"] += 1
            if _COOKIE in found.cookies:
                self.cookie = found.cookies[_COOKIE].value
            text = body.decode() if found.content_type == "text/html" else ""
            return found.headers.get("location", ""), text

    async def work(self, until: float) -> None:
        """Take, read and decide until the time is over."""
        _, queue = await self.ask("queue", "GET", "/review")
        token = {"form_token": _TOKEN.findall(queue)[0]}
        while time.perf_counter() < until:
            item, _ = await self.ask("take the next", "POST", "/review/next", token)
            path = item.partition("?")[0]
            if not path.startswith("/review/items/"):
                self.counted.errors[f"nothing to take: {item[:60]}"] += 1
                return
            _, text = await self.ask("item", "GET", path)
            for picture in _PICTURE.findall(text):
                await self.ask("picture", "GET", picture.replace("&amp;", "&"))
            await asyncio.sleep(READING_S)
            kind = "accept" if self.counted.decided % 2 else "reject"
            fence = _FENCE.findall(text)
            given = {**token, "fence": fence[0] if fence else "0", "choice": kind, "reason": "Read on the page."}
            await self.ask("decide", "POST", f"{path}/decide", given)
            self.counted.decided += 1


async def review(port: int, count: int, seconds: float) -> Counted:
    counted = Counted()
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar()) as http:
        origin = f"http://127.0.0.1:{port}"
        people = [Reviewer(f"Reviewer {at}", origin, http, counted) for at in range(count)]
        for one in people:
            await one.ask("sign in", "POST", "/login", {"name": one.name, "token": TOKEN, "next": "/review"})
        until = time.perf_counter() + seconds
        await asyncio.gather(*(one.work(until) for one in people))
    return counted


def main() -> None:
    count, seconds = (int(sys.argv[1]), float(sys.argv[2])) if len(sys.argv) > 2 else (REVIEWERS, SECONDS)
    with TemporaryDirectory(ignore_cleanup_errors=True) as made:
        folder = Path(made)
        url = make_queue(folder)
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.get_context("spawn").Process(target=serve, args=(url, folder, count, theirs))
        process.start()
        try:
            counted = asyncio.run(review(ours.recv(), count, seconds))
        finally:
            ours.send("end")
            process.join(30)
    load = os.getloadavg()[0]
    print(f"{count} reviewers, {seconds:.0f} s, {counted.decided:,} items decided; load of the machine {load:.0f}")
    print(f"{'request':<16}{'count':>8}{'p50 ms':>10}{'p95 ms':>10}{'max ms':>10}")
    for kind, times in counted.times.items():
        cuts = statistics.quantiles(times, n=20) if len(times) > 1 else [times[0]] * 19
        print(f"{kind:<16}{len(times):>8,}{cuts[9]:>10.1f}{cuts[18]:>10.1f}{max(times):>10.1f}")
    print("errors:", dict(counted.errors) or "none")


if __name__ == "__main__":
    main()
