"""One HTTP transport for every JSON server: kept connections, limits, retries, honest telemetry.

It never follows a redirect and uses no proxy from the environment: a document goes only to the server that the user
named. aiohttp is imported with the first request: most commands send none.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from time import perf_counter
from types import MappingProxyType, TracebackType
from typing import TYPE_CHECKING, TypeAlias

from loanproof.adapters.pacing import Backoff, Pace, parse_retry_after
from loanproof.chat import FailureKind

if TYPE_CHECKING:
    import aiohttp

    from loanproof.adapters.target_options import ServerOptions


MAX_BODY = 32 * 1024 * 1024
_SECRET_HEADERS = frozenset({"authorization", "x-api-key"})
_SHORTEST_KEY = 12  # shorter ones, such as "EMPTY" for a local server, are ordinary words
_JSON = {"Content-Type": "application/json", "Accept": "application/json"}
_SENT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_NO_HEADERS: Mapping[str, str] = MappingProxyType({})
_AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpRequest:
    """What is about to be sent."""

    url: str
    body: bytes


Sign: TypeAlias = Callable[[HttpRequest], Mapping[str, str]]
"""Returns the headers of a request. It is asked anew for every attempt, for a signature may hold the time."""


def unsigned(_: HttpRequest) -> Mapping[str, str]:
    """Sign nothing, for the user's own server."""
    return _NO_HEADERS


