"""The only module that joins adapters to ports: from the name of a target or judge to something that answers."""

from __future__ import annotations

import os
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.adapters import (
    AnthropicChat,
    Backoff,
    ChatTarget,
    CommandTarget,
    HttpTarget,
    Limits,
    OpenAiChat,
    PythonTarget,
    Transport,
    load_function,
    program_words,
)
from loanproof.chat import ChatIdentity, ChatParams
from loanproof.core import UsageError, digest_bytes
from loanproof.outputs import RecordedOutputs, RunInfo, index_outputs, load_outputs
from loanproof.rubric import prompt_hash, reply_schema
from loanproof.runs import (
    FLOATING,
    EvaluatorInfo,
    JudgeSetup,
    PromptTemplate,
    Target,
    TargetEntry,
    TargetIdentity,
    TargetKind,
    digest_file,
    is_floating,
    load_targets,
    parse_short_form,
    plain_data,
)

if TYPE_CHECKING:
    from loanproof.chat import ChatModel
    from loanproof.standards import EvalStandard, RubricStandard

REPORTED = "reported"
_CHAT = (TargetKind.OPENAI, TargetKind.ANTHROPIC)
_SERVERS = {TargetKind.OPENAI: OpenAiChat, TargetKind.ANTHROPIC: AnthropicChat}


@dataclass(frozen=True, slots=True, kw_only=True)
class Directory:
    """Where names are looked up, and how strictly.

    Attributes:
        suite_folder: The folder whose ``targets.yaml`` counts where no other file is named.
        standard: The contract, which says what a pinned version is.
        targets_file: The file that the user named instead.
        allow_floating: Whether a model without a pinned version may be asked; such a run is never released.
        prompt_template: The prompt of the target, where its entry names none.
    """

    suite_folder: Path
    standard: EvalStandard
    rubric: RubricStandard
    targets_file: Path | None = None
    allow_floating: bool = False
    prompt_template: PromptTemplate | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """A chat model that judges, and what the run records of it; ``transport`` is the caller's to close."""

    name: str
    setup: JudgeSetup
    info: EvaluatorInfo
    transport: Transport


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """Recorded outputs that stand for a target."""

    identity: TargetIdentity
    outputs: RecordedOutputs


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


def open_replay(name: str, directory: Directory, *, known_digest: str | None = None) -> Replay | None:
    """Return the recorded outputs that a name or short form means; ``None`` for a target that can be asked.

    A file of ``targets.yaml`` is looked for beside it, one on the command line where the command is called. What
    the entry does not say of the model, the first line of the file must. A file with the known digest was looked over
    before, and is not again.
    """
    listed = load_targets(directory.suite_folder, directory.targets_file).targets
    entry = _entry(name, "targets", directory)
    if entry.kind is not TargetKind.REPLAY:
        return None
    beside = directory.targets_file.parent if directory.targets_file else directory.suite_folder
    path = beside / (entry.file or "") if name in listed else Path(entry.file or "")
    digest = digest_file(path) if path.is_file() else None
    outputs = index_outputs(path) if digest is not None and digest == known_digest else load_outputs(path)
    return Replay(identity=_recorded_identity(name, entry, outputs, digest, directory), outputs=outputs)


def _recorded_identity(
    name: str, entry: TargetEntry, outputs: RecordedOutputs, digest: str | None, directory: Directory
) -> TargetIdentity:
    told, template = outputs.run or RunInfo(), entry.prompt_template or directory.prompt_template
    model, version = entry.model or told.model_id, entry.version or told.model_version
    return TargetIdentity(
        name=name,
        kind=entry.kind.value,
        model_id=model,
        model_version=version,
        prompt_template_id=template.id if template else told.prompt_template_id,
        prompt_template_version_or_hash=template.version if template else told.prompt_template_version_or_hash,
        generation_params=plain_data(told.generation_params or {}),
        is_floating=_is_floating(name, model, version or "unknown", directory),
        content_digest=digest,
    )


