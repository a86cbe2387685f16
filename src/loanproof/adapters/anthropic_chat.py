"""Chat models behind the Anthropic protocol."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from loanproof.adapters.chat_kind import ChatOptions, chat_kind
from loanproof.adapters.chat_server import ChatServer, Parsed, as_count, as_text
from loanproof.chat import ChatRequest, Role

if TYPE_CHECKING:
    from loanproof.adapters.transport import HttpRequest

PROTOCOL = "2023-06-01"
_TOOL = "reply"


class AnthropicChat(ChatServer):
    """Asks ``/v1/messages``. A schema is sent as a tool that the model must call, then not at all. No seed."""

    base_url = "https://api.anthropic.com"
    key_variable = "ANTHROPIC_API_KEY"
    path = "/v1/messages"
    dialects = ("tool", None)

    def headers(self, api_key: str | None, request: HttpRequest) -> dict[str, str]:
        """Return the headers with the key and the protocol version."""
        key = {} if api_key is None else {"x-api-key": api_key}
        return {"anthropic-version": PROTOCOL, **key}

    def payload(self, request: ChatRequest, dialect: str | None) -> dict[str, Any]:
        """Return the body; this protocol has system messages separate."""
        params = request.params
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [
                {"role": one.role.value, "content": one.text} for one in request.messages if one.role is not Role.SYSTEM
            ],
            "temperature": float(params.temperature),
            "top_p": float(params.top_p),
            "max_tokens": params.max_tokens,
        }
        system = "\n\n".join(one.text for one in request.messages if one.role is Role.SYSTEM)
        if system:
            body["system"] = system
        if dialect == "tool":
            body["tools"] = [{"name": _TOOL, "input_schema": dict(request.json_schema or {})}]
            body["tool_choice"] = {"type": "tool", "name": _TOOL}
        return body

    def parse(self, data: Mapping[str, Any], headers: Mapping[str, str]) -> Parsed | str:
        """Read a message; a string says what is wrong with it. The arguments of a tool call are the text, as JSON."""
        blocks = data.get("content")
        if not isinstance(blocks, list):
            return "the reply has no content"
        usage = data.get("usage")
        usage = usage if isinstance(usage, dict) else {}
        return Parsed(
            text="".join(_text(block) for block in blocks if isinstance(block, dict)),
            snapshot=as_text(data.get("model")),
            input_tokens=as_count(usage.get("input_tokens")),
            output_tokens=as_count(usage.get("output_tokens")),
            finish_reason=as_text(data.get("stop_reason")),
        )


def _text(block: Mapping[str, Any]) -> str:
    if block.get("type") == "tool_use":
        return json.dumps(block.get("input"), ensure_ascii=False)
    return as_text(block.get("text")) or ""


class AnthropicOptions(ChatOptions):
    """A chat model with this protocol."""

    kind: Literal["anthropic"]


KIND = chat_kind("anthropic", AnthropicChat, AnthropicOptions)
