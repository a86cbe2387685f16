"""The only module that connects adapters to ports: from the name of a target or judge to something that answers."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.adapters import (
    LLM,
    MODULES,
    LlmOptions,
    OwnIdentity,
    PromptTemplate,
    ReplayOptions,
    TargetSetup,
    load_checking_key,
    load_kind,
    load_signing_key,
    load_targets,
    on_chat_model,
    open_ray,
    parse_short_form,
)
from loanproof.chat import ChatParams
from loanproof.core import UsageError, digest_file
from loanproof.outputs import RecordedOutputs, RunInfo, index_outputs, load_outputs
from loanproof.rubric import prompt_hash, reply_schema
from loanproof.runs import (
    FLOATING,
    EvaluatorInfo,
    Json,
    JudgeSetup,
    Target,
    TargetIdentity,
    is_floating,
    plain_data,
)

if TYPE_CHECKING:
    from loanproof.adapters import TargetOptions, Transport
    from loanproof.reviews import PassportKey, PassportSigner
    from loanproof.runs import Engine
    from loanproof.standards import EvalStandard, RubricStandard

_OWN = {"targets": ("baseline",), "judges": ("contract",)}


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetResolver:
    """Where names are looked up, and how strictly.

    Attributes:
        suite_folder: The folder whose ``targets.yaml`` is used by default.
        standard: The contract, which defines a pinned version.
        targets_file: The file that the user named instead.
        allow_floating: Whether a model without a pinned version may be asked; that run is never released.
        prompt_template: The prompt of the target, if its entry names none.
        prompt_before: The prompt that a resumed run began with, if nothing else names one.
        is_hybrid: Whether the built-in capability on a model uses the rules for what they can settle.
    """

    suite_folder: Path
    standard: EvalStandard
    rubric: RubricStandard
    targets_file: Path | None = None
    allow_floating: bool = False
    prompt_template: PromptTemplate | None = None
    prompt_before: PromptTemplate | None = None
    is_hybrid: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """A chat model that judges, and what the run records about it; the caller closes ``transport``."""

    name: str
    setup: JudgeSetup
    info: EvaluatorInfo
    transport: Transport


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """Recorded outputs used as a target."""

    identity: TargetIdentity
    outputs: RecordedOutputs


def build_target(name: str, resolver: TargetResolver) -> Target:
    """Return the target for a name or short form, or raise a :class:`UsageError` that says what to write.

    ``replay`` is excluded: a run reads recorded outputs itself, in their own order.
    """
    entry = _entry(name, "targets", resolver)
    built: Target = load_kind(entry.kind).build(entry, _setup(name, entry, resolver))
    return built


def open_engine(
    name: str, *, ray_address: str | None = None, contents_url: str | None = None
) -> AbstractContextManager[Engine | None]:
    """Return a context with the engine of a name; ``None`` is this machine, with all its cores.

    ``contents_url`` is the content store from which machines get a suite whose folder they do not share.
    """
    if name == "ray":
        return open_ray(ray_address, contents_url=contents_url)
    if ray_address is not None:
        raise UsageError("--ray-address is for --engine ray.", hint="Add --engine ray, or leave the address out.")
    return nullcontext()


def is_bare_chat(kind: str) -> bool:
    """Return whether targets of a kind are chat models, which get a text and read no document."""
    return kind in MODULES and load_kind(kind).connect is not None


def open_replay(name: str, resolver: TargetResolver, *, known_digest: str | None = None) -> Replay | None:
    """Return the recorded outputs for a name or short form; ``None`` for a target that can be asked.

    A file named in ``targets.yaml`` is relative to it, one on the command line to the current folder. Model details
    missing from the entry must be in the first line of the file. A file with the known digest was checked before and is
    not checked again.
    """
    listed = load_targets(resolver.suite_folder, resolver.targets_file).targets
    entry = _entry(name, "targets", resolver)
    if not isinstance(entry, ReplayOptions):
        return None
    beside = resolver.targets_file.parent if resolver.targets_file else resolver.suite_folder
    path = entry.path(beside if name in listed else Path())
    digest = digest_file(path) if path.is_file() else None
    outputs = index_outputs(path) if digest is not None and digest == known_digest else load_outputs(path)
    return Replay(identity=_recorded_identity(name, entry, outputs, digest, resolver), outputs=outputs)


def _recorded_identity(
    name: str, entry: TargetOptions, outputs: RecordedOutputs, digest: str | None, resolver: TargetResolver
) -> TargetIdentity:
    told, template = outputs.run or RunInfo(), entry.prompt_template or resolver.prompt_template
    model, version = entry.model or told.model_id, entry.version or told.model_version
    return TargetIdentity(
        name=name,
        kind=entry.kind,
        model_id=model,
        model_version=version,
        prompt_template_id=template.id if template else told.prompt_template_id,
        prompt_template_version_or_hash=template.version if template else told.prompt_template_version_or_hash,
        generation_params=plain_data(told.generation_params or {}),
        is_floating=_is_floating(name, model, version or "unknown", resolver),
        content_digest=digest,
    )


def build_judge(name: str, resolver: TargetResolver) -> Judge:
    """Return the judge for a name or short form; only a chat model can judge."""
    entry = _entry(name, "judges", resolver)
    kind = load_kind(entry.kind)
    if kind.connect is None:
        raise UsageError(f"{name!r} is of kind {entry.kind} and cannot judge.", hint="A judge is a chat model.")
    setup = _setup(name, entry, resolver)
    identity, connection = setup.identity, kind.connect(entry, setup)
    return Judge(
        name=name,
        setup=JudgeSetup(
            model=connection.model,
            params=setup.params,
            json_schema=reply_schema(resolver.rubric.rubric) if connection.is_structured else None,
            concurrency=entry.concurrency,
        ),
        info=EvaluatorInfo(
            model_id=identity.model_id or name,
            version=identity.model_version or FLOATING,
            prompt_hash=prompt_hash(resolver.rubric),
            params=identity.generation_params,
            is_floating=identity.is_floating,
        ),
        transport=connection.transport,
    )


def _entry(name: str, group: str, resolver: TargetResolver) -> TargetOptions:
    listed: dict[str, TargetOptions] = getattr(load_targets(resolver.suite_folder, resolver.targets_file), group)
    entry = listed.get(name) or _on_model(name, listed) or parse_short_form(name)
    if entry is not None and group == "targets":
        entry = _with_hybrid(entry, name, resolver)
    if entry is None:
        known = ", ".join(sorted(listed)) or "none"
        near = get_close_matches(name[:60], (*listed, *_OWN[group]), n=1)
        meant = f"Did you mean {near[0]}? " if near else ""
        ours = ", ".join(_OWN[group])
        hint = f"{meant}{group.capitalize()} in targets.yaml: {known}; built in: {ours}; or openai:MODEL@VERSION."
        raise UsageError(f"there is no {group[:-1]} {name!r}.", hint=hint)
    return entry


def _on_model(name: str, listed: dict[str, TargetOptions]) -> TargetOptions | None:
    """Return the built-in capability on the chat model in ``llm:NAME``; ``None`` for any other name.

    NAME is an entry of targets.yaml, or a short form such as ``openai:MODEL@VERSION``.
    """
    kind, found, model_name = name.partition(":")
    if kind != LLM or not found:
        return None
    model = listed.get(model_name) or parse_short_form(model_name)
    if model is None:
        known = ", ".join(sorted(listed)) or "none"
        hint = f"targets in targets.yaml: {known}; or write, for example, llm:openai:MODEL@VERSION."
        raise UsageError(f"there is no model {model_name[:60]!r}.", hint=hint)
    return model if isinstance(model, LlmOptions) else on_chat_model(model, name)


def _with_hybrid(entry: TargetOptions, name: str, resolver: TargetResolver) -> TargetOptions:
    """Return an entry with ``--hybrid`` applied; only the built-in capability on a model supports it."""
    if not resolver.is_hybrid:
        return entry
    if not isinstance(entry, LlmOptions):
        raise UsageError(f"--hybrid does not go with {name[:60]!r}.", hint="Write --target llm:NAME.")
    return entry.model_copy(update={"hybrid": True})


def _setup(name: str, entry: TargetOptions, resolver: TargetResolver) -> TargetSetup:
    """Return a target's identity and generation parameters; its entry takes precedence over its kind."""
    own = load_kind(entry.kind).identify(entry)
    version = entry.version or own.version
    prompt_id, prompt_version = _prompt_of(name, entry, own, resolver)
    params = _params(entry, resolver.rubric)
    identity = TargetIdentity(
        name=name,
        kind=entry.kind,
        model_id=f"{_provider(entry)}/{entry.model}" if entry.model else name,
        model_version=version,
        prompt_template_id=prompt_id,
        prompt_template_version_or_hash=prompt_version,
        generation_params={
            "temperature": float(params.temperature),
            "top_p": float(params.top_p),
            "max_tokens": params.max_tokens,
            "seed": params.seed,
            **({"hybrid": True} if isinstance(entry, LlmOptions) and entry.hybrid else {}),
        },
        is_floating=_is_floating(name, entry.model, version, resolver),
        concurrency=entry.concurrency,
        prices=_prices(entry),
    )
    return TargetSetup(identity=identity, params=params)


