"""Absence: what an output must say of a field that the document does not have, and what silence costs."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.core import FieldId, Reason
from loanproof.outputs import FieldStatus
from loanproof.provenance import NothingToCite
from loanproof.scoring.extraction.derived import judge_derived, judge_miscalculated
from loanproof.scoring.extraction.presence import is_present
from loanproof.scoring.extraction.verdicts import Item, Verdict, decided, shown
from loanproof.scoring.extraction.words import says_none
from loanproof.standards import COMMITMENT_FEE, TENOR, Label, ValueKind
from loanproof.values import is_none_text

if TYPE_CHECKING:
    from loanproof.outputs import FieldOutput
    from loanproof.scoring.extraction.scene import Scene
    from loanproof.scoring.extraction.stated import Stated

_ANNOTATOR, _STATED = "annotator", "express statement"
_DERIVED, _ABSENT = "derived", "absent"


def says_absent(name: FieldId, answer: FieldOutput, scene: Scene) -> bool:
    """Tell whether an answer says that the document has no such field: by its status, or in words."""
    if answer.status is FieldStatus.ABSENT:
        return True
    value = scene.given(answer)
    return value.plain is not None and is_absence_of(value)


def is_absence_of(value: Stated) -> bool:
    """Tell whether a value says in words that there is none: ``N/A – no agent``, an empty list, ``No``."""
    text = value.text
    if value.plain == ():
        return True
    if text is None:
        return is_no_fee(value)
    if value.kind is ValueKind.YES_NO:
        return value.is_no
    return says_none(text) or is_no_fee(value)


def is_no_fee(value: Stated) -> bool:
    """Tell whether a commitment fee is said not to exist."""
    return value.field == COMMITMENT_FEE and _basis(value) == "none"


def judge_absent(item: Item, answer: FieldOutput | None, scene: Scene) -> Verdict:
    """Judge a field that the document does not have: reported absent, silent, or given a value."""
    if answer is None:
        return silent_when_absent(item, scene)
    if says_absent(item.name, answer, scene):
        return _reported(item, scene)
    given = scene.given(answer)
    if given.plain is None:
        message = f"The document has no {_words(item)}; the output says that it is {answer.status}."
        return decided(Label.FAIL, Reason.NOT_EXTRACTED, message, excuse=NothingToCite.NOT_EXTRACTED)
    derived = judge_derived(item, given, answer, scene)
    if derived is not None:
        return _unless_ruled_out(item, derived, scene)
    rule = scene.standard.parameters.absent_in_document
    sides = f"The document has no {_words(item)}; the output says {shown(given)}"
    claim = given.claim
    if is_present(given, scene):
        message = f"{sides}, which stands there in another role."
        return decided(rule.value_elsewhere, Reason.WRONG_VALUE_PRESENT, message, ruling="A-07", claim=claim)
    miscalculated = judge_miscalculated(given, answer, sides, scene)
    if miscalculated is not None:
        return miscalculated
    message = f"{sides}, which stands nowhere in the documents."
    label, ruling = rule.value_nowhere, "A-07"
    if item.expected.derivable:
        label, ruling = scene.standard.parameters.derived.undeclared_wrong, "A-05"
    return decided(label, Reason.VALUE_NOT_IN_DOCUMENT, message, ruling=ruling, claim=claim)


def silent_when_absent(item: Item, scene: Scene) -> Verdict:
    """Judge silence on a field that the document does not have."""
    message = f"The document has no {_words(item)}, but the output does not say so."
    score = Fraction(scene.standard.contract.score.absent_and_silent)
    excuse = NothingToCite.NOT_EXTRACTED
    return decided(Label.FAIL, Reason.SILENT_WHEN_ABSENT, message, ruling="A-06", excuse=excuse, score=score)


def not_extracted(item: Item, answer: FieldOutput | None, scene: Scene) -> Verdict:
    """Judge a field that the document has and the output leaves out, with or without saying so."""
    said = "is silent" if answer is None else f"says that it is {answer.status}"
    score = Fraction(scene.standard.contract.score.present_but_silent) if answer is None else None
    message = f"{item.says}; the output {said}."
    return decided(Label.FAIL, Reason.NOT_EXTRACTED, message, excuse=NothingToCite.NOT_EXTRACTED, score=score)


def judge_absence_of_present(item: Item, answer: FieldOutput, scene: Scene) -> Verdict:
    """Judge ``absent`` for a field with an expected value: right for an empty list and for a fee that is denied."""
    value, rule = scene.forms(item).value, scene.standard.parameters.commitment_fee
    if value.plain == () or (isinstance(value.plain, str) and is_none_text(value.plain)):
        return _confirmed(item, scene)
    if item.name == COMMITMENT_FEE:
        basis = _basis(value)
        is_denied = basis == "none" and _STATED in rule.absence_confirmed_by
        if is_denied or (basis == "fee_letter" and rule.fee_letter_is_absence):
            return _confirmed(item, scene)
    return not_extracted(item, answer, scene)


def _reported(item: Item, scene: Scene) -> Verdict:
    parameters = scene.standard.parameters
    is_confirmed = item.name != COMMITMENT_FEE or (_ANNOTATOR in parameters.commitment_fee.absence_confirmed_by)
    is_allowed = item.name != TENOR or not item.expected.derivable or (_ABSENT in parameters.tenor.from_dates_only)
    if is_confirmed and is_allowed:
        return _confirmed(item, scene)
    message = f"The document confirms no absence of the {_words(item)}."
    ruling = "C-08" if is_confirmed else "A-28"
    return decided(Label.FAIL, Reason.NOT_EXTRACTED, message, ruling=ruling, excuse=NothingToCite.NOT_EXTRACTED)


def _unless_ruled_out(item: Item, derived: Verdict, scene: Scene) -> Verdict:
    if item.name == TENOR and _DERIVED not in scene.standard.parameters.tenor.from_dates_only:
        message = "The document states no tenor, and one that was worked out from its dates is not accepted."
        return decided(Label.FAIL, Reason.DERIVED_DECLARED, message, ruling="C-08")
    return derived


def _confirmed(item: Item, scene: Scene) -> Verdict:
    message = f"The document has no {_words(item)}, and the output says so."
    score = Fraction(scene.standard.contract.score.absent_and_reported)
    return decided(Label.CORRECT, Reason.ABSENT_REPORTED, message, excuse=NothingToCite.ABSENT, score=score)


def _basis(value: Stated) -> str | None:
    return next((str(one.basis.value) for one in value.candidates), None)


def _words(item: Item) -> str:
    return item.name.replace("_", " ")
