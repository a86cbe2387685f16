"""The port: what the rest of the product knows about a chat model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from loanproof.chat.reply import ChatReply
    from loanproof.chat.request import ChatRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatIdentity:
    """Which model it is, as recorded in every run: ``provider/name`` and the exact version."""

    model_id: str
    version: str


class ChatModel(Protocol):
    """A model that can be asked. Adapters implement it; tests fake it."""

    @property
    def identity(self) -> ChatIdentity:
        """Which model this is; the same for the whole run."""
        ...

    async def ask(self, request: ChatRequest) -> ChatReply:
        """Return the answer to one request, or raise :class:`ChatFailure`; a failed call raises nothing else.

        The adapter retries failed calls as configured. It never retries an answered one: the quality of an answer is
        not its concern.
        """
        ...
