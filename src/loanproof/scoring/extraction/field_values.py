"""The label of a value that was given for a field: the decision procedure of the contract, step by step.

Agreement first, then the other values that the document gives (a conflict, another tranche), then what follows from
it, and last whether the value stands anywhere at all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.scoring.extraction.agreement import Agreement, agree, is_mandated
from loanproof.scoring.extraction.claims import claim_of_agreement, claim_of_inputs
from loanproof.scoring.extraction.condition_values import judge_conditions
from loanproof.scoring.extraction.derived import judge_derived, judge_fee_under_margin
from loanproof.scoring.extraction.forms import Forms
from loanproof.scoring.extraction.party_values import judge_parties, name_both
from loanproof.scoring.extraction.plain_values import plain_of
from loanproof.scoring.extraction.presence import is_present
from loanproof.scoring.extraction.verdicts import Item, Verdict, decided, shown
from loanproof.scoring.extraction.wrong_values import judge_wrong
from loanproof.scoring.results import CaseFinding
from loanproof.standards import BORROWER, MATURITY_DATE, Label, ValueKind

if TYPE_CHECKING:
    from loanproof.outputs import FieldOutput
    from loanproof.scoring.extraction.scene import Scene
    from loanproof.scoring.extraction.stated import Stated

_NAMED = frozenset({ValueKind.GOVERNING_LAW, ValueKind.REFERENCE_RATE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What the case expects beside an item: the same field of the other tranches, and the margin of this one."""

    others: tuple[Forms, ...] = ()
    margin: Stated | None = None


NOTHING_BESIDE = Beside()


def judge_value(item: Item, answer: FieldOutput, scene: Scene, beside: Beside = NOTHING_BESIDE) -> Verdict:
    """Label the value of an answer against what the case expects."""
    verdict = _judge(item, scene.forms(item), scene.given(answer), answer, scene, beside)
    return _with_conflict(item, answer, verdict, scene)


def judge_form(item: Item, forms: Forms, given: Stated, scene: Scene) -> Verdict:
    """Label a value against other forms than the item's own, such as the original value of an amended field."""
    if given.kind.is_party:
        return judge_parties(item, forms, given, scene)
    if given.kind is ValueKind.CONDITIONS:
        return judge_conditions(item, given, (), scene)
    agreement = agree(forms, given, scene)
    if agreement.label is None:
        return judge_wrong(item, forms, given, None, agreement, scene)
    return _agreed(item, forms, given, agreement, scene)


def _judge(item: Item, forms: Forms, given: Stated, answer: FieldOutput, scene: Scene, beside: Beside) -> Verdict:
    if given.kind is ValueKind.CONDITIONS:
        return judge_conditions(item, given, answer.citations, scene)
    if given.kind.is_party:
        other = tuple(given.other(plain_of(one.value)) for one in answer.conflicts)
        both = name_both(item, given, other, scene) if _names_both(item) else None
        return both or _conflicting(item, given, scene) or judge_parties(item, forms, given, scene)
    agreement = agree(forms, given, scene)
    if _adds_an_invention(agreement, given, scene):
        return judge_wrong(item, forms, given, answer, agreement, scene)
    if agreement.label is not None:
        derived = judge_derived(item, given, answer, scene) if agreement.is_right else None
        return derived or _agreed(item, forms, given, agreement, scene)
    return (
        _conflicting(item, given, scene)
        or _other_tranche(item, given, scene, beside)
        or judge_fee_under_margin(item, forms, given, beside.margin)
        or judge_derived(item, given, answer, scene)
        or judge_wrong(item, forms, given, answer, agreement, scene)
    )


def _adds_an_invention(agreement: Agreement, given: Stated, scene: Scene) -> bool:
    """Tell whether a law or rate that stands nowhere is named beside the right one, as with a list of guarantors."""
    return given.kind in _NAMED and agreement.reason is Reason.LIST_EXTRA and not is_present(given, scene)


def _agreed(item: Item, forms: Forms, given: Stated, agreement: Agreement, scene: Scene) -> Verdict:
    label = agreement.label or Label.FAIL
    how = {Label.CORRECT: "", Label.SEMANTIC_MATCH: ", the same in another form"}.get(label, ", which is a part of it")
    detail = f" ({agreement.detail})" if agreement.detail else ""
    message = f"{item.says}; the output says {shown(given)}{how}{detail}."
    claim = claim_of_agreement(forms, given, agreement)
    if label.is_right:
        claim = claim_of_inputs(item, claim, scene) or claim
    verdict = decided(label, agreement.reason, message, ruling=agreement.ruling, claim=claim)
    is_source_form = label is Label.CORRECT and not is_mandated(given, scene)
    if item.name == MATURITY_DATE and is_source_form:
        note = f"{shown(given)} is right, but the contract asks for YYYY-MM-DD."
        finding = CaseFinding(code=Reason.FORMAT_NOT_ISO, message=note, item=item.name)
        return replace(verdict, findings=(finding,))
    return verdict


def _names_both(item: Item) -> bool:
    """Tell whether the output must name the conflicting entities; the ruling speaks of the borrower only."""
    return item.name == BORROWER and bool(item.expected.conflict)


def _conflicting(item: Item, given: Stated, scene: Scene) -> Verdict | None:
    """Judge the other of two values that the document gives: it stands there, but does not govern."""
    for conflict in item.expected.conflict:
        other = Forms(value=given.other(plain_of(conflict.value)))
        if _is_right(item, other, given, scene):
            message = f"{item.says}; {shown(given)} stands there too, but does not govern."
            return decided(Label.FAIL, Reason.CONFLICTING_VALUE, message, claim=given.claim)
    return None


def _is_right(item: Item, forms: Forms, given: Stated, scene: Scene) -> bool:
    if given.kind.is_party:
        return judge_parties(item, forms, given, scene).label.is_right
    return agree(forms, given, scene).is_right


def _other_tranche(item: Item, given: Stated, scene: Scene, beside: Beside) -> Verdict | None:
    for other in beside.others:
        agreement = agree(other, given, scene)
        if agreement.is_right or agreement.reason is Reason.GRID_INCOMPLETE:
            message = f"{item.says} for {item.head.tranche}; {shown(given)} is that of another tranche."
            label = scene.standard.parameters.tranches.swapped
            return decided(label, Reason.WRONG_TRANCHE, message, ruling="A-20", claim=given.claim)
    return None


def _with_conflict(item: Item, answer: FieldOutput, verdict: Verdict, scene: Scene) -> Verdict:
    """Note a conflict of the document that the output does not report, where the governing value is right."""
    if not item.expected.conflict or _names_both(item) or not verdict.label.is_right:
        return verdict
    given = scene.given(answer)
    reported = [given.other(plain_of(one.value)) for one in answer.conflicts]
    silent = [
        conflict
        for conflict in item.expected.conflict
        if not any(
            _is_right(item, Forms(value=given.other(plain_of(conflict.value))), other, scene) for other in reported
        )
    ]
    if not silent:
        return verdict
    message = f"{item.says}, and elsewhere {shown(silent[0].value)}; the output does not report the conflict."
    finding = CaseFinding(code=Reason.CONFLICT_NOT_REPORTED, message=message, item=item.name)
    return replace(verdict, findings=(*verdict.findings, finding))
