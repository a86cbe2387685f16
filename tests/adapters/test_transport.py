"""The transport against a server that misbehaves on purpose."""

from __future__ import annotations

import asyncio
import json
import random
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from tests.adapters.loopback import Behaviour, Cut, CutInside, Loopback, Say, in_turn, loopback

from loanproof.adapters.pacing import Backoff, Pace, parse_retry_after
from loanproof.adapters.transport import Limits, NoReply, Reply, Transport, bearer
from loanproof.chat import FailureKind

if TYPE_CHECKING:
    from collections.abc import Callable

OK = Say(body=b'{"ok":1}')
FULL = {"Content-Type": "text/plain", "Retry-After": "7"}


async def post(
    script: Callable[[int, bytes], Behaviour], limits: Limits, payload: object, key: str = "k"
) -> tuple[Reply | NoReply, Loopback, list[float]]:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    async with loopback(script) as server, Transport(limits, sleep=sleep, draw=random.Random(7)) as transport:
        answer = await transport.post(f"{server.url}/v1/chat", payload, bearer(key))
    return answer, server, waits


def posted(
    *behaviours: Behaviour, payload: object = None, **limits: Any
) -> tuple[Reply | NoReply, Loopback, list[float]]:
    return asyncio.run(post(in_turn(*behaviours), Limits(**limits), {"a": 1} if payload is None else payload))


def test_an_answer_comes_with_its_body_and_what_was_measured() -> None:
    answer, server, waits = posted(OK)
    assert isinstance(answer, Reply)
    assert (answer.body, answer.calls, waits) == (b'{"ok":1}', 1, [])
    assert 0 < answer.last_ms <= answer.elapsed_ms
    assert server.sent[0].path == "/v1/chat"
    assert server.sent[0].headers["Authorization"] == "Bearer k"


@pytest.mark.parametrize(
    "fault",
    [Say(status=429), Say(status=500), Say(status=503), Say(status=529), Cut(), CutInside()],
    ids=["429", "500", "503", "529", "cut", "cut inside"],
)
def test_a_passing_fault_is_sent_again_with_the_same_bytes(fault: Behaviour) -> None:
    answer, server, waits = posted(fault, fault, OK, payload={"ü": "\ud800", "b": [1, 2.5, None]})
    assert isinstance(answer, Reply)
    assert answer.calls == 3
    assert len(waits) == 2
    assert len({one.body for one in server.sent}) == 1
    assert json.loads(server.sent[0].body) == {"ü": "?", "b": [1, 2.5, None]}


@pytest.mark.parametrize("status", [200, 401, 500])
def test_a_key_that_the_server_repeats_is_taken_out_before_anyone_keeps_it(status: int) -> None:
    said = Say(status=status, body=b'{"error": "the key sk-0123456789ab is wrong"}')
    limits = Limits(backoff=Backoff(attempts=1))
    answer, _, _ = asyncio.run(post(in_turn(said), limits, {}, key="sk-0123456789ab"))
    assert answer.body == b'{"error": "the key [key] is wrong"}'


def test_a_word_that_stands_for_no_key_stays_in_the_answer() -> None:
    answer, _, _ = asyncio.run(post(in_turn(Say(body=b'"EMPTY"')), Limits(), {}, key="EMPTY"))
    assert answer.body == b'"EMPTY"'


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_a_refusal_is_not_repeated(status: int) -> None:
    answer, server, _ = posted(Say(status=status, body=b'{"error":"no"}'), OK)
    assert isinstance(answer, NoReply)
    assert (answer.kind, answer.status, answer.body) == (FailureKind.REFUSED, status, b'{"error":"no"}')
    assert len(server.sent) == answer.calls == 1


def test_the_last_attempt_ends_it() -> None:
    answer, server, waits = posted(Say(status=500), backoff=Backoff(attempts=4))
    assert isinstance(answer, NoReply)
    assert (answer.kind, answer.calls, len(server.sent), len(waits)) == (FailureKind.SERVER, 4, 4, 3)


def test_what_the_server_asks_for_is_waited() -> None:
    _, _, waits = posted(Say(status=429, headers=FULL), OK)
    assert waits == [7.0]


