"""Absence: what an output must say about a field that the document does not have, and what silence costs."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.core import Reason, plain_name
from loanproof.outputs import FieldStatus
from loanproof.provenance import NothingToCite
from loanproof.scoring.checks import Content, content_of
from loanproof.scoring.extraction.derived import check_derived, check_miscalculated
from loanproof.scoring.extraction.expected_items import Item
from loanproof.scoring.extraction.presence import is_present
from loanproof.scoring.extraction.references import is_submitted, referred_parts
from loanproof.scoring.extraction.words import says_none
from loanproof.scoring.wording import quoted
from loanproof.standards import COMMITMENT_FEE, TENOR, Label, ValueKind
from loanproof.values import is_none_text

if TYPE_CHECKING:
    from loanproof.outputs import FieldOutput
    from loanproof.scoring.extraction.context import AnswersContext, ExtractionContext
    from loanproof.scoring.extraction.stated import Stated

_ANNOTATOR, _STATED = "annotator", "express statement"  # what may confirm that there is no commitment fee
_DERIVED, _ABSENT = "derived", "absent"  # what may be answered for a tenor that only follows from dates (C-08)


def says_absent(answer: FieldOutput, context: AnswersContext) -> bool:
    """Return whether an answer says, by its status or in words, that the document has no such field."""
    if answer.status is FieldStatus.ABSENT:
        return True
    value = context.given(answer)
    return value.plain is not None and is_absence_of(value)


def is_absence_of(value: Stated) -> bool:
    """Return whether a value says that there is none: ``N/A – no agent``, an empty list, ``No`` for a yes/no field."""
    text = value.text
    if value.plain == ():
        return True
    if text is None:
        return is_no_fee(value)
    if value.kind is ValueKind.YES_NO:
        return value.is_no
    return says_none(text, value.absence) or is_no_fee(value)


def is_no_fee(value: Stated) -> bool:
    """Return whether a value says that there is no commitment fee."""
    return value.field == COMMITMENT_FEE and _basis(value) == "none"


def check_absent(item: Item, answer: FieldOutput | None, context: ExtractionContext) -> Content:
    """Check the answer for a field that the document does not have: reported absent, silent, or with a value."""
    if answer is None:
        return silent_when_absent(item, context)
    if says_absent(answer, context):
        return _reported(item, context)
    given = context.given(answer)
    missing = _on_a_missing_page(item, answer, context)
    if missing is not None:
        return missing
    if given.plain is None or answer.status is FieldStatus.UNCHANGED:  # "unchanged" asserts no value
        message = f"The document has no {_words(item)}; the output {status_words(answer)}."
        return content_of(Label.FAIL, Reason.NOT_EXTRACTED, message, excuse=NothingToCite.NOT_EXTRACTED)
    derived = check_derived(item, given, answer, context)
    if derived is not None:
        return _unless_ruled_out(item, derived, context)
    rule = context.parameters.absent_in_document
    sides = f"The document has no {_words(item)}; the output says {quoted(given)}"
    claim = given.claim
    if is_present(given, context):
        message = f"{sides}, which is there in another role."
        return content_of(rule.value_elsewhere, Reason.WRONG_VALUE_PRESENT, message, ruling="A-07", claim=claim)
    miscalculated = check_miscalculated(given, answer, sides, context)
    if miscalculated is not None:
        return miscalculated
    message = f"{sides}, which does not appear in the documents."
    label, ruling = rule.value_nowhere, "A-07"
    if item.expected.derivable:
        label, ruling = context.parameters.derived.undeclared_wrong, "A-05"
    return content_of(label, Reason.VALUE_NOT_IN_DOCUMENT, message, ruling=ruling, claim=claim)


def _on_a_missing_page(item: Item, answer: FieldOutput, context: ExtractionContext) -> Content | None:
    """Accept ``undeterminable`` for a value on a page or schedule that the file does not contain (C-25).

    The answer must cite the reference to that part. The commitment fee and the conditions have rules of their own.
    """
    given = context.given(answer)
    says_so = given.plain is None or (isinstance(given.plain, str) and given.absence.unsettled(given.plain))
    is_open = answer.status is FieldStatus.UNDETERMINABLE and says_so
    has_own_rule = item.name == COMMITMENT_FEE or given.kind is ValueKind.CONDITIONS
    if not context.parameters.clarifications.missing_pages or not is_open or has_own_rule:
        return None
    parts = referred_parts(one.quote for one in answer.citations if one.quote)
    if all(is_submitted(part, context) for part in parts):
        return None
    message = "The document refers for this to a part that the file does not hold; the output says so and cites it."
    return content_of(Label.CORRECT, Reason.UNDETERMINABLE_STATED, message, ruling="C-25")


def status_words(answer: FieldOutput) -> str:
    """Return the words for what an output without a value says about a field."""
    return "gives no value" if answer.status is FieldStatus.EXTRACTED else f"says that it is {answer.status}"


def silent_when_absent(item: Item, context: ExtractionContext) -> Content:
    """Return the content of an item that the document does not have and the output does not mention."""
    message = f"The document has no {_words(item)}, but the output does not say so."
    score = Fraction(context.standard.contract.score.absent_and_silent)
    excuse = NothingToCite.NOT_EXTRACTED
    return content_of(Label.FAIL, Reason.SILENT_WHEN_ABSENT, message, ruling="A-06", excuse=excuse, score=score)


def not_extracted(item: Item, answer: FieldOutput | None, context: ExtractionContext) -> Content:
    """Return the content of an item that the document has and the output does not give, whether or not it says so."""
    said = "is silent" if answer is None else status_words(answer)
    score = Fraction(context.standard.contract.score.present_but_silent) if answer is None else None
    message = f"{item.says}; the output {said}."
    return content_of(Label.FAIL, Reason.NOT_EXTRACTED, message, excuse=NothingToCite.NOT_EXTRACTED, score=score)


def check_absence_of_present(item: Item, answer: FieldOutput, context: ExtractionContext) -> Content:
    """Check ``absent`` for a field with an expected value.

    It is right if the case expects an empty list or "none". For a commitment fee it is also right if the contract
    counts a fee that the document denies, or leaves to a fee letter, as absent (A-28).
    """
    value, rule = context.forms(item).value, context.parameters.commitment_fee
    if value.plain == () or (isinstance(value.plain, str) and is_none_text(value.plain, value.absence)):
        return _confirmed(item, context)
    if item.name == COMMITMENT_FEE:
        basis = _basis(value)
        is_denied = basis == "none" and _STATED in rule.absence_confirmed_by
        if is_denied or (basis == "fee_letter" and rule.fee_letter_is_absence):
            return _confirmed(item, context)
    return not_extracted(item, answer, context)


def _reported(item: Item, context: ExtractionContext) -> Content:
    """Check a reported absence that the case agrees with; the contract may still not accept it."""
    parameters = context.parameters
    is_confirmed = item.name != COMMITMENT_FEE or (_ANNOTATOR in parameters.commitment_fee.absence_confirmed_by)
    is_allowed = item.name != TENOR or not item.expected.derivable or (_ABSENT in parameters.tenor.from_dates_only)
    if is_confirmed and is_allowed:
        return _confirmed(item, context)
    message = f"The document confirms no absence of the {_words(item)}."
    ruling = "C-08" if is_confirmed else "A-28"
    return content_of(Label.FAIL, Reason.NOT_EXTRACTED, message, ruling=ruling, excuse=NothingToCite.NOT_EXTRACTED)


def _unless_ruled_out(item: Item, derived: Content, context: ExtractionContext) -> Content:
    """Return the content of a computed value, or a fail if the contract accepts no computed tenor."""
    if item.name == TENOR and _DERIVED not in context.parameters.tenor.from_dates_only:
        message = "The document states no tenor, and one that was worked out from its dates is not accepted."
        return content_of(Label.FAIL, Reason.DERIVED_DECLARED, message, ruling="C-08")
    return derived


def _confirmed(item: Item, context: ExtractionContext) -> Content:
    message = f"The document has no {_words(item)}, and the output says so."
    score = Fraction(context.standard.contract.score.absent_and_reported)
    return content_of(Label.CORRECT, Reason.ABSENT_REPORTED, message, excuse=NothingToCite.ABSENT, score=score)


def _basis(value: Stated) -> str | None:
    return next((str(one.basis.value) for one in value.candidates), None)


def _words(item: Item) -> str:
    return plain_name(item.name)
