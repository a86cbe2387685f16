"""What a chat model is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from decimal import Decimal


class Role(StrEnum):
    """The author of a message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatMessage:
    """One message. The text is sent unchanged: never expanded, trimmed or escaped."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatParams:
    """The generation parameters of a call; all are sent, the seed if the protocol has one."""

    temperature: Decimal
    top_p: Decimal
    max_tokens: int
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """One question to a model. Two equal requests are sent as the same bytes.

    Attributes:
        messages: In order; at least one.
        params: The generation parameters.
        json_schema: The JSON Schema that the reply should follow. If the server cannot enforce it, the adapter falls
            back to a looser format and says so in the reply.
    """

    messages: tuple[ChatMessage, ...]
    params: ChatParams
    json_schema: Mapping[str, Any] | None = None
