"""The prompts: versioned files whose hash every run records. Each is filled in one pass, and never a second time."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from loanproof.capabilities.llm.asks import Shape
from loanproof.core import FileModel, digest_data, parse_yaml, validate_yaml

if TYPE_CHECKING:
    from loanproof.capabilities.llm.shown import ShownClause

PROMPT_ID = "loanproof-llm"
"""The name of this set of prompts in a run."""
_FOLDER = "prompts"
_TERMS = "terms.yaml"
_NAMES = ("values", "covenants", "flags", "question", "again")
_SLOT = re.compile(r"\{\{([a-z]+)\}\}")


class Term(FileModel):
    """One term of a prompt: what it is, the form of its value, and the words with which its clauses are searched."""

    about: str
    search: str
    shape: Shape = Shape.TEXT


class Terms(FileModel):
    """All terms that a model is asked for."""

    version: str
    fields: dict[str, Term]
    benchmarks: dict[str, Term]


@cache
def load_terms() -> Terms:
    """Return the terms that are installed with the package."""
    file = files(__package__) / _FOLDER / _TERMS
    return validate_yaml(Terms, parse_yaml(file.read_bytes(), file=f"loanproof/capabilities/llm/prompts/{_TERMS}"))


@cache
def prompt_version() -> str:
    """Return the version of the prompts, with a hash over all their files."""
    contents = {name: _read(name) for name in _NAMES}
    terms = (files(__package__) / _FOLDER / _TERMS).read_text(encoding="utf-8")
    return f"{load_terms().version}+{digest_data([contents, terms]).removeprefix('sha256:')[:16]}"


@cache
def _read(name: str) -> str:
    return (files(__package__) / _FOLDER / f"{name}.txt").read_text(encoding="utf-8").rstrip("\n")


def fill(name: str, slots: Mapping[str, str]) -> str:
    """Return a prompt with its slots filled; slots inside the filled-in text are not filled, whatever it says."""
    return _SLOT.sub(lambda match: slots[match[1]], _read(name))


def document_block(clauses: Sequence[ShownClause], mark: str) -> str:
    """Return the clauses as the prompt shows them, between two lines that no document can predict."""
    return "\n".join([f"DOCUMENT {mark}", *(one.line for one in clauses), f"END {mark}"])
