"""The chat adapters against a server on loopback: what they send, how they fall back, what they make of replies."""

from __future__ import annotations

import asyncio
import json
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest
from tests.adapters.loopback import Behaviour, Cut, Loopback, Say, in_turn, loopback

from loanproof.adapters.anthropic_chat import AnthropicChat
from loanproof.adapters.openai_chat import OpenAiChat
from loanproof.adapters.pacing import Backoff
from loanproof.adapters.transport import Limits, Transport
from loanproof.chat import (
    ChatFailure,
    ChatIdentity,
    ChatMessage,
    ChatParams,
    ChatReply,
    ChatRequest,
    FailureKind,
    ReplyFormat,
    Role,
)

if TYPE_CHECKING:
    from loanproof.adapters.chat_server import ChatServer

PARAMS = ChatParams(temperature=Decimal(0), top_p=Decimal(1), max_tokens=1024, seed=42)
PROMPT = 'Score {{task}}\n\u2028“ü” \U0001f600 \\ "q" '
SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}}
PLAIN = ChatRequest(messages=(ChatMessage(role=Role.USER, text=PROMPT),), params=PARAMS)
HELD = ChatRequest(messages=PLAIN.messages, params=PARAMS, json_schema=SCHEMA)
LIMITS = Limits(backoff=Backoff(attempts=3, first_s=0.001))


def say(data: Any, **more: Any) -> Say:
    return Say(body=json.dumps(data).encode(), **more)


