"""One call of a sample: it is sent only if it fits the budget, and a reply is always counted."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from loanproof.capabilities.llm.findings import Fault, Problem
from loanproof.chat import ChatFailure, ChatMessage, ChatReply, ChatRequest, Role

if TYPE_CHECKING:
    from loanproof.capabilities.llm.budget import Meter
    from loanproof.chat import ChatParams

AskModel: TypeAlias = Callable[[ChatRequest], ChatReply]
"""Asks a chat model and waits for its reply; raises :class:`ChatFailure` if none comes."""
_CUT_OFF = frozenset({"length", "max_tokens"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """The content of one call."""

    system: str
    user: str
    schema: Mapping[str, Any]

    @property
    def characters(self) -> int:
        """Its length including the schema, which servers also pass to the model."""
        return len(self.system) + len(self.user) + len(json.dumps(self.schema, separators=(",", ":")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """The text of a reply, and whether it was cut off at the length limit."""

    text: str
    is_cut_off: bool


class Caller:
    """Makes the calls of one sample."""

    def __init__(self, ask: AskModel, params: ChatParams, meter: Meter, *, is_structured: bool = True) -> None:
        """Take the function that asks the model, its parameters, the meter, and whether to send a schema."""
        self._ask = ask
        self._params = params
        self._is_structured = is_structured
        self.meter = meter

    def call(self, prompt: Prompt) -> Called | Problem:
        """Send a prompt and return the reply, or the problem if there is no budget or no reply.

        Raises :class:`ChatFailure` if the model has not answered any call of the sample yet: then there is no answer at
        all.
        """
        if not self.meter.fits(prompt.characters):
            sentence = f"The budget of tokens is used up: {self.meter.total} were taken, and another call may pass it."
            return Problem(fault=Fault.OVER_BUDGET, term="", sentence=sentence)
        messages = (ChatMessage(role=Role.SYSTEM, text=prompt.system), ChatMessage(role=Role.USER, text=prompt.user))
        try:
            schema = prompt.schema if self._is_structured else None
            reply = self._ask(ChatRequest(messages=messages, params=self._params, json_schema=schema))
        except ChatFailure as failure:
            # Before the first reply there is nothing to return; afterwards the earlier answers are kept.
            if not self.meter.requests:
                raise
            self.meter.calls += failure.calls
            self.meter.e2e_ms += failure.elapsed_ms or 0
            return Problem(fault=Fault.NO_REPLY, term="", sentence=f"The model did not answer: {failure}")
        self.meter.count(prompt.characters, reply)
        return Called(text=reply.text, is_cut_off=reply.finish_reason in _CUT_OFF)
