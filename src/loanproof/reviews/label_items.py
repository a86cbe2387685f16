"""From a scored case to the queue: what a person must confirm, and what only a person can settle.

A person confirms every hallucination found by the machine before a release rests on it (contract section 5.2, A-56). A
judge that disagrees, gold that may be wrong and words without a source are checked too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from loanproof.core import Citation, FieldId, Reason, canonical_json
from loanproof.provenance import ClassName
from loanproof.reviews.items import BrokenRule, Mode, ReviewItem, ScoredPlace, Trigger
from loanproof.rubric import JudgeFinding
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.reviews.intakes import Intake
    from loanproof.runs import ResultCase, ResultFinding, ResultItem

WHOLE_CASE = FieldId("case")
"""What an item is named that is about all labels of a case."""
_TRIGGERS = {
    JudgeFinding.DISAGREES.value: Trigger.JUDGE,
    Reason.GOLD_REVIEW.value: Trigger.GOLD,
    Reason.UNGROUNDED_WORDS.value: Trigger.UNGROUNDED,
}
_ID_LENGTH = 12


def run_items(intake: Intake, case: ResultCase, documents: Mapping[str, str]) -> Iterator[ReviewItem]:
    """Yield what a person must check in a scored case.

    Args:
        intake: The run as queued; its id is the prefix of the items' ids.
        case: One case in one repeat.
        documents: The digests of its documents by name, the analysed one first; empty for a task.
    """
    if not documents:
        return
    for item in case.items:
        if item.label == Label.HALLUCINATION:
            is_fake = item.citation_class == ClassName.FAKE
            trigger = Trigger.FABRICATED_QUOTE if is_fake else Trigger.RULE
            reasons = [BrokenRule(rule=one.code, sentence=one.message) for one in item.reasons]
            yield _item(intake, case, item, trigger, reasons, documents)
    for finding in case.findings:
        if finding.code in _TRIGGERS:
            told = [BrokenRule(rule=finding.code, sentence=finding.message)]
            yield _item(intake, case, _meant(case, finding), _TRIGGERS[finding.code], told, documents)


def _meant(case: ResultCase, finding: ResultFinding) -> ResultItem | None:
    """Return the item that a finding is about; if it names none, the only one, or ``None`` if there are several."""
    if finding.item is None:
        return case.items[0] if len(case.items) == 1 else None
    return next((one for one in case.items if one.item == finding.item), None)


def _item(
    intake: Intake,
    case: ResultCase,
    item: ResultItem | None,
    trigger: Trigger,
    told: list[BrokenRule],
    documents: Mapping[str, str],
) -> ReviewItem:
    cited = () if item is None else tuple(one.cited for one in item.evidence)
    name = next((one.document for one in cited if one.document in documents), None) or next(iter(documents))
    field = WHOLE_CASE if item is None else FieldId(item.item)
    tranche = None if item is None else item.tranche
    place = [intake.intake_id, case.case_id, case.repeat, field, tranche, trigger.value, [one.sentence for one in told]]
    written = canonical_json(place).encode("utf-8", "surrogatepass")
    return ReviewItem(
        item_id=hashlib.sha256(written).hexdigest()[:_ID_LENGTH],
        intake_id=intake.intake_id,
        source=f"{intake.source}/{case.case_id}",
        document=name,
        document_digest=documents[name],
        field=field,
        tranche=tranche,
        output=None if item is None else item.output_raw,
        citations=tuple(
            Citation(document=one.document, page=one.page, section=one.section, quote=one.quote) for one in cited
        ),
        confidence="" if item is None else item.confidence_level,
        trigger=trigger,
        mode=Mode.OPEN,
        rules_broken=tuple(told),
        scored=ScoredPlace(
            run_id=intake.source.removeprefix("run:"),
            case_id=case.case_id,
            repeat=case.repeat,
            capability=case.capability.value,
            label="" if item is None else item.label,
            expected=None if item is None else item.expected_raw,
        ),
    )
