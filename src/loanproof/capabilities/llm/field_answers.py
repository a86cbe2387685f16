"""Turns a checked claim into the answer for a field: code writes the value, and code renders the quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.fields import Status as RouteStatus
from loanproof.capabilities.baseline.fields.quoting import quote_around, quote_definition, shorten
from loanproof.capabilities.baseline.rendering import plain
from loanproof.capabilities.baseline.resolver import settle
from loanproof.capabilities.llm.asks import Status
from loanproof.capabilities.llm.confidence import Signal
from loanproof.capabilities.llm.places import short_item
from loanproof.capabilities.llm.written import is_same, period_between, write_value
from loanproof.core import FieldId, Span
from loanproof.documents import SectionKind
from loanproof.standards import ValueKind
from loanproof.values import CLAUSE_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.fields import Candidate
    from loanproof.capabilities.llm.checking import Claim
    from loanproof.capabilities.llm.reading import PaperReading
    from loanproof.outputs import JsonObject
    from loanproof.values import Written

_MAX_ITEM_WORDS = 80  # of a condition that are quoted
_HOW = "the second date less the first"
_SUPPORT = "No quote of the clause shows the value."


class FieldWriter:
    """Writes the answers about one document."""

    def __init__(self, reading: PaperReading) -> None:
        """Take what is known about the document."""
        self._reading = reading
        self._paper = reading.paper
        self._standard = reading.standard

    def stated(self, field: FieldId, tranche: str | None, claim: Claim) -> JsonObject | None:
        """Return the answer for a claim that states a value; None if no value of the field is at that place."""
        proposed = self._reading.rules.proposed(field, tranche)
        adopted = self._adopted(field, claim, proposed)
        if adopted is not None:
            value, tries, how = adopted.value, [adopted.evidence], adopted.how
        else:
            found = self._value(field, claim, proposed)
            if found is None:
                return None
            value, tries = found
            how = _HOW if claim.status is Status.DERIVED else None
        cited = None
        # The first quotes that pass every rule are used, or else the last that were tried.
        for spans in tries:
            cited = self._reading.renderer.cite(field, value, spans, derived=how is not None, tranche=tranche)
            if cited.holds:
                break
        if cited is None or not cited.is_there:
            return None
        places = self._reading.renderer.places(cited.citations)
        signal = self._signal(field, value, proposed) if cited.holds else Signal.UNSUPPORTED
        answer: JsonObject = {"status": "extracted", "value": plain(value), "signal": signal, "provenance": places}
        if adopted is not None:
            answer |= {"status": adopted.status.value} | ({"note": adopted.note} if adopted.note is not None else {})
        if how is not None:
            answer["derived"] = {"from": places, "how": how}
        if not cited.holds:
            answer["note"] = _SUPPORT
        return answer

    def _adopted(self, field: FieldId, claim: Claim, proposed: Sequence[Candidate]) -> Candidate | None:
        """Return what a route reads where the model points, if that is more than the model's words.

        It may be a whole grid of which the model names one rate, the same words with the unit that a heading gives
        them, or a date that code counts from the period that the model names.
        """
        if claim.choice or claim.status is Status.DERIVED or self._standard.kind_of(field).is_list:
            return None
        for one in proposed:
            if not all(any(piece.contains(span) for piece in one.evidence) for span in claim.spans):
                continue
            # A structured value other than a sum of money, such as a grid of rates.
            if isinstance(one.value, dict) and "currency" not in one.value:
                return one
            is_counted = one.how is not None or one.status is not RouteStatus.EXTRACTED
            if is_counted and write_value(field, claim.spans[0], self._paper, self._standard) is None:
                return one
            words = r"\s+".join(map(re.escape, claim.spans[0].of(self._paper.text).split()))
            if isinstance(one.value, str) and re.search(rf"(?<![\w.,]){words}(?![\w])", one.value, re.IGNORECASE):
                return one
        return None

    def _value(
        self, field: FieldId, claim: Claim, proposed: Sequence[Candidate]
    ) -> tuple[Written, list[tuple[Span, ...]]] | None:
        """Return the value of a claim and the stretches that may show it, the best first; None if there is no value."""
        if claim.status is Status.DERIVED:
            period = period_between(claim.spans[0], claim.spans[-1], self._paper)
            return None if period is None else (period, [tuple(quote_around(self._paper, one) for one in claim.spans)])
        kind = self._standard.kind_of(field)
        if claim.choice:
            return self._chosen(field, claim, proposed)
        if kind is ValueKind.CONDITIONS:
            return self._items(claim, proposed)
        written = [one for span in claim.spans if (one := write_value(field, span, self._paper, self._standard))]
        if len(written) != len(claim.spans):
            return None
        value: Written = written if kind is ValueKind.PARTIES or len(written) > 1 else written[0]
        return value, [*self._quotes(claim), *self._beside(field, value, proposed)]

    def _quotes(self, claim: Claim) -> Iterator[tuple[Span, ...]]:
        """Yield what may be quoted: the words around the value, then more of its clause."""
        yield tuple(dict.fromkeys(self.around(one) for one in claim.spans))
        whole = [one.span for one in claim.clauses]
        yield tuple(shorten(self._paper, _around_all(whole, span), span) for span in claim.spans)

    def around(self, span: Span) -> Span:
        """Return the stretch to quote for a value; if a definition states it, the quote begins with the term."""
        section = self._paper.document.section_at(span.start)
        if section is not None and section.kind is SectionKind.DEFINITION:
            return quote_definition(self._paper, span, section.span.start)
        return quote_around(self._paper, span)

    def _beside(self, field: FieldId, value: Written, proposed: Sequence[Candidate]) -> Iterator[tuple[Span, ...]]:
        """Yield what a route quotes for the same value, for when the words of the clause do not suffice to show it."""
        for one in proposed:
            if one.how is None and self._is_same(field, value, one):
                yield one.evidence

    def _chosen(
        self, field: FieldId, claim: Claim, proposed: Sequence[Candidate]
    ) -> tuple[Written, list[tuple[Span, ...]]]:
        """Return the value of a claim that is a choice, such as Y or a class of repayment, with the rules' details."""
        spans = [one.span for one in claim.clauses]
        near = [one for one in proposed if any(piece.overlaps(span) for piece in one.evidence for span in spans)]
        for one in near:
            chosen = one.value.get("class") if isinstance(one.value, dict) else one.value
            if str(chosen).partition(".")[0] == claim.choice:  # code adds how instalments are made up
                return one.value, [one.evidence]
        for one in near:
            if (
                isinstance(one.value, dict) and "class" in one.value
            ):  # the model decides the class, code reads the details
                return {**one.value, "class": claim.choice}, [one.evidence]
        value: Written = claim.choice if self._standard.kind_of(field) is ValueKind.YES_NO else {"class": claim.choice}
        marks = [one.span for span in spans for one in self._paper.inside(CLAUSE_KIND, span)]
        quoted = [(quote_around(self._paper, one),) for one in marks[:3]]
        return value, [*quoted, tuple(shorten(self._paper, one, Span(one.start, one.start + 1)) for one in spans[:2])]

    def _items(self, claim: Claim, proposed: Sequence[Candidate]) -> tuple[Written, list[tuple[Span, ...]]] | None:
        """Return the items of a list of conditions that the model names, each as the route delimits it."""
        whole = {short_item(self._reading, piece): piece for one in proposed for piece in one.evidence}
        named: list[Span] = []
        for clause in claim.clauses:  # a clause that contains several items names all of them
            inside = [piece for short, piece in whole.items() if clause.span.contains(short)]
            named += sorted(inside, key=lambda one: one.start) or [clause.span]
        spans = [self._item(one) for one in dict.fromkeys(named)]
        names = [" ".join(one.of(self._paper.text).split()).strip(" .;,:") for one in spans]
        return (names, [tuple(spans)]) if names else None

    def _item(self, span: Span) -> Span:
        """Return the part of an item that is quoted: on one page, and limited in its number of words."""
        page = self._paper.document.page_at(span.start).span
        end = min(span.end, page.end)
        words = self._paper.text[span.start : end].split(maxsplit=_MAX_ITEM_WORDS)
        if len(words) > _MAX_ITEM_WORDS:
            end -= len(words[-1])
        return Span(span.start, max(span.start + len(self._paper.text[span.start : end].rstrip()), span.start + 1))

    def _signal(self, field: FieldId, value: Written, proposed: Sequence[Candidate]) -> Signal:
        """Return the signal of a value: whether the rules agree with it."""
        settled = settle(proposed)
        if settled is None:
            return Signal.ALONE
        if self._is_same(field, value, settled.best):
            return Signal.AGREED if settled.is_clear else Signal.PROPOSED
        return Signal.PROPOSED if any(self._is_same(field, value, one) for one in proposed) else Signal.OPPOSED

    def _is_same(self, field: FieldId, value: Written, candidate: Candidate) -> bool:
        return is_same(field, plain(value), plain(candidate.value), self._paper, self._standard)


def _around_all(clauses: Sequence[Span], span: Span) -> Span:
    return next((one for one in clauses if one.contains(span)), span)
