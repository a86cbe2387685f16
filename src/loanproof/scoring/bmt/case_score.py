"""The score of a benchmark-terms case: every expected term in the order of the case, then the extras."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.cases import TermFinding
from loanproof.core import Capability, Reason
from loanproof.outputs import Confidence
from loanproof.provenance import (
    CitationJudgement,
    Claim,
    ClassName,
    ItemProvenance,
    NothingToCite,
    claim_of_text,
    judge_item,
)
from loanproof.scoring.bmt.agreement import is_stated
from loanproof.scoring.bmt.jurisdiction import association_fault, judge_jurisdiction
from loanproof.scoring.bmt.terms import (
    TermVerdict,
    agrees_with_deal,
    finding_of,
    judge_missing,
    judge_term,
    value_text,
)
from loanproof.scoring.failures import guard_item
from loanproof.scoring.human_review import decide_hitl
from loanproof.scoring.results import CaseFinding, CaseScore, Compared, ItemHead, ItemScore, LabelReason
from loanproof.standards import Label
from loanproof.values import THRESHOLD_KIND, NumberLocale, Read

if TYPE_CHECKING:
    from loanproof.cases import BmtCase, ExpectedTerm
    from loanproof.outputs import BmtOutput, ComparisonOutput
    from loanproof.provenance import DocumentSet
    from loanproof.standards import EvalStandard
    from loanproof.values import Context

DUPLICATE_TERM = "DUPLICATE_TERM"
UNNAMED = "unnamed"
_WEIGHT = Fraction(1)


def list_bmt_items(case: BmtCase, standard: EvalStandard) -> tuple[ItemHead, ...]:
    """Return the expected terms; each weighs one."""
    return tuple(ItemHead(item=term.term, weight=_WEIGHT) for term in case.expected.terms)


def score_bmt(case: BmtCase, output: BmtOutput, *, documents: DocumentSet, standard: EvalStandard) -> CaseScore:
    """Score an output against its case. Any output is accepted, and the order of its comparisons never matters.

    Comparisons match by equal term. Of several for one term the worst counts, for an answer that says two things is
    a hedge. A term that is not expected is an extra of no weight.
    """
    scorer = _Scorer(case, output, documents, standard)
    answers = _by_term(output.comparisons)
    expected = {term.term for term in case.expected.terms}
    items = [scorer.expected_item(term, answers.get(term.term, [])) for term in case.expected.terms]
    unlisted = scorer.unlisted_places(case.expected.terms, items)
    extras = [scorer.extra_item(one) for name in sorted(answers.keys() - expected) for one in answers[name]]
    return CaseScore(
        case_id=case.id,
        capability=Capability.BMT,
        items=(*items, *extras),
        findings=(
            *_reading_findings(output),
            *scorer.jurisdiction.findings,
            *_duplicates(answers, expected),
            *unlisted,
        ),
        weight=Fraction(case.weight),
    )


class _Scorer:
    """One case with its documents: what every item of it shares."""

    def __init__(self, case: BmtCase, output: BmtOutput, documents: DocumentSet, standard: EvalStandard) -> None:
        self.documents = documents
        self.standard = standard
        self.context = _notation(next(iter(documents)).mentions.context)
        self.jurisdiction = judge_jurisdiction(case.expected.jurisdiction, output.jurisdiction, standard)

    def expected_item(self, term: ExpectedTerm, answers: Sequence[ComparisonOutput]) -> ItemScore:
        """Score one expected term by the worst of its answers."""
        head = ItemHead(item=term.term, weight=_WEIGHT)
        return guard_item(head, lambda: self._worst(head, term, answers), lambda failed: failed, self.standard)

    def _worst(self, head: ItemHead, term: ExpectedTerm, answers: Sequence[ComparisonOutput]) -> ItemScore:
        if not answers:
            return self._missing(head, term)
        return max((self._answered(head, term, one) for one in answers), key=_badness)

    def extra_item(self, comparison: ComparisonOutput) -> ItemScore:
        """Score a term that the case does not list: by its citation and association, which need no gold."""
        head = ItemHead(item=_name(comparison), weight=Fraction(0), is_extra=True)
        deal = value_text(comparison.deal_value)
        provenance = self._judge_citations(comparison, deal)
        return self._item(head, self._extra_verdict(comparison), provenance, comparison, self._compared(None, deal))

    def unlisted_places(self, terms: Sequence[ExpectedTerm], items: Sequence[ItemScore]) -> tuple[CaseFinding, ...]:
        """Return a finding for each right citation of a page that gold does not list; it costs nothing."""
        first = self.documents.names[0]
        findings = []
        for term, item in zip(terms, items, strict=True):
            decisive = item.provenance.decisive
            if decisive is None or decisive.evidence is None or decisive.class_name is not ClassName.OK:
                continue
            listed = {(one.document or first, one.page) for one in term.citations}
            places = {(decisive.evidence.document, page) for page in (decisive.citation.page, *_written(decisive))}
            if listed and not listed & places:
                message = f"{term.term}: {decisive.sentence} The case does not list this place."
                findings.append(CaseFinding(code=Reason.UNLISTED_PLACE.value, message=message, item=term.term))
        return tuple(findings)

    def _missing(self, head: ItemHead, term: ExpectedTerm) -> ItemScore:
        verdict = self._under_jurisdiction(judge_missing(term, self.standard))
        provenance = judge_item(
            (), documents=self.documents, standard=self.standard, nothing_to_cite=NothingToCite.NOT_EXTRACTED
        )
        return self._item(head, verdict, provenance, None, self._compared(term.deal_value, None))

    def _answered(self, head: ItemHead, term: ExpectedTerm, comparison: ComparisonOutput) -> ItemScore:
        deal = value_text(comparison.deal_value)
        is_right = agrees_with_deal(term, comparison, self.standard, self.context)
        claimed = term.deal_value if is_right and term.deal_value is not None else deal
        is_deviation = term.finding is TermFinding.DEVIATION
        verdict = judge_term(term, comparison, self.standard, self.context)
        verdict = self._under_jurisdiction(self._under_association(verdict, comparison, is_deviation=is_deviation))
        compared = self._compared(term.deal_value, deal)
        return self._item(head, verdict, self._judge_citations(comparison, claimed), comparison, compared)

    def _extra_verdict(self, comparison: ComparisonOutput) -> TermVerdict:
        finding = finding_of(comparison)
        if finding is None:
            reason = LabelReason(code=Reason.NOT_STATED, message="The comparison does not say what it finds.")
            return TermVerdict(label=Label.FAIL, reasons=(reason,))
        label = Label.TRUE_NEGATIVE if finding is TermFinding.CONFORMS else Label.CORRECT
        message = f"The case does not list {_name(comparison)}; its author should look at it."
        verdict = TermVerdict(
            label=label, reasons=(LabelReason(code=Reason.GOLD_REVIEW, message=message, ruling="A-39"),)
        )
        is_deviation = finding is TermFinding.DEVIATION
        return self._under_jurisdiction(self._under_association(verdict, comparison, is_deviation=is_deviation))

    def _under_association(
        self, verdict: TermVerdict, comparison: ComparisonOutput, *, is_deviation: bool
    ) -> TermVerdict:
        publication = None if comparison.benchmark is None else comparison.benchmark.publication
        fault = association_fault(publication, self.jurisdiction, self.standard, is_deviation=is_deviation)
        return _failed_by(fault, verdict)

    def _under_jurisdiction(self, verdict: TermVerdict) -> TermVerdict:
        return _failed_by(self.jurisdiction.fault, verdict)

    def _judge_citations(self, comparison: ComparisonOutput, claimed: str | None) -> ItemProvenance:
        claim = claim_of_text(claimed, context=self.context) if claimed is not None and is_stated(claimed) else Claim()
        return judge_item(comparison.citations, documents=self.documents, standard=self.standard, supports=claim)

    def _item(
        self,
        head: ItemHead,
        verdict: TermVerdict,
        provenance: ItemProvenance,
        comparison: ComparisonOutput | None,
        compared: Compared,
    ) -> ItemScore:
        name = provenance.class_name
        label, cited = self._with_citation(verdict.label, provenance)
        reasons = (*cited, *verdict.reasons) if label is not verdict.label else (*verdict.reasons, *cited)
        is_incomplete = verdict.is_incomplete and label is verdict.label and not cited
        rules = self.standard.parameters
        confidence = Confidence() if comparison is None else comparison.confidence
        return ItemScore(
            head=head,
            label=label,
            value_label=verdict.label,
            score=Fraction(rules.bmt_incomplete_score if is_incomplete else self.standard.score_of(label)),
            reasons=reasons,
            provenance=provenance,
            confidence=confidence,
            hitl=decide_hitl(confidence, rules_pass=name in (ClassName.OK, ClassName.NA), standard=self.standard),
            compared=compared,
        )

    def _compared(self, expected: str | None, given: str | None) -> Compared:
        return Compared(
            expected_raw=expected,
            expected_canonical=self._canonical(expected),
            output_raw=given,
            output_canonical=self._canonical(given),
        )

    def _canonical(self, text: str | None) -> str | None:
        reading = THRESHOLD_KIND.read(text or "", self.context)
        return THRESHOLD_KIND.canonical(reading.value) if isinstance(reading, Read) else None

    def _with_citation(self, label: Label, provenance: ItemProvenance) -> tuple[Label, tuple[LabelReason, ...]]:
        """Return the label under the citation, and why it costs something if it does."""
        name, effect = provenance.class_name, self.standard.parameters.citations.bmt
        if name is ClassName.FAKE:
            best = self.standard.citation_class(name.value).label_at_best
        elif name.value in effect.fail_on:
            best = Label.FAIL
        elif name.value in effect.partial_on:
            best = Label.PARTIAL
        else:
            return label, ()
        reason = LabelReason(code=provenance.reason, message=provenance.sentence, ruling="C-03")
        return label.limited_to(best), (reason,)


def _notation(context: Context) -> Context:
    """Return the notation in which values are read: the document's, or the English one where it does not tell."""
    return replace(context, number_locale=context.number_locale or NumberLocale.EN)


