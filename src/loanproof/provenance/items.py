"""The citations of one item, assessed together.

One invented citation makes the item a hallucination. Otherwise the best citation decides and the others are findings. A
list, or an answer with several figures, needs citations that together support all of it: each part gets the best class
among those that support it, and the worst part decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from loanproof.core import Citation, Reason
from loanproof.provenance.citation_result import CitationResult, ClassName, Remark
from loanproof.provenance.citations import assess_citation, is_empty
from loanproof.provenance.claims import Claim

if TYPE_CHECKING:
    from decimal import Decimal

    from loanproof.provenance.document_set import DocumentSet
    from loanproof.standards import EvalStandard

_NOTHING = Claim()


class NothingToCite(StrEnum):
    """Why an item needs no citation: no passage could state it."""

    ABSENT = "absent"
    NO = "no"
    UNCHANGED = "unchanged"
    REFUSAL = "refusal"
    NOT_EXTRACTED = "not_extracted"


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemProvenance:
    """The provenance of one item.

    Attributes:
        decisive: The citation that decided, if one did.
        findings: What was noticed about the other citations, and about the decisive one besides its class.
        unsupported: The texts of the parts that no citation supports.
    """

    class_name: ClassName
    score: Decimal | None
    reason: Reason
    sentence: str
    citations: tuple[CitationResult, ...] = ()
    decisive: CitationResult | None = None
    findings: tuple[Remark, ...] = ()
    unsupported: tuple[str, ...] = ()

    @property
    def is_unverified(self) -> bool:
        """Whether the only problem is that the section cannot be located."""
        return self.reason is Reason.SECTION_UNVERIFIED

    @property
    def needs_review(self) -> bool:
        """Whether a person should confirm any of the citations before a release."""
        return any(assessed.needs_review for assessed in self.citations)


def assess_item(
    citations: Sequence[Citation],
    *,
    documents: DocumentSet,
    standard: EvalStandard,
    supports: Claim = _NOTHING,
    nothing_to_cite: NothingToCite | None = None,
) -> ItemProvenance:
    """Assess all citations of an item.

    Args:
        citations: As the output gives them, in its order; may be empty.
        documents: All submitted documents.
        standard: The contract that applies.
        supports: What the citations must support together.
        nothing_to_cite: Why the item needs no citation. Volunteered ones are still assessed, and an invented one
            still counts; any other changes nothing.
    """
    is_excused = nothing_to_cite in standard.parameters.citations.not_applicable_to
    claim = _NOTHING if is_excused else supports
    given = [citation for citation in citations if not is_empty(citation, standard)]
    assessed = tuple(assess_citation(one, documents=documents, standard=standard, supports=claim) for one in given)
    fake = next((one for one in assessed if one.class_name is ClassName.FAKE), None)
    if fake is not None:
        return _decided(fake, assessed, standard)
    if is_excused:
        sentence = f"There is nothing to cite ({str(nothing_to_cite).replace('_', ' ')})."
        return _plain(ClassName.NA, Reason.NOT_APPLICABLE, sentence, assessed, standard)
    if not assessed:
        return _plain(ClassName.ABSENT, Reason.CITATION_ABSENT, "Nothing is cited.", (), standard)
    return _best(assessed, claim, standard)


def _best(assessed: tuple[CitationResult, ...], claim: Claim, standard: EvalStandard) -> ItemProvenance:
    supporters = [[one for one in assessed if position in one.supported] for position in range(len(claim.parts))]
    if not any(supporters):
        return _decided(_first_best(assessed), assessed, standard)
    missing = tuple(part.written for part, group in zip(claim.parts, supporters, strict=True) if not group)
    if missing:
        shown = "; ".join(text[:80] for text in missing[:3])
        sentence = f"None of the quotes shows “{shown}”."
        plain = _plain(ClassName.NOSUPPORT, Reason.QUOTE_NO_SUPPORT, sentence, assessed, standard)
        return replace(plain, unsupported=missing)
    worst = min((_first_best(group) for group in supporters), key=lambda one: one.class_name.rank)
    return _decided(worst, assessed, standard)


def _first_best(assessed: Sequence[CitationResult]) -> CitationResult:
    return max(assessed, key=lambda one: one.class_name.rank)


def _decided(decisive: CitationResult, assessed: tuple[CitationResult, ...], standard: EvalStandard) -> ItemProvenance:
    others = [
        one for one in assessed if one is not decisive and one.class_name is not ClassName.OK and not one.is_before
    ]
    return ItemProvenance(
        class_name=decisive.class_name,
        score=decisive.class_name.score(standard),
        reason=decisive.reason,
        sentence=decisive.sentence,
        citations=assessed,
        decisive=decisive,
        findings=(*decisive.findings, *(Remark(reason=one.reason, sentence=one.sentence) for one in others)),
    )


def _plain(
    name: ClassName, reason: Reason, sentence: str, assessed: tuple[CitationResult, ...], standard: EvalStandard
) -> ItemProvenance:
    """Return a result that no single citation decided; each citation that is not in order is a finding."""
    faulty = (one for one in assessed if one.class_name is not ClassName.OK)
    return ItemProvenance(
        class_name=name,
        score=name.score(standard),
        reason=reason,
        sentence=sentence,
        citations=assessed,
        findings=tuple(Remark(reason=one.reason, sentence=one.sentence) for one in faulty),
    )
