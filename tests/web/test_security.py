"""Nobody is let in who should not be, and nothing changes that no page of ours asked for."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.web.conftest import Stored
from tests.web.served import Client, served

from loanproof.core import FormatError, LoanproofError, UsageError
from loanproof.web import Role, User, Users, hash_token, load_users, make_server, new_token
from loanproof.web.errors import status_of
from loanproof.web.security.identity import Doorkeeper
from loanproof.web.security.sessions import COOKIE, Sessions
from loanproof.web.security.throttle import FREE_TRIES, Throttle
from loanproof.web.security.users import is_token

TOKEN = "a-token-that-only-the-test-knows"  # noqa: S105 - no secret: users of the test alone
HASH = hash_token(TOKEN)
PEOPLE = {
    name: User(name=name, roles=frozenset({role}))
    for name, role in (("Ana", Role.ANALYST), ("Rea", Role.REVIEWER), ("Apo", Role.APPROVER), ("Ada", Role.ADMIN))
}
USERS = Users(people=PEOPLE, hashes=dict.fromkeys(PEOPLE, HASH))


@pytest.fixture(scope="module")
def house_port(stored: Stored) -> Iterator[int]:
    with served(stored.settings(users=USERS)) as found:
        yield found.port


@pytest.fixture
def house(house_port: int) -> Client:
    return Client(port=house_port)


def sign_in(client: Client, name: str, token: str = TOKEN) -> int:
    return client.post("/login", {"name": name, "token": token, "next": "/runs"}).status


def test_every_answer_has_the_strict_headers(client: Client) -> None:
    for path in ("/runs", "/nothing-here", "/static/parts.css"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert "server" not in headers
    assert client.get("/runs").headers["cache-control"] == "no-store"


def test_the_cookie_of_a_session_is_bound_to_the_host_and_out_of_reach_of_scripts(client: Client) -> None:
    cookie = client.get("/runs").headers["set-cookie"]
    assert cookie.startswith("__Host-loanproof=")
    for part in ("Secure", "HttpOnly", "SameSite=strict", "Path=/"):
        assert part in cookie


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", ""])
def test_a_name_that_is_not_ours_is_not_answered(client: Client, host: str) -> None:
    assert client.send("GET", "/runs", headers={"host": host}).status == 421


def test_another_address_than_loopback_needs_users(stored: Stored) -> None:
    with pytest.raises(UsageError, match="users must be configured"):
        make_server(stored.settings(host="0.0.0.0"), 0)  # noqa: S104  # it is refused
    make_server(stored.settings(host="0.0.0.0", users=USERS), 0)  # noqa: S104  # it is never started


def test_without_a_session_every_page_leads_to_the_login(house: Client) -> None:
    for path in ("/runs", "/compare", "/runs/x", "/runs/x/cases"):
        answer = house.get(path)
        assert (answer.status, answer.headers["location"].partition("?")[0]) == (303, "/login"), path
    assert house.get("/api/runs/x/progress").status == 401


def test_name_and_token_begin_a_session_and_signing_out_ends_it(house: Client) -> None:
    assert sign_in(house, "Rea") == 303
    assert "Rea" in house.get("/runs").text
    old = dict(house.cookies)
    assert house.post("/logout", {}, page="/runs").status == 303
    house.cookies = old
    assert house.get("/runs").status == 303


def test_a_wrong_token_or_an_unknown_name_is_refused_in_the_same_words(house: Client) -> None:
    answers = [
        house.post("/login", {"name": name, "token": token}).text for name, token in (("Rea", "no"), ("Who", TOKEN))
    ]
    assert answers[0] == answers[1]
    assert "do not belong together" in answers[0]


def test_after_some_failed_tries_a_person_must_wait(stored: Stored) -> None:
    with served(stored.settings(users=USERS)) as house:
        refuse_tries(house)


def refuse_tries(house: Client) -> None:
    statuses = [sign_in(house, "Rea", "wrong") for _ in range(FREE_TRIES + 1)]
    assert statuses == [401] * FREE_TRIES + [429]
    assert sign_in(house, "Rea") == 429  # not even with the right one, for nobody may try on


def test_a_program_comes_in_with_its_token_and_cannot_send_forms(house: Client) -> None:
    bearer = {"authorization": f"Bearer Rea:{TOKEN}"}
    assert house.get("/runs", **bearer).status == 200
    assert house.get("/runs", authorization="Bearer Rea:wrong").status == 303
    assert house.post("/keys", {"keys": "off"}, **bearer).status == 403


@pytest.mark.parametrize(
    "changed", [{"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}]
)
def test_a_form_from_another_site_is_refused_whatever_token_it_has(client: Client, changed: dict[str, str]) -> None:
    answer = client.post("/keys", {"keys": "off", "next": "/runs"}, page="/runs", **changed)
    assert answer.status == 403
    assert "Turn keyboard shortcuts off" in client.get("/runs").text


@pytest.mark.parametrize("token", ["", "x", "é" * 30])
def test_a_form_without_the_token_of_its_session_is_refused(client: Client, token: str) -> None:
    client.get("/runs")
    assert client.post("/keys", {"keys": "off", "form_token": token}).status == 403


def test_a_form_of_our_own_page_does_what_it_says(client: Client) -> None:
    assert client.post("/keys", {"keys": "off", "next": "/runs"}, page="/runs").headers["location"] == "/runs"
    assert "Turn keyboard shortcuts on" in client.get("/runs").text


def test_a_form_that_is_too_large_or_no_form_is_refused(client: Client) -> None:
    assert client.post("/keys", {"keys": "x" * 300_000}, page="/runs").status == 413
    assert client.post("/keys", {"keys": "on"}, page="/runs", **{"content-type": "text/plain"}).status == 400
    many = {f"f{number}": "" for number in range(200)}
    assert client.post("/keys", many, page="/runs").status == 400


@pytest.mark.parametrize(
    "wanted", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:x", "/a\r\nb: c"]
)
def test_no_form_leads_to_another_site(client: Client, wanted: str) -> None:
    answer = client.post("/keys", {"keys": "on", "next": wanted}, page="/runs")
    assert answer.headers["location"] == "/runs"


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/runs/..%2f..%2fetc%2fpasswd",
        "/runs/%00",
        "/runs/x/cases/y/1e9",
        "/runs/x/gates/y?page=-1",
    ],
)
def test_no_address_leads_out_of_what_is_served(client: Client, path: str) -> None:
    assert client.get(path).status in (400, 404)


def test_a_person_whom_a_trusted_proxy_names_is_let_in_and_nobody_else(stored: Stored) -> None:
    users = Users(people=PEOPLE, hashes={}, proxy_header="x-forwarded-user", proxies=frozenset({"127.0.0.1"}))
    with served(stored.settings(users=users)) as client:
        assert "Rea" in client.get("/runs", **{"x-forwarded-user": "Rea"}).text
        assert client.get("/runs", **{"x-forwarded-user": "Mallory"}).status == 403
    elsewhere = Users(people=PEOPLE, hashes={}, proxy_header="x-forwarded-user", proxies=frozenset({"10.0.0.1"}))
    with served(stored.settings(users=elsewhere)) as client:
        assert client.get("/runs", **{"x-forwarded-user": "Rea"}).status == 303


def test_a_session_ends_when_it_is_idle_or_too_old() -> None:
    now = [0.0]
    sessions = Sessions(clock=lambda: now[0])
    cookie, _ = sessions.begin(PEOPLE["Rea"])
    now[0] = 7_000.0
    assert sessions.find(cookie) is not None
    now[0] = 15_000.0
    assert sessions.find(cookie) is None
    cookie, _ = sessions.begin(PEOPLE["Rea"])
    for _ in range(10):
        now[0] += 7_000.0
        found = sessions.find(cookie)
    assert found is None


class Tries:
    """People who try to sign in while the clock stands still."""

    def __init__(self, stored: Stored) -> None:
        self._door = Doorkeeper(stored.settings(users=USERS))
        self._door._throttle = Throttle(clock=lambda: 0.0)

    def sign_in(self, name: str, token: str, address: str) -> int:
        request: Any = SimpleNamespace(client=SimpleNamespace(host=address))
        try:
            self._door.sign_in(name, token, request)
        except LoanproofError as error:
            return status_of(error)
        return 303


def test_tries_that_come_together_are_counted_like_tries_in_a_row(stored: Stored) -> None:
    tries = Tries(stored)
    with ThreadPoolExecutor(20) as pool:
        statuses = list(pool.map(lambda at: tries.sign_in("Rea", f"wrong {at}", "10.0.0.1"), range(20)))
    assert sorted(statuses) == [401] * FREE_TRIES + [429] * (20 - FREE_TRIES)


def test_many_right_tokens_at_once_are_all_let_in(stored: Stored) -> None:
    tries = Tries(stored)
    with ThreadPoolExecutor(20) as pool:
        assert set(pool.map(lambda _: tries.sign_in("Rea", TOKEN, "10.0.0.1"), range(20))) == {303}


def test_a_strangers_wrong_tries_keep_nobody_else_out(stored: Stored) -> None:
    tries = Tries(stored)
    assert tries.sign_in("Rea", TOKEN, "10.0.0.1") == 303
    for name in ("Rea", "Ana"):
        statuses = [tries.sign_in(name, "wrong", "10.0.0.1") for _ in range(FREE_TRIES + 1)]
        assert statuses == [401] * FREE_TRIES + [429]
    assert tries.sign_in("Ana", TOKEN, "10.0.0.2") == 303  # whoever calls from elsewhere
    assert tries.sign_in("Apo", TOKEN, "10.0.0.1") == 303  # others behind the same proxy
    assert tries.sign_in("Rea", TOKEN, "10.0.0.1") == 303  # whoever came in with this token before


def test_pauses_grow_and_a_success_ends_them() -> None:
    now = [0.0]
    throttle = Throttle(clock=lambda: now[0])
    for _ in range(FREE_TRIES + 3):
        throttle.fail("Rea")
    assert throttle.pause_s("Rea", "Ana") == 8.0
    now[0] = 9.0
    assert throttle.pause_s("Rea") == 0.0
    throttle.fail("Rea")
    throttle.succeed("Rea")
    assert throttle.pause_s("Rea") == 0.0


def test_a_token_is_kept_only_as_a_hash_with_a_salt_of_its_own() -> None:
    token = new_token()
    one, other = hash_token(token), hash_token(token)
    assert token not in one
    assert one != other
    assert is_token(token, one)
    assert not is_token(token + "x", one)
    assert not is_token(token, "scrypt$2$AA==$AA==")


def test_a_users_file_with_a_plain_token_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "users.yaml"
    path.write_text("users:\n  - name: Rea\n    roles: [reviewer]\n    token: secret\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"users.yaml:4.*hash") as caught:
        load_users(path)
    assert "secret" not in str(caught.value)


def test_the_cookie_name_is_the_host_bound_one() -> None:
    assert COOKIE.startswith("__Host-")
