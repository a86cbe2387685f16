"""Documents that programs send: the same checks as of a form, and nothing is kept that was refused."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import Any

import pytest
from tests.web.house import AGREEMENT, TOKEN, House, opened, person
from tests.web.served import Answer, Client
from tests.web.test_documents import SMALL, WAIT_S

PATH = "/api/documents"


def send(door: Client, name: str, content: bytes, *, by: str = "Ana", **headers: str) -> Answer:
    sent = {"authorization": f"Bearer {by}:{TOKEN}", "content-type": "application/octet-stream", **headers}
    return Client(port=door.port).send("POST", f"{PATH}{name}", body=content, headers=sent)


def read(door: Client, path: str) -> Any:
    return json.loads(Client(port=door.port).get(path, authorization=f"Bearer Ana:{TOKEN}").body)


def test_a_document_that_a_program_sends_is_analysed_and_queued_and_known_again(door: Client) -> None:
    answer = send(door, "?name=small%20loan.txt", SMALL.encode())
    assert answer.status == 200, answer.text
    told = json.loads(answer.body)
    assert told["is_new"]
    assert told["document"]["name"] == "small loan.txt"
    path = f"{PATH}/{told['document']['document_id']}"
    deadline = time.monotonic() + WAIT_S
    while read(door, path)["stage"] == "processing":
        assert time.monotonic() < deadline
        time.sleep(0.2)
    assert read(door, path)["stage"] == "ready for review"
    again = json.loads(send(door, "?name=other.txt", SMALL.encode()).body)
    assert not again["is_new"]
    assert again["document"]["name"] == "small loan.txt"


@pytest.mark.parametrize(
    ("name", "content", "headers", "status"),
    [
        ("", SMALL, {}, 400),  # no name
        ("?name=", SMALL, {}, 400),
        ("?name=loan.exe", SMALL, {}, 422),
        ("?name=loan.pdf", SMALL, {}, 422),
        ("?name=loan.txt", "", {}, 422),
        ("?name=loan.txt", SMALL, {"content-type": "text/plain"}, 400),  # what a form of another site can send
        ("?name=loan.txt", SMALL, {"content-type": "application/json"}, 400),
        ("?name=loan.txt", SMALL, {"origin": "https://evil.example"}, 403),
        ("?name=loan.txt", SMALL, {"authorization": f"Bearer Rea:{TOKEN}"}, 403),  # a reviewer sends nothing
        ("?name=loan.txt", SMALL, {"authorization": "Bearer Ana:wrong"}, 401),
        ("?name=loan.txt", SMALL, {"authorization": ""}, 401),
    ],
)
def test_what_is_refused_is_said_as_data_and_not_kept(
    door: Client, house: House, name: str, content: str, headers: dict[str, str], status: int
) -> None:
    answer = send(door, name, content.encode(), **headers)
    assert answer.status == status, answer.text
    assert json.loads(answer.body)["problems"][0]["message"]
    folder = house.settings.uploads_folder
    assert not folder.exists() or list(folder.iterdir()) == []


def test_a_page_sends_the_token_of_its_session_as_well(door: Client, house: House) -> None:
    ana = person(door, "Ana")
    sent = {"content-type": "application/octet-stream", "origin": ana.client.origin}
    assert ana.client.send("POST", f"{PATH}?name=a.txt", body=SMALL.encode(), headers=sent).status == 403
    assert not any(house.settings.uploads_folder.glob("*/*"))


def test_a_file_that_is_too_large_is_refused_while_it_arrives(house: House) -> None:
    small = House(folder=house.folder, settings=replace(house.settings, most_upload_bytes=100_000), items=house.items)
    with opened(small) as door:
        assert send(door, "?name=loan.txt", b"x" * 200_000).status == 413
    assert not any(house.settings.uploads_folder.glob("*/*"))


def test_a_name_leads_nowhere(door: Client, house: House) -> None:
    for name in ("..%2F..%2Fboot.pdf", "C%3A%5Cboot.pdf", "%0D%0Aboot.pdf"):
        told = json.loads(send(door, f"?name={name}", AGREEMENT.read_bytes()).body)["document"]
        assert told["name"].endswith("boot.pdf")
        assert "/" not in told["name"]
        uploads = house.settings.uploads_folder
        assert [one.relative_to(uploads).parts[0] for one in uploads.rglob("*.pdf")] == [told["document_id"]]
