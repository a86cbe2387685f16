"""The label of a value that was given for a field: the contract's decision procedure, step by step.

A value is first compared with the expected one, then with other values that the document gives (a conflict, another
tranche), then with values that follow from the document. Last comes the test whether it appears anywhere at all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.scoring.checks import Content, content_of, unread_checks
from loanproof.scoring.extraction.agreement import Agreement, agree, is_mandated
from loanproof.scoring.extraction.claims import claim_of_agreement, claim_of_inputs, without_days_of_terms
from loanproof.scoring.extraction.condition_values import check_conditions
from loanproof.scoring.extraction.derived import check_derived, check_fee_under_margin
from loanproof.scoring.extraction.expected_items import Item
from loanproof.scoring.extraction.forms import Forms
from loanproof.scoring.extraction.party_values import check_parties, name_both
from loanproof.scoring.extraction.plain_values import to_plain
from loanproof.scoring.extraction.presence import is_present
from loanproof.scoring.extraction.remarks import product_of
from loanproof.scoring.extraction.same_values import is_right
from loanproof.scoring.extraction.wrong_values import check_wrong
from loanproof.scoring.results import CaseFinding
from loanproof.scoring.wording import quoted
from loanproof.standards import BORROWER, COMMITMENT_FEE, MATURITY_DATE, Label, ValueKind
from loanproof.values import says_less

if TYPE_CHECKING:
    from loanproof.outputs import FieldOutput
    from loanproof.scoring.extraction.context import ExtractionContext
    from loanproof.scoring.extraction.stated import Stated

_NAMED_KINDS = frozenset({ValueKind.GOVERNING_LAW, ValueKind.REFERENCE_RATE})
_IS_A_PART = ", which is a part of it"
_SHORTFALLS = MappingProxyType(  # how a partial match falls short of the expected value; otherwise it is a part of it
    {
        Reason.CLASS_TOO_BROAD: ", which is too broad",
        Reason.CURRENCY_MISSING: ", without its currency",
        Reason.DAY_MISSING: ", without the day",
        Reason.DETAIL_DIFFERS: ", which differs in a detail",
        Reason.LIST_EXTRA: ", which says more than that",
        Reason.METHOD_DIFFERS: ", with another method",
        Reason.METHOD_MISSING: ", without its method",
        Reason.ROUNDED: ", which is rounded",
        Reason.ROW_DIFFERS: ", which differs in a row",
        Reason.TENOR_DIFFERS: ", with another tenor",
        Reason.TENOR_MISSING: ", without its tenor",
        Reason.UNIT_MISSING: ", without its unit",
        Reason.WRONG_OPTION: ", which is the rate of another option",
    }
)
_MISSING = frozenset({Reason.CURRENCY_MISSING, Reason.UNIT_MISSING})


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """Expected values that bear on an item: the same field of the other tranches, and the margin that goes with it."""

    others: tuple[Forms, ...] = ()
    margin: Stated | None = None


NOTHING_BESIDE = Beside()


def check_value(
    item: Item, answer: FieldOutput, context: ExtractionContext, beside: Beside = NOTHING_BESIDE
) -> Content:
    """Label the value of an answer by comparison with what the case expects."""
    content = _check(item, context.forms(item), context.given(answer), answer, context, beside)
    return _with_conflict(item, answer, content, context).with_checks(*unread_checks(answer.value))


def check_form(item: Item, forms: Forms, given: Stated, context: ExtractionContext) -> Content:
    """Label a value by comparison with forms other than the item's own, such as the original value before a change."""
    if given.kind.is_party:
        return check_parties(item, forms, given, context)
    if given.kind is ValueKind.CONDITIONS:
        return check_conditions(item, given, (), context)
    agreement = agree(forms, given, context)
    if agreement.label is None:
        return check_wrong(item, forms, given, None, agreement, context)
    return _agreed(item, forms, given, agreement, context)


def _check(
    item: Item, forms: Forms, given: Stated, answer: FieldOutput, context: ExtractionContext, beside: Beside
) -> Content:
    if given.kind is ValueKind.CONDITIONS:
        return check_conditions(item, given, answer.citations, context)
    if given.kind.is_party:
        other = tuple(given.other(to_plain(one.value)) for one in answer.conflicts)
        both = name_both(item, given, other, context) if _names_both(item) else None
        return both or _conflicting(item, given, context) or check_parties(item, forms, given, context)
    if item.name == COMMITMENT_FEE and context.parameters.clarifications.companions:
        given = given.other(product_of(given.text or "") or given.plain)
    agreement = agree(forms, given, context)
    if _adds_an_invention(agreement, given, context):
        return check_wrong(item, forms, given, answer, agreement, context)
    if agreement.label is not None:  # a right value may still be one that the case lists as derivable
        derived = check_derived(item, given, answer, context) if agreement.is_right else None
        return derived or _agreed(item, forms, given, agreement, context)
    return (
        _conflicting(item, given, context)
        or _other_tranche(item, given, context, beside)
        or check_fee_under_margin(item, forms, given, beside.margin)
        or check_derived(item, given, answer, context)
        or check_wrong(item, forms, given, answer, agreement, context)
    )


