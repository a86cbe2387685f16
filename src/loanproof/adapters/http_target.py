"""A system under test behind HTTP: the question is posted as JSON, the reply is its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from loanproof.adapters.answers import failed, read_answer, write_question
from loanproof.adapters.api_keys import read_key
from loanproof.adapters.target_kind import TargetKind
from loanproof.adapters.target_options import Address, ServerOptions
from loanproof.adapters.transport import NoReply, Sign, Transport, bearer, transport_for
from loanproof.chat import FailureKind

if TYPE_CHECKING:
    from loanproof.adapters.target_kind import TargetSetup
    from loanproof.runs import Answer, Question, TargetIdentity


class HttpOptions(ServerOptions):
    """A system at one address."""

    kind: Literal["http"]
    url: Address


class HttpTarget:
    """Posts questions to one address. Implements :class:`loanproof.runs.Target`."""

    def __init__(self, transport: Transport, *, identity: TargetIdentity, url: str, sign: Sign) -> None:
        self._transport = transport
        self._identity = identity
        self._url = url
        self._sign = sign

    @property
    def identity(self) -> TargetIdentity:
        """Who this is."""
        return self._identity

    async def ask(self, question: Question) -> Answer:
        """Post one question."""
        reply = await self._transport.post(self._url, write_question(question), self._sign)
        if isinstance(reply, NoReply):
            is_late = reply.kind is FailureKind.TIMEOUT
            return failed(
                reply.kind.value, reply.why, elapsed_ms=reply.elapsed_ms, calls=reply.calls, timed_out=is_late
            )
        text = reply.body.decode("utf-8", "replace")
        return read_answer(text, question, elapsed_ms=reply.elapsed_ms, calls=reply.calls)

    async def close(self) -> None:
        """Close the connections."""
        await self._transport.close()


def _build(options: HttpOptions, setup: TargetSetup) -> HttpTarget:
    sign = bearer(read_key(options.api_key_env))
    return HttpTarget(transport_for(options), identity=setup.identity, url=options.url, sign=sign)


KIND = TargetKind(name="http", place="url", options=HttpOptions, build=_build)
