"""The closed sets of words that every layer shares."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType


class Capability(StrEnum):
    """What a loan-document AI can be asked to do. ``task`` is any other work, which only the rubric scores."""

    EXTRACTION = "extraction"
    COVENANTS = "covenants"
    BMT = "bmt"
    QA = "qa"
    TASK = "task"


FieldId = NewType("FieldId", str)
"""A deal term, such as ``maturity_date``. Which there are, and what each holds, is said by the standard alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """Where a value is said to be: file, page, section and quote, each exactly as written.

    A part that was not given is ``None``. Nothing is checked here; ``provenance`` checks citations.
    """

    document: str | None = None
    page: str | None = None
    section: str | None = None
    quote: str | None = None
