"""``targets.yaml``: the systems under test and the judges by name, with what each call to them needs."""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import Field, StringConstraints, model_validator

from loanproof.core import Exact, FileModel, Flag, UsageError, Whole, load_yaml, validate_yaml

Word = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]


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
        api_key_env: The name of the environment variable that holds the key; never the key itself.
        structured: Whether a JSON schema is sent where one is wanted; a server that refuses it is asked without.
    """

    kind: TargetKind
    model: Word | None = None
    version: Word | None = None
    base_url: Word | None = None
    url: Word | None = None
    function: Word | None = None
    program: Word | None = None
    file: Word | None = None
    api_key_env: Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")] | None = None
    prompt_template: PromptTemplate | None = None
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
        for address in (self.url, self.base_url):
            if address is not None and not _is_address(address):
                raise ValueError(f"{address[:80]!r} is no address; it begins with http:// or https://")
        return self


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc)


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
    if _is_address(name):
        return TargetEntry(kind=TargetKind.HTTP, url=name)
    kind, found, rest = name.partition(":")
    if not found or kind not in set(TargetKind):
        return None
    chosen = TargetKind(kind)
    model, _, version = rest.rpartition("@") if "@" in rest else (rest, "", "")
    keys = {PLACE_OF[chosen]: rest} if chosen in PLACE_OF else {"model": model, "version": version}
    written = {key: value for key, value in keys.items() if value}
    if PLACE_OF.get(chosen, "model") not in written:
        raise UsageError(f"{name!r} does not say which.", hint="Write, for example, openai:MODEL@VERSION or http:URL.")
    if chosen is TargetKind.HTTP and not _is_address(rest):
        raise UsageError(f"{rest[:80]!r} is no address.", hint="It begins with http:// or https://.")
    return TargetEntry.model_validate({"kind": chosen, **written})
