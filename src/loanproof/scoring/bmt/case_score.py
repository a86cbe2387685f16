"""Scores a benchmark-terms case: every expected term in the order of the case, then the extras."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from loanproof.cases import TermFinding, confirmed_quotes
from loanproof.core import Capability, Reason
from loanproof.provenance import NothingToCite
from loanproof.scoring.bmt.agreement import is_named, is_stated
from loanproof.scoring.bmt.jurisdiction import association_fault, check_jurisdiction
from loanproof.scoring.bmt.terms import (
    agrees_with_deal,
    check_missing,
    check_term,
    finding_of,
    label_of_finding,
    value_text,
)
from loanproof.scoring.checks import Check
from loanproof.scoring.context import ScoringContext
from loanproof.scoring.failures import guard_item
from loanproof.scoring.items import ScoredItem, score_item, score_of_case
from loanproof.scoring.results import UNNAMED, CaseFinding, CaseScore, Compared, ItemHead
from loanproof.standards import Label
from loanproof.values import THRESHOLD_KIND, candidates_of

if TYPE_CHECKING:
    from loanproof.cases import BmtCase, ExpectedTerm
    from loanproof.outputs import BenchmarkOutput, BmtOutput, ComparisonOutput
    from loanproof.provenance import DocumentSet, ItemProvenance
    from loanproof.scoring.bmt.jurisdiction import Jurisdiction
    from loanproof.standards import EvalStandard

DUPLICATE_TERM = "DUPLICATE_TERM"


def list_bmt_items(case: BmtCase, standard: EvalStandard) -> tuple[ItemHead, ...]:
    """Return the expected terms as items; each has the weight one."""
    return tuple(ItemHead(item=term.term) for term in case.expected.terms)


def score_bmt(case: BmtCase, output: BmtOutput, *, documents: DocumentSet, standard: EvalStandard) -> CaseScore:
    """Score an output against its case; the order of its comparisons never matters.

    A comparison answers the expected term of the same name, however that is spaced and capitalised. If there are
    several for one term the worst counts, because an answer that says two things is a hedge. A term that is not
    expected is an extra without weight.
    """
    context = ScoringContext(documents, standard, Capability.BMT)
    is_applied = any(is_named(one.publication, standard.absence) for one in _benchmarks(output))
    jurisdiction = check_jurisdiction(case.expected.jurisdiction, output.jurisdiction, standard, is_applied=is_applied)
    expected = {term.term for term in case.expected.terms}
    answers = _by_term(output.comparisons, expected)
    scored = [
        guard_item(
            ItemHead(item=term.term),
            partial(_expected_item, term, answers.get(term.term, []), jurisdiction, context),
            standard,
        )
        for term in case.expected.terms
    ]
    scored += [
        guard_item(_head_of_extra(one), partial(_extra_item, one, jurisdiction, context), standard)
        for name in sorted(answers.keys() - expected)
        for one in answers[name]
    ]
    findings = (*jurisdiction.findings, *_duplicates(answers, expected))
    return score_of_case(case, output, scored, findings=findings)


def _benchmarks(output: BmtOutput) -> Iterator[BenchmarkOutput]:
    return (one.benchmark for one in output.comparisons if one.benchmark is not None)


def _expected_item(
    term: ExpectedTerm, answers: Sequence[ComparisonOutput], jurisdiction: Jurisdiction, context: ScoringContext
) -> ScoredItem:
    """Score one expected term by the worst of its answers."""
    if answers:
        return max((_answered(term, one, jurisdiction, context) for one in answers), key=_badness)
    return score_item(
        ItemHead(item=term.term),
        (*jurisdiction.faults, check_missing(term, context)),
        context.provenance_of((), nothing_to_cite=NothingToCite.NOT_EXTRACTED),
        context,
        compared=_compared(term.deal_value, None, context),
        is_stated=False,
    )


def _answered(
    term: ExpectedTerm, comparison: ComparisonOutput, jurisdiction: Jurisdiction, context: ScoringContext
) -> ScoredItem:
    """Score one comparison that answers an expected term."""
    deal = value_text(comparison.deal_value)
    # A right value must be supported as gold writes it, a wrong one as the output does.
    is_right = agrees_with_deal(term, comparison, context)
    claimed = term.deal_value if is_right and term.deal_value is not None else deal
    found = check_term(term, comparison, context, jurisdiction.associations)
    return score_item(
        ItemHead(item=term.term),
        _under(jurisdiction, term.finding, found.checks, comparison, context),
        _provenance(comparison, claimed, context, confirmed_quotes(term)),
        context,
        best=label_of_finding(term.finding),
        confidence=comparison.confidence,
        compared=_compared(term.deal_value, deal, context),
        listed=term.citations,
        findings=found.findings,
    )


def _extra_item(comparison: ComparisonOutput, jurisdiction: Jurisdiction, context: ScoringContext) -> ScoredItem:
    """Score a term that the case does not list by its citations and its association, which need no gold."""
    deal, finding = value_text(comparison.deal_value), finding_of(comparison)
    if finding is None:  # without a finding there is nothing to compare
        best = Label.CORRECT
        checks: tuple[Check, ...] = (
            Check(Label.FAIL, Reason.NOT_STATED, "The comparison does not say what it finds."),
        )
    else:
        best = label_of_finding(finding)
        message = f"The case does not list {_name(comparison)}; its author should look at it."
        unlisted = Check(best, Reason.GOLD_REVIEW, message, ruling="A-39")
        checks = _under(jurisdiction, finding, (unlisted,), comparison, context)
    return score_item(
        _head_of_extra(comparison),
        checks,
        _provenance(comparison, deal, context),
        context,
        best=best,
        confidence=comparison.confidence,
        compared=_compared(None, deal, context),
    )


def _head_of_extra(comparison: ComparisonOutput) -> ItemHead:
    return ItemHead(item=_name(comparison), weight=Fraction(0), is_extra=True)


def _under(
    jurisdiction: Jurisdiction,
    finding: TermFinding,
    checks: tuple[Check, ...],
    comparison: ComparisonOutput,
    context: ScoringContext,
) -> tuple[Check, ...]:
    """Return the checks of a term after the faults of jurisdiction and association, which rule out any right label."""
    is_deviation = finding is TermFinding.DEVIATION
    fault = association_fault(comparison.benchmark, jurisdiction, context.standard, is_deviation=is_deviation)
    faults = (*jurisdiction.faults, *(() if fault is None else (fault,)))
    return (*faults, *(one for one in checks if not faults or not one.at_best.is_right))


def _provenance(
    comparison: ComparisonOutput, claimed: str | None, context: ScoringContext, confirmed: tuple[str, ...] = ()
) -> ItemProvenance:
    stated = claimed if is_stated(claimed, context.absence) else None
    return context.provenance_of(comparison.citations, replace(context.claim_of(stated), confirmed=confirmed))


def _compared(expected: str | None, given: str | None, context: ScoringContext) -> Compared:
    return Compared(
        expected_raw=expected,
        expected_canonical=_canonical(expected, context),
        output_raw=given,
        output_canonical=_canonical(given, context),
    )


def _canonical(text: str | None, context: ScoringContext) -> str | None:
    meanings = candidates_of(THRESHOLD_KIND.read(text or "", context.notation))
    return THRESHOLD_KIND.canonical(meanings[0]) if meanings else None


def _badness(scored: ScoredItem) -> tuple[int, Fraction, str]:
    """Return the sort key of an answer, the worst last; ties break by content, so the output's order never matters."""
    item = scored.item
    return item.label.rank, -item.score, repr(item)


def _by_term(comparisons: Sequence[ComparisonOutput], expected: Iterable[str]) -> dict[str, list[ComparisonOutput]]:
    """Return the comparisons grouped by term, each group in an order that does not depend on the output's order."""
    groups: dict[str, list[ComparisonOutput]] = {}
    ids = {_folded(term): term for term in expected}
    for comparison in sorted(comparisons, key=repr):
        name = _name(comparison)
        groups.setdefault(ids.get(_folded(name), name), []).append(comparison)
    return groups


def _folded(name: str) -> str:
    """Return the name of a term as the ids of a library are written: ``default_interest`` for *Default Interest*."""
    return "_".join(name.lower().replace("-", " ").replace("_", " ").split())


def _name(comparison: ComparisonOutput) -> str:
    return (comparison.term or "").strip() or UNNAMED


def _duplicates(answers: dict[str, list[ComparisonOutput]], expected: set[str]) -> tuple[CaseFinding, ...]:
    return tuple(
        CaseFinding(code=DUPLICATE_TERM, message=f"{name} is compared {len(group)} times; the worst counts.", item=name)
        for name, group in sorted(answers.items())
        if len(group) > 1 and name in expected
    )
