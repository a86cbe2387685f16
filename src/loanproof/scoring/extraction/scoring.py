"""The score of an extraction: every expected item, then what the output gives beyond them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from loanproof.cases import FieldState
from loanproof.core import Reason
from loanproof.outputs import Confidence, FieldOutput, FieldStatus
from loanproof.provenance import ClassName, NothingToCite
from loanproof.scoring.checks import NO_CLAIM, Check, Content, content_of
from loanproof.scoring.extraction.absence import (
    check_absence_of_present,
    check_absent,
    not_extracted,
    says_absent,
)
from loanproof.scoring.extraction.amendments import check_amended, check_flag, check_unchanged
from loanproof.scoring.extraction.beside_words import check_beside_words
from loanproof.scoring.extraction.citations import provenance_of_answer
from loanproof.scoring.extraction.companions import check_companions
from loanproof.scoring.extraction.context import ExtractionContext
from loanproof.scoring.extraction.expected_items import Item
from loanproof.scoring.extraction.field_values import Beside, check_value
from loanproof.scoring.extraction.forms import Forms
from loanproof.scoring.extraction.illegible import check_illegible
from loanproof.scoring.extraction.presence import is_present
from loanproof.scoring.extraction.stale import check_stale
from loanproof.scoring.extraction.tranches import Answer, Tranches
from loanproof.scoring.extraction.undeterminable import check_undeterminable
from loanproof.scoring.extraction.value_forms import rules_of_answer
from loanproof.scoring.failures import guard_item
from loanproof.scoring.items import ScoredItem, score_item, score_of_case
from loanproof.scoring.results import CaseFinding, CaseScore, Compared, ItemHead
from loanproof.scoring.wording import quoted
from loanproof.scoring.written_values import write_value
from loanproof.standards import MARGIN, ConfidenceLevel, Label, ValueKind
from loanproof.values import Read

if TYPE_CHECKING:
    from loanproof.cases import ExtractionCase
    from loanproof.outputs import ExtractionOutput
    from loanproof.provenance import DocumentSet, ItemProvenance
    from loanproof.scoring.extraction.stated import Stated
    from loanproof.standards import EvalStandard


def score_extraction(
    case: ExtractionCase, output: ExtractionOutput, *, documents: DocumentSet, standard: EvalStandard
) -> CaseScore:
    """Score the extraction of one case. Any output is accepted; nothing in it raises an error.

    Args:
        case: The case, with what it expects.
        output: What the system under test answered.
        documents: The submitted documents of the case.
        standard: The contract to score under.
    """
    context = ExtractionContext(case, output, documents, standard)
    return context.expected.score_once(output, lambda: _score_case(context))


def _score_case(context: ExtractionContext) -> CaseScore:
    case, items = context.case, context.expected.items
    tranches = Tranches(context)
    flag = check_flag(context)
    findings = [] if flag is None else [CaseFinding(code=flag.code, message=flag.message)]
    for tranche in tranches.extra if case.expected.tranches else ():
        message = f"The case knows no tranche {quoted(tranche.label)}."
        findings.append(CaseFinding(code=Reason.TRANCHE_EXTRA, message=message))
    scored = [guard_item(item.head, partial(_score, item, tranches, flag, context), context.standard) for item in items]
    return score_of_case(case, context.output, (*scored, *_extras(tranches, context)), findings=findings)


def _score(item: Item, tranches: Tranches, flag: Check | None, context: ExtractionContext) -> ScoredItem:
    answer = tranches.answer_for(item, context.expected.items)
    content = _check(item, answer, context).with_checks(*(() if flag is None else (flag,)))
    return _score_answer(item.head, item, answer.field, content, context)


def _check(item: Item, answer: Answer, context: ExtractionContext) -> Content:
    """Label one item by its value, its companions, the words around the value, and the form of the answer."""
    if answer.is_total and answer.field is not None:
        return _total(item, answer.field, context)
    content = _check_state(item, answer.field, _beside(item, context), context)
    if answer.field is not None:
        content = check_companions(item, answer.field, content, context)
        content = check_beside_words(item, answer.field, content, context)
    if answer.lacks_tranche and answer.field is None:
        message = f"The output has no tranche {quoted(item.head.tranche)}."
        content = content.with_checks(Check(content.label, Reason.TRANCHE_MISSING, message, ruling="A-20"))
    return content if answer.form is None else content.with_checks(answer.form)


def _check_state(item: Item, answer: FieldOutput | None, beside: Beside, context: ExtractionContext) -> Content:
    """Label one item by the state of its field in the document; a stale value is decided first."""
    stale = None if answer is None else check_stale(item, answer, context)
    if stale is not None:
        return stale
    match item.expected.state:
        case FieldState.ABSENT:
            return check_absent(item, answer, context)
        case FieldState.ILLEGIBLE:
            return check_illegible(item, answer, context)
        case FieldState.UNDETERMINABLE:
            return check_undeterminable(item, answer, context)
        case FieldState.AMENDED:
            return check_amended(item, answer, context, beside)
        case FieldState.UNCHANGED:
            return check_unchanged(item, answer, context)
        case FieldState.PRESENT | FieldState.UNDECIDED:  # an undecided field is never an item
            return _check_present(item, answer, beside, context)


def _check_present(item: Item, answer: FieldOutput | None, beside: Beside, context: ExtractionContext) -> Content:
    """Label a field that the document has: not answered, said to be absent, or given a value."""
    if answer is None:
        return not_extracted(item, None, context)
    if context.standard.kind_of(item.name) is ValueKind.YES_NO and answer.status is FieldStatus.ABSENT:
        # For a yes/no field, absent is the answer N.
        answer = replace(answer, status=FieldStatus.EXTRACTED, value="N")
    is_no = context.standard.kind_of(item.name) is ValueKind.YES_NO and says_absent(answer, context)
    if says_absent(answer, context) and not is_no:
        return check_absence_of_present(item, answer, context)
    if answer.value is None or answer.status is FieldStatus.UNCHANGED:
        return not_extracted(item, answer, context)
    if context.forms(item).value.plain == ():  # the case expects an empty list
        return check_absent(item, answer, context)
    content = check_value(item, answer, context, beside)
    return replace(content, excuse=NothingToCite.NO) if is_no else content


def _beside(item: Item, context: ExtractionContext) -> Beside:
    """Return the expected values of other items: the same field of other tranches, and the margin for a fee."""
    items = context.expected.items
    if item.head.tranche is None:
        others: tuple[Forms, ...] = ()
    else:
        others = tuple(
            context.forms(one)
            for one in items
            if one.name == item.name and one is not item and one.head.tranche is not None
        )
    margins = [one for one in items if one.name == MARGIN and one.expected.value is not None]
    own = [one for one in margins if one.head.tranche == item.head.tranche]  # else the first margin of the case
    margin = context.forms((own or margins)[0]).value if margins else None
    return Beside(others=others, margin=margin)


def _total(item: Item, field: FieldOutput, context: ExtractionContext) -> Content:
    """Return the content of a tranche's amount for which the output gives only the total (A-20)."""
    given = context.given(field)
    message = f"{item.says} for {item.head.tranche}; the output gives the total {quoted(given)} only."
    claim = given.claim if field.derived is None else NO_CLAIM
    return content_of(Label.PARTIAL, Reason.TOTAL_GIVEN, message, ruling="A-20", claim=claim)


