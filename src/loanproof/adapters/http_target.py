"""A system under test behind HTTP: the question is posted as JSON, the reply is its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.adapters.answers import failed, read_answer, write_question
from loanproof.adapters.transport import NoReply, Transport
from loanproof.chat import FailureKind

if TYPE_CHECKING:
    from loanproof.runs import Answer, Question, TargetIdentity


class HttpTarget:
    """Posts questions to one address. Implements :class:`loanproof.runs.Target`."""

    def __init__(self, transport: Transport, *, identity: TargetIdentity, url: str, api_key: str | None) -> None:
        self._transport = transport
        self._identity = identity
        self._url = url
        self._headers = {} if api_key is None else {"Authorization": f"Bearer {api_key}"}

    @property
    def identity(self) -> TargetIdentity:
        """Who this is."""
        return self._identity

    async def ask(self, question: Question) -> Answer:
        """Post one question."""
        reply = await self._transport.post(self._url, write_question(question), self._headers)
        if isinstance(reply, NoReply):
            is_late = reply.kind is FailureKind.TIMEOUT
            return failed(
                reply.kind.value, reply.why, elapsed_ms=reply.elapsed_ms, calls=reply.calls, timed_out=is_late
            )
        text = reply.body.decode("utf-8", "replace")
        return read_answer(text, question, elapsed_ms=reply.elapsed_ms, calls=reply.calls)

    async def close(self) -> None:
        """Give the connections back."""
        await self._transport.close()
