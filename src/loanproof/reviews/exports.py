"""The content of an export: every field with its passport, what was left out and why, and the head of the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from loanproof.reviews.audit import Head
from loanproof.reviews.export_plan import ExportedField, LeftOut
from loanproof.reviews.intakes import Intake
from loanproof.reviews.items import Plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """One exported field with its passport; ``None`` if the document states no value."""

    field: ExportedField
    passport: Mapping[str, Plain] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """What is exported from a document.

    Attributes:
        left_out: The fields that are not in it, and why: the reconciliation report.
        notes: What its reader should know about how it was reviewed.
    """

    intake: Intake
    head: Head
    fields: tuple[Exported, ...]
    left_out: tuple[LeftOut, ...]
    notes: tuple[str, ...]
