"""Amendments: old value, new value and effective date of what changed, what stays unchanged, and the amendment flag."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.outputs import DocumentKind, FieldStatus
from loanproof.provenance import NothingToCite
from loanproof.scoring.checks import Check, Content, content_of
from loanproof.scoring.extraction.absence import is_absence_of, not_extracted, says_absent, status_words
from loanproof.scoring.extraction.effective_dates import check_effective_date
from loanproof.scoring.extraction.expected_items import Item
from loanproof.scoring.extraction.field_values import check_form, check_value
from loanproof.scoring.extraction.forms import Forms
from loanproof.scoring.extraction.plain_values import to_plain
from loanproof.scoring.extraction.presence import is_present
from loanproof.scoring.wording import quoted
from loanproof.standards import Label, ValueKind
from loanproof.values import same_typography

if TYPE_CHECKING:
    from loanproof.outputs import FieldOutput
    from loanproof.scoring.extraction.context import ExtractionContext
    from loanproof.scoring.extraction.field_values import Beside
    from loanproof.scoring.extraction.stated import Stated

_AMENDING_KINDS = frozenset(
    {DocumentKind.AMENDMENT, DocumentKind.AMENDMENT_AND_RESTATEMENT, DocumentKind.WAIVER, DocumentKind.CONSENT}
)
_UNCHANGED = "unchanged"
_WORD = re.compile(r"\w+")


def check_flag(context: ExtractionContext) -> Check | None:
    """Check whether the output flags an amendment as one; if it does not, this check limits every item (A-22)."""
    kind = context.case.expected.document_kind
    rule = context.parameters.amendment
    # The contract may not require the flag for an amendment and restatement.
    excused = kind is DocumentKind.AMENDMENT_AND_RESTATEMENT and not rule.restatement.flagged
    if kind not in _AMENDING_KINDS or excused or context.output.document_kind in _AMENDING_KINDS:
        return None
    said = context.output.document_kind or "nothing"
    message = f"The document is an amendment ({kind}); the output says of its kind: {said}."
    return Check(rule.not_flagged_at_best, Reason.AMENDMENT_NOT_FLAGGED, message, ruling="A-22")


def check_unchanged(item: Item, answer: FieldOutput | None, context: ExtractionContext) -> Content:
    """Check a field that the amendment does not change: it must be marked as unchanged, not extracted again."""
    rule = context.parameters.amendment
    given = context.stated(item.name, None) if answer is None else context.given(answer)
    excuse = NothingToCite.UNCHANGED
    if answer is not None and _is_marker(answer, given, context):
        return content_of(
            Label.CORRECT, Reason.UNCHANGED_MARKED, "The field is not amended and marked so.", excuse=excuse
        )
    if answer is None or given.plain is None or says_absent(answer, context):
        said = "says nothing" if answer is None else status_words(answer)
        message = f"The amendment leaves the field unchanged; the output {said}."
        label = rule.unchanged_marked_absent
        return content_of(
            label, Reason.UNCHANGED_NOT_MARKED, message, ruling="C-06", excuse=NothingToCite.NOT_EXTRACTED
        )
    text = given.text
    if text is not None and text.strip().lower().startswith(_UNCHANGED):
        marker = context.standard.contract.amendment.unchanged_marker
        message = f"The output says {quoted(given)}; the contract asks for {quoted(marker)}."
        return content_of(Label.PARTIAL, Reason.UNCHANGED_NOT_MARKED, message, excuse=excuse)
    sides = f"The amendment leaves the field unchanged; the output says {quoted(given)}"
    claim = given.claim
    if is_present(given, context):
        message = f"{sides}, extracted again."
        label = rule.unchanged_re_extracted
        return content_of(label, Reason.REEXTRACTED_UNCHANGED, message, ruling="A-23", claim=claim)
    message = f"{sides}, which does not appear in the documents."
    label = rule.unchanged_value_nowhere
    return content_of(label, Reason.VALUE_NOT_IN_DOCUMENT, message, ruling="A-23", claim=claim)


def check_amended(item: Item, answer: FieldOutput | None, context: ExtractionContext, beside: Beside) -> Content:
    """Check an amended field: the new value by the rules of its field, then the original value and effective date."""
    rule = context.parameters.amendment
    may_be_none = is_absence_of(context.forms(item).value)  # the amendment deletes the term
    if answer is None or (says_absent(answer, context) and not may_be_none):
        return not_extracted(item, answer, context)
    given = context.given(answer)
    if answer.status is FieldStatus.UNCHANGED or _is_marker(answer, given, context):
        message = f"{item.says} as amended; the output says that the field is unchanged."
        label, excuse = rule.amended_marked_unchanged, NothingToCite.NOT_EXTRACTED
        return content_of(label, Reason.AMENDED_MARKED_UNCHANGED, message, ruling="C-06", excuse=excuse)
    if given.plain is None:
        return not_extracted(item, answer, context)
    new = check_value(item, answer, context, beside)
    if new.label.is_wrong:
        return new
    if answer.status is not FieldStatus.AMENDED:
        marker = context.standard.contract.amendment.amended_marker
        message = f"The new value is right, but the field is not listed as {marker}."
        unlisted = Check(rule.not_listed_as_amended, Reason.NOT_LISTED_AS_AMENDED, message, ruling="C-06")
        return new.with_checks(unlisted)
    return _with_components(item, answer, new, context)


def _with_components(item: Item, answer: FieldOutput, new: Content, context: ExtractionContext) -> Content:
    """Return the content of a new value with the checks of the original value and the effective date."""
    original = context.stated(item.name, to_plain(answer.original_value))
    new = replace(new, claim=replace(new.claim, replaced=original.claim.parts))
    expected = context.case.expected.effective_date_of(item.expected)
    date = check_effective_date(expected, answer.effective_date, context)
    found = [one for one in (_check_original(item, original, context), date) if one is not None]
    if [one.code for one in found] == [Reason.ORIGINAL_MISSING, Reason.EFFECTIVE_DATE_MISSING]:
        label = context.parameters.amendment.original_and_date_missing
        message = "Neither the original value nor the effective date is given."
        neither = Check(label, Reason.ORIGINAL_MISSING, message, ruling="C-06")
        return new.with_checks(neither, replace(found[1], at_best=new.label))  # shown, but counted only together
    return new.with_checks(*found)


def _check_original(item: Item, given: Stated, context: ExtractionContext) -> Check | None:
    """Check the original value; return None if it is right, in whatever form the document gives it."""
    is_unknown = isinstance(given.plain, str) and given.absence.unsettled(given.plain)
    says_nothing = is_absence_of(given) and given.kind is not ValueKind.YES_NO  # N is a value there
    is_given = given.plain is not None and not is_unknown and not says_nothing
    if item.expected.original is None and not is_given:
        return None
    if not is_given:
        message = f"The original value {quoted(item.expected.original)} is missing."
        return Check(Label.PARTIAL, Reason.ORIGINAL_MISSING, message)
    before = replace(item, expected=item.expected.model_copy(update={"value": item.expected.original, "surfaces": ()}))
    content = check_form(before, Forms(value=given.other(to_plain(item.expected.original))), given, context)
    if content.label is Label.FAIL:
        original = item.expected.original
        wanted = "The case gives no original value" if original is None else f"The original value is {quoted(original)}"
        message = f"{wanted}; the output says {quoted(given)}."
        return Check(Label.PARTIAL, Reason.ORIGINAL_WRONG, message)
    text = given.text
    is_source_form = content.label is Label.SEMANTIC_MATCH and text is not None and context.has_wording(text)
    if content.label is Label.CORRECT or is_source_form:  # a case lists no other forms of it
        return None
    return content.decisive


def _marker_words(text: str) -> list[str]:
    """Return the words of a marker without punctuation and filler words: ``Unchanged. See original agreement``."""
    words = _WORD.findall(text.lower())
    return ["refer" if word == "see" else word for word in words if word not in ("the", "to", "please")]


def _is_marker(answer: FieldOutput, given: Stated, context: ExtractionContext) -> bool:
    """Return whether an answer marks a field as unchanged, by its status alone or in the words of the contract."""
    text = given.text
    if given.plain is None:
        return answer.status is FieldStatus.UNCHANGED
    if text is None:
        return False
    marker = context.standard.contract.amendment.unchanged_marker
    if same_typography(text, marker) or _marker_words(text) == _marker_words(marker):
        return True
    return answer.status is FieldStatus.UNCHANGED and text.strip(" .").lower() == _UNCHANGED
