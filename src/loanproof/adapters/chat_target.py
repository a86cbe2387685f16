"""A bare chat model as the system under test: it gets a task and its context, nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.chat import ChatFailure, ChatMessage, ChatModel, ChatParams, ChatRequest, FailureKind, Role
from loanproof.outputs import Telemetry
from loanproof.runs import Answer, Question, TargetIdentity

if TYPE_CHECKING:
    from loanproof.adapters.transport import Transport


class ChatTarget:
    """Asks a chat model. Implements :class:`loanproof.runs.Target`."""

    def __init__(self, model: ChatModel, transport: Transport, *, identity: TargetIdentity, params: ChatParams) -> None:
        self._model = model
        self._transport = transport
        self._identity = identity
        self._params = params

    @property
    def identity(self) -> TargetIdentity:
        """Who this is."""
        return self._identity

    async def ask(self, question: Question) -> Answer:
        """Send the task, a blank line and the context as one message; without context the task alone."""
        parts = [part for part in (question.task, question.provided_context) if part]
        message = ChatMessage(role=Role.USER, text="\n\n".join(parts))
        try:
            reply = await self._model.ask(ChatRequest(messages=(message,), params=self._params))
        except ChatFailure as failure:
            return failed_chat(failure)
        telemetry = Telemetry(
            latency_e2e_ms=reply.latency_e2e_ms,
            latency_model_ms=reply.latency_model_ms,
            input_tokens=reply.input_tokens,
            output_tokens=reply.output_tokens,
        )
        return Answer(
            output=reply.text, is_text=True, telemetry=telemetry, snapshot=reply.model_snapshot, calls=reply.calls
        )

    async def close(self) -> None:
        """Close the connections."""
        await self._transport.close()


def failed_chat(failure: ChatFailure) -> Answer:
    """Return the answer for a failed call to a model."""
    telemetry = Telemetry(latency_e2e_ms=failure.elapsed_ms, timed_out=failure.kind is FailureKind.TIMEOUT)
    return Answer(error=str(failure), error_kind=failure.kind.value, telemetry=telemetry, calls=failure.calls)
