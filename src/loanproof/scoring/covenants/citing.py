"""The provenance of a covenant, and what its quotes show.

A covenant without a threshold is supported by a quote of its own clause; a true quote of another clause does not
support it. The citations of a waiver, carve-out, grace period or cross default are assessed as well as those of the
covenant, and the worst class counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.cases import confirmed_quotes
from loanproof.core import Reason
from loanproof.documents import QuoteVerdict
from loanproof.provenance import ClassName, ItemProvenance
from loanproof.scoring.covenants.clauses import clauses_of, expected_clauses, relation_of
from loanproof.values import SectionRelation, content_words, holds_half

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCovenant
    from loanproof.core import Citation
    from loanproof.provenance import CitationResult, Claim
    from loanproof.scoring.context import ScoringContext
    from loanproof.scoring.covenants.clauses import Clause
    from loanproof.scoring.covenants.components import Cited


def covenant_provenance(
    expected: ExpectedCovenant, citations: Sequence[Citation], claim: Claim, context: ScoringContext
) -> ItemProvenance:
    """Check the citations of a covenant; if there is no figure to support, one of them must be of its clause."""
    claim = replace(claim, confirmed=confirmed_quotes(expected))
    assessed = context.provenance_of(citations, claim)
    if claim.parts or not expected.citations or assessed.class_name in (ClassName.FAKE, ClassName.ABSENT):
        return assessed
    clauses = expected_clauses(expected, context)
    own = [one.citation for one in assessed.citations if _is_of_clause(one, expected, clauses, context)]
    if own:  # quotes of other clauses do no harm, unless they are altered
        altered = [one.citation for one in assessed.citations if one.reason is Reason.QUOTE_ALTERED]
        return context.provenance_of(tuple(dict.fromkeys((*own, *altered))), claim)
    return replace(
        assessed,
        class_name=ClassName.NOSUPPORT,
        score=ClassName.NOSUPPORT.score(context.standard),
        reason=Reason.QUOTE_NO_SUPPORT,
        sentence=f"The quoted text does not speak of {expected.name}.",
    )


def with_flags(own: ItemProvenance, flags: Iterable[Cited], context: ScoringContext) -> ItemProvenance:
    """Return the provenance of a covenant and its flags, with the worst class; a flag need not have citations."""
    others = [context.provenance_of(flag.citations, flag.claim) for flag in flags if flag.citations]
    given = [one for one in others if one.class_name is not ClassName.ABSENT]
    bottom = min((own, *given), key=lambda one: one.class_name.rank)
    every = (*own.citations, *(citation for one in given for citation in one.citations))
    return replace(bottom, citations=every)


def passages_of(provenance: ItemProvenance, context: ScoringContext) -> tuple[str, ...]:
    """Return the passages of the documents at which the quotes were found."""
    return tuple(passage for one in provenance.citations for passage in _passages(one, context))


def has_verbatim_support(provenance: ItemProvenance, threshold: str | None, context: ScoringContext) -> bool:
    """Return whether a verbatim quote supports a part of the claim, or contains the threshold as it is written.

    A figure without a unit, such as ``less than 3,25``, is not a part that a quote could support, so its text counts.
    """
    verbatim = (one for one in provenance.citations if _is_verbatim(one))
    return any(one.supported or _holds_text(one, threshold, context) for one in verbatim)


def _is_verbatim(assessed: CitationResult) -> bool:
    evidence = assessed.evidence
    return evidence is not None and evidence.quote is not None and evidence.quote.verdict is QuoteVerdict.VERBATIM


def _holds_text(assessed: CitationResult, text: str | None, context: ScoringContext) -> bool:
    if not text:
        return False
    written = re.compile(rf"(?<![\w.,]){re.escape(text)}(?![.,]?\w)", re.IGNORECASE)
    return any(written.search(passage) for passage in _passages(assessed, context))


def _passages(assessed: CitationResult, context: ScoringContext) -> Iterator[str]:
    if assessed.evidence is None or assessed.evidence.quote is None:
        return
    text = context.documents[assessed.evidence.document].document.text
    yield from (span.of(text) for span in assessed.evidence.quote.spans)


def _is_of_clause(
    assessed: CitationResult, expected: ExpectedCovenant, wanted: Sequence[Clause], context: ScoringContext
) -> bool:
    """Return whether a citation is of the covenant's clause, or of another passage about the covenant.

    A citation whose quote was not found passes if it names no readable section: nothing shows that it is of another
    clause.
    """
    clauses = clauses_of((assessed,))
    if relation_of(wanted, clauses) is not SectionRelation.OTHER:
        return True
    words = " ".join(_passages(assessed, context))
    if not words:
        return not clauses
    known = content_words(" ".join(one.quote for one in expected.citations))
    return holds_half(words, known) or any(holds_half(name, content_words(words)) for name in expected.names)
