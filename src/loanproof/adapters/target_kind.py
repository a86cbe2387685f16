"""A kind of target: its name, its options, what it knows about its own identity, and how it is built."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from loanproof.adapters.target_options import PromptTemplate, TargetOptions

if TYPE_CHECKING:
    from loanproof.adapters.transport import Transport
    from loanproof.chat import ChatModel, ChatParams
    from loanproof.runs import Target, TargetIdentity

Options = TypeVar("Options", bound=TargetOptions)


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetSetup:
    """What is settled before a target is built: its identity for the manifest, and the generation parameters."""

    identity: TargetIdentity
    params: ChatParams


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnIdentity:
    """What a kind knows about a target beyond its entry.

    Attributes:
        version: What pins it, such as the digest of local code.
        prompt: The prompt that every target of the kind uses.
    """

    version: str | None = None
    prompt: PromptTemplate | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatConnection:
    """A chat model and its transport, which the caller must close.

    ``is_structured``: whether a JSON schema may be sent to it.
    """

    model: ChatModel
    transport: Transport
    is_structured: bool = True


def nothing_known(_: TargetOptions) -> OwnIdentity:
    """Return an empty identity, for a system known only by its entry."""
    return OwnIdentity()


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetKind(Generic[Options]):
    """One kind of target, defined in its own module; :mod:`loanproof.adapters.registry` lists the modules.

    Attributes:
        name: The name in ``kind`` and short forms.
        place: The required option that a short form such as ``http:URL`` gives; empty if the name alone is the short
            form.
        options: The model of an entry of this kind in ``targets.yaml``.
        build: Makes the target.
        identify: What the kind knows about a target by itself; the entry takes precedence.
        connect: Makes the chat model, for kinds that are one; only those can judge.
    """

    name: str
    place: str
    options: type[Options]
    build: Callable[[Options, TargetSetup], Target]
    identify: Callable[[Options], OwnIdentity] = nothing_known
    connect: Callable[[Options, TargetSetup], ChatConnection] | None = None


AnyKind = TargetKind[Any]
