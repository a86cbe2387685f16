"""What all chat servers have in common: the call, the fallback to a looser format, and parsing the envelope."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from loanproof.adapters.transport import HttpRequest, NoReply, Reply, Transport
from loanproof.chat import ChatFailure, ChatIdentity, ChatReply, ChatRequest, FailureKind, ReplyFormat
from loanproof.outputs import MAX_MEASURE

# A server that does not know a format says so with one of these. 500 counts only while a format is being tried.
_FORMAT_REFUSED = frozenset({400, 415, 422, 500, 501})
_SHOWN = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """The content of a reply in any protocol."""

    text: str
    snapshot: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    finish_reason: str | None = None
    model_ms: Decimal | None = None


class ChatServer(ABC):
    """A chat model behind HTTP. Implements :class:`loanproof.chat.ChatModel`.

    If the request has a schema, the server's dialects are tried from the strictest down. A format that was refused is
    not tried again, and the reply says so; one that was accepted once is trusted from then on.

    Attributes:
        base_url: The address of the public service, the default.
        key_variable: The usual environment variable for a key to the public service.
        path: The path of the endpoint.
        dialects: The ways to send a schema, the strictest first; ``None`` sends none.
    """

    base_url: ClassVar[str]
    key_variable: ClassVar[str]
    path: ClassVar[str]
    dialects: ClassVar[tuple[str | None, ...]]

    def __init__(
        self, transport: Transport, *, identity: ChatIdentity, model: str, base_url: str, api_key: str | None = None
    ) -> None:
        self._transport = transport
        self._identity = identity
        self._url = base_url.rstrip("/") + self.path
        self._api_key = api_key
        self._refused: dict[str, str] = {}
        self._known: set[str | None] = {None}
        self.model = model

    @property
    def identity(self) -> ChatIdentity:
        """Which model this is."""
        return self._identity

    @abstractmethod
    def headers(self, api_key: str | None, request: HttpRequest) -> dict[str, str]:
        """Return the headers of one call; a protocol that signs its calls reads what to sign from the request."""

    @abstractmethod
    def payload(self, request: ChatRequest, dialect: str | None) -> dict[str, Any]:
        """Return the body of a call."""

    def format_of(self, dialect: str | None) -> ReplyFormat:
        """Return the format that a dialect enforces: the schema, unless none is sent."""
        return ReplyFormat.TEXT if dialect is None else ReplyFormat.JSON_SCHEMA

    @abstractmethod
    def parse(self, data: Mapping[str, Any], headers: Mapping[str, str]) -> Parsed | str:
        """Read a reply of the protocol; a string says what is wrong with it."""

    async def ask(self, request: ChatRequest) -> ChatReply:
        """Return the answer to one request, or raise :class:`ChatFailure`."""
        calls, elapsed_ms = 0, 0.0
        while True:
            dialect = self._dialect(request)
            is_tried = dialect is not None and dialect not in self._known
            refusable = _FORMAT_REFUSED if is_tried else frozenset[int]()
            answer = await self._transport.post(
                self._url, self.payload(request, dialect), self._sign, give_up_on=refusable
            )
            calls, elapsed_ms = calls + answer.calls, elapsed_ms + answer.elapsed_ms
            if isinstance(answer, Reply):
                self._known.add(dialect)
                return self._reply(answer, dialect, request, calls, _ms(elapsed_ms))
            if dialect is None or answer.status not in refusable:
                raise _failure(answer, calls, _ms(elapsed_ms))
            self._refused[dialect] = f"The server refused the format {dialect} with status {answer.status}."

    def _sign(self, request: HttpRequest) -> dict[str, str]:
        return self.headers(self._api_key, request)

    def _dialect(self, request: ChatRequest) -> str | None:
        if request.json_schema is None:
            return None
        return next(dialect for dialect in self.dialects if dialect not in self._refused)

    def _reply(
        self, answer: Reply, dialect: str | None, request: ChatRequest, calls: int, elapsed_ms: Decimal
    ) -> ChatReply:
        data = _envelope(answer)
        parsed = data if isinstance(data, str) else self.parse(data, answer.headers)
        if isinstance(parsed, str):
            raise ChatFailure(FailureKind.PROTOCOL, f"{parsed}.", elapsed_ms=elapsed_ms, calls=calls)
        fallback = " ".join(self._refused.values()) if request.json_schema is not None else ""
        return ChatReply(
            text=parsed.text,
            model_snapshot=parsed.snapshot,
            input_tokens=parsed.input_tokens,
            output_tokens=parsed.output_tokens,
            latency_e2e_ms=elapsed_ms,
            # If the server does not report its own time, that of the answered attempt is the closest measure.
            latency_model_ms=_ms(answer.last_ms) if parsed.model_ms is None else parsed.model_ms,
            calls=calls,
            finish_reason=parsed.finish_reason,
            format=self.format_of(dialect),
            fallback=fallback or None,
        )


def as_text(value: object) -> str | None:
    """Return a text, or ``None`` for anything else."""
    return value if isinstance(value, str) else None


def as_count(value: object) -> int | None:
    """Return a token count, or ``None`` for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_MEASURE else None


def _envelope(answer: Reply) -> Mapping[str, Any] | str:
    try:
        data = json.loads(answer.body)
    except (ValueError, RecursionError):
        return "the reply is not JSON"
    return data if isinstance(data, dict) else "the reply is not a JSON object"


def _failure(answer: NoReply, calls: int, elapsed_ms: Decimal) -> ChatFailure:
    # The server's own words help the operator; they are shown on one line, never with a key in them.
    said = " ".join(answer.body[: 4 * _SHOWN].decode("utf-8", "replace").split())[:_SHOWN]
    why = f"{answer.why} It said: {said!a}." if said else answer.why
    return ChatFailure(answer.kind, why, elapsed_ms=elapsed_ms, calls=calls)


def _ms(milliseconds: float) -> Decimal:
    return Decimal(f"{milliseconds:.3f}")
