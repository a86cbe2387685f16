"""Amendments: what was amended from what to what and when, what stays unchanged, and whether it was flagged."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.outputs import DocumentKind, FieldStatus
from loanproof.provenance import NothingToCite
from loanproof.scoring.extraction.absence import is_absence_of, not_extracted, says_absent
from loanproof.scoring.extraction.effective_dates import judge_effective_date
from loanproof.scoring.extraction.field_values import judge_form, judge_value
from loanproof.scoring.extraction.forms import Forms
from loanproof.scoring.extraction.plain_values import plain_of
from loanproof.scoring.extraction.presence import is_present
from loanproof.scoring.extraction.verdicts import Item, Verdict, decided, shown
from loanproof.scoring.results import CaseFinding, LabelReason
from loanproof.standards import Label
from loanproof.values import same_typography, says_undeterminable

if TYPE_CHECKING:
    from loanproof.outputs import FieldOutput
    from loanproof.scoring.extraction.context import ExtractionContext
    from loanproof.scoring.extraction.field_values import Beside
    from loanproof.scoring.extraction.stated import Stated

_KINDS = frozenset(
    {DocumentKind.AMENDMENT, DocumentKind.AMENDMENT_AND_RESTATEMENT, DocumentKind.WAIVER, DocumentKind.CONSENT}
)
_UNCHANGED = "unchanged"


def flag_missing(context: ExtractionContext) -> LabelReason | None:
    """Return why all items are capped: the document is an amendment and the output does not flag it."""
    kind = context.case.expected.document_kind
    rule = context.parameters.amendment
    excused = kind is DocumentKind.AMENDMENT_AND_RESTATEMENT and not rule.restatement.flagged
    if kind not in _KINDS or excused or context.output.document_kind in _KINDS:
        return None
    said = context.output.document_kind or "nothing"
    message = f"The document is an amendment ({kind}); the output says of its kind: {said}."
    return LabelReason(code=Reason.AMENDMENT_NOT_FLAGGED, message=message, ruling="A-22")


def flag_finding(reason: LabelReason) -> CaseFinding:
    """Return the missing flag as a finding of the case."""
    return CaseFinding(code=reason.code, message=reason.message)


def judge_unchanged(item: Item, answer: FieldOutput | None, context: ExtractionContext) -> Verdict:
    """Judge a field that the amendment leaves alone: it must be marked so, and not extracted again."""
    rule = context.parameters.amendment
    given = context.stated(item.name, None) if answer is None else context.given(answer)
    excuse = NothingToCite.UNCHANGED
    if answer is not None and _is_marker(answer, given, context):
        return decided(Label.CORRECT, Reason.UNCHANGED_MARKED, "The field is not amended and marked so.", excuse=excuse)
    if answer is None or given.plain is None or says_absent(item.name, answer, context):
        said = "says nothing" if answer is None else f"says that it is {answer.status}"
        message = f"The amendment leaves the field unchanged; the output {said}."
        label = rule.unchanged_marked_absent
        return decided(label, Reason.UNCHANGED_NOT_MARKED, message, ruling="C-06", excuse=NothingToCite.NOT_EXTRACTED)
    text = given.text
    if text is not None and text.strip().lower().startswith(_UNCHANGED):
        message = f"The output says {shown(given)} and does not refer to the original agreement."
        return decided(Label.PARTIAL, Reason.UNCHANGED_NOT_MARKED, message, excuse=excuse)
    sides = f"The amendment leaves the field unchanged; the output says {shown(given)}"
    claim = given.claim
    if is_present(given, context):
        message = f"{sides}, extracted again."
        label = rule.unchanged_re_extracted
        return decided(label, Reason.REEXTRACTED_UNCHANGED, message, ruling="A-23", claim=claim)
    message = f"{sides}, which stands nowhere in the documents."
    label = rule.unchanged_value_nowhere
    return decided(label, Reason.VALUE_NOT_IN_DOCUMENT, message, ruling="A-23", claim=claim)


def judge_amended(item: Item, answer: FieldOutput | None, context: ExtractionContext, beside: Beside) -> Verdict:
    """Judge an amended field: the new value by its own rules, then original value and effective date."""
    rule = context.parameters.amendment
    if answer is None or says_absent(item.name, answer, context):
        return not_extracted(item, answer, context)
    given = context.given(answer)
    if answer.status is FieldStatus.UNCHANGED or _is_marker(answer, given, context):
        message = f"{item.says} as amended; the output says that the field is unchanged."
        label, excuse = rule.amended_marked_unchanged, NothingToCite.NOT_EXTRACTED
        return decided(label, Reason.AMENDED_MARKED_UNCHANGED, message, ruling="C-06", excuse=excuse)
    if given.plain is None:
        return not_extracted(item, answer, context)
    new = judge_value(item, answer, context, beside)
    if new.label.is_wrong:
        return new
    if answer.status is not FieldStatus.AMENDED:
        marker = context.standard.contract.amendment.amended_marker
        message = f"The new value is right, but the field is not listed as {marker}."
        reason = LabelReason(code=Reason.NOT_LISTED_AS_AMENDED, message=message, ruling="C-06")
        return new.capped(rule.not_listed_as_amended, reason)
    return _with_components(item, answer, new, context)


def _with_components(item: Item, answer: FieldOutput, new: Verdict, context: ExtractionContext) -> Verdict:
    """Return the new value's verdict, made no better than its original value and its effective date."""
    expected = context.case.expected.effective_date_of(item.expected)
    date_label, date_reason = judge_effective_date(expected, answer.effective_date, context)
    original_label, original_reason = _judge_original(item, answer, context)
    verdict = new
    for label, reason in ((original_label, original_reason), (date_label, date_reason)):
        if reason is not None:
            verdict = verdict.capped(label, reason)
    missing = {reason.code for reason in (original_reason, date_reason) if reason is not None}
    if missing == {Reason.ORIGINAL_MISSING, Reason.EFFECTIVE_DATE_MISSING}:
        label = context.parameters.amendment.original_and_date_missing
        message = "Neither the original value nor the effective date is given."
        reason = LabelReason(code=Reason.ORIGINAL_MISSING, message=message, ruling="C-06")
        return new.capped(label, reason).with_reasons(*(one for one in (date_reason,) if one is not None))
    return verdict


