"""``targets.yaml``: the systems under test and the judges by name, with what each call to them needs."""

from __future__ import annotations

import re
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import parse_qsl, urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from loanproof.core import UNSHOWN, Exact, FileModel, Flag, UsageError, Whole, load_yaml, validate_yaml

NO_PROMPT = "none"
"""What is written where a system has no prompt of its own."""
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_SECRET_KEYS = re.compile(r"(?:^|[-_.])(?:api)?(?:key|token|secret|password|passwd|sig|signature)$", re.IGNORECASE)


def _check_variable(written: str) -> str:
    # The commonest slip is to write the key itself, so what was written is never quoted.
    if not _VARIABLE.fullmatch(written):
        raise PydanticCustomError(UNSHOWN, "must be the name of an environment variable, never the key itself")
    return written


def _check_address(written: str) -> str:
    """Refuse what is no address of a web server, or holds a secret: an address is recorded with every run."""
    try:
        parts = urlsplit(written)
        is_sound = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        is_sound = False
    if not is_sound or not written.isprintable() or " " in written:
        raise PydanticCustomError(UNSHOWN, "must be an address such as http://127.0.0.1:8000/ask")
    if parts.username or parts.password or any(_SECRET_KEYS.search(key) for key, _ in parse_qsl(parts.query)):
        raise PydanticCustomError(UNSHOWN, "must not hold a key or a password; name its variable with api_key_env")
    return written


Word = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]
Variable = Annotated[str, AfterValidator(_check_variable)]
Address = Annotated[Word, AfterValidator(_check_address)]


class TargetKind(StrEnum):
    """How a target is reached."""

    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    HTTP = "http"
    PYTHON = "python"
    COMMAND = "command"
    REPLAY = "replay"


PLACE_OF = {
    TargetKind.HTTP: "url",
    TargetKind.PYTHON: "function",
    TargetKind.COMMAND: "program",
    TargetKind.REPLAY: "file",
}
"""The key that says where a target of a kind is; a model has ``model`` and, where it is not the usual, ``base_url``."""


class PromptTemplate(FileModel):
    """Which prompt the system under test uses, as its owner names it."""

    id: Word
    version: Word

    @classmethod
    def parse(cls, written: str) -> PromptTemplate:
        """Return the template that ``ID@VERSION`` names; ``none`` says that there is none."""
        if written == NO_PROMPT:
            return cls(id=NO_PROMPT, version=NO_PROMPT)
        name, _, version = written.rpartition("@")
        if not name or not version:
            raise UsageError(f"{written[:60]!r} names no prompt template.", hint="Write ID@VERSION, or none.")
        return cls(id=name, version=version)


def _read_no_prompt(written: object) -> object:
    return {"id": NO_PROMPT, "version": NO_PROMPT} if written == NO_PROMPT else written


class Params(FileModel):
    """Generation parameters that differ from those of the rubric."""

    temperature: Exact | None = Field(default=None, ge=0)
    top_p: Exact | None = Field(default=None, gt=0, le=1)
    max_tokens: Whole | None = Field(default=None, ge=1)
    seed: Whole | None = None


class Retries(FileModel):
    """How often a request that failed on the way is sent again, and how long the waits between may be."""

    attempts: Whole = Field(default=6, ge=1, le=20)
    first_s: Exact = Field(default=Decimal("0.5"), ge=0)
    longest_s: Exact = Field(default=Decimal(30), ge=0)
    longest_asked_s: Exact = Field(default=Decimal(120), ge=0)


class TargetEntry(FileModel):
    """One target or judge.

    Attributes:
        version: The exact version; ``reported`` takes the provider's build from the first reply.
        prompt_template: The prompt of a system that has one of its own; ``none`` where it has none.
        api_key_env: The name of the environment variable that holds the key; never the key itself.
        structured: Whether a JSON schema is sent where one is wanted; a server that refuses it is asked without.
    """

    kind: TargetKind
    model: Word | None = None
    version: Word | None = None
    base_url: Address | None = None
    url: Address | None = None
    function: Word | None = None
    program: Word | None = None
    file: Word | None = None
    api_key_env: Variable | None = None
    prompt_template: Annotated[PromptTemplate | None, BeforeValidator(_read_no_prompt)] = None
    timeout_s: Exact = Field(default=Decimal(60), gt=0)
    concurrency: Whole = Field(default=16, ge=1, le=1000)
    requests_per_minute: Whole | None = Field(default=None, ge=1)
    retries: Retries = Field(default_factory=Retries)
    params: Params = Field(default_factory=Params)
    structured: Flag = True

    @model_validator(mode="after")
    def _says_where_it_is(self) -> TargetEntry:
        needed = PLACE_OF.get(self.kind, "model")
        if getattr(self, needed) is None:
            raise ValueError(f"a target of kind {self.kind} has a {needed}")
        return self


class TargetsFile(FileModel):
    """The whole file; both keys may be left out."""

    targets: dict[Word, TargetEntry] = Field(default_factory=dict)
    judges: dict[Word, TargetEntry] = Field(default_factory=dict)


def targets_schema() -> dict[str, Any]:
    """Return the JSON Schema of ``targets.yaml``."""
    return TargetsFile.model_json_schema()


def load_targets(suite_folder: Path, named: Path | None = None) -> TargetsFile:
    """Read the file that the user named, or the one beside ``suite.yaml``; without either there is nothing in it."""
    path = suite_folder / "targets.yaml" if named is None else named
    if named is None and not path.exists():
        return TargetsFile()
    return validate_yaml(TargetsFile, load_yaml(path))


def parse_short_form(name: str) -> TargetEntry | None:
    """Return the target that a short form such as ``openai:MODEL@VERSION`` or ``http:URL`` is; else ``None``.

    A bare address, ``http://…``, is of kind http.
    """
    if name.startswith(("http://", "https://")):
        name = f"{TargetKind.HTTP}:{name}"
    kind, found, rest = name.partition(":")
    if not found or kind not in set(TargetKind):
        return None
    chosen = TargetKind(kind)
    model, _, version = rest.rpartition("@") if "@" in rest else (rest, "", "")
    keys = {PLACE_OF[chosen]: rest} if chosen in PLACE_OF else {"model": model, "version": version}
    written = {key: value for key, value in keys.items() if value}
    if PLACE_OF.get(chosen, "model") not in written:
        raise UsageError(f"{name!r} does not say which.", hint="Write, for example, openai:MODEL@VERSION or http:URL.")
    try:
        return TargetEntry.model_validate({"kind": chosen, **written})
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        raise UsageError(f"the target {kind}:… cannot be asked: {_place(first['loc'])}{first['msg']}.") from None


def _place(steps: tuple[int | str, ...]) -> str:
    return f"{'.'.join(map(str, steps))} " if steps else ""
