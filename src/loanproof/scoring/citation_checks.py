"""Decides how the citations of an item limit its label, by the tables of the contract.

For extraction the contract gives each citation class a best label. For the other capabilities it lists the classes
that fail an item and those that make it partial. An invented citation is a hallucination everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import Capability, Reason
from loanproof.provenance import ClassName
from loanproof.scoring.checks import Check
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.provenance import ItemProvenance
    from loanproof.scoring.context import ScoringContext

_ALTERED_QUOTE_COSTS = frozenset({Capability.EXTRACTION, Capability.COVENANTS})
IN_ORDER = frozenset({ClassName.OK, ClassName.NA})
_RULING_ELSEWHERE = "C-03"
_RULINGS = {
    ClassName.PAGE: "A-09",
    ClassName.SECT: "A-08",
    ClassName.WRONGLOC: "A-08",
    ClassName.ABSENT: "A-13",
    ClassName.PARA: "A-11",
    ClassName.PARA_PAGE: "A-12",
    ClassName.NOQUOTE: "A-14",
    ClassName.NAME: "A-14",
    ClassName.NOSUPPORT: "C-02",
}
_FAKE_RULINGS = {
    Reason.PAGE_NOT_EXIST: "A-10",
    Reason.SECTION_NOT_EXIST: "A-10",
    Reason.QUOTE_FORGED: "A-63",
    Reason.QUOTE_NOT_FOUND: "A-11",
}


def check_citations(provenance: ItemProvenance, context: ScoringContext) -> tuple[Check, ...]:
    """Return the checks that the citations of an item lead to; none if they cost nothing."""
    beside = _check_altered(provenance, context)
    name = provenance.class_name
    if name in IN_ORDER:
        return beside
    if context.capability is Capability.EXTRACTION:
        label: Label | None = context.standard.citation_class(name).label_at_best
        ruling = _FAKE_RULINGS.get(provenance.reason) if name is ClassName.FAKE else _RULINGS.get(name)
        if provenance.reason is Reason.QUOTE_OTHER_TERM:
            ruling = "C-31"
    else:
        label, ruling = _label_elsewhere(name, context), _RULING_ELSEWHERE
    if label is None:
        return beside
    # The statement of an answer that its quotes do not support is called an unsupported claim.
    is_claim = context.capability is Capability.QA and provenance.reason is Reason.QUOTE_NO_SUPPORT
    code = Reason.UNSUPPORTED_CLAIM if is_claim else provenance.reason
    return (Check(label, code, provenance.sentence, ruling=ruling), *beside)


def _check_altered(provenance: ItemProvenance, context: ScoringContext) -> tuple[Check, ...]:
    """Return the check of an altered quote next to a good one: in extraction and covenants, partial at best (C-32).

    If nothing needs to be cited, a citation given anyway costs nothing unless it is invented.
    """
    applies = context.parameters.clarifications.altered_beside_good and context.capability in _ALTERED_QUOTE_COSTS
    # If the altered quote decided the class, it has already been counted.
    if not applies or provenance.class_name is ClassName.NA or provenance.reason is Reason.QUOTE_ALTERED:
        return ()
    altered = next((one for one in provenance.citations if one.reason is Reason.QUOTE_ALTERED), None)
    return () if altered is None else (Check(Label.PARTIAL, altered.reason, altered.sentence, ruling="C-32"),)


def _label_elsewhere(name: ClassName, context: ScoringContext) -> Label | None:
    """Return the best label for a citation class in the capabilities other than extraction; none if it is free."""
    if name is ClassName.FAKE:
        return context.standard.citation_class(name).label_at_best
    rules = context.parameters.citations
    effects = {Capability.COVENANTS: rules.covenants, Capability.BMT: rules.bmt, Capability.QA: rules.qa}
    effect = effects[context.capability]
    if name in effect.fail_on:
        return Label.FAIL
    return Label.PARTIAL if name in effect.partial_on else None
