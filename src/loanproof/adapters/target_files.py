"""``targets.yaml``: the systems under test and the judges by name; and short forms, which say the same in a word."""

from __future__ import annotations

from functools import reduce
from operator import or_
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field, ValidationError, create_model

from loanproof.adapters.llm_options import LLM
from loanproof.adapters.registry import MODULES, load_kind
from loanproof.adapters.target_options import TargetOptions, Word
from loanproof.core import FileModel, UsageError, load_yaml, validate_yaml

_HTTP = "http"


class _OfSomeKind(BaseModel):
    """An entry of unknown kind, which only yields the error that lists the kinds."""

    kind: Literal[tuple(MODULES)]  # type: ignore[valid-type]  # the registry says them, and no checker can follow it


def _read_entry(written: object) -> object:
    """Read an entry into the options of its kind."""
    name = written.get("kind") if isinstance(written, dict) else None
    model = load_kind(name).options if isinstance(name, str) and name in MODULES else _OfSomeKind
    return model.model_validate(written)


_Entry = Annotated[TargetOptions, BeforeValidator(_read_entry)]


class TargetsFile(FileModel):
    """The whole file; both keys are optional."""

    targets: dict[Word, _Entry] = Field(default_factory=dict)
    judges: dict[Word, _Entry] = Field(default_factory=dict)


def targets_schema() -> dict[str, Any]:
    """Return the JSON Schema of ``targets.yaml``, with the options of every kind."""
    kinds: Any = reduce(or_, (load_kind(name).options for name in MODULES))
    entries: Any = (dict[Word, Annotated[kinds, Field(discriminator="kind")]], Field(default_factory=dict))
    return create_model("TargetsFile", __base__=FileModel, targets=entries, judges=entries).model_json_schema()


def load_targets(suite_folder: Path, named: Path | None = None) -> TargetsFile:
    """Read the file that the user named, or the one next to ``suite.yaml``; empty without either."""
    path = suite_folder / "targets.yaml" if named is None else named
    if named is None and not path.exists():
        return TargetsFile()
    return validate_yaml(TargetsFile, load_yaml(path))


def parse_short_form(name: str) -> TargetOptions | None:
    """Return the target for a short form such as ``openai:MODEL@VERSION`` or ``http:URL``; else ``None``.

    A bare address, ``http://…``, is of kind http. Only a model has a version after it. ``baseline`` is a complete short
    form.
    """
    if name.startswith(("http://", "https://")):
        name = f"{_HTTP}:{name}"
    kind_name, found, rest = name.partition(":")
    if kind_name not in MODULES or kind_name == LLM:  # llm:NAME names another entry
        return None
    kind = load_kind(kind_name)
    if not kind.place and not found:
        alone: TargetOptions = kind.options.model_validate({"kind": kind_name})
        return alone
    if not found or not kind.place:
        return None
    place, version = rest, ""
    if kind.place == "model" and "@" in rest:
        place, _, version = rest.rpartition("@")
    if not place:
        raise UsageError(f"{name!r} does not say which.", hint="Write, for example, openai:MODEL@VERSION or http:URL.")
    written = {"kind": kind_name, kind.place: place, **({"version": version} if version else {})}
    try:
        options: TargetOptions = kind.options.model_validate(written)
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        raise UsageError(f"the target {kind_name}:… cannot be asked: {_place(first['loc'])}{first['msg']}.") from None
    return options


def _place(steps: tuple[int | str, ...]) -> str:
    return f"{'.'.join(map(str, steps))} " if steps else ""
