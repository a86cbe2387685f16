"""Value and citation together: the label that counts, its score, and the reasons in order of weight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.outputs import ConditionalDate
from loanproof.provenance import Claim, ClassName, NothingToCite
from loanproof.scoring.extraction.derived import inputs_of
from loanproof.scoring.results import CaseFinding, LabelReason
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.core import Citation
    from loanproof.outputs import FieldOutput
    from loanproof.provenance import ItemProvenance
    from loanproof.scoring.extraction.scene import Scene
    from loanproof.scoring.extraction.verdicts import Item, Verdict

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
_IN_ORDER = frozenset({ClassName.OK, ClassName.NA})


@dataclass(frozen=True, slots=True, kw_only=True)
class Combined:
    """What an item comes to, value and citations together."""

    label: Label
    score: Fraction
    reasons: tuple[LabelReason, ...]
    provenance: ItemProvenance


def combine(verdict: Verdict, answer: FieldOutput | None, scene: Scene) -> Combined:
    """Hold the label of a value against the class of its citations; a citation never makes a label better."""
    provenance = _judge(verdict, answer, scene)
    best = scene.standard.citation_class(provenance.class_name).label_at_best
    stays = scene.standard.parameters.support.hallucination_stays
    label = verdict.label.limited_to(best)
    if verdict.label is Label.HALLUCINATION and not stays and provenance.class_name is not ClassName.FAKE:
        label = Label.FAIL
    return Combined(
        label=label,
        score=_score(verdict, label, best, scene),
        reasons=_reasons(verdict, label, provenance),
        provenance=provenance,
    )


def citation_findings(item: Item, provenance: ItemProvenance) -> Iterator[CaseFinding]:
    """Yield what was noticed about the citations of an item and costs nothing, such as a coarse section."""
    for remark in provenance.findings:
        yield CaseFinding(code=remark.reason, message=remark.sentence, item=item.name)
    unlisted = _unlisted_place(item, provenance)
    if unlisted is not None:
        yield unlisted


def _unlisted_place(item: Item, provenance: ItemProvenance) -> CaseFinding | None:
    """Return a finding where a good citation names a page that the case does not list for the value."""
    pages = {one.page for one in item.expected.citations if one.page is not None}
    evidence = None if provenance.decisive is None else provenance.decisive.evidence
    if not pages or evidence is None or not evidence.pages or provenance.class_name is not ClassName.OK:
        return None
    cited = provenance.decisive.citation.page if provenance.decisive is not None else None
    if cited in pages or any(str(number) in pages for number in evidence.pages):
        return None
    message = f"The value is cited from page {evidence.pages[0]}, which the case does not list; the quote stands there."
    return CaseFinding(code=Reason.UNLISTED_PLACE, message=message, item=item.name)


def _judge(verdict: Verdict, answer: FieldOutput | None, scene: Scene) -> ItemProvenance:
    if answer is None:
        return scene.judge((), Claim(), NothingToCite.NOT_EXTRACTED)
    own = (*answer.citations, *inputs_of(answer, scene))
    provenance = scene.judge(own, verdict.claim, verdict.excuse)
    beside = tuple(_beside(answer))
    if beside and provenance.class_name is not ClassName.FAKE:
        # What is cited for the rest of the answer cannot carry the value, but an invented place is invented.
        other = scene.judge(beside, Claim(), NothingToCite.NOT_EXTRACTED)
        return other if other.class_name is ClassName.FAKE else provenance
    return provenance


def _beside(answer: FieldOutput) -> Iterator[Citation]:
    for conflict in answer.conflicts:
        yield from conflict.citations
    if isinstance(answer.effective_date, ConditionalDate):
        yield from answer.effective_date.citations


def _score(verdict: Verdict, label: Label, best: Label, scene: Scene) -> Fraction:
    if label is verdict.label and verdict.score is not None:
        return verdict.score
    score = Fraction(scene.standard.score_of(label))
    twice = label is Label.PARTIAL and verdict.label is Label.PARTIAL and best is Label.PARTIAL
    return score * score if twice and scene.standard.parameters.partial_compounds else score


def _reasons(verdict: Verdict, label: Label, provenance: ItemProvenance) -> tuple[LabelReason, ...]:
    """Return the reasons, that of the citation first where it decided and last where it did not."""
    name = provenance.class_name
    if name in _IN_ORDER:
        return verdict.reasons
    ruling = _FAKE_RULINGS.get(provenance.reason) if name is ClassName.FAKE else _RULINGS.get(name)
    cited = LabelReason(code=provenance.reason, message=provenance.sentence, ruling=ruling)
    return (*verdict.reasons, cited) if label is verdict.label else (cited, *verdict.reasons)
