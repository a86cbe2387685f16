"""Chat models with the OpenAI protocol: the public service and the many compatible servers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal

from loanproof.adapters.chat_kind import ChatOptions, chat_kind
from loanproof.adapters.chat_server import ChatServer, Parsed, as_count, as_text
from loanproof.chat import ChatRequest

if TYPE_CHECKING:
    from loanproof.adapters.transport import HttpRequest


class OpenAiChat(ChatServer):
    """Asks ``/chat/completions``; a schema goes as ``json_schema``, as llama.cpp's ``json_object``, or not at all."""

    base_url = "https://api.openai.com/v1"
    key_variable = "OPENAI_API_KEY"
    path = "/chat/completions"
    dialects = ("json_schema", "json_object", None)

    def headers(self, api_key: str | None, request: HttpRequest) -> dict[str, str]:
        """Return the headers with the key; a local server may need none."""
        return {} if api_key is None else {"Authorization": f"Bearer {api_key}"}

    def payload(self, request: ChatRequest, dialect: str | None) -> dict[str, Any]:
        """Return the body: all four generation parameters, and the schema in the current dialect."""
        params = request.params
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [{"role": one.role.value, "content": one.text} for one in request.messages],
            "temperature": float(params.temperature),
            "top_p": float(params.top_p),
            "max_tokens": params.max_tokens,
            "seed": params.seed,
        }
        if dialect == "json_schema":
            schema = {"name": "reply", "strict": True, "schema": dict(request.json_schema or {})}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif dialect == "json_object":
            body["response_format"] = {"type": "json_object", "schema": dict(request.json_schema or {})}
        return body

    def parse(self, data: Mapping[str, Any], headers: Mapping[str, str]) -> Parsed | str:
        """Read a completion; a string says what is wrong with it."""
        choices = data.get("choices")
        if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
            return "the reply has no choices"
        message = choices[0].get("message")
        if not isinstance(message, dict):
            return "the first choice has no message"
        usage = data.get("usage")
        usage = usage if isinstance(usage, dict) else {}
        return Parsed(
            text=_content(message.get("content")),
            snapshot=_snapshot(data),
            input_tokens=as_count(usage.get("prompt_tokens")),
            output_tokens=as_count(usage.get("completion_tokens")),
            finish_reason=as_text(choices[0].get("finish_reason")),
            model_ms=_model_ms(data, headers),
        )


def _content(content: object) -> str:
    """Return the text of a message: a string, or the text parts of a list; anything else is an empty answer."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(part["text"] for part in content if isinstance(part, dict) and isinstance(part.get("text"), str))
    return ""


def _snapshot(data: Mapping[str, Any]) -> str | None:
    model, build = as_text(data.get("model")), as_text(data.get("system_fingerprint"))
    return "+".join(part for part in (model, build) if part) or None


def _model_ms(data: Mapping[str, Any], headers: Mapping[str, str]) -> Decimal | None:
    """Return the generation time that the server reports, in a header or in llama.cpp's ``timings``."""
    timings = data.get("timings")
    reported = headers.get("openai-processing-ms")
    try:
        if reported is not None:
            return abs(Decimal(reported))
        if isinstance(timings, dict):
            return Decimal(json.dumps(timings["prompt_ms"])) + Decimal(json.dumps(timings["predicted_ms"]))
    except (ArithmeticError, KeyError, TypeError, ValueError):
        pass
    return None


class OpenAiOptions(ChatOptions):
    """A chat model with this protocol."""

    kind: Literal["openai"]


KIND = chat_kind("openai", OpenAiChat, OpenAiOptions)
