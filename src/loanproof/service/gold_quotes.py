"""The gold behind an item of a result: the citations of its case for the expected value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.cases import BmtCase, CovenantsCase, ExtractionCase, QaCase, list_citations
from loanproof.core import FieldId
from loanproof.outputs import fold_label

if TYPE_CHECKING:
    from loanproof.cases import Case, ExpectedCitation, KeyPath
    from loanproof.runs import ResultItem

_EXPECTED = 1  # leading steps of a path before the expected part


def gold_of(case: Case, item: ResultItem) -> tuple[ExpectedCitation, ...]:
    """Return the citations of a case for one of its items, in the order of the case; an extra item has none."""
    if item.extra:
        return ()
    return tuple(citation for place, citation in list_citations(case) if _is_about(case, item, place[_EXPECTED:]))


def _is_about(case: Case, item: ResultItem, place: KeyPath) -> bool:
    """Return whether a path in the expected part belongs to an item."""
    match case:
        case ExtractionCase():
            return _is_field(case, item, place)
        case CovenantsCase():
            return item.item in _covenant_names(case, place)
        case BmtCase():
            at = place[1]
            return place[0] == "terms" and isinstance(at, int) and case.expected.terms[at].term == item.item
        case QaCase():
            return True
        case _:
            return False


def _is_field(case: ExtractionCase, item: ResultItem, place: KeyPath) -> bool:
    match place:
        case ("fields", str(name), *_):
            field = case.expected.fields.get(FieldId(name))
            labels = set() if field is None else {fold_label(label) for label in field.tranches}
            is_scope = fold_label(item.tranche or "") in labels if labels else item.tranche is None
            return name == item.item and is_scope
        case ("tranches", int(at), "fields", name, *_):
            return case.expected.tranches[at].label == item.tranche and name == item.item
        case _:
            return False


def _covenant_names(case: CovenantsCase, place: KeyPath) -> Iterator[str]:
    match place:
        case ("covenants", int(at), *_):
            yield case.expected.covenants[at].name
        case ("flags", "grace_periods", int(at), *_):
            yield f"flag:grace_period:{at + 1}"
        case ("flags", "cross_default", *_):
            yield "flag:cross_default"