def build_judge(name: str, directory: Directory) -> Judge:
    """Return the judge that a name or short form means; only a chat model can judge."""
    entry = _entry(name, "judges", directory)
    if entry.kind not in _CHAT:
        raise UsageError(f"{name!r} is of kind {entry.kind} and cannot judge.", hint="A judge is a chat model.")
    transport = _transport(entry)
    identity = _identity(name, entry, directory)
    return Judge(
        name=name,
        setup=JudgeSetup(
            model=_chat_model(entry, transport, identity),
            params=_params(entry, directory.rubric),
            json_schema=reply_schema(directory.rubric.rubric) if entry.structured else None,
            concurrency=entry.concurrency,
        ),
        info=EvaluatorInfo(
            model_id=identity.model_id or name,
            version=identity.model_version or FLOATING,
            prompt_hash=prompt_hash(directory.rubric),
            params=identity.generation_params,
            is_floating=identity.is_floating,
        ),
        transport=transport,
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
    prompt_id, prompt_version = _prompt_of(name, entry, version, directory)
    params = _params(entry, directory.rubric)
    return TargetIdentity(
        name=name,
        kind=entry.kind.value,
        model_id=f"{entry.kind}/{entry.model}" if entry.model else name,
        model_version=version,
        prompt_template_id=prompt_id,
        prompt_template_version_or_hash=prompt_version,
        generation_params={
            "temperature": float(params.temperature),
            "top_p": float(params.top_p),
            "max_tokens": params.max_tokens,
            "seed": params.seed,
        },
        is_floating=_is_floating(name, entry.model, version, directory),
        concurrency=entry.concurrency,
    )


def _prompt_of(name: str, entry: TargetEntry, version: str | None, directory: Directory) -> tuple[str, str | None]:
    """Return id and version of a target's prompt, or raise :class:`UsageError` where nobody says if it has one (C-28).

    Before C-28 a system that says nothing stood for its prompt too.
    """
    said = entry.prompt_template or directory.prompt_template
    if said is not None:
        return said.id, said.version
    if entry.kind in _CHAT:  # it is sent the task as it stands: that is its whole template
        return "task-and-context", "1"
    if directory.standard.parameters.clarifications.run_metadata:
        hint = "Write prompt_template: {id, version} or none in targets.yaml, or --prompt-template ID@VERSION|none."
        raise UsageError(f"{name!r} does not say which prompt it uses.", hint=hint)
    return name, version


def _is_floating(name: str, model: str | None, version: str | None, directory: Directory) -> bool:
    """Tell whether no version pins the model, or raise :class:`UsageError` where that is not allowed."""
    floats = version is None or is_floating(model, version, directory.standard, directory.rubric)
    if floats and not directory.allow_floating:
        hint = (
            "Pin a version that holds a date, a number or a hash (MODEL@VERSION, or version: in targets.yaml), or say "
            "--allow-floating, which blocks release."
        )
        raise UsageError(f"{name!r} has no pinned version.", hint=hint)
    return floats


def _own_version(entry: TargetEntry) -> str | None:
    """Return the digest of a program's or function's file: code that is at hand pins itself."""
    if entry.kind is TargetKind.PYTHON:
        place = getattr(load_function(entry.function or ""), "__code__", None)
        path = None if place is None else Path(place.co_filename)
    elif entry.kind is TargetKind.COMMAND:
        path = next((Path(word) for word in program_words(entry.program or "") if Path(word).is_file()), None)
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
            backoff=Backoff(
                attempts=entry.retries.attempts,
                first_s=float(entry.retries.first_s),
                longest_s=float(entry.retries.longest_s),
                longest_asked_s=float(entry.retries.longest_asked_s),
            ),
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
    """Return the key from the environment; a public service needs one, a server of the user's own may not."""
    is_public = entry.kind in _CHAT and entry.base_url is None
    variable = entry.api_key_env or (_SERVERS[entry.kind].key_variable if is_public else None)
    if variable is None:
        return None
    key = os.environ.get(variable)
    if not key:
        hint = "It must hold the key"
        hint += "; a server of your own is named by base_url in targets.yaml." if is_public else "."
        raise UsageError(f"the environment variable {variable} is not set.", hint=hint)
    if not key.isascii() or not key.isprintable() or key != key.strip():
        hint = "Take away line breaks, blanks around it and letters beyond ASCII."
        raise UsageError(f"the environment variable {variable} holds no key that can be sent.", hint=hint)
    return key


def _params(entry: TargetEntry, rubric: RubricStandard) -> ChatParams:
    defaults, own = rubric.rubric.generation, entry.params
    return ChatParams(
        temperature=Decimal(defaults.temperature if own.temperature is None else own.temperature),
        top_p=Decimal(defaults.top_p if own.top_p is None else own.top_p),
        max_tokens=defaults.max_tokens if own.max_tokens is None else own.max_tokens,
        seed=defaults.seed if own.seed is None else own.seed,
    )
