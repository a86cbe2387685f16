"""The extraction rules of the contract: what a field must pass to be accepted without human review.

The value parses as its kind and has the mandated form if there is one, every citation is in order, the quotes support
the value, and the value is in a document or is declared as derived. No gold is needed, so the same rules guard
production.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

from loanproof.core import Citation, Reason
from loanproof.provenance.citation_result import ClassName
from loanproof.provenance.claims import Claim, FieldValue
from loanproof.provenance.items import ItemProvenance, NothingToCite, assess_item
from loanproof.provenance.mandated_forms import has_mandated_form
from loanproof.provenance.unclear_amounts import settle_separator
from loanproof.values import Ambiguous, Read, Unreadable

if TYPE_CHECKING:
    from loanproof.provenance.document_set import DocumentSet
    from loanproof.standards import EvalStandard, MandatedForm
    from loanproof.values import Part, Reading, Written

Assess: TypeAlias = Callable[[tuple[Citation, ...], Claim, NothingToCite | None], ItemProvenance]
_Items: TypeAlias = "Sequence[tuple[Written, Reading[Any]]]"

_NOT_QUOTED = frozenset(
    {
        Reason.QUOTE_MISSING,
        Reason.QUOTE_NOT_FOUND,
        Reason.QUOTE_FORGED,
        Reason.QUOTE_ALTERED,
        Reason.QUOTE_TOO_SHORT,
        Reason.QUOTE_UNREADABLE,
        Reason.FILE_NOT_SUBMITTED,
    }
)
_UNVERIFIED = frozenset({Reason.SECTION_UNVERIFIED})
_BESIDE_SUPPORT = _UNVERIFIED | {Reason.QUOTE_NO_SUPPORT, Reason.QUOTE_OTHER_TERM}


class ExtractionRule(StrEnum):
    """The rules, in the order in which they are reported."""

    PARSES = "parses"
    MANDATED_FORM = "mandated_form"
    CITATIONS = "citations"
    SUPPORT = "support"
    IN_DOCUMENT = "in_document"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleCheck:
    """One rule, whether it is met, and a sentence that says why."""

    rule: ExtractionRule
    passed: bool
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractionRules:
    """The result of all rules on one field, with the claim and provenance that two of them rest on."""

    checks: tuple[RuleCheck, ...]
    claim: Claim
    provenance: ItemProvenance

    @property
    def passed(self) -> bool:
        """Whether every rule is met."""
        return all(check.passed for check in self.checks)


def check_extraction_rules(
    value: FieldValue,
    citations: Sequence[Citation],
    *,
    documents: DocumentSet,
    standard: EvalStandard,
    derived_from: Sequence[Citation] = (),
    assess: Assess | None = None,
    claim: Claim | None = None,
) -> ExtractionRules:
    """Check the rules on an extracted field.

    Args:
        value: The field and its value as given.
        citations: Everything that it cites.
        documents: The submitted documents.
        standard: The contract that applies.
        derived_from: The inputs of a value that the output declares as derived. These, not the value, must then appear
            in the documents; the arithmetic is not checked here.
        assess: The function that assesses the citations, such as a cached one; by default :func:`assess_item`.
        claim: What the citations must support, if more is known than the value itself says.
    """
    claim = value.claim if claim is None else claim
    provenance = (assess or _assessing(documents, standard))(
        (*citations, *derived_from),
        Claim() if derived_from else claim,
        None if claim.parts else _excuse(value),
    )
    support = _inputs_found(provenance) if derived_from else _is_supported(claim, provenance)
    items = tuple(
        (item, settle_separator(value.kind.of_item, item, reading, documents)) for item, reading in value.items
    )
    checks = (
        _parses(value, items),
        _has_form(items, standard.contract.fields[value.field].form),
        _citations_hold(provenance, is_supported=support.passed),
        support,
        _declared_derived() if derived_from else _is_present(claim, documents),
    )
    return ExtractionRules(checks=checks, claim=claim, provenance=provenance)


def _assessing(documents: DocumentSet, standard: EvalStandard) -> Assess:
    return lambda citations, claim, excuse: assess_item(
        citations, documents=documents, standard=standard, supports=claim, nothing_to_cite=excuse
    )


def _excuse(value: FieldValue) -> NothingToCite:
    """Return why a field without a claim needs no citation: it says no, or names nobody."""
    return NothingToCite.NO if value.is_no else NothingToCite.ABSENT


def _check(rule: ExtractionRule, kept: str, fault: str | None) -> RuleCheck:
    return RuleCheck(rule=rule, passed=fault is None, sentence=kept if fault is None else fault)


def _parses(value: FieldValue, items: _Items) -> RuleCheck:
    faults = (_reading_fault(item, reading) for item, reading in items)
    fault = next((one for one in faults if one is not None), None)
    if not items and not value.kind.is_list:
        fault = "There is no value."
    return _check(ExtractionRule.PARSES, "The value can be read.", fault)


def _reading_fault(written: Written, reading: Reading[Any]) -> str | None:
    match reading:
        case Read():
            return None
        case Ambiguous():
            return f"“{str(written)[:80]}” may mean several things ({reading.reason})."
        case Unreadable():
            return reading.why


def _has_form(items: _Items, form: MandatedForm | None) -> RuleCheck:
    fault = None
    if form is not None:
        wrong = (item for item, reading in items if not has_mandated_form(item, reading, form))
        fault = next((f"“{str(item)[:80]}” must be written as {form.words}." for item in wrong), None)
    return _check(ExtractionRule.MANDATED_FORM, "The form is as the contract asks.", fault)


def _citations_hold(provenance: ItemProvenance, *, is_supported: bool) -> RuleCheck:
    """Check every citation; if others show the value, a true quote that does not show it is in order."""
    in_order = _BESIDE_SUPPORT if is_supported else _UNVERIFIED
    fault = None
    if provenance.class_name is ClassName.ABSENT:
        fault = provenance.sentence
    faults = (one for one in provenance.citations if one.class_name is not ClassName.OK)
    faulty = next((one for one in faults if one.reason not in in_order and not one.is_before), None)
    if faulty is not None:
        fault = faulty.sentence
    return _check(ExtractionRule.CITATIONS, "Every citation is in order.", fault)


def _is_supported(claim: Claim, provenance: ItemProvenance) -> RuleCheck:
    true = [one for one in provenance.citations if one.evidence is not None and one.evidence.quote is not None]
    true = [one for one in true if one.class_name not in (ClassName.FAKE, ClassName.NOSUPPORT)]
    supported = {position for one in true for position in one.supported}
    missing = [part.written for position, part in enumerate(claim.parts) if position not in supported]
    fault = f"None of the quotes shows “{missing[0][:80]}”." if missing else None
    return _check(ExtractionRule.SUPPORT, "The quotes show the value.", fault)


def _inputs_found(provenance: ItemProvenance) -> RuleCheck:
    fault = next((one.sentence for one in provenance.citations if one.reason in _NOT_QUOTED), None)
    return _check(ExtractionRule.SUPPORT, "The quotes of the inputs were found.", fault)


def _declared_derived() -> RuleCheck:
    return _check(ExtractionRule.IN_DOCUMENT, "The value is declared as derived.", None)


def _is_present(claim: Claim, documents: DocumentSet) -> RuleCheck:
    missing = next((part.written for part in claim.parts if not _is_anywhere(part, documents)), None)
    fault = None if missing is None else f"“{missing[:80]}” does not appear in any submitted document."
    return _check(ExtractionRule.IN_DOCUMENT, "The value appears in the document.", fault)


def _is_anywhere(part: Part[Any], documents: DocumentSet) -> bool:
    return any(source.holds(part) or source.locate(part) for source in documents)
