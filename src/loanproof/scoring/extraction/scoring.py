"""The score of an extraction: every expected item, then what the output gave beyond them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from loanproof.cases import FieldState
from loanproof.core import Capability, Reason
from loanproof.outputs import Confidence, FieldOutput, FieldStatus
from loanproof.provenance import NothingToCite, check_extraction_rules
from loanproof.scoring.extraction.absence import (
    judge_absence_of_present,
    judge_absent,
    not_extracted,
    says_absent,
)
from loanproof.scoring.extraction.amendments import flag_finding, flag_missing, judge_amended, judge_unchanged
from loanproof.scoring.extraction.citations import citation_findings, combine
from loanproof.scoring.extraction.derived import inputs_of
from loanproof.scoring.extraction.field_values import Beside, judge_value
from loanproof.scoring.extraction.forms import Forms
from loanproof.scoring.extraction.illegible import judge_illegible
from loanproof.scoring.extraction.presence import is_present
from loanproof.scoring.extraction.scene import Scene
from loanproof.scoring.extraction.tranches import Answer, Tranches
from loanproof.scoring.extraction.undeterminable import judge_undeterminable
from loanproof.scoring.extraction.verdicts import NO_CLAIM, Item, Verdict, decided, shown
from loanproof.scoring.failures import guard_item
from loanproof.scoring.human_review import decide_hitl
from loanproof.scoring.results import CaseFinding, CaseScore, Compared, ItemHead, ItemScore, LabelReason
from loanproof.scoring.written_values import write_value
from loanproof.standards import MARGIN, ConfidenceLevel, Hitl, Label, ValueKind
from loanproof.values import Read

if TYPE_CHECKING:
    from loanproof.cases import ExtractionCase
    from loanproof.outputs import ExtractionOutput
    from loanproof.provenance import DocumentSet
    from loanproof.scoring.extraction.stated import Stated
    from loanproof.standards import EvalStandard

_UNSTATED = Confidence()


def score_extraction(
    case: ExtractionCase, output: ExtractionOutput, *, documents: DocumentSet, standard: EvalStandard
) -> CaseScore:
    """Score the extraction of one case. Any output is accepted; nothing in it raises.

    Args:
        case: What is expected.
        output: What the system under test answered.
        documents: The submitted documents of the case.
        standard: The contract that applies.
    """
    scene = Scene(case, output, documents, standard)
    return scene.expected.score_once(output, lambda: _score_case(scene))


def _score_case(scene: Scene) -> CaseScore:
    case, output = scene.case, scene.output
    items = scene.expected.items
    tranches = Tranches(scene)
    flag = flag_missing(scene)
    findings = [CaseFinding(code=one.code, message=_placed(one.place, one.message)) for one in output.findings]
    findings += [] if flag is None else [flag_finding(flag)]
    scores: list[ItemScore] = []
    for item in items:
        score, noticed = guard_item(
            item.head,
            partial(_score, item, tranches, items, flag, scene),
            lambda failed: (failed, ()),
            scene.standard,
        )
        findings += noticed
        scores.append(score)
    for tranche in tranches.extra if case.expected.tranches else ():
        message = f"The case knows no tranche {shown(tranche.label)}."
        findings.append(CaseFinding(code=Reason.TRANCHE_EXTRA, message=message))
    scores += _extras(tranches, items, scene)
    return CaseScore(
        case_id=case.id,
        capability=Capability.EXTRACTION,
        items=tuple(scores),
        findings=tuple(findings),
        weight=Fraction(case.weight),
    )


def _score(
    item: Item, tranches: Tranches, items: Sequence[Item], flag: LabelReason | None, scene: Scene
) -> tuple[ItemScore, tuple[CaseFinding, ...]]:
    """Return the score of an item, and what is worth knowing beside it."""
    answer = tranches.answer_for(item, items)
    verdict = _judge(item, answer, items, scene)
    if flag is not None:
        verdict = verdict.capped(scene.standard.parameters.amendment.not_flagged_at_best, flag)
    score = _item_score(item, answer.field, verdict, scene)
    return score, (*verdict.findings, *citation_findings(item, score.provenance))


def _judge(item: Item, answer: Answer, items: Sequence[Item], scene: Scene) -> Verdict:
    """Label one item by what the document says of it."""
    if answer.is_total and answer.field is not None:
        return _total(item, answer.field, scene)
    verdict = _judge_state(item, answer.field, _beside(item, items, scene), scene)
    if answer.lacks_tranche and answer.field is None:
        message = f"The output has no tranche {shown(item.head.tranche)}."
        verdict = verdict.with_reasons(LabelReason(code=Reason.TRANCHE_MISSING, message=message, ruling="A-20"))
    return verdict if answer.cap is None else verdict.capped(*answer.cap)


def _judge_state(item: Item, answer: FieldOutput | None, beside: Beside, scene: Scene) -> Verdict:
    match item.expected.state:
        case FieldState.ABSENT:
            return judge_absent(item, answer, scene)
        case FieldState.ILLEGIBLE:
            return judge_illegible(item, answer, scene)
        case FieldState.UNDETERMINABLE:
            return judge_undeterminable(item, answer, scene)
        case FieldState.AMENDED:
            return judge_amended(item, answer, scene, beside)
        case FieldState.UNCHANGED:
            return judge_unchanged(item, answer, scene)
        case FieldState.PRESENT:
            return _judge_present(item, answer, beside, scene)


def _judge_present(item: Item, answer: FieldOutput | None, beside: Beside, scene: Scene) -> Verdict:
    if answer is None:
        return not_extracted(item, None, scene)
    if scene.standard.kind_of(item.name) is ValueKind.YES_NO and answer.status is FieldStatus.ABSENT:
        # For the two questions absent is the answer N.
        answer = replace(answer, status=FieldStatus.EXTRACTED, value="N")
    is_no = scene.standard.kind_of(item.name) is ValueKind.YES_NO and says_absent(item.name, answer, scene)
    if says_absent(item.name, answer, scene) and not is_no:
        return judge_absence_of_present(item, answer, scene)
    if answer.value is None or answer.status is FieldStatus.UNCHANGED:
        return not_extracted(item, answer, scene)
    if scene.forms(item).value.plain == ():
        return judge_absent(item, answer, scene)
    verdict = judge_value(item, answer, scene, beside)
    return replace(verdict, excuse=NothingToCite.NO) if is_no else verdict


def _beside(item: Item, items: Sequence[Item], scene: Scene) -> Beside:
    """Return what other items say: the same field of other tranches, and the margin that goes with a fee."""
    if item.head.tranche is None:
        others: tuple[Forms, ...] = ()
    else:
        others = tuple(
            scene.forms(one)
            for one in items
            if one.name == item.name and one is not item and one.head.tranche is not None
        )
    margins = [one for one in items if one.name == MARGIN and one.expected.value is not None]
    own = [one for one in margins if one.head.tranche == item.head.tranche]
    margin = scene.forms((own or margins)[0]).value if margins else None
    return Beside(others=others, margin=margin)


def _total(item: Item, field: FieldOutput, scene: Scene) -> Verdict:
    given = scene.given(field)
    message = f"{item.says} for {item.head.tranche}; the output gives the total {shown(given)} only."
    claim = given.claim if field.derived is None else NO_CLAIM
    return decided(Label.PARTIAL, Reason.TOTAL_GIVEN, message, ruling="A-20", claim=claim)


def _extras(tranches: Tranches, items: Sequence[Item], scene: Scene) -> Iterator[ItemScore]:
    """Yield an item without weight for each field of a tranche that the case does not know."""
    parameters = scene.standard.parameters
    for tranche, field in tranches.extra_cells():
        given = scene.given(field)
        if given.plain is None or _is_known(field, items, scene):
            continue
        head = ItemHead(
            item=field.name,
            weight=Fraction(0),
            tranche=tranche.label,
            tier=scene.standard.tier_of(field.name),
            is_extra=True,
        )
        there = is_present(given, scene)
        label = parameters.presence.elsewhere if there else parameters.presence.nowhere
        where = "stands in the documents" if there else "stands nowhere in the documents"
        message = f"The case knows no such tranche; {shown(given)} {where}."
        code = Reason.TRANCHE_EXTRA if there else Reason.VALUE_NOT_IN_DOCUMENT
        verdict = decided(label, code, message, ruling="A-04", claim=given.claim)
        yield _scored(head, None, field, verdict, scene)


def _is_known(field: FieldOutput, items: Sequence[Item], scene: Scene) -> bool:
    """Tell whether a field of an unknown tranche only repeats what is expected of the document."""
    own = next((item for item in items if item.name == field.name and item.head.tranche is None), None)
    if own is None:
        return False
    return _judge_state(own, field, Beside(), scene).label.is_right


def _item_score(item: Item, answer: FieldOutput | None, verdict: Verdict, scene: Scene) -> ItemScore:
    return _scored(item.head, item, answer, verdict, scene)


def _scored(head: ItemHead, item: Item | None, answer: FieldOutput | None, verdict: Verdict, scene: Scene) -> ItemScore:
    combined = combine(verdict, answer, scene)
    return ItemScore(
        head=head,
        label=combined.label,
        value_label=verdict.label,
        score=combined.score,
        reasons=combined.reasons,
        provenance=combined.provenance,
        confidence=_UNSTATED if answer is None else answer.confidence,
        hitl=_hitl(answer, verdict, scene),
        compared=_compared(item, answer, scene),
    )


def _hitl(answer: FieldOutput | None, verdict: Verdict, scene: Scene) -> Hitl:
    """Return whether a person must look; the rules matter at high confidence only, so they are checked only there."""
    if answer is None:
        return decide_hitl(_UNSTATED, rules_pass=False, standard=scene.standard)
    is_high = answer.confidence.level is ConfidenceLevel.HIGH
    rules_pass = is_high and _rules_pass(answer, verdict, scene)
    return decide_hitl(answer.confidence, rules_pass=rules_pass, standard=scene.standard)


def _rules_pass(answer: FieldOutput, verdict: Verdict, scene: Scene) -> bool:
    value = scene.given(answer)
    if value.plain is None and value.kind is not ValueKind.YES_NO:
        return answer.status in (FieldStatus.ABSENT, FieldStatus.UNCHANGED) and _cites_nothing_wrong(
            verdict, answer, scene
        )
    inputs = inputs_of(answer, scene)
    rules = check_extraction_rules(
        value.other("N") if value.plain is None else value,
        answer.citations,
        documents=scene.documents,
        standard=scene.standard,
        derived_from=inputs,
        judge=scene.judge,
    )
    return rules.passed


def _cites_nothing_wrong(verdict: Verdict, answer: FieldOutput, scene: Scene) -> bool:
    return combine(verdict, answer, scene).label is not Label.HALLUCINATION


def _compared(item: Item | None, answer: FieldOutput | None, scene: Scene) -> Compared:
    expected = None if item is None else item.expected.value
    given = None if answer is None else answer.value
    return Compared(
        expected_raw=write_value(expected),
        expected_canonical=None if item is None else _canonical(scene.forms(item).value),
        output_raw=write_value(given),
        output_canonical=None if answer is None else _canonical(scene.given(answer)),
    )


def _canonical(value: Stated) -> str | None:
    kind = value.of_kind
    if kind is None or value.plain is None or not isinstance(value.reading, Read):
        return None
    return kind.canonical(value.reading.value)


def _placed(place: str, message: str) -> str:
    return f"{place}: {message}" if place else message
