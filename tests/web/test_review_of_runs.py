"""Labels of a run in the review, and the one person of a machine without users."""

from __future__ import annotations

import html
import re
import shutil
from contextlib import closing
from pathlib import Path

from click.testing import CliRunner
from tests.web.conftest import Stored
from tests.web.served import Client, served

from loanproof.cli.review import command as review
from loanproof.store import open_reviews
from loanproof.web import WebSettings


def queued(stored: Stored, folder: Path) -> WebSettings:
    """Return the settings of a store of its own in which the labels of the bad run are queued."""
    shutil.copy(stored.folder / "runs.db", folder / "runs.db")
    url = f"sqlite:{folder / 'runs.db'}"
    done = CliRunner().invoke(review, ["queue", stored.bad_run, "--by", "Dana", "--store", url])
    assert done.exit_code == 0, done.output
    return WebSettings(store_url=url, uploads_folder=folder / "uploads", local_name="Lea")


def test_a_label_of_a_run_is_looked_at_beside_its_document_and_decided(stored: Stored, tmp_path: Path) -> None:
    settings = queued(stored, tmp_path)
    with served(settings) as client:
        text = client.get("/review").text
        [path] = set(re.findall(r'href="(/review/items/[0-9a-f]+)"', text))
        page = html.unescape(client.get(path).text)
        assert "a person confirms that" in page, page
        assert "Availability Period" in page  # the document of the suite
        client.post(f"{path}/take", {}, page=path)
        page = client.get(path).text
        assert "The label is right" in page
        assert 'value="label:correct"' in page
        fence = re.search(r'name="fence" value="(\d+)"', page)
        assert fence is not None
        fields = {"choice": "label:correct", "reason": "The document says so.", "fence": fence[1]}
        answer = client.post(f"{path}/decide", fields, page=path)
        assert answer.headers["location"] == f"{path}?told=second"
    with closing(open_reviews(settings.store_url)) as store:
        item = store.read_item(path.rpartition("/")[2])
    assert item.decision is not None
    assert (item.decision.by, item.decision.value, item.needs_second) == ("Lea", "correct", True)


def test_the_one_person_of_a_machine_may_do_everything_and_nothing_is_blind(client: Client) -> None:
    assert "Nothing waits for a person." in client.get("/review").text
    assert "Upload a loan document" in client.get("/documents").text
    answer = client.post("/review/next", {}, page="/review")
    assert answer.headers["location"] == "/review?told=none"
    assert "Nothing waits for you." in client.get("/review?told=none").text
