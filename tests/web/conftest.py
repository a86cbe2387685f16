"""A store with two runs of a small suite, and a server on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.runs.small_suite import answers, forged, make_suite, write_lines
from tests.web.house import House, copy_house, make_house, opened
from tests.web.served import Client, served

from loanproof.runs import record_root_cause
from loanproof.service import RecordedRequest, RunService
from loanproof.standards import load_contract
from loanproof.store import open_store
from loanproof.web import WebSettings


@dataclass(frozen=True)
class Stored:
    """A store with a run that invents a date, and a later one that does not."""

    url: str
    folder: Path
    bad_run: str
    good_run: str

    def settings(self, **changes: object) -> WebSettings:
        given: dict[str, object] = {"store_url": self.url, "uploads_folder": self.folder / "uploads"}
        return WebSettings(**(given | changes))  # type: ignore[arg-type]  # a test names settings freely


@pytest.fixture(scope="session")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    folder = tmp_path_factory.mktemp("web")
    suite, url = make_suite(folder / "suite"), f"sqlite:{folder / 'runs.db'}"
    with closing(open_store(url)) as store:
        service = RunService(store=store)
        bad = service.score_recorded(RecordedRequest(suite=suite, outputs=write_lines(folder / "bad.jsonl", forged())))
        row = store.read_run(bad.run_id)
        cause = "The prompt asked for a date even where the agreement states none at all."
        record_root_cause(store, row, load_contract(bad.head.run.standard), cause=cause, fix="Ask again.", by="Dana")
        good = service.score_recorded(
            RecordedRequest(suite=suite, outputs=write_lines(folder / "good.jsonl", answers()))
        )
    return Stored(url=url, folder=folder, bad_run=bad.run_id, good_run=good.run_id)


@pytest.fixture(scope="session")
def port(stored: Stored) -> Iterator[int]:
    with served(stored.settings()) as found:
        yield found.port


@pytest.fixture
def client(port: int) -> Client:
    """A browser that was never here before."""
    return Client(port=port)


@pytest.fixture(scope="session")
def first_house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return make_house(tmp_path_factory.mktemp("house"), tmp_path_factory.mktemp("cache"))


@pytest.fixture
def house(first_house: House, tmp_path: Path) -> House:
    """A house in which nobody has done anything yet."""
    return copy_house(first_house, tmp_path)


@pytest.fixture
def door(house: House) -> Iterator[Client]:
    """The server of the house."""
    with opened(house) as client:
        yield client
