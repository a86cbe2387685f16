"""Contradictions between a case and its deal: a day without a deal, other documents, a lineage out of order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from loanproof.cases.case import Case, DocumentCase
from loanproof.cases.extraction import ExpectedField, FieldState
from loanproof.cases.faults import Fault
from loanproof.cases.lineage import Stage, WithLineage, in_force, list_lineages
from loanproof.core import UNCLEAR

if TYPE_CHECKING:
    from loanproof.cases.citations import KeyPath
    from loanproof.deals import Deal

_WITH_LINEAGE = frozenset({FieldState.PRESENT, FieldState.ABSENT, FieldState.AMENDED})


def check_deal(case: Case, deal: Deal | None) -> Iterator[Fault]:
    """Yield the contradictions between a case and the deal that it names; ``deal`` is ``None`` if it names none."""
    if not isinstance(case, DocumentCase):
        return
    if (case.deal is None) != (case.as_of is None):
        there, missing = ("deal", "as_of: DATE") if case.as_of is None else ("as_of", "deal: deals/NAME.yaml")
        yield Fault(place=(there,), message="a deal and as_of go together.", hint=f"Write {missing}.")
    if deal is not None:
        files = set(deal.files)
        for at, name in enumerate(case.document_names):
            if name not in files:
                own: KeyPath = ("document",) if case.document is not None else ("documents", at)
                yield Fault(place=own, message=f"{name[:60]!r} is not a document of the deal {deal.id[:60]!r}.")
    for place, part in list_lineages(case):
        yield from _check_lineage((*place, "lineage"), part, case)


def _check_lineage(place: KeyPath, part: WithLineage[Any], case: DocumentCase) -> Iterator[Fault]:
    if case.as_of is None:
        hint = "Write deal: deals/NAME.yaml and as_of: DATE."
        yield Fault(place=place, message="only a case with as_of has a lineage.", hint=hint)
        return
    if "forbidden" in place:
        yield Fault(place=place, message="a forbidden value has no lineage.", hint="Write it beside the fact.")
        return
    if isinstance(part, ExpectedField) and part.state not in _WITH_LINEAGE:
        yield Fault(place=place, message=f"a field that is {part.state} has no lineage.")
    yield from _check_order(place, part.lineage, case)
    if in_force(part.lineage, case.as_of).now is None:
        message = f"nothing of the lineage is in force on {case.as_of}."
        yield Fault(place=place, message=message, hint="Write value: null where there was no such term yet.")


def _check_order(place: KeyPath, lineage: tuple[Stage[Any], ...], case: DocumentCase) -> Iterator[Fault]:
    last = ""
    for at, stage in enumerate(lineage):
        if stage.document not in case.document_names:
            message = f"{stage.document[:60]!r} is not a document of this case."
            yield Fault(place=(*place, at, "document"), message=message)
        if stage.from_ is None and at:
            message = "only the first value of a lineage is in force from the start."
            yield Fault(place=(*place, at), message=message, hint=f"Write from: DATE, or {UNCLEAR}.")
        if stage.day is not None and stage.day < last:
            message = f"{stage.day} is before the day of the value above it."
            yield Fault(place=(*place, at, "from"), message=message, hint="List them in order of effect.")
        last = max(last, stage.day or "")
