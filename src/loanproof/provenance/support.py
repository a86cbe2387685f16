"""Which parts of a claim a quote supports, and whether it says enough around the value."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from loanproof.core import Reason
from loanproof.documents import QuoteVerdict
from loanproof.provenance.citation_result import ClassName, Fault
from loanproof.values import same_typography

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.documents import Document, QuoteResult
    from loanproof.provenance.claims import Claim
    from loanproof.provenance.document_set import Source
    from loanproof.standards import EvalStandard
    from loanproof.values import Part

_CELLS = re.compile(r"\t|\||\s{2,}")
_LONGEST_TABLE = 2000  # characters above a passage in which to look for its heading
_LONGEST_SURFACE = 400  # characters
_LONGEST_BARE = 80  # characters of an amount in words and figures; a longer quote has context

StatedIn: TypeAlias = "tuple[str, Sequence[Span]]"
"""A text, and where it states a part of a claim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Supported:
    """What a quote supports in a claim.

    Attributes:
        parts: The indices of the parts that it supports, each with whether the quote is just that value.
        tied: A value that it ties to another term, and the words by which it does so.
    """

    parts: Mapping[int, bool]
    tied: tuple[str, str] | None = None


def supported_parts(
    quote: str, result: QuoteResult, claim: Claim, source: Source, stated: Callable[[Part[Any]], StatedIn]
) -> Supported:
    """Return the parts of a claim that a quote supports, except values that it ties to another term.

    ``stated`` is :func:`locate_stated` for this quote. A quote that a person confirmed is not parsed again (C-29).
    """
    if not result.marks and _holds_any(quote, claim.confirmed, source):
        return Supported(parts=dict.fromkeys(range(len(claim.parts)), False))
    is_value_itself = any(same_typography(quote, text, keep_case=False) for text in claim.texts)
    supported: dict[int, bool] = {}
    tied: tuple[str, str] | None = None
    for position, part in enumerate(claim.parts):
        text, places = stated(part)
        if not places and not result.marks:
            if is_value_itself and source.may_state(part):
                supported[position] = False
                continue
            text, places = quote, _holds_any(quote, _short(claim.surfaces), source)
        naming = source.naming_of(text, claim.term) if places else None
        if naming is not None:
            words = {place: naming.tied_elsewhere(part, place) for place in places}
            tied = tied or next(((place.of(text), said) for place, said in words.items() if said is not None), None)
            places = [place for place in places if words[place] is None]
        if places:
            supported[position] = any(is_bare(part, text, place) for place in places)
    return Supported(parts=supported, tied=tied)


def shows_replaced(result: QuoteResult, claim: Claim, source: Source) -> bool:
    """Return whether a quote with struck words shows what a claim says was in force before."""
    if not result.marks:
        return False
    places = filter(source.struck.overlaps, (place for part in claim.replaced for place in source.locate_before(part)))
    return any(stretch.contains(place) for place in places for stretch in result.spans)


def is_bare(part: Part[Any], text: str, place: Span) -> bool:
    """Return whether a text is just the value at a place, with no other letters or figures."""
    if part.kind.is_described or len(text) > _LONGEST_BARE:
        return False
    return not any(map(str.isalnum, text[: place.start])) and not any(map(str.isalnum, text[place.end :]))


def narrow_faults(
    result: QuoteResult, supported: Mapping[int, bool], claim: Claim, source: Source, standard: EvalStandard
) -> Iterator[Fault]:
    """Yield a fault if a quote is the bare value and the value appears on its page more than once."""
    if not result.spans:
        return
    bare = (claim.parts[position] for position, is_alone in supported.items() if is_alone)
    places = (source.locate(part) for part in bare)
    times = max((_times_on(result.pages, spans, source.document) for spans in places), default=0)
    if times > 1:
        yield Fault(
            class_name=ClassName(standard.parameters.quote.not_sufficient),
            reason=Reason.NOT_SUFFICIENT,
            sentence=f"The quote is the bare value, which stands {times} times on its page.",
        )


