"""A house that reviews one agreement: what a system said of it is queued, and people of every role can come in."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

from tests.web.served import Answer, Client, served

from loanproof.core import Capability
from loanproof.documents import Cache, load_document
from loanproof.reviews import ReviewItem, ReviewPolicy
from loanproof.service import ReviewService, guard_output
from loanproof.standards import load_contract
from loanproof.store import open_reviews
from loanproof.web import Role, User, Users, WebSettings, hash_token

ROOT = Path(__file__).resolve().parents[2]
AGREEMENT = ROOT / "src/loanproof/corpus/suite/dev/documents/kestrel-bilateral-term-loan.pdf"
STANDARD = "eval-standards@1.0+r2"
TOKEN = "a-token-that-only-the-test-knows"  # noqa: S105 - no secret: users of the test alone
ROLES = {
    "Ana": Role.ANALYST,
    "Rea": Role.REVIEWER,
    "Rob": Role.REVIEWER,
    "Rik": Role.REVIEWER,
    "Apo": Role.APPROVER,
    "Ada": Role.ADMIN,
}
PEOPLE = {name: User(name=name, roles=frozenset({role})) for name, role in ROLES.items()}
USERS = Users(people=PEOPLE, hashes=dict.fromkeys(PEOPLE, hash_token(TOKEN)))
POLICY = ReviewPolicy(people=("Rea", "Rob", "Rik", "Apo", "Ada"), spot_check=Decimal(0))
HOSTILE = "<script>window.ran = 1</script><img src=x onerror='window.ran = 2'>{{7*7}}"


def said(value: str, quote: str, page: str, section: str, confidence: float) -> dict[str, object]:
    place = {"document": AGREEMENT.name, "page": page, "section": section, "quote": quote}
    return {"status": "extracted", "value": value, "provenance": [place], "confidence": confidence}


# by hand from the agreement: the margin and the maturity are right, the law is wrong, the guarantor is an attack
OUTPUT = {
    "capability": "extraction",
    "fields": {
        "margin": said("2.35% per annum", "“Margin” means 2.35 per cent. per annum.", "2", "1", 0.2),
        "maturity_date": said("2031-05-29", "“Final Repayment Date” means 29 May 2031.", "2", "1", 0.7),
        "governing_law": said(
            "England and Wales",
            "This Agreement shall be governed by and construed under the laws of Singapore.",
            "5",
            "10.4",
            0.2,
        ),
        "guarantors": said(HOSTILE, HOSTILE, "1", HOSTILE, 0.2),
    },
}


@dataclass
class House:
    """A store with the queue of the agreement, and the settings of a server on it."""

    folder: Path
    settings: WebSettings
    items: dict[str, ReviewItem]

    def item(self, name: str) -> str:
        return self.items[name].item_id

    def page(self, name: str) -> str:
        return f"/review/items/{self.item(name)}"

    def stored(self, name: str) -> ReviewItem:
        with closing(open_reviews(self.settings.store_url)) as store:
            return store.read_item(self.item(name))


def make_house(folder: Path, cache: Path) -> House:
    """Queue what the system said of the agreement."""
    document = folder / AGREEMENT.name
    shutil.copy(AGREEMENT, document)
    url, standard = f"sqlite:{folder / 'runs.db'}", load_contract(STANDARD)
    loaded = load_document(document, cache=Cache(cache))
    report = guard_output(json.dumps(OUTPUT), Capability.EXTRACTION, [loaded], standard)
    with closing(open_reviews(url)) as store:
        service = ReviewService(store, cache_folder=cache)
        queued = service.queue(report, document, source="guard:test", by="Ana", policy=POLICY, standard=standard)
    settings = WebSettings(
        store_url=url, uploads_folder=folder / "uploads", cache_folder=cache, users=USERS, policy=POLICY
    )
    return House(folder=folder, settings=settings, items={str(one.field): one for one in queued.items})


def copy_house(house: House, folder: Path) -> House:
    """Return a house of its own with the same queue, so that what is done in one test is not there in another."""
    shutil.copy(house.folder / "runs.db", folder / "runs.db")
    settings = WebSettings(
        store_url=f"sqlite:{folder / 'runs.db'}",
        uploads_folder=folder / "uploads",
        cache_folder=house.settings.cache_folder,
        users=USERS,
        policy=POLICY,
    )
    return House(folder=folder, settings=settings, items=house.items)


@dataclass
class Person:
    """Somebody who has signed in."""

    name: str
    client: Client
    fences: dict[str, str] = field(default_factory=dict)

    def get(self, path: str) -> Answer:
        return self.client.get(path)

    def post(self, path: str, fields: Mapping[str, str] | None = None, *, page: str = "/review") -> Answer:
        return self.client.post(path, fields or {}, page=page)

    def take(self, page: str) -> Answer:
        return self.post(f"{page}/take", page=page)

    def decide(self, page: str, /, **fields: str) -> Answer:
        fence = re.search(r'name="fence" value="(\d+)"', self.get(page).text)
        given = {"fence": "0" if fence is None else fence[1], "reason": "Read on the page.", **fields}
        return self.post(f"{page}/decide", given, page=page)


@contextmanager
def opened(house: House) -> Iterator[Client]:
    with served(house.settings) as client:
        yield client


def person(client: Client, name: str) -> Person:
    found = Client(port=client.port)
    assert found.post("/login", {"name": name, "token": TOKEN, "next": "/review"}).status == 303
    return Person(name=name, client=found)
