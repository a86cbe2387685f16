"""A call to a chat model that brought no answer."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from loanproof.core import OutsideError

if TYPE_CHECKING:
    from decimal import Decimal


class FailureKind(StrEnum):
    """What kept the answer away. An answer that is empty or nonsense is an answer, not a failure."""

    CONNECTION = "connection"  # the server was not reached, or hung up
    TIMEOUT = "timeout"
    RATE_LIMITED = "rate_limited"
    REFUSED = "refused"  # the server understood and will not: key, model or request
    SERVER = "server"  # the server failed
    PROTOCOL = "protocol"  # what came back is not a reply of the protocol
    BROKEN = "broken"  # our own code raised what nobody expected


class ChatFailure(OutsideError):
    """No answer came, after all tries that the adapter is allowed; the operator must act."""

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