def _extras(tranches: Tranches, context: ExtractionContext) -> Iterator[ScoredItem]:
    """Yield an item without weight for each field of a tranche that is not in the case.

    Left out are fields without a value, undecided ones, and those that repeat what is expected of the document.
    """
    parameters = context.parameters
    undecided = {name for name, _, _ in context.case.expected.undecided_fields()}
    for tranche, field in tranches.extra_cells():
        given = context.given(field)
        if given.plain is None or field.name in undecided or _is_known(field, context):
            continue
        head = ItemHead(
            item=field.name,
            weight=Fraction(0),
            tranche=tranche.label,
            tier=context.standard.tier_of(field.name),
            is_extra=True,
        )
        there = is_present(given, context)
        label = parameters.presence.elsewhere if there else parameters.presence.nowhere
        where = "is in the documents" if there else "does not appear in the documents"
        message = f"The case knows no such tranche; {quoted(given)} {where}."
        code = Reason.TRANCHE_EXTRA if there else Reason.VALUE_NOT_IN_DOCUMENT
        content = content_of(label, code, message, ruling="A-04", claim=given.claim)
        yield _score_answer(head, None, field, content, context)


def _is_known(field: FieldOutput, context: ExtractionContext) -> bool:
    """Return whether a field of an unknown tranche just repeats what is expected of the document as a whole."""
    items = context.expected.items
    own = next((item for item in items if item.name == field.name and item.head.tranche is None), None)
    if own is None:
        return False
    return _check_state(own, field, Beside(), context).label.is_right


def _score_answer(
    head: ItemHead, item: Item | None, answer: FieldOutput | None, content: Content, context: ExtractionContext
) -> ScoredItem:
    provenance = provenance_of_answer(content, answer, context)
    return score_item(
        head,
        content.checks,
        provenance,
        context,
        confidence=Confidence() if answer is None else answer.confidence,
        compared=_compared(item, answer, context),
        rules_pass=answer is not None and _rules_pass(answer, content, provenance, context),
        listed=() if item is None else item.expected.citations,
        findings=content.findings,
    )


def _rules_pass(answer: FieldOutput, content: Content, provenance: ItemProvenance, context: ExtractionContext) -> bool:
    """Return whether the extraction rules pass; they matter, and are checked, only at high confidence."""
    if answer.confidence.level is not ConfidenceLevel.HIGH:
        return False
    value = context.given(answer)
    if value.plain is None and value.kind is not ValueKind.YES_NO:
        is_invented = content.label is Label.HALLUCINATION or provenance.class_name is ClassName.FAKE
        return answer.status in (FieldStatus.ABSENT, FieldStatus.UNCHANGED) and not is_invented
    return rules_of_answer(answer, context)[1].passed


def _unsettled_note(item: Item | None) -> str | None:
    """Return what the report shows as expected if the document does not settle the value, otherwise None."""
    is_open = item is not None and item.expected.state is FieldState.UNDETERMINABLE
    return "(the document does not settle it)" if is_open else None


def _compared(item: Item | None, answer: FieldOutput | None, context: ExtractionContext) -> Compared:
    expected = None if item is None else item.expected.value
    given = None if answer is None else answer.value
    return Compared(
        expected_raw=write_value(expected) or _unsettled_note(item),
        expected_canonical=None if item is None else _canonical(context.forms(item).value),
        output_raw=write_value(given),
        output_canonical=None if answer is None else _canonical(context.given(answer)),
    )


def _canonical(value: Stated) -> str | None:
    kind = value.of_kind
    if kind is None or value.plain is None or not isinstance(value.reading, Read):
        return None
    return kind.canonical(value.reading.value)
