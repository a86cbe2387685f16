"""Fifty people review at once for a minute, on loopback: what each request takes, and that none fails.

Run from the top of the checkout: ``.venv/bin/python -m bench.reviewers [SECONDS]``. The server is a process of its own
with a queue of 3,000 items in SQLite. Everybody takes the next item, looks at it beside its page, thinks for a second
and decides. Latencies are those that the client sees; the clients share the machine with the server.
"""

from __future__ import annotations

import http.client
import multiprocessing
import re
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlencode

from loanproof.core import Citation, FieldId, digest_bytes
from loanproof.reviews import Action, Intake, IntakeField, ReviewPolicy, Step, intake_id_of, queue_items
from loanproof.store import open_reviews
from loanproof.web import Role, User, Users, WebSettings, hash_token, make_server

PEOPLE, SECONDS, THINK_S = 50, 60.0, 1.0
DOCUMENTS, TRANCHES, FIELDS = 60, 10, ("margin", "governing_law", "facility_type", "tenor", "guarantors")
STANDARD = "eval-standards@1.0+r2"
AGREEMENT = Path("src/loanproof/corpus/suite/dev/documents/kestrel-bilateral-term-loan.pdf")
TOKEN = "bench"
_TOKEN = re.compile(r'name="form_token" value="([^"]+)"')
_FENCE = re.compile(r'name="fence" value="(\d+)"')


def fill_store(folder: Path) -> None:
    """Queue an answer about each of many documents: the same pages, and a comment at the end that differs."""
    policy = ReviewPolicy(spot_check=Decimal(0))
    with closing(open_reviews(f"sqlite:{folder / 'runs.db'}")) as store:
        for number in range(DOCUMENTS):
            document = folder / f"agreement-{number}.pdf"
            document.write_bytes(AGREEMENT.read_bytes() + f"\n%{number}\n".encode())
            intake = make_intake(document, policy)
            steps = [
                Step(action=Action.QUEUE, before=None, after=one, by="bench", at=intake.at)
                for one in queue_items(intake)
            ]
            store.save_intake(intake, steps)


def make_intake(document: Path, policy: ReviewPolicy) -> Intake:
    """Return an answer with many fields that the system is not sure of."""
    digest = digest_bytes(document.read_bytes())
    quote = Citation(document=document.name, page="2", section="1", quote="“Margin” means 2.35 per cent. per annum.")
    fields = tuple(
        IntakeField(
            field=FieldId(name),
            tranche=f"Tranche {part}",
            status="extracted",
            value=f"{part}.35 per cent.",
            citations=(quote,),
            confidence="LOW",
        )
        for name in FIELDS
        for part in range(TRANCHES)
    )
    return Intake(
        intake_id=intake_id_of(digest, STANDARD, fields),
        source="bench",
        document=document.name,
        document_digest=digest,
        path=str(document),
        standard=STANDARD,
        by="bench",
        at=datetime.now(UTC).replace(microsecond=0),
        policy=policy,
        fields=fields,
    )


def serve(folder: Path, told: Connection) -> None:
    """Serve until the process is ended, and tell the port."""
    people = {f"Reviewer {at}": User(name=f"Reviewer {at}", roles=frozenset({Role.REVIEWER})) for at in range(PEOPLE)}
    users = Users(people=people, hashes=dict.fromkeys(people, hash_token(TOKEN)))
    settings = WebSettings(
        store_url=f"sqlite:{folder / 'runs.db'}",
        uploads_folder=folder / "uploads",
        cache_folder=folder / "cache",
        users=users,
        policy=ReviewPolicy(),
    )
    server = make_server(settings, 0)
    server.config.load()

    def tell() -> None:
        while not server.started:
            time.sleep(0.05)
        told.send(server.servers[0].sockets[0].getsockname()[1])

    threading.Thread(target=tell, daemon=True).start()
    server.run()


@dataclass
class Measured:
    """What all reviewers saw."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    failed: list[str] = field(default_factory=list)


@dataclass
class Reviewer:
    """One person: signs in, then takes, looks and decides until the time is over."""

    name: str
    port: int
    measured: Measured
    cookie: str = ""
    connection: http.client.HTTPConnection | None = None

    def send(self, kind: str, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, str, str]:
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"cookie": self.cookie} if self.cookie else {}
        body = None
        if fields is not None:
            headers |= {"content-type": "application/x-www-form-urlencoded", "origin": f"http://127.0.0.1:{self.port}"}
            body = urlencode(fields)
        began = time.perf_counter()
        try:
            self.connection.request(method, path, body=body, headers=headers)
            found = self.connection.getresponse()
            text = found.read().decode()
        except (OSError, http.client.HTTPException) as error:
            self.connection = None
            self.measured.failed.append(f"{kind}: {error!r}")
            return 0, "", ""
        self.measured.times[kind].append(time.perf_counter() - began)
        if found.status >= 400:
            self.measured.failed.append(f"{kind}: {found.status} {path}")
        cookie = found.getheader("set-cookie")
        self.cookie = cookie.partition(";")[0] if cookie else self.cookie
        return found.status, found.getheader("location") or "", text

    def sign_in(self) -> None:
        self.send("sign in", "POST", "/login", {"name": self.name, "token": TOKEN, "next": "/review"})

    def review(self, until: float) -> None:
        _, _, queue = self.send("queue", "GET", "/review")
        token = next(iter(_TOKEN.findall(queue)), "")
        while time.monotonic() < until:
            _, place, _ = self.send("take next", "POST", "/review/next", {"form_token": token})
            path = place.partition("?")[0]
            if not path.startswith("/review/items/"):
                return
            _, _, page = self.send("item", "GET", place)
            time.sleep(THINK_S)
            fence = next(iter(_FENCE.findall(page)), "0")
            said = {"form_token": token, "fence": fence, "choice": "reject", "reason": "Another value is in the page."}
            self.send("decide", "POST", f"{path}/decide", said)


def shown(measured: Measured) -> Iterator[str]:
    for kind, times in measured.times.items():
        ordered = quantiles(times, n=100) if len(times) > 1 else [times[0]] * 99
        told = (
            f"median {median(times) * 1000:6.0f} ms  p95 {ordered[94] * 1000:6.0f} ms  max {max(times) * 1000:6.0f} ms"
        )
        yield f"{kind:10} {len(times):6,} requests  {told}"
    everything = [one for kind, times in measured.times.items() if kind != "sign in" for one in times]
    yield f"all without signing in: {len(everything):,} requests, p95 {quantiles(everything, n=100)[94] * 1000:.0f} ms"
    yield f"failed: {len(measured.failed)} {measured.failed[:3]}"


def main() -> None:
    seconds = float(sys.argv[1]) if sys.argv[1:] else SECONDS
    measured = Measured()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill_store(folder)
        heard, told = multiprocessing.Pipe(duplex=False)
        process = multiprocessing.get_context("spawn").Process(target=serve, args=(folder, told), daemon=True)
        process.start()
        try:
            people = [Reviewer(f"Reviewer {at}", heard.recv() if not at else 0, measured) for at in range(PEOPLE)]
            for one in people:
                one.port = people[0].port
                one.sign_in()
            until = time.monotonic() + seconds
            threads = [threading.Thread(target=one.review, args=(until,)) for one in people]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        finally:
            process.terminate()
            process.join()
    items = DOCUMENTS * TRANCHES * len(FIELDS)
    print(f"{PEOPLE} reviewers, {seconds:.0f} s, {items:,} items, a pause of {THINK_S} s before each decision")
    for line in shown(measured):
        print(line)


if __name__ == "__main__":
    main()
