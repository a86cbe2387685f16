"""A kind of target: its name, its options, what it knows of its own identity, and how it is built."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from loanproof.adapters.target_options import PromptTemplate, TargetOptions
from loanproof.core import digest_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.adapters.transport import Transport
    from loanproof.chat import ChatModel, ChatParams
    from loanproof.runs import Target, TargetIdentity

Options = TypeVar("Options", bound=TargetOptions)


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetSetup:
    """What is settled before a target is built: who it is, as the manifest says it, and how a model is to generate."""

    identity: TargetIdentity
    params: ChatParams


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnIdentity:
    """What a kind knows of a target that its entry does not say.

    Attributes:
        version: What pins it, such as the digest of the code that is at hand.
        prompt: The prompt that every target of the kind uses.
    """

    version: str | None = None
    prompt: PromptTemplate | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatConnection:
    """A chat model and the transport that it speaks through, which is the caller's to close.

    ``is_structured``: whether a JSON schema may be sent to it.
    """

    model: ChatModel
    transport: Transport
    is_structured: bool = True


def digest_code(path: Path) -> str | None:
    """Return the digest of a file of code; ``None`` where it cannot be read."""
    try:
        return digest_bytes(path.read_bytes())
    except OSError:
        return None


def nothing_known(_: TargetOptions) -> OwnIdentity:
    """Return the identity of a system of which only its entry says anything."""
    return OwnIdentity()


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetKind(Generic[Options]):
    """One kind of target. Its module holds all of it; :mod:`loanproof.adapters.registry` lists the modules.

    Attributes:
        name: How ``kind`` and short forms name it.
        place: The option that a short form such as ``http:URL`` gives, without which no target can be reached; empty
            where there is none, and the name alone is the short form.
        options: The model of an entry of this kind in ``targets.yaml``.
        build: Makes the target.
        identify: What the kind knows of a target by itself; what the entry says wins.
        connect: Makes the chat model of a kind that is one; only such a kind can judge.
    """

    name: str
    place: str
    options: type[Options]
    build: Callable[[Options, TargetSetup], Target]
    identify: Callable[[Options], OwnIdentity] = nothing_known
    connect: Callable[[Options, TargetSetup], ChatConnection] | None = None


AnyKind = TargetKind[Any]
