"""The result of one citation: its class, with evidence and one sentence for a loan officer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.documents import QuoteVerdict
from loanproof.provenance.assessment import Assessment
from loanproof.provenance.blanks import stated, without_blanks
from loanproof.provenance.citation_result import CitationResult, ClassName, Evidence, Fault
from loanproof.provenance.claims import Claim
from loanproof.provenance.file_names import CitedFile, FileMatch, match_file
from loanproof.provenance.place_faults import file_faults

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.core import Citation
    from loanproof.provenance.document_set import DocumentSet, Source
    from loanproof.standards import EvalStandard

_SNIPPET = 300
_NOTHING = Claim()
_WORDING = frozenset({Reason.QUOTE_NOT_FOUND, Reason.QUOTE_FORGED, Reason.QUOTE_ALTERED, Reason.QUOTE_TOO_SHORT})
_INVENTED = frozenset({Reason.PAGE_NOT_EXIST, Reason.SECTION_NOT_EXIST})


def assess_citation(
    citation: Citation, *, documents: DocumentSet, standard: EvalStandard, supports: Claim = _NOTHING
) -> CitationResult:
    """Assess a citation on the submitted documents. Any citation is accepted; gold is never used.

    Args:
        citation: What the output cites.
        documents: All submitted documents.
        standard: The contract whose classes and limits apply.
        supports: What the quote must support; without parts, only file, place and wording are assessed.
    """
    as_written, citation = citation, without_blanks(citation, standard.absence)
    if is_empty(citation, standard):
        return _plain(as_written, standard, ClassName.ABSENT, Reason.CITATION_ABSENT, "Nothing is cited.")
    cited = match_file(citation.document, documents.names)
    if cited.match is FileMatch.NOT_SUBMITTED:
        sentence = f"No file “{(citation.document or '').strip()[:120]}” was submitted."
        return _plain(as_written, standard, ClassName.FAKE, Reason.FILE_NOT_SUBMITTED, sentence)
    assessments = [(name, _assess(citation, documents[name], cited, supports)) for name in cited.files]
    name, best = max(assessments, key=lambda assessed: assessed[1].rank)
    if best.rank <= ClassName.NOSUPPORT.rank and cited.match is not FileMatch.MISSING:
        others = [source for source in documents if source.document.name not in cited.files]
        moved = _from_other_file(citation, best, others, supports)
        if moved is not None:
            return _result_of(as_written, *moved, cited.match, standard)
    return _result_of(as_written, documents[name], best, cited.match, standard)


def is_empty(citation: Citation, standard: EvalStandard) -> bool:
    """Return whether a citation names no place: no page, no section, no quote."""
    parts = citation.page, citation.section, citation.quote
    return all(stated(part, standard.absence) is None for part in parts)


def _assess(citation: Citation, source: Source, cited: CitedFile, claim: Claim) -> Assessment:
    seen = source.assessor_of(citation).assess(claim)
    names = tuple(file_faults(citation, cited.match, source.document.name))
    return replace(seen, faults=(*seen.faults, *names)) if names else seen


def _from_other_file(
    citation: Citation, best: Assessment, others: Sequence[Source], claim: Claim
) -> tuple[Source, Assessment] | None:
    """Return where another file contains, word for word, a quote that the cited file does not.

    A page or section that the cited file does not have stays invented, whatever another file contains.
    """
    reasons = {fault.reason for fault in best.faults}
    if citation.quote is None or not reasons & _WORDING or reasons & _INVENTED:
        return None
    for source in others:
        found = source.assessor_of(citation).assess(claim)
        if found.quote is not None and found.quote.verdict is QuoteVerdict.VERBATIM:
            sentence = f"The quote is in {source.document.name}, not in {best.place.document}."
            wrong = Fault(class_name=ClassName.WRONGLOC, reason=Reason.FILE_WRONG, sentence=sentence)
            return source, replace(found, faults=(wrong,), remarks=())
    return None


def _result_of(
    citation: Citation, source: Source, seen: Assessment, file: FileMatch, standard: EvalStandard
) -> CitationResult:
    decisive = seen.decisive
    name = ClassName.OK if decisive is None else decisive.class_name
    sentence = f"The quote appears word for word {seen.place.whereabouts}." if decisive is None else decisive.sentence
    others = (fault for fault in seen.faults if decisive is None or fault.reason is not decisive.reason)
    return CitationResult(
        citation=citation,
        class_name=name,
        score=name.score(standard),
        reason=Reason.CITATION_OK if decisive is None else decisive.reason,
        sentence=sentence,
        findings=(*others, *seen.remarks),
        evidence=Evidence(
            document=source.document.name,
            file=file,
            page=seen.place.page,
            in_section=seen.place.section,
            pages=seen.place.pages,
            section=seen.place.section_id,
            quote=seen.quote,
            snippet=_snippet(source, seen),
        ),
        supported=seen.supported,
        shows_replaced=seen.shows_replaced,
        needs_review=any(fault.needs_review for fault in seen.faults),
    )


def _plain(
    citation: Citation, standard: EvalStandard, name: ClassName, reason: Reason, sentence: str
) -> CitationResult:
    return CitationResult(
        citation=citation,
        class_name=name,
        score=name.score(standard),
        reason=reason,
        sentence=sentence,
        needs_review=name is ClassName.FAKE,
    )


def _snippet(source: Source, seen: Assessment) -> str:
    """Return what the document says at the place, in one line; fragments are joined by an ellipsis."""
    pieces = (" ".join(span.of(source.whole_text)[: 4 * _SNIPPET].split()) for span in seen.spans)
    joined = " … ".join(pieces)
    return joined if len(joined) <= _SNIPPET else joined[: _SNIPPET - 1] + "…"