def _prices(entry: TargetOptions) -> dict[str, Json] | None:
    if entry.prices is None:
        return None
    told = entry.prices
    return {"input": float(told.input), "output": float(told.output), "currency": told.currency}


def _provider(entry: TargetOptions) -> str:
    """Return the protocol of a model, which is how runs name its provider."""
    return entry.protocol if isinstance(entry, LlmOptions) else entry.kind


def _prompt_of(name: str, entry: TargetOptions, own: OwnIdentity, resolver: TargetResolver) -> tuple[str, str | None]:
    """Return id and version of a target's prompt, or raise :class:`UsageError` if it is not stated (C-28).

    Before C-28 the prompt of a system that does not state it was the system itself.
    """
    said = entry.prompt_template or resolver.prompt_template or own.prompt or resolver.prompt_before
    if said is not None:
        return said.id, said.version
    if resolver.standard.parameters.clarifications.run_metadata:
        hint = "Write prompt_template: {id, version} or none in targets.yaml, or --prompt-template ID@VERSION|none."
        raise UsageError(f"{name!r} does not say which prompt it uses.", hint=hint)
    return name, entry.version or own.version


def _is_floating(name: str, model: str | None, version: str | None, resolver: TargetResolver) -> bool:
    """Return whether no version pins the model, or raise :class:`UsageError` if that is not allowed."""
    floats = version is None or is_floating(model, version, resolver.standard, resolver.rubric)
    if floats and not resolver.allow_floating:
        hint = (
            "Pin a version that holds a date, a number or a hash (MODEL@VERSION, or version: in targets.yaml), or say "
            "--allow-floating, which blocks release."
        )
        raise UsageError(f"{name!r} has no pinned version.", hint=hint)
    return floats


def _params(entry: TargetOptions, rubric: RubricStandard) -> ChatParams:
    defaults, own = rubric.rubric.generation, entry.params
    return ChatParams(
        temperature=Decimal(defaults.temperature if own.temperature is None else own.temperature),
        top_p=Decimal(defaults.top_p if own.top_p is None else own.top_p),
        max_tokens=defaults.max_tokens if own.max_tokens is None else own.max_tokens,
        seed=defaults.seed if own.seed is None else own.seed,
    )


def passport_signer(path: Path | None) -> PassportSigner | None:
    """Return the signer of passports with the private key in a file, or ``None``."""
    return None if path is None else load_signing_key(path)


def passport_key(path: Path | None) -> PassportKey | None:
    """Return the verifier of passports with the public key in a file, or ``None``."""
    return None if path is None else load_checking_key(path)