def completion(text: Any = "yes", **more: Any) -> Say:
    choices = [{"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}]
    usage = {"prompt_tokens": 11, "completion_tokens": 3}
    return say({"model": "m-1", "system_fingerprint": "fp", "choices": choices, "usage": usage, **more})


def message(*blocks: Any, **more: Any) -> Say:
    usage = {"input_tokens": 11, "output_tokens": 3}
    return say({"model": "c-1", "content": list(blocks), "stop_reason": "end_turn", "usage": usage, **more})


def asked(
    kind: type[ChatServer], *behaviours: Behaviour, requests: tuple[ChatRequest, ...] = (PLAIN,)
) -> tuple[list[ChatReply | ChatFailure], Loopback]:
    async def call() -> tuple[list[ChatReply | ChatFailure], Loopback]:
        async with loopback(in_turn(*behaviours)) as server, Transport(LIMITS) as transport:
            identity = ChatIdentity(model_id="house/m", version="1")
            model = kind(transport, identity=identity, model="m", base_url=server.url + "/v1/", api_key="secret-key")
            answers: list[ChatReply | ChatFailure] = []
            for request in requests:
                try:
                    answers.append(await model.ask(request))
                except ChatFailure as failure:
                    answers.append(failure)
        return answers, server

    return asyncio.run(call())


def sent(server: Loopback, at: int = 0) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(server.sent[at].body)
    return body


def test_openai_is_sent_the_message_to_the_letter_and_all_four_parameters() -> None:
    _, server = asked(OpenAiChat, completion())
    assert server.sent[0].path == "/v1/chat/completions"
    assert server.sent[0].headers["Authorization"] == "Bearer secret-key"
    assert sent(server) == {
        "model": "m",
        "messages": [{"role": "user", "content": PROMPT}],
        "temperature": 0.0,
        "top_p": 1.0,
        "max_tokens": 1024,
        "seed": 42,
    }


def test_anthropic_is_sent_the_same_without_a_seed_and_the_system_text_apart() -> None:
    request = ChatRequest(messages=(ChatMessage(role=Role.SYSTEM, text="Be brief."), *PLAIN.messages), params=PARAMS)
    _, server = asked(AnthropicChat, message({"type": "text", "text": "yes"}), requests=(request,))
    assert server.sent[0].path == "/v1/v1/messages"
    assert server.sent[0].headers["x-api-key"] == "secret-key"
    assert server.sent[0].headers["anthropic-version"] == "2023-06-01"
    assert sent(server) == {
        "model": "m",
        "system": "Be brief.",
        "messages": [{"role": "user", "content": PROMPT}],
        "temperature": 0.0,
        "top_p": 1.0,
        "max_tokens": 1024,
    }


def test_an_openai_reply_is_read_with_tokens_snapshot_and_times() -> None:
    [reply], _ = asked(OpenAiChat, completion("  ja \n", timings={"prompt_ms": 5, "predicted_ms": 2.5}))
    assert isinstance(reply, ChatReply)
    assert (reply.text, reply.model_snapshot, reply.finish_reason) == ("  ja \n", "m-1+fp", "stop")
    assert (reply.input_tokens, reply.output_tokens, reply.calls) == (11, 3, 1)
    assert (reply.format, reply.fallback) == (ReplyFormat.TEXT, None)
    assert reply.latency_model_ms == Decimal("7.5")
    assert reply.latency_e2e_ms is not None
    assert reply.latency_e2e_ms > 0


def test_an_anthropic_reply_is_the_text_of_all_its_blocks() -> None:
    [reply], _ = asked(AnthropicChat, message({"type": "text", "text": "a"}, {"type": "text", "text": "b"}, "odd"))
    assert isinstance(reply, ChatReply)
    assert (reply.text, reply.model_snapshot, reply.input_tokens, reply.output_tokens) == ("ab", "c-1", 11, 3)
    assert reply.latency_model_ms is not None


def test_openai_takes_a_schema_in_the_strictest_dialect_that_the_server_knows() -> None:
    refused = say({"error": "unknown type"}, status=400)
    replies, server = asked(OpenAiChat, refused, completion("{}"), requests=(HELD, HELD))
    formats = [sent(server, at)["response_format"] for at in range(3)]
    assert formats[0] == {
        "type": "json_schema",
        "json_schema": {"name": "reply", "strict": True, "schema": SCHEMA},
    }
    assert formats[1] == formats[2] == {"type": "json_object", "schema": SCHEMA}
    assert [reply.calls for reply in replies] == [2, 1]
    for reply in replies:
        assert isinstance(reply, ChatReply)
        assert reply.format is ReplyFormat.JSON_SCHEMA
        assert reply.fallback == "The server refused the format json_schema with status 400."


def test_a_server_that_knows_no_format_is_asked_without_one_and_the_reply_says_so() -> None:
    [reply], server = asked(OpenAiChat, Say(status=500), Say(status=500), completion(), requests=(HELD,))
    assert "response_format" not in sent(server, 2)
    assert isinstance(reply, ChatReply)
    assert reply.format is ReplyFormat.TEXT
    assert reply.fallback is not None
    assert "json_object" in reply.fallback


def test_a_failing_server_that_took_the_format_before_is_tried_again_as_usual() -> None:
    replies, server = asked(OpenAiChat, completion(), Say(status=500), completion(), requests=(HELD, HELD))
    assert [reply.calls for reply in replies] == [1, 2]
    assert all("json_schema" in str(sent(server, at)["response_format"]) for at in range(3))


def test_anthropic_is_made_to_call_a_tool_and_what_it_gave_the_tool_is_the_text() -> None:
    block = {"type": "tool_use", "name": "reply", "input": {"a": 2, "ü": None}}
    [reply], server = asked(AnthropicChat, message(block), requests=(HELD,))
    assert sent(server)["tools"] == [{"name": "reply", "input_schema": SCHEMA}]
    assert sent(server)["tool_choice"] == {"type": "tool", "name": "reply"}
    assert isinstance(reply, ChatReply)
    assert (reply.text, reply.format) == ('{"a": 2, "ü": null}', ReplyFormat.JSON_SCHEMA)


@pytest.mark.parametrize(
    ("behaviour", "why"),
    [
        (Say(body=b"<html>busy</html>", headers={"Content-Type": "text/html"}), "not JSON"),
        (Say(body=b""), "not JSON"),
        (Say(body=b"[1]"), "not a JSON object"),
        (Say(body=b'{"a":' * 100_000), "not JSON"),
        (Say(body=b"\xff\xfe"), "not JSON"),
        (say({"choices": []}), "no choices"),
        (say({"choices": [3]}), "no choices"),
        (say({"choices": [{}]}), "no message"),
        (say({}), "no choices"),
    ],
)
def test_what_is_no_reply_of_the_protocol_is_a_failure(behaviour: Say, why: str) -> None:
    [failure], server = asked(OpenAiChat, behaviour)
    assert isinstance(failure, ChatFailure)
    assert failure.kind is FailureKind.PROTOCOL
    assert why in str(failure)
    assert len(server.sent) == failure.calls == 1


@pytest.mark.parametrize("content", [None, 3, {"text": "x"}, [], [3], ""])
def test_a_reply_without_text_is_an_empty_answer(content: Any) -> None:
    [reply], _ = asked(OpenAiChat, completion(content))
    assert isinstance(reply, ChatReply)
    assert reply.text == ""


def test_odd_counts_of_tokens_are_not_reported_ones() -> None:
    [reply], _ = asked(OpenAiChat, completion(usage={"prompt_tokens": True, "completion_tokens": -1}))
    assert isinstance(reply, ChatReply)
    assert (reply.input_tokens, reply.output_tokens) == (None, None)


def test_a_refusal_tells_what_the_server_said_and_never_the_key() -> None:
    [failure], _ = asked(OpenAiChat, say({"error": "no such\nmodel"}, status=404))
    assert isinstance(failure, ChatFailure)
    assert failure.kind is FailureKind.REFUSED
    assert "status 404" in str(failure)
    assert "\n" not in str(failure)
    assert "secret-key" not in str(failure)


def test_a_connection_that_keeps_breaking_is_a_failure_with_its_calls_and_time() -> None:
    [failure], server = asked(OpenAiChat, Cut())
    assert isinstance(failure, ChatFailure)
    assert (failure.kind, failure.calls, len(server.sent)) == (FailureKind.CONNECTION, 3, 3)
    assert failure.elapsed_ms is not None