def _failed_by(fault: LabelReason | None, verdict: TermVerdict) -> TermVerdict:
    if fault is None:
        return verdict
    kept = tuple(reason for reason in verdict.reasons if verdict.label is Label.FAIL and reason != fault)
    return TermVerdict(label=verdict.label.limited_to(Label.FAIL), reasons=(fault, *kept))


def _written(judged: CitationJudgement) -> tuple[str, ...]:
    return () if judged.evidence is None else tuple(map(str, judged.evidence.pages))


def _badness(item: ItemScore) -> tuple[int, Fraction, str]:
    """Order the answers for one term, the worst last; equals by their content, so that their order never matters."""
    return item.label.rank, -item.score, repr(item)


def _by_term(comparisons: Sequence[ComparisonOutput]) -> dict[str, list[ComparisonOutput]]:
    """Return the comparisons by their term, each group in an order that the output's own order does not change."""
    groups: dict[str, list[ComparisonOutput]] = {}
    for comparison in sorted(comparisons, key=repr):
        groups.setdefault(_name(comparison), []).append(comparison)
    return groups


def _name(comparison: ComparisonOutput) -> str:
    return (comparison.term or "").strip() or UNNAMED


def _duplicates(answers: dict[str, list[ComparisonOutput]], expected: set[str]) -> tuple[CaseFinding, ...]:
    return tuple(
        CaseFinding(code=DUPLICATE_TERM, message=f"{name} is compared {len(group)} times; the worst counts.", item=name)
        for name, group in sorted(answers.items())
        if len(group) > 1 and name in expected
    )


def _reading_findings(output: BmtOutput) -> tuple[CaseFinding, ...]:
    return tuple(
        CaseFinding(code=one.code.value, message=f"{one.place}: {one.message}" if one.place else one.message)
        for one in output.findings
    )
