"""Lets a quote support a name by its defined term: *the Borrower* for the company that the document defines so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from loanproof.provenance import Claim
from loanproof.scoring.qa.facts import is_covered
from loanproof.values import PARTY_KIND, Part, parts_of, tokenize

if TYPE_CHECKING:
    from loanproof.cases import AnyOf
    from loanproof.provenance import Source
    from loanproof.scoring.context import ScoringContext

_MAX_DISTANCE = 400  # characters; incorporation, number and address may stand between a name and its defined term
_DEFINED = re.compile(r"\([^()\"“”]{0,40}[\"“](?P<term>[^\"“”\n]{2,60})[\"”]")
_ACTING = re.compile(r",?\s{1,4}(?:acting\s)?as\s(?:the\s)?(?P<term>[A-Z][a-z]{2,20}(?:\s[A-Z][a-z]{2,20}){0,2})\b")


def without_defined_names(
    claim: Claim, facts: Sequence[AnyOf], quotes: Sequence[str], context: ScoringContext
) -> Claim:
    """Return a claim without the parts that the quotes support in other words.

    A party needs no support if the documents define it as a term that a quote uses: whoever reads what the Borrower
    shall do finds in the same document who the Borrower is. A value that is a form of a fact is itself the answer, so
    a quote must contain it, or another form of that fact: *an additional year* supports *one year* if both are forms.
    """

    def forms_of(part: Part[Any]) -> Sequence[str]:
        asked = (one.any for one in facts if any(_names(form, part, context) for form in one.any))
        return next(asked, ())

    def is_carried(part: Part[Any]) -> bool:
        forms = forms_of(part)
        if not forms:
            return _is_defined(part, quotes, context)
        others = [form for form in forms if not _names(form, part, context)]
        return any(re.search(rf"\b{re.escape(form)}\b", quote) for form in others for quote in quotes)

    return Claim(parts=tuple(one for one in claim.parts if not is_carried(one)))


def _names(form: str, part: Part[Any], context: ScoringContext) -> bool:
    return any(is_covered(part, one) for one in parts_of(part.kind, form, context.notation))


def _is_defined(part: Part[Any], quotes: Sequence[str], context: ScoringContext) -> bool:
    if part.kind is not PARTY_KIND:
        return False
    terms = {term for source in context.documents for term in _terms_of(part, source)}
    return any(re.search(rf"\b{re.escape(term)}\b", quote) for term in terms for quote in quotes)


def _terms_of(part: Part[Any], source: Source) -> Iterator[str]:
    """Yield the terms that a document defines for a party: *X Ltd (the "Borrower")*, *X Ltd as Borrower*."""
    text = source.document.text
    for span in source.locate(part):
        following = text[span.end : span.end + _MAX_DISTANCE]
        for pattern in (_ACTING, _DEFINED):
            found = pattern.match(following) if pattern is _ACTING else pattern.search(following)
            # A second party before the term means that the term belongs to that party.
            if found is not None and not PARTY_KIND.find(tokenize(following[: found.start()]), source.mentions.context):
                yield found["term"]