def _judge_original(item: Item, answer: FieldOutput, context: ExtractionContext) -> tuple[Label, LabelReason | None]:
    """Return the label of the original value, and why it is not simply correct."""
    given = context.stated(item.name, plain_of(answer.original_value))
    is_unknown = isinstance(given.plain, str) and says_undeterminable(given.plain)
    is_given = given.plain is not None and not is_unknown and not is_absence_of(given)
    if item.expected.original is None and not is_given:
        return Label.CORRECT, None
    if not is_given:
        message = f"The original value {shown(item.expected.original)} is missing."
        return Label.PARTIAL, LabelReason(code=Reason.ORIGINAL_MISSING, message=message)
    before = replace(item, expected=item.expected.model_copy(update={"value": item.expected.original, "surfaces": ()}))
    verdict = judge_form(before, Forms(value=given.other(plain_of(item.expected.original))), given, context)
    if verdict.label is Label.HALLUCINATION:
        return verdict.label, verdict.reasons[0]
    if verdict.label is Label.FAIL:
        message = f"The original value is {shown(item.expected.original)}; the output says {shown(given)}."
        return Label.PARTIAL, LabelReason(code=Reason.ORIGINAL_WRONG, message=message)
    text = given.text
    is_source_form = verdict.label is Label.SEMANTIC_MATCH and text is not None and context.has_wording(text)
    if verdict.label is Label.CORRECT or is_source_form:  # a case lists no forms of the original value
        return Label.CORRECT, None
    return verdict.label, verdict.reasons[0]


def _is_marker(answer: FieldOutput, given: Stated, context: ExtractionContext) -> bool:
    """Tell whether an answer marks a field as unchanged: by its status alone, or in the words of the contract."""
    text = given.text
    if given.plain is None:
        return answer.status is FieldStatus.UNCHANGED
    if text is None:
        return False
    if same_typography(text, context.standard.contract.amendment.unchanged_marker):
        return True
    return answer.status is FieldStatus.UNCHANGED and text.strip(" .").lower() == _UNCHANGED