def _adds_an_invention(agreement: Agreement, given: Stated, context: ExtractionContext) -> bool:
    """Return whether an answer adds, to the right law or reference rate, another that the documents do not have."""
    return given.kind in _NAMED_KINDS and agreement.reason is Reason.LIST_EXTRA and not is_present(given, context)


def _agreed(item: Item, forms: Forms, given: Stated, agreement: Agreement, context: ExtractionContext) -> Content:
    """Return the content of a value that agrees, with the message and what its citations must support."""
    label = agreement.label or Label.FAIL
    in_full = {Label.CORRECT: "", Label.SEMANTIC_MATCH: ", the same in another form"}
    how = in_full.get(label, _SHORTFALLS.get(agreement.reason, _IS_A_PART))
    detail = f" ({agreement.detail})" if agreement.detail else ""
    says = f"{item.says}; the output says {quoted(given)}"
    if agreement.reason in _MISSING and _case_says_less(forms, given):
        says, how = item.says, f"{how}; the output says {quoted(given)}"
    message = f"{says}{how}{detail}."
    claim = without_days_of_terms(item, claim_of_agreement(forms, given, agreement), context)
    if item.head.tranche is not None:
        claim = claim.of_tranche(item.head.tranche, [one.labels for one in context.case.expected.tranches])
    if label.is_right:
        claim = claim_of_inputs(item, claim, context) or claim
    content = content_of(label, agreement.reason, message, ruling=agreement.ruling, claim=claim)
    is_source_form = label is Label.CORRECT and not is_mandated(given, context.standard)
    if item.name == MATURITY_DATE and is_source_form:
        note = f"The contract asks for a date in the form YYYY-MM-DD; the output says {quoted(given)}."
        finding = CaseFinding(code=Reason.FORMAT_NOT_ISO, message=note, item=item.name)
        return replace(content, findings=(finding,))
    return content


def _case_says_less(forms: Forms, given: Stated) -> bool:
    """Return whether the expected value is the one without a unit or currency, not the given one."""
    return any(says_less(one, other) for one in forms.value.candidates for other in given.candidates)


def _names_both(item: Item) -> bool:
    """Return whether the output must name all conflicting entities; the ruling covers only the borrower (A-58)."""
    return item.name == BORROWER and bool(item.expected.conflict)


def _conflicting(item: Item, given: Stated, context: ExtractionContext) -> Content | None:
    """Return a fail if a value is the other one of a conflict: the document gives it, but it does not govern."""
    for conflict in item.expected.conflict:
        other = Forms(value=given.other(to_plain(conflict.value)))
        if is_right(item, other, given, context):
            message = f"{item.says}; {quoted(given)} is there too, but does not govern."
            return content_of(Label.FAIL, Reason.CONFLICTING_VALUE, message, claim=given.claim)
    return None


def _other_tranche(item: Item, given: Stated, context: ExtractionContext, beside: Beside) -> Content | None:
    for other in beside.others:
        agreement = agree(other, given, context)
        if agreement.is_right or agreement.reason is Reason.GRID_INCOMPLETE:  # also the opening margin of its grid
            message = f"{item.says} for {item.head.tranche}; {quoted(given)} is that of another tranche."
            label = context.parameters.tranches.swapped
            return content_of(label, Reason.WRONG_TRANCHE, message, ruling="A-20", claim=given.claim)
    return None


def _with_conflict(item: Item, answer: FieldOutput, content: Content, context: ExtractionContext) -> Content:
    """Add a finding if the governing value is right but the output does not report a conflict in the document."""
    if not item.expected.conflict or _names_both(item) or not content.label.is_right:
        return content
    given = context.given(answer)
    reported = [given.other(to_plain(one.value)) for one in answer.conflicts]
    silent = [
        conflict
        for conflict in item.expected.conflict
        if not any(
            is_right(item, Forms(value=given.other(to_plain(conflict.value))), other, context) for other in reported
        )
    ]
    if not silent:
        return content
    message = f"{item.says}, and elsewhere {quoted(silent[0].value)}; the output does not report the conflict."
    finding = CaseFinding(code=Reason.CONFLICT_NOT_REPORTED, message=message, item=item.name)
    return replace(content, findings=(*content.findings, finding))
