"""What a chat model answered, and what was measured of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decimal import Decimal


class ReplyFormat(StrEnum):
    """How the server was held to a form: by a schema, to any JSON object, or not at all."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    TEXT = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatReply:
    """One answer.

    Attributes:
        text: The content to the letter, however odd; empty where the server sent none.
        model_snapshot: The model or build that the server says it was.
        input_tokens: As the server counted them; ``None`` is "not reported".
        output_tokens: The same for the answer.
        latency_e2e_ms: From the first attempt sent to the answer fully received, back-off included.
        latency_model_ms: The generation time, where the server tells it or the adapter can measure it.
        calls: How many requests were sent for it, those that failed on the way included.
        finish_reason: Why the model stopped, in the server's own word.
        format: The form that the answered call asked for.
        fallback: Why that is not the form that the request wanted, in a sentence; ``None`` where it is.
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
