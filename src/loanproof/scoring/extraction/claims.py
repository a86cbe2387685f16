"""What the citations of a right or partly right value must support, in the words of the case or of the output."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from loanproof.core import Reason
from loanproof.provenance import Claim
from loanproof.values import DATE_KIND, DURATION_KIND, MONEY_KIND, REPAYMENT_KIND, Kind, Unreadable

if TYPE_CHECKING:
    from loanproof.scoring.extraction.agreement import Agreement
    from loanproof.scoring.extraction.context import ExtractionContext
    from loanproof.scoring.extraction.expected_items import Item
    from loanproof.scoring.extraction.forms import Forms
    from loanproof.scoring.extraction.stated import Stated

_COMPUTED: frozenset[Kind[Any]] = frozenset({DATE_KIND, DURATION_KIND, MONEY_KIND})
# A partial match that is another true value, or a part of the expected one: the quote must support what was given.
_CLAIM_IS_GIVEN = frozenset(
    {
        Reason.WRONG_TRANCHE,
        Reason.WRONG_OPTION,
        Reason.TOTAL_GIVEN,
        Reason.GRID_INCOMPLETE,
        Reason.LIST_INCOMPLETE,
        Reason.FORMULA_GIVEN,
    }
)


def claim_of_agreement(forms: Forms, given: Stated, agreement: Agreement) -> Claim:
    """Return what citations must support for a value that agrees: the expected value, or the given one if it is less.

    The words with which the document states the value, according to the case, support it too. So does a quote that a
    person confirmed, and for a right value a quote of its own words.
    """
    if agreement.reason in _CLAIM_IS_GIVEN:
        return given.claim
    # The value of the case may be words that no reader understands; then a readable form of the document counts.
    read = (form for form in forms.readable if not isinstance(form.reading, Unreadable))
    claim = next(read, forms.value).claim
    if given.of_kind is REPAYMENT_KIND and not any(part.kind is DATE_KIND for part in given.claim.parts):
        claim = replace(
            claim, parts=tuple(part for part in claim.parts if part.kind is not DATE_KIND)
        )  # the answer does not state the day
    texts = tuple(dict.fromkeys((*claim.texts, given.text))) if given.text and agreement.is_right else claim.texts
    surfaces = tuple(form.text for form in forms.sources if form.text)
    return replace(claim, texts=texts, surfaces=surfaces, confirmed=forms.confirmed)


def without_days_of_terms(item: Item, claim: Claim, context: ExtractionContext) -> Claim:
    """Return the claim of a repayment schedule without the dates that the case's own quotes do not contain.

    ``the final instalment on the Final Maturity Date`` says when, but the date itself is stated elsewhere.
    """
    quotes = [one.quote for one in item.expected.citations]
    if not quotes or not any(part.kind is REPAYMENT_KIND for part in claim.parts):
        return claim
    source = next(iter(context.documents))
    parts = tuple(
        part
        for part in claim.parts
        if part.kind is not DATE_KIND or any(source.locate_in(quote, part) for quote in quotes)
    )
    return replace(claim, parts=parts)


def claim_of_inputs(item: Item, claim: Claim, context: ExtractionContext) -> Claim | None:
    """Return the claim of a value that the case computes from its quotes: citations must support the same inputs.

    ``2031-03-15`` appears in no quote about a maturity of 60 months after the Closing Date. Return None if one of the
    case's own quotes contains the value, if the value is not of a kind that can be computed, or if the quotes give no
    inputs: without any, every true quote would support the value.
    """
    quotes = [one.quote for one in item.expected.citations]
    if not quotes or not claim.parts or any(part.kind not in _COMPUTED for part in claim.parts):
        return None
    source = next(iter(context.documents))
    if any(source.locate_in(quote, part) for part in claim.parts for quote in quotes):
        return None
    # Each quote is read on its own, so that the end of one and the start of the next never form a value.
    inputs = [part for quote in quotes for part in context.claim_of(quote).parts if part.kind in _COMPUTED]
    return Claim(parts=tuple(dict.fromkeys(inputs))) if inputs else None
