"""The result of a citation: its class, the reason, other findings, and the evidence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from loanproof.core import Reason

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from loanproof.core import Citation
    from loanproof.documents import QuoteResult
    from loanproof.provenance.file_names import FileMatch
    from loanproof.provenance.pages import PageMatch
    from loanproof.provenance.sections import SectionMatch
    from loanproof.standards import EvalStandard


class ClassName(StrEnum):
    """The citation classes of the contract, worst first; ``NA`` is outside the order."""

    FAKE = "FAKE"
    NOSUPPORT = "NOSUPPORT"
    WRONGLOC = "WRONGLOC"
    PARA_PAGE = "PARA+PAGE"
    ABSENT = "ABSENT"
    PAGE = "PAGE"
    SECT = "SECT"
    PARA = "PARA"
    NOQUOTE = "NOQUOTE"
    NAME = "NAME"
    OK = "OK"
    NA = "NA"

    @property
    def rank(self) -> int:
        """The rank from worst to best."""
        return _RANKS[self]

    def score(self, standard: EvalStandard) -> Decimal | None:
        """Return the provenance score of this class; ``None`` if provenance does not apply."""
        return standard.citation_class(self.value).provenance_score


_RANKS = {name: rank for rank, name in enumerate(ClassName)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """One thing about a citation: a stable code and a sentence for a loan officer."""

    reason: Reason
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault(Remark):
    """A remark with a cost: the class that a citation with only this fault would have."""

    class_name: ClassName
    needs_review: bool = False


def gravest(faults: Sequence[Fault]) -> Fault | None:
    """Return the deciding fault, the first of equals; a paraphrase on a wrong page is worse than either."""
    if not faults:
        return None
    found = {fault.class_name for fault in faults}
    if {ClassName.PARA, ClassName.PAGE} <= found:
        page = next(fault for fault in faults if fault.class_name is ClassName.PAGE)
        para = next(fault for fault in faults if fault.class_name is ClassName.PARA)
        both = Fault(
            class_name=ClassName.PARA_PAGE,
            reason=para.reason,
            sentence=f"{para.sentence} {page.sentence}",
            needs_review=para.needs_review or page.needs_review,
        )
        faults = (*faults, both)
    return min(faults, key=lambda fault: fault.class_name.rank)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Where the text was found, compared with what was cited.

    Attributes:
        document: The file in which the place is.
        pages: The physical pages of the place; empty if nothing was found.
        section: The id of the section around the place.
        quote: The result of the quote search, with verdict, folds and differences; ``None`` without a quote.
        snippet: What the document says at the place, shortened.
    """

    document: str
    file: FileMatch
    page: PageMatch
    in_section: SectionMatch
    pages: tuple[int, ...] = ()
    section: str | None = None
    quote: QuoteResult | None = None
    snippet: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationResult:
    """The result of one citation.

    Attributes:
        reason: What decided the class.
        sentence: The same in plain words, with page and clause.
        findings: What else was noticed, without effect on the class.
        supported: The indices of the parts of the claim that the citation supports.
        shows_replaced: Whether it shows, in struck words, the value that the item says was in force before.
        needs_review: Whether a person should confirm it before a release.
    """

    citation: Citation
    class_name: ClassName
    score: Decimal | None
    reason: Reason
    sentence: str
    findings: tuple[Remark, ...] = ()
    evidence: Evidence | None = None
    supported: frozenset[int] = frozenset()
    shows_replaced: bool = False
    needs_review: bool = False

    @property
    def is_before(self) -> bool:
        """Whether its only fault is that it shows the value before the change, as it should."""
        return self.shows_replaced and self.reason is Reason.STRUCK_TEXT
