"""A failed call to a chat model."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from loanproof.core import OutsideError

if TYPE_CHECKING:
    from decimal import Decimal


class FailureKind(StrEnum):
    """Why there is no answer. An empty or nonsensical answer is an answer, not a failure."""

    CONNECTION = "connection"  # the server was not reached, or hung up
    TIMEOUT = "timeout"
    RATE_LIMITED = "rate_limited"
    REFUSED = "refused"  # the server refused: key, model or request
    SERVER = "server"  # the server failed
    PROTOCOL = "protocol"  # the reply does not follow the protocol
    BROKEN = "broken"  # our own code raised an unexpected error


class ChatFailure(OutsideError):
    """No answer after all retries that the adapter is allowed; the operator must act."""

    def __init__(
        self,
        kind: FailureKind,
        message: str,
        *,
        hint: str | None = None,
        elapsed_ms: Decimal | None = None,
        calls: int = 1,
    ) -> None:
        super().__init__(message, hint=hint)
        self.kind = kind
        self.elapsed_ms = elapsed_ms
        self.calls = calls
