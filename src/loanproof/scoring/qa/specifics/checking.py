"""Checks the specifics of an answer that have no type (C-22): they must come from its documents, as values must."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from loanproof.core import Reason, Span, SpanSet
from loanproof.scoring.checks import Check
from loanproof.scoring.qa.clock_times import times_in
from loanproof.scoring.qa.specifics.computed import Computation
from loanproof.scoring.qa.specifics.counting import counted_in
from loanproof.scoring.qa.specifics.held import YEAR, stem_of
from loanproof.scoring.qa.specifics.names import addresses_in, file_names_in, names_in
from loanproof.scoring.qa.specifics.numbers import Numbers, NumberSupport
from loanproof.scoring.qa.specifics.references import names_a_law, unresolved_in
from loanproof.scoring.wording import quoted
from loanproof.standards import Label
from loanproof.statements import Polarity, polarity_at
from loanproof.values import PAGE_KIND, SECTION_KIND

if TYPE_CHECKING:
    from loanproof.scoring.qa.clock_times import ClockTime
    from loanproof.scoring.qa.specifics.counting import Counted
    from loanproof.scoring.qa.specifics.names import Name
    from loanproof.scoring.qa.specifics.references import Reference
    from loanproof.scoring.qa.specifics.sources import Sources
    from loanproof.statements import StatedText

RULING = "C-22"
_ENOUGH_WORDS, _MAX_WORDS = 4, 80  # how many words of a sentence show its language
_NUMBER_FAULTS = {
    NumberSupport.MISCOUNTED: (Reason.CALCULATION_ERROR, "The answer counts {}; what is listed has another number."),
    NumberSupport.OF_ANOTHER: (Reason.NUMBER_OF_ANOTHER, "The answer says {}; the documents count other things so."),
    NumberSupport.AGAINST_QUOTE: (Reason.NUMBER_OF_ANOTHER, "The answer says {}; its own quote has another number."),
}


@dataclass(frozen=True, slots=True)
class CheckedSpecifics:
    """What was found about the specifics of an answer.

    Attributes:
        checks: The faults that lower the label.
        unresolved: References to places of which nobody can say whether they exist.
        unreadable: Specifics that were not found in documents that may have been misread.
    """

    checks: tuple[Check, ...]
    unresolved: tuple[str, ...]
    unreadable: tuple[str, ...]


def check_specifics(answer: StatedText, sources: Sources) -> CheckedSpecifics:
    """Check the specifics of an answer against its sources; what the answer denies is not an assertion."""
    specifics = _Specifics(answer, sources)
    nowhere = tuple(dict.fromkeys(span.of(answer.text) for span in specifics.nowhere() if _is_stated(answer, span)))
    references = [one for one in unresolved_in(answer, sources.context) if _is_stated(answer, one.span)]
    label = sources.context.parameters.refusal.asserted_value_nowhere
    invented = (_invented(text, label) for text in nowhere if sources.are_readable)
    places = (_invented_place(one, label) for one in references if one.is_invented)
    return CheckedSpecifics(
        checks=tuple(dict.fromkeys((*invented, *places, *specifics.mistaken()))),
        unresolved=tuple(dict.fromkeys(one.written for one in references if not one.is_invented)),
        unreadable=() if sources.are_readable else nowhere,
    )


def _is_stated(answer: StatedText, span: Span) -> bool:
    return polarity_at(answer, span) is Polarity.STATED


def _invented(text: str, label: Label) -> Check:
    message = f"The answer says {quoted(text)}, which no document holds."
    return Check(label, Reason.SPECIFIC_NOT_IN_DOCUMENT, message, ruling=RULING)


def _invented_place(one: Reference, label: Label) -> Check:
    code = Reason.PAGE_NOT_EXIST if one.is_page else Reason.SECTION_NOT_EXIST
    return Check(label, code, f"The answer refers to {quoted(one.written)}, which no document has.", ruling=RULING)


def _fail(code: Reason, message: str) -> Check:
    return Check(Label.FAIL, code, message, ruling=RULING)


class _Specifics:
    """The specifics of one answer; each sort is read once, and no part of the text counts as two specifics."""

    def __init__(self, answer: StatedText, sources: Sources) -> None:
        self._answer = answer
        self._sources = sources

    @cached_property
    def _typed(self) -> list[Span]:
        """The values, places and files in the answer, which are checked elsewhere."""
        tokens, notation = self._answer.tokens, self._answer.notation
        places = [found.span for kind in (SECTION_KIND, PAGE_KIND) for found in kind.find(tokens, notation)]
        return [*places, *file_names_in(self._answer.text), *(value.span for value in self._answer.values)]

    @cached_property
    def _addresses(self) -> list[Span]:
        return list(addresses_in(self._answer.text))

    @cached_property
    def _times(self) -> tuple[ClockTime, ...]:
        return times_in(self._answer.text)

    @cached_property
    def _names(self) -> list[Name]:
        return list(names_in(self._answer, (*self._typed, *self._addresses, *(one.span for one in self._times))))

    @cached_property
    def _named(self) -> list[Span]:
        """Everything that is not a bare number."""
        names, times = (one.span for one in self._names), (one.span for one in self._times)
        return [*self._typed, *self._addresses, *names, *times]

    @cached_property
    def _years(self) -> list[Span]:
        taken = SpanSet(self._named)
        found = (Span(*match.span()) for match in YEAR.finditer(self._answer.text))
        return [span for span in found if not taken.overlaps(span)]

    @cached_property
    def _numbers(self) -> list[tuple[Counted, NumberSupport]]:
        numbers = Numbers(self._answer, self._sources, self._computation)
        return [(one, numbers.assess(one)) for one in counted_in(self._answer, (*self._named, *self._years))]

    @cached_property
    def _unknown_years(self) -> list[Span]:
        """The years that no source contains and that cannot be computed, except those in the name of a law."""
        text, every = self._answer.text, self._sources.every
        years = [(span, int(span.of(text))) for span in self._years]
        fresh = [(span, year) for span, year in years if not any(year in held.years for held in every)]
        own = [(span, year) for span, year in fresh if not names_a_law(text, span)]
        return [span for span, year in own if not self._computation.gives_year(year)]

    @cached_property
    def _computation(self) -> Computation:
        return Computation(self._answer, self._sources)

    def nowhere(self) -> Iterator[Span]:
        """Yield the specifics that no source contains in any notation."""
        every, text = self._sources.every, self._answer.text
        for span in self._addresses:
            # A document may write a web address without its scheme.
            written = span.of(text).casefold().removeprefix("https://").removeprefix("http://").rstrip("/")
            if not any(written in held.unspaced for held in every):
                yield span
        for time in self._times:
            if not any(held.times & time.minutes for held in every):
                yield time.span
        for name in self._names:
            if not any(held.knows(name.telling) for held in every) and not self._is_foreign(name.span):
                yield name.span
        yield from (span for span in self._unknown_years if not self._computation.is_shown(span))
        for one, verdict in self._numbers:
            if verdict is NumberSupport.NOWHERE:
                yield Span(one.span.start, one.span.start + len(one.written))

    def _is_foreign(self, span: Span) -> bool:
        """Return whether a sentence seems to be in another language: most of its lower-case words are unknown."""
        start, end = self._answer.sentence_of(self._answer.position(span.start))
        tokens = self._answer.tokens.items[start : min(end, start + _MAX_WORDS)]
        words = {stem_of(token.text) for token in tokens if token.text.islower()}
        known = sum(any(word in held.stems for held in self._sources.every) for word in words)
        return len(words) >= _ENOUGH_WORDS and 2 * known < len(words)

    def mistaken(self) -> Iterator[Check]:
        """Yield a check for each specific that the sources have for something else, or that was computed wrongly."""
        text = self._answer.text
        for span in self._unknown_years:
            if self._computation.is_shown(span):
                yield _fail(Reason.CALCULATION_ERROR, f"{span.of(text)} does not follow from the cited passages.")
        # A time that is in the documents may still contradict the time in the answer's own quote.
        own = frozenset(minute for quote in self._sources.quotes for one in times_in(quote) for minute in one.minutes)
        for time in self._times:
            is_other = bool(own) and not time.minutes & (own | self._sources.allowed.times)
            if is_other and _is_stated(self._answer, time.span):
                message = f"The answer says {quoted(time.span.of(text))}; its own quote gives another time."
                yield _fail(Reason.NUMBER_OF_ANOTHER, message)
        for one, verdict in self._numbers:
            if verdict in _NUMBER_FAULTS and _is_stated(self._answer, one.span):
                code, sentence = _NUMBER_FAULTS[verdict]
                yield _fail(code, sentence.format(quoted(one.written)))