def bearer(api_key: str | None) -> Sign:
    """Sign every request with a key, if there is one."""
    return unsigned if api_key is None else lambda _: {"Authorization": f"Bearer {api_key}"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """An answer with status 200 to 299.

    Attributes:
        elapsed_ms: From sending the first attempt to receiving the full answer, including back-off.
        last_ms: The same for the answered attempt only.
        calls: How many requests were sent.
    """

    body: bytes
    headers: Mapping[str, str]
    elapsed_ms: float
    last_ms: float
    calls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NoReply:
    """No answer, after all attempts; ``status`` and ``body`` are those of the last refusal, if there was one."""

    kind: FailureKind
    why: str
    elapsed_ms: float
    calls: int
    status: int | None = None
    body: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much may be asked of a server, and how long to wait for it."""

    timeout_s: float = 60.0
    concurrency: int = 16
    requests_per_minute: int | None = None
    backoff: Backoff = field(default_factory=Backoff)
    max_body: int = MAX_BODY


@dataclass(frozen=True, slots=True, kw_only=True)
class _Refusal:
    kind: FailureKind
    why: str
    may_repeat: bool
    asked_s: float | None = None
    status: int | None = None
    body: bytes = b""


class Transport:
    """Sends JSON to servers. Used as an async context; connections are kept until it ends."""

    def __init__(
        self,
        limits: Limits,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        draw: random.Random | None = None,
    ) -> None:
        self._limits = limits
        self._sleep = sleep
        self._draw = draw or random.Random()  # noqa: S311 - only spreads the waits
        self._pace = Pace(limits.requests_per_minute)
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Transport:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def post(
        self,
        url: str,
        payload: object,
        sign: Sign = unsigned,
        *,
        give_up_on: frozenset[int] = frozenset(),
    ) -> Reply | NoReply:
        """Send one object and return the answer, or why there is none. Never raises for a fault of the server.

        The body is serialised once, so that a retry asks the same; each attempt is signed separately. A status in
        ``give_up_on`` is not retried even if it normally would be.
        """
        content = _SENT.encode(payload).encode("utf-8", "replace")
        request = HttpRequest(url=url, body=content)
        await self._pace.wait()
        began = perf_counter()
        calls = 0
        while True:
            calls += 1
            attempt = perf_counter()
            answer = await self._attempt(request, {**_JSON, **sign(request)})
            now = perf_counter()
            elapsed_ms = (now - began) * 1000
            if isinstance(answer, tuple):
                body, received = answer
                last_ms = (now - attempt) * 1000
                return Reply(body=body, headers=received, elapsed_ms=elapsed_ms, last_ms=last_ms, calls=calls)
            may_repeat = answer.may_repeat and answer.status not in give_up_on
            wait_s = self._limits.backoff.wait_s(calls, answer.asked_s, self._draw) if may_repeat else None
            if wait_s is None:
                return NoReply(
                    kind=answer.kind,
                    why=answer.why,
                    elapsed_ms=elapsed_ms,
                    calls=calls,
                    status=answer.status,
                    body=answer.body,
                )
            await self._sleep(wait_s)
            await self._pace.wait()

    async def _attempt(
        self, request: HttpRequest, headers: Mapping[str, str]
    ) -> tuple[bytes, Mapping[str, str]] | _Refusal:
        import aiohttp

        try:
            async with self._open().post(
                request.url, data=request.body, headers=headers, allow_redirects=False
            ) as response:
                body = await _read(response, self._limits.max_body)
                if body is None:
                    why = f"the answer is longer than {self._limits.max_body:,} bytes."
                    return _Refusal(kind=FailureKind.PROTOCOL, why=why, may_repeat=False)
                body = _without_keys(body, headers)
                if 200 <= response.status < 300:
                    return body, response.headers
                return _refusal(response.status, response.headers.get("Retry-After"), body)
        except TimeoutError:
            why = f"no answer within {self._limits.timeout_s:g} s."
            return _Refusal(kind=FailureKind.TIMEOUT, why=why, may_repeat=False)
        except aiohttp.InvalidURL:
            return _Refusal(kind=FailureKind.PROTOCOL, why="the address is not a URL.", may_repeat=False)
        except (aiohttp.ClientError, OSError) as error:
            why = f"the connection failed: {_failure_words(error)}."
            return _Refusal(kind=FailureKind.CONNECTION, why=why, may_repeat=True)

    def _open(self) -> aiohttp.ClientSession:
        """Return the session; it is created inside the running loop, with one connection per concurrent question."""
        import aiohttp

        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=self._limits.concurrency),
                timeout=aiohttp.ClientTimeout(total=self._limits.timeout_s),
                auto_decompress=True,
                cookie_jar=aiohttp.DummyCookieJar(),
            )
        return self._session


def transport_for(options: ServerOptions) -> Transport:
    """Return a transport with the limits of an entry."""
    retries = options.retries
    return Transport(
        Limits(
            timeout_s=float(options.timeout_s),
            concurrency=options.concurrency,
            requests_per_minute=options.requests_per_minute,
            backoff=Backoff(
                attempts=retries.attempts,
                first_s=float(retries.first_s),
                longest_s=float(retries.longest_s),
                longest_asked_s=float(retries.longest_asked_s),
            ),
        )
    )


def _without_keys(body: bytes, headers: Mapping[str, str]) -> bytes:
    """Return a server's reply without the keys it was sent: some servers repeat them in errors, which are stored."""
    for name, value in headers.items():
        key = value.removeprefix("Bearer ").encode()
        if name.lower() in _SECRET_HEADERS and len(key) >= _SHORTEST_KEY:
            body = body.replace(key, b"[key]")
    return body


async def _read(response: aiohttp.ClientResponse, limit: int) -> bytes | None:
    """Return the whole body, or ``None`` if it is longer than the limit."""
    content = bytearray(await response.content.readany())  # usually the whole body
    while len(content) <= limit and not response.content.at_eof():
        content += await response.content.readany()
    if len(content) > limit:
        response.close()
        return None
    return bytes(content)


def _failure_words(error: Exception) -> str:
    """Say why a connection failed; an error that we have no words for is named."""
    import aiohttp

    match error:
        case aiohttp.ClientConnectorDNSError():
            return "no server has this name"
        case aiohttp.ClientSSLError():
            return "the server's certificate or encryption was refused"
        case aiohttp.ClientConnectorError():
            return "no server answers at this address; check the URL, and that it is running"
        case aiohttp.ServerDisconnectedError():
            return "the server closed it before it answered"
        case aiohttp.ClientPayloadError():
            return "the server closed it in the middle of its answer"
    return type(error).__name__


def _refusal(status: int, retry_after: str | None, body: bytes) -> _Refusal:
    if status == 429:
        kind = FailureKind.RATE_LIMITED
    elif status >= 500:
        kind = FailureKind.SERVER
    elif 300 <= status < 400:
        kind = FailureKind.PROTOCOL
    else:
        kind = FailureKind.REFUSED
    return _Refusal(
        kind=kind,
        why=f"the server answered with status {status}.",
        may_repeat=status in _AGAIN,
        asked_s=parse_retry_after(retry_after),
        status=status,
        body=body,
    )