def test_a_server_that_asks_for_too_long_is_given_up() -> None:
    answer, server, _ = posted(Say(status=429, headers={"Retry-After": "9999"}), OK)
    assert isinstance(answer, NoReply)
    assert (answer.kind, len(server.sent)) == (FailureKind.RATE_LIMITED, 1)


def test_a_slow_answer_is_a_time_out_with_its_elapsed_time_and_is_not_repeated() -> None:
    answer, server, _ = posted(Say(after_s=5), OK, timeout_s=0.2)
    assert isinstance(answer, NoReply)
    assert (answer.kind, answer.calls, len(server.sent)) == (FailureKind.TIMEOUT, 1, 1)
    assert answer.elapsed_ms >= 200


def test_a_body_without_end_is_cut_off() -> None:
    answer, _, _ = posted(Say(body=b"x" * 5000), max_body=4096)
    assert isinstance(answer, NoReply)
    assert answer.kind is FailureKind.PROTOCOL
    assert "4,096 bytes" in answer.why


def test_a_redirect_is_not_followed() -> None:
    answer, server, _ = posted(Say(status=307, headers={"Location": "http://127.0.0.1:9/elsewhere"}), OK)
    assert isinstance(answer, NoReply)
    assert (answer.kind, len(server.sent)) == (FailureKind.PROTOCOL, 1)


def test_a_server_that_is_not_there_is_a_connection_failure() -> None:
    async def call() -> Reply | NoReply:
        async with Transport(Limits(backoff=Backoff(attempts=2, first_s=0.01))) as transport:
            return await transport.post("http://127.0.0.1:9/none", {})

    answer = asyncio.run(call())
    assert isinstance(answer, NoReply)
    assert (answer.kind, answer.calls) == (FailureKind.CONNECTION, 2)
    assert "no server answers at this address; check the URL" in str(answer)


def test_an_address_that_is_no_url_is_reported() -> None:
    async def call() -> Reply | NoReply:
        async with Transport(Limits()) as transport:
            return await transport.post("no url at all", {})

    answer = asyncio.run(call())
    assert isinstance(answer, NoReply)
    assert answer.calls == 1


def test_connections_are_kept_and_never_more_than_allowed() -> None:
    async def many() -> Loopback:
        script = in_turn(Say(after_s=0.01))
        async with loopback(script) as server, Transport(Limits(concurrency=3)) as transport:
            await asyncio.gather(*(transport.post(server.url, {"n": n}) for n in range(30)))
        return server

    server = asyncio.run(many())
    assert len(server.sent) == 30
    assert server.most_at_once == 3


def test_a_limit_per_minute_spaces_the_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    now, waits = [100.0], []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr("loanproof.adapters.pacing.monotonic", lambda: now[0])
    monkeypatch.setattr("loanproof.adapters.pacing.asyncio.sleep", sleep)
    pace = Pace(120)

    async def three() -> None:
        for _ in range(3):
            await pace.wait()
        now[0] += 60
        await pace.wait()

    asyncio.run(three())
    assert waits == [0.5, 1.0]


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("7", 7.0),
        (" 0.5 ", 0.5),
        ("Sun, 15 Nov 2026 10:00:30 GMT", 30.0),
        ("Sun, 15 Nov 2026 09:00:00 GMT", 0.0),
        ("-1", None),
        ("nan", None),
        ("inf", None),
        ("soon", None),
        ("", None),
        (None, None),
    ],
)
def test_retry_after_is_read_as_seconds_or_a_date(written: str | None, seconds: float | None) -> None:
    assert parse_retry_after(written, now=datetime(2026, 11, 15, 10, 0, 0, tzinfo=UTC)) == seconds


def test_the_wait_doubles_is_spread_and_is_bounded() -> None:
    backoff, draw = Backoff(attempts=20, first_s=1, longest_s=8), random.Random(1)
    for attempt, longest in [(1, 1), (2, 2), (3, 4), (4, 8), (10, 8)]:
        waits = {backoff.wait_s(attempt, None, draw) for _ in range(50)}
        assert len(waits) > 40
        assert all(wait is not None and longest / 2 <= wait <= longest for wait in waits)
    assert backoff.wait_s(20, None, draw) is None
