"""The prompts: files with a version, whose hash every run records; each is filled in one pass, and never again."""

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
"""How the run names this set of prompts."""
_FOLDER = "prompts"
_TERMS = "terms.yaml"
_NAMES = ("values", "covenants", "flags", "question", "again")
_SLOT = re.compile(r"\{\{([a-z]+)\}\}")


class Term(FileModel):
    """One term of the prompt: what it is, the form of its value, and the words by which its clauses are searched."""

    about: str
    search: str
    shape: Shape = Shape.TEXT


class Terms(FileModel):
    """All terms."""

    version: str
    fields: dict[str, Term]
    benchmarks: dict[str, Term]


@cache
def load_terms() -> Terms:
    """Return the terms of the installed package."""
    file = files(__package__) / _FOLDER / _TERMS
    return validate_yaml(Terms, parse_yaml(file.read_bytes(), file=f"loanproof/capabilities/llm/prompts/{_TERMS}"))


@cache
def prompt_version() -> str:
    """Return the version of the prompts with a hash over every file of them."""
    contents = {name: _read(name) for name in _NAMES}
    terms = (files(__package__) / _FOLDER / _TERMS).read_text(encoding="utf-8")
    return f"{load_terms().version}+{digest_data([contents, terms]).removeprefix('sha256:')[:16]}"


@cache
def _read(name: str) -> str:
    return (files(__package__) / _FOLDER / f"{name}.txt").read_text(encoding="utf-8").rstrip("\n")


def fill(name: str, slots: Mapping[str, str]) -> str:
    """Return a prompt with its slots filled; what is filled in is not looked at again, whatever it says."""
    return _SLOT.sub(lambda match: slots[match[1]], _read(name))


def document_block(clauses: Sequence[ShownClause], mark: str) -> str:
    """Return the clauses as the prompt shows them, between two lines that no document can foresee."""
    return "\n".join([f"DOCUMENT {mark}", *(one.line for one in clauses), f"END {mark}"])
