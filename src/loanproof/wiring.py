"""The only module that joins adapters to ports: from the name of a target or judge to something that answers."""

from __future__ import annotations

import os
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.adapters import (
    AnthropicChat,
    ChatTarget,
    CommandTarget,
    HttpTarget,
    Limits,
    OpenAiChat,
    PythonTarget,
    Transport,
    load_function,
)
from loanproof.chat import ChatIdentity, ChatParams
from loanproof.core import UsageError, digest_bytes
from loanproof.runs import Target, TargetEntry, TargetIdentity, TargetKind, load_targets, parse_short_form

if TYPE_CHECKING:
    from loanproof.chat import ChatModel
    from loanproof.standards import RubricStandard

REPORTED = "reported"
_CHAT = (TargetKind.OPENAI, TargetKind.ANTHROPIC)
_SERVERS = {TargetKind.OPENAI: OpenAiChat, TargetKind.ANTHROPIC: AnthropicChat}


@dataclass(frozen=True, slots=True, kw_only=True)
class Directory:
    """Where names are looked up, and how strictly.

    Attributes:
        suite_folder: The folder whose ``targets.yaml`` counts where no other file is named.
        targets_file: The file that the user named instead.
        allow_floating: Whether a model without a pinned version may be asked; such a run is never released.
    """

    suite_folder: Path
    rubric: RubricStandard
    targets_file: Path | None = None
    allow_floating: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """A chat model that judges, with what the run records of it; ``transport`` is the caller's to close."""

    name: str
    model: ChatModel
    params: ChatParams
    transport: Transport
    is_floating: bool


def build_target(name: str, directory: Directory) -> Target:
    """Return the target that a name or short form means, or raise :class:`UsageError` that says what to write.

    ``replay`` is not among them: recorded outputs are read by the run itself, in their own order.
    """
    entry = _entry(name, "targets", directory)
    identity = _identity(name, entry, directory)
    match entry.kind:
        case TargetKind.OPENAI | TargetKind.ANTHROPIC:
            transport = _transport(entry)
            model = _chat_model(entry, transport, identity)
            return ChatTarget(model, transport, identity=identity, params=_params(entry, directory.rubric))
        case TargetKind.HTTP:
            return HttpTarget(_transport(entry), identity=identity, url=entry.url or "", api_key=_api_key(entry))
        case TargetKind.PYTHON:
            function = load_function(entry.function or "")
            return PythonTarget(function, identity=identity, timeout_s=float(entry.timeout_s))
        case TargetKind.COMMAND:
            return CommandTarget(identity=identity, program=entry.program or "", timeout_s=float(entry.timeout_s))
        case TargetKind.REPLAY:
            raise UsageError(f"{name!r} replays recorded outputs and cannot be asked.")


def build_judge(name: str, directory: Directory) -> Judge:
    """Return the judge that a name or short form means; only a chat model can judge."""
    entry = _entry(name, "judges", directory)
    if entry.kind not in _CHAT:
        raise UsageError(f"{name!r} is of kind {entry.kind} and cannot judge.", hint="A judge is a chat model.")
    transport = _transport(entry)
    identity = _identity(name, entry, directory)
    return Judge(
        name=name,
        model=_chat_model(entry, transport, identity),
        params=_params(entry, directory.rubric),
        transport=transport,
        is_floating=identity.is_floating,
    )


def _entry(name: str, group: str, directory: Directory) -> TargetEntry:
    listed: dict[str, TargetEntry] = getattr(load_targets(directory.suite_folder, directory.targets_file), group)
    entry = listed.get(name) or parse_short_form(name)
    if entry is None:
        known = ", ".join(sorted(listed)) or "none"
        hint = f"{group} in targets.yaml: {known}; or write, for example, openai:MODEL@VERSION."
        raise UsageError(f"there is no {group[:-1]} {name!r}.", hint=hint)
    return entry


def _identity(name: str, entry: TargetEntry, directory: Directory) -> TargetIdentity:
    version = entry.version or _own_version(entry)
    floating = set(directory.rubric.rubric.pinning.floating_aliases)
    is_floating = version is None or version.casefold() in floating or (entry.model or "").casefold() in floating
    if is_floating and not directory.allow_floating:
        hint = (
            "Pin a version (MODEL@VERSION, or version: in targets.yaml), or say --allow-floating, which blocks release."
        )
        raise UsageError(f"{name!r} has no pinned version.", hint=hint)
    template = entry.prompt_template
    params = _params(entry, directory.rubric)
    return TargetIdentity(
        name=name,
        kind=entry.kind.value,
        model_id=f"{entry.kind}/{entry.model}" if entry.model else name,
        model_version=version,
        # A bare chat model is sent the task as it stands: that is its whole template.
        prompt_template_id=template.id if template else "task-and-context" if entry.kind in _CHAT else name,
        prompt_template_version_or_hash=template.version if template else "1" if entry.kind in _CHAT else version,
        generation_params={
            "temperature": float(params.temperature),
            "top_p": float(params.top_p),
            "max_tokens": params.max_tokens,
            "seed": params.seed,
        },
        is_floating=is_floating,
        concurrency=entry.concurrency,
    )


def _own_version(entry: TargetEntry) -> str | None:
    """Return the digest of a program's or function's file: code that is at hand pins itself."""
    if entry.kind is TargetKind.PYTHON:
        place = getattr(load_function(entry.function or ""), "__code__", None)
        path = None if place is None else Path(place.co_filename)
    elif entry.kind is TargetKind.COMMAND:
        path = next((Path(word) for word in (entry.program or "").split() if Path(word).is_file()), None)
    else:
        path = None
    try:
        return None if path is None else digest_bytes(path.read_bytes())
    except OSError:
        return None


def _transport(entry: TargetEntry) -> Transport:
    return Transport(
        Limits(
            timeout_s=float(entry.timeout_s),
            concurrency=entry.concurrency,
            requests_per_minute=entry.requests_per_minute,
        )
    )


def _chat_model(entry: TargetEntry, transport: Transport, identity: TargetIdentity) -> ChatModel:
    server = _SERVERS[entry.kind]
    return server(
        transport,
        identity=ChatIdentity(model_id=identity.model_id or "", version=identity.model_version or ""),
        model=entry.model or "",
        base_url=entry.base_url or server.base_url,
        api_key=_api_key(entry),
    )


def _api_key(entry: TargetEntry) -> str | None:
    if entry.api_key_env is None:
        return None
    key = os.environ.get(entry.api_key_env)
    if not key:
        raise UsageError(f"the environment variable {entry.api_key_env} is not set.", hint="It must hold the key.")
    return key


def _params(entry: TargetEntry, rubric: RubricStandard) -> ChatParams:
    defaults, own = rubric.rubric.generation, entry.params
    return ChatParams(
        temperature=Decimal(defaults.temperature if own.temperature is None else own.temperature),
        top_p=Decimal(defaults.top_p if own.top_p is None else own.top_p),
        max_tokens=defaults.max_tokens if own.max_tokens is None else own.max_tokens,
        seed=defaults.seed if own.seed is None else own.seed,
    )
