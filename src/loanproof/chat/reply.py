"""A chat model's answer, and its measurements."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decimal import Decimal


class ReplyFormat(StrEnum):
    """The format that the server enforced: a schema, any JSON object, or none."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    TEXT = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatReply:
    """One answer.

    Attributes:
        text: The exact content; empty if the server sent none.
        model_snapshot: The model or build that the server says it was.
        input_tokens: As the server counted them; ``None`` is "not reported".
        output_tokens: The same for the answer.
        latency_e2e_ms: From sending the first attempt to receiving the full answer, including back-off.
        latency_model_ms: The generation time, if the server reports it or the adapter can measure it.
        calls: How many requests were sent for it, including failed ones.
        finish_reason: Why the model stopped, in the server's own word.
        format: The format that the answered call asked for.
        fallback: Why that is not the requested format, in a sentence; ``None`` if it is.
    """

    text: str
    model_snapshot: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    latency_e2e_ms: Decimal | None = None
    latency_model_ms: Decimal | None = None
    calls: int = 1
    finish_reason: str | None = None
    format: ReplyFormat = ReplyFormat.TEXT
    fallback: str | None = None