def locate_stated(quote: str, result: QuoteResult, source: Source, part: Part[Any]) -> StatedIn:
    """Return where a quote states a part, and in which text.

    A quote that appears word for word on one page states what the document states there, which was already read. Any
    other quote is read on its own, as is one that contains only part of a longer notation. It states nothing that its
    document does not: ``USD 5`` of ``USD 5 million`` is not an amount. Struck or hidden words of a quote do not count.
    """
    if result.marks or (result.verdict is QuoteVerdict.VERBATIM and len(result.pages) == 1):
        located = source.locate(part)
        if result.is_before:  # the replacement of struck words is not what the quote says
            before = set(source.locate_before(part))
            located = tuple(place for place in located if place in before)
        for stretch in result.spans:
            places = _within(located, stretch)
            if places:
                return stretch.of(source.document.text), [place.shift(-stretch.start) for place in places]
    if result.marks:
        return quote, ()
    if _repeats_document(quote, result) and not source.may_state(part):
        return quote, ()
    places = source.locate_in(quote, part)
    return _repeated(part, quote, result, source) if not places else (quote, places)


def _repeated(part: Part[Any], quote: str, result: QuoteResult, source: Source) -> StatedIn:
    """Return where a passage quoted in other words or another order states a part, figures included.

    A quote of a table has lost the lines that separate cells and headings; a figure there means what it means in the
    document. It must be in the quote: omitted figures are not quoted.
    """
    if not source.counts_headings or len(result.pages) != 1:
        return quote, ()
    text = source.document.text
    for stretch in result.spans:
        located = _within(source.locate(part), stretch) or _under_heading(part, stretch, source)
        places = [place for place in located if _is_quoted(place.of(text), quote)]
        if places:
            return stretch.of(text), [place.shift(-stretch.start) for place in places]
    return quote, ()


def _under_heading(part: Part[Any], stretch: Span, source: Source) -> Sequence[Span]:
    """Return where a passage states a part by the heading above it, though others state it on their own."""
    for start in (stretch.start, max(0, stretch.start - _LONGEST_TABLE)):
        places = source.locate_in(source.document.text[start : stretch.end], part)
        inside = _within([place.shift(start) for place in places], stretch)
        if inside:
            return inside
    return ()


def _is_quoted(figure: str, quote: str) -> bool:
    """Return whether a figure is in a quote on its own, not as part of a longer one; its first cell is enough."""
    cell = _CELLS.split(figure, maxsplit=1)[0]
    return re.search(rf"(?<![\w.,]){re.escape(cell)}(?!\w|[.,]\d)", quote) is not None


def _holds_any(quote: str, texts: Sequence[str], source: Source) -> Sequence[Span]:
    """Return where a quote contains words that a person gave for the value; these need not be parsed again."""
    mentions = source.mentions_of(quote) if texts else None
    phrases = (text.split() for text in texts)
    return () if mentions is None else [span for words in phrases if words for span in mentions.phrase(words)]


def _short(surfaces: Sequence[str]) -> Sequence[str]:
    return [surface for surface in surfaces if len(surface) <= _LONGEST_SURFACE]


def _repeats_document(quote: str, result: QuoteResult) -> bool:
    """Return whether every value of a quote must be one of its document.

    This does not hold if the document's text is interrupted by running matter between pages or by misread letters, or
    if the quote adds words in square brackets.
    """
    return len(result.pages) == 1 and not result.ocr_errors and "[" not in quote


def _within(places: Sequence[Span], stretch: Span) -> Sequence[Span]:
    """Return the places that are wholly inside a span; they are in order."""
    if not places:
        return places
    first, last = (bisect_left(places, edge, key=lambda span: span.start) for edge in (stretch.start, stretch.end))
    return [place for place in places[first:last] if place.end <= stretch.end]


def _times_on(pages: Sequence[int], spans: Iterable[Span], document: Document) -> int:
    """Count the spans on some pages; overlapping spans, such as an amount and its currency, are one place."""
    end, times = -1, 0
    for span in spans:
        if any(page.number in pages for page in document.pages_of(span)):
            times += span.start >= end
            end = max(end, span.end)
    return times
