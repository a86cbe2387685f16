"""The kinds of target that are bare chat models: they differ only in their protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.adapters.api_keys import read_key
from loanproof.adapters.chat_target import ChatTarget
from loanproof.adapters.target_kind import ChatConnection, OwnIdentity, TargetKind, TargetSetup
from loanproof.adapters.target_options import Address, PromptTemplate, ServerOptions, Word
from loanproof.adapters.transport import transport_for
from loanproof.chat import ChatIdentity
from loanproof.core import Flag

if TYPE_CHECKING:
    from loanproof.adapters.chat_server import ChatServer

# The task is sent unchanged: that is the whole template.
_PROMPT = PromptTemplate(id="task-and-context", version="1")
_NO_KEY = "It must hold the key; a server of your own is named by base_url in targets.yaml."


class ChatOptions(ServerOptions):
    """A chat model behind HTTP.

    Attributes:
        base_url: The user's own server; by default the public service.
        structured: Whether to send a JSON schema; a server that refuses it is asked without.
    """

    model: Word
    base_url: Address | None = None
    structured: Flag = True


def chat_kind(name: str, server: type[ChatServer], options: type[ChatOptions]) -> TargetKind[ChatOptions]:
    """Return the kind of chat model for a server protocol."""

    def connect(entry: ChatOptions, setup: TargetSetup) -> ChatConnection:
        transport = transport_for(entry)
        if entry.base_url is None:  # a public service needs a key, the user's own server may not
            key = read_key(entry.api_key_env or server.key_variable, hint=_NO_KEY)
        else:
            key = read_key(entry.api_key_env)
        identity = ChatIdentity(model_id=setup.identity.model_id or "", version=setup.identity.model_version or "")
        url = entry.base_url or server.base_url
        model = server(transport, identity=identity, model=entry.model, base_url=url, api_key=key)
        return ChatConnection(model=model, transport=transport, is_structured=entry.structured)

    def build(entry: ChatOptions, setup: TargetSetup) -> ChatTarget:
        found = connect(entry, setup)
        return ChatTarget(found.model, found.transport, identity=setup.identity, params=setup.params)

    def identify(_: ChatOptions) -> OwnIdentity:
        return OwnIdentity(prompt=_PROMPT)

    return TargetKind(name=name, place="model", options=options, build=build, identify=identify, connect=connect)
