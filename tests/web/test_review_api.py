"""The review for programs: the same steps and refusals as in a browser, and blind values stay unknown."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.web.house import TOKEN, House, person
from tests.web.served import Answer, Client
from tests.web.test_documents import settle_all


def send(door: Client, name: str, path: str, body: object = None, **headers: str) -> Answer:
    sent = {"authorization": f"Bearer {name}:{TOKEN}", "content-type": "application/json", **headers}
    return Client(port=door.port).send("POST", path, body=json.dumps(body or {}).encode(), headers=sent)


def read(door: Client, name: str, path: str) -> Any:
    answer = Client(port=door.port).get(path, authorization=f"Bearer {name}:{TOKEN}")
    assert answer.status == 200, answer.text
    return json.loads(answer.body)


def test_a_program_sees_nothing_of_a_blind_value_and_reviews_as_a_person_does(door: Client, house: House) -> None:
    items = {one["field"]: one for one in read(door, "Rea", "/api/review/items")["items"]}
    assert items["margin"]["output"] is None
    assert items["governing_law"]["output"] == "England and Wales"
    path = f"/api/review/items/{house.item('margin')}"
    taken = json.loads(send(door, "Rea", f"{path}/take").body)
    said = {
        "choice": "correct",
        "fence": taken["fence"],
        "reason": "It is defined.",
        "words": "2.35 per cent. per annum",
    }
    done = json.loads(send(door, "Rea", f"{path}/decide", said).body)
    assert done["decision"]["kind"] == "accept"
    assert done["output"] == "2.35% per annum"


def test_two_programs_on_one_item_the_second_is_refused(door: Client, house: House) -> None:
    path = f"/api/review/items/{house.item('margin')}/take"
    assert send(door, "Rea", path).status == 200
    refused = send(door, "Rob", path)
    assert refused.status == 409
    assert "Rea works on the item" in json.loads(refused.body)["problems"][0]["message"]


def test_an_export_is_refused_with_every_open_item_and_then_given(door: Client, house: House) -> None:
    document = house.items["margin"].document_digest.removeprefix("sha256:")
    path = f"/api/documents/{document}"
    assert set(read(door, "Apo", path)["blocking"]) == {
        house.item(name) for name in ("margin", "governing_law", "guarantors")
    }
    refused = send(door, "Apo", f"{path}/export")
    assert refused.status == 409
    assert len(json.loads(refused.body)["problems"]) == 3
    settle_all(door, house)
    told = json.loads(send(door, "Apo", f"{path}/export").body)
    assert {one["field"] for one in told["export"]["fields"]} >= {"margin", "governing_law"}
    assert read(door, "Apo", path)["stage"] == "ready for review"  # the maturity date is still uncertain


@pytest.mark.parametrize(
    ("name", "step", "body", "status"),
    [
        ("Ana", "take", {}, 403),
        ("Rea", "approve", {"reason": "x"}, 403),
        ("Rea", "decide", {"choice": "accept"}, 400),
        ("Rea", "decide", {"choice": "accept", "fence": 0, "reason": "x", "more": 1}, 400),
        ("Rea", "decide", {"choice": "accept", "fence": 0, "reason": "x"}, 409),
        ("Rea", "take", {"target": "python:os.system"}, 400),
        ("Apo", "approve", {"reason": "x"}, 409),
        ("Rea", "comment", {"reason": ""}, 400),
    ],
)
def test_what_is_not_allowed_is_said_as_data(
    door: Client, house: House, name: str, step: str, body: dict[str, object], status: int
) -> None:
    answer = send(door, name, f"/api/review/items/{house.item('governing_law')}/{step}", body)
    assert answer.status == status, answer.text
    assert json.loads(answer.body)["problems"][0]["message"]


def test_a_page_of_another_site_changes_nothing(door: Client, house: House) -> None:
    path = f"/api/review/items/{house.item('governing_law')}/take"
    assert send(door, "Rea", path, origin="https://evil.example").status == 403
    assert send(door, "Rea", path, **{"content-type": "text/plain"}).status == 400
    rea = person(door, "Rea")  # with a cookie the token of the session is asked for as well
    sent = {"content-type": "application/json", "origin": rea.client.origin}
    assert rea.client.send("POST", path, body=b"{}", headers=sent).status == 403
    assert house.stored("governing_law").lock is None
