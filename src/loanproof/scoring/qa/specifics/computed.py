"""Decides what an answer may have computed from its sources: days, years, periods, payments, amounts and rates."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from itertools import combinations, combinations_with_replacement, islice
from typing import TYPE_CHECKING, Any

from loanproof.scoring.qa.specifics.examples import supposed_in
from loanproof.scoring.qa.specifics.reckoned import Figures, figures_of
from loanproof.scoring.qa.specifics.words import WORDS
from loanproof.statements import stated_in
from loanproof.values import (
    DATE_KIND,
    DURATION_KIND,
    ORDINALS,
    CalendarDate,
    Duration,
    Mentions,
    add_months,
)

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.scoring.qa.specifics.sources import Sources
    from loanproof.statements import StatedText, StatedValue
    from loanproof.values import Context, Part

_MAX_DAYS = 40  # how many days are paired to compute the periods between them
_MAX_LOAN_MONTHS = 480
_MAX_PERIODS = 20  # how many periods of the sources and the answer are used
_BUSINESS_DAYS_OF_A_WEEK = 5
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_MAX_DISTANCE = 200  # characters between a date and the period that it is computed from
_MAX_HOLIDAYS = 7  # days by which holidays and weekends may shift a count of Business Days
_RANK_WORDS = {word: value for word, value in ORDINALS.items() if value > 1}
_ORDINAL = re.compile(
    r"\b(?:(?P<number>[0-9]{1,3})(?:st|nd|rd|th)|(?P<word>" + "|".join(_RANK_WORDS) + r"))\s"
    r"(?P<working>business\s|banking\s|working\s)?(?P<unit>day|anniversary|month|year)\b",
    re.IGNORECASE,
)
_MONTH = re.compile(r"january|february|march|april|may|june|july|august|september|october|november|december")
_EACH = re.compile(r"\b(?:each|every)\b[^.;]{0,60}", re.IGNORECASE)  # "each March, June, September and December"
_PER_MONTH = re.compile(r"\b(?:a|per|each|every)\s(?:calendar\s)?month\b", re.IGNORECASE)
_MONTHS_PER_YEAR, _PAYMENTS_PER_YEAR = 12, (2, 3, 4, 6)
_DAY_NUMBER = re.compile(r"\bday\s(?P<number>[0-9]{1,3})\b", re.IGNORECASE)
_NEXT_DAY = re.compile(r"\bday (?:before|after)\b|\b(?:next|following|preceding|previous) day\b", re.IGNORECASE)
_COMPUTING = re.compile(r"(?:\b(?:" + "|".join(map(re.escape, WORDS.computing)) + r")\b|[=:(])", re.IGNORECASE)


@dataclass(frozen=True)
class Computation:
    """What can be computed for one answer from its question, its passages and the definitions it uses."""

    answer: StatedText
    sources: Sources

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        sources = self.sources
        openings = (document.opening for document in sources.documents)
        return (sources.case.question, *sources.passages, *sources.definitions_used(self.answer.text), *openings)

    @cached_property
    def _anchors(self) -> frozenset[date]:
        """The days from which others may be computed; a day that only the answer names must be in a document."""
        known = frozenset(day for text in self._texts for day in _days_in(text, self.answer.notation))
        held = frozenset().union(*(document.days for document in self.sources.documents))
        own = held.intersection(_days_in(self.answer.text, self.answer.notation))
        return known.union(own, *(_days_in(one.part.written, self.answer.notation) for one in self.supposed))

    @cached_property
    def supposed(self) -> tuple[StatedValue, ...]:
        """The values that the answer only supposes, in an example; a refusal is not explained by examples."""
        return supposed_in(self.answer) if self.sources.case.expected.answerable else ()

    def supposes(self, value: StatedValue) -> bool:
        """Return whether a value is only supposed, or repeats one that is."""
        return any(one is value or one.part == value.part for one in self.supposed)

    @cached_property
    def _periods(self) -> tuple[Duration, ...]:
        texts = (self.sources.case.question, *self.sources.passages, self.answer.text)
        found = (one for text in texts for one in _periods_in(text, self.answer.notation))
        return tuple(dict.fromkeys(islice(found, _MAX_PERIODS)))

    @cached_property
    def _distances(self) -> frozenset[tuple[date, date]]:
        pairs = combinations(sorted(self._anchors)[:_MAX_DAYS], 2)
        return frozenset(pairs)

    def gives_day(self, day: date) -> bool:
        """Return whether a day follows from an anchor: by a period, as a day of every year, or as another payment."""
        anchors, documents = self._anchors - {day}, self.sources.documents
        if any((day.month, day.day) in document.days_of_any_year for document in documents):
            years = {anchor.year for anchor in anchors}
            if years and min(years) - 1 <= day.year <= max(years) + 1:
                return True
        intervals = (Duration(months=step) for step in self._steps)
        if any(start in anchors for period in (*self._periods, *intervals) for start in _starts_of(day, period)):
            return True
        return any(
            _is_last(anchor, day, step, count)
            for anchor in anchors
            for step in self._steps
            for count in self._figures.counts
        )

    @cached_property
    def _steps(self) -> tuple[int, ...]:
        """The months from one payment to the next, by the frequencies that the passages or the answer name."""
        words = {word for text in (*self.sources.passages, self.answer.text) for word in _WORD.findall(text.lower())}
        named = tuple(int(step) for step, names in WORDS.rhythms.items() if words.intersection(names))
        listed = (
            len(set(_MONTH.findall(match[0].lower())))
            for text in self.sources.passages
            for match in _EACH.finditer(text)
        )
        return (*named, *(_MONTHS_PER_YEAR // count for count in listed if count in _PAYMENTS_PER_YEAR))

    @cached_property
    def _counts_of_facts(self) -> tuple[int, ...]:
        """The whole numbers that the question asks for, such as that of the instalments."""
        forms = (form for fact in self.sources.case.expected.facts for form in fact.any)
        numbers = (number for form in forms for number, _ in stated_in(form, self.answer.notation).numbers)
        return tuple(int(number) for number in numbers if number.isdigit() and int(number) <= _MAX_LOAN_MONTHS)

    @cached_property
    def _figures(self) -> Figures:
        texts = (*self.sources.passages, *self.sources.definitions_used(self.answer.text), self.sources.case.question)
        supposed = (one.part.written for one in self.supposed)
        return figures_of(dict.fromkeys((*texts, *supposed)), self.answer.notation, self._payments)

    @cached_property
    def _payments(self) -> tuple[int, ...]:
        """How often a year something is paid."""
        monthly = any(_PER_MONTH.search(text) for text in (*self.sources.passages, self.answer.text))
        rhythms = (_MONTHS_PER_YEAR // step for step in self._steps if step < _MONTHS_PER_YEAR)
        return (*rhythms, *((_MONTHS_PER_YEAR,) if monthly else ()))

    def reckons(self, part: Part[Any]) -> bool:
        """Return whether an amount or a rate follows from the passages, or a period is the payment interval."""
        rhythms = {
            one.months for one in part.candidates if isinstance(one, Duration) and one.length == (one.months, 0, 0)
        }
        return bool(rhythms.intersection(self._steps)) or self._figures.give(part)

    def gives_year(self, year: int) -> bool:
        """Return whether a year is a known period before or after the year of an anchor or of a source."""
        years = {anchor.year for anchor in self._anchors}.union(*(held.years for held in self.sources.every))
        shifts = {abs(shift) for period in self._periods for shift in _whole_years(period)} - {0}
        return any(year - shift in years or year + shift in years for shift in shifts)

    def gives_period(self, period: Duration) -> bool:
        """Return whether a period follows from the sources.

        It may be a payment interval, or as many of them as a fact counts; the time between two anchors; the sum or
        difference of two periods; or Business Days put into weeks. It may also come from a numbered day: three Business
        Days from *the third Business Day*.
        """
        if period.length in {(step * count, 0, 0) for step in self._steps for count in (1, *self._counts_of_facts)}:
            return True
        if any(period.length == one.length for text in self.sources.passages for one in _ranks_in(text)):
            return True
        if any(period.length in _combined(*pair) for pair in combinations_with_replacement(self._periods, 2)):
            return True
        if period.business_days:
            return False
        ends = ((_moved(first, 1, period, 0), last) for first, last in self._distances)
        return any(end is not None and abs((end - last).days) <= 1 for end, last in ends)

    def gives_count(self, number: int) -> bool:
        """Return whether this many payments fit between two anchors at a payment interval, give or take one."""
        steps = self._steps
        months = [(last.year - first.year) * 12 + last.month - first.month for first, last in self._distances]
        return any(abs(number - between // step) <= 1 for between in months for step in steps if between >= step)

    def gives(self, part: Part[Any]) -> bool:
        """Return whether a date, a period, an amount or a rate follows from the sources."""
        return self._figures.give(part) or any(
            self.gives_day(value.day)
            if isinstance(value, CalendarDate)
            else isinstance(value, Duration) and self.gives_period(value)
            for value in part.candidates
        )

    def shows(self, value: StatedValue) -> bool:
        """Return whether a value is a date and the answer shows how it computed it, or belongs to an example."""
        sentence = self.answer.sentence_of(self.answer.position(value.span.start))
        examples = {self.answer.sentence_of(self.answer.position(one.span.start)) for one in self.supposed}
        return sentence in examples or (value.part.kind is DATE_KIND and self.is_shown(value.span))

    def is_shown(self, span: Span) -> bool:
        """Return whether the answer shows how it computed a date: it links it to a period in the same sentence."""
        start, end = self.answer.sentence_of(self.answer.position(span.start))
        first, last = self.answer.tokens[start].start, self.answer.tokens[end - 1].end
        first, last = max(first, span.start - _MAX_DISTANCE), min(last, span.end + _MAX_DISTANCE)
        text, values = self.answer.text, self.answer.values
        for value in values[bisect_left(values, first, key=lambda one: one.span.start) :]:
            if value.span.end > last:
                return False
            if value.part.kind is DURATION_KIND:
                around = (value.span.end, span.start) if value.span < span else (span.end, value.span.start)
                if _COMPUTING.search(text, *around):
                    return True
        return False


def _is_last(first: date, day: date, step: int, count: int) -> bool:
    """Return whether a day is the last of ``count`` payments: nine half-yearly ones end four years after the first."""
    months = step * (count - 1)
    return months <= _MAX_LOAN_MONTHS and add_months(first, months) == day


def _starts_of(day: date, period: Duration) -> Iterator[date]:
    """Yield the days from which a period leads to a day, forwards or backwards; the first day may count or not."""
    for sign in (-1, 1):
        for slip in (-1, 0, 1):
            moved = _moved(day, sign, period, slip)
            if moved is not None:
                yield moved
        if period.business_days:
            # Every five Business Days span a weekend; holidays add a few days more.
            least = period.business_days + 2 * (period.business_days // 5)
            for more in range(_MAX_HOLIDAYS + 1):
                moved = _moved(day, sign, Duration(months=period.months, days=period.days + least + more), 0)
                if moved is not None:
                    yield moved


def _combined(one: Duration, other: Duration) -> Iterator[tuple[int, int, int]]:
    """Yield the lengths that two periods give: their sum, their difference, and full weeks of Business Days."""
    yield one.plus(other).length
    longer, shorter = max(one.length, other.length), min(one.length, other.length)
    for slip in (0, 1):  # from the 46th day to the 120th, both may be included
        difference = (
            longer[0] - shorter[0],
            longer[1] - shorter[1] + (slip if longer[1] else 0),
            longer[2] - shorter[2],
        )
        if min(difference) >= 0:
            yield difference
    for period in (one, other):
        weeks, rest = divmod(period.business_days, _BUSINESS_DAYS_OF_A_WEEK)
        if weeks and not rest:
            yield (period.months, period.days + 7 * weeks, 0)


def _whole_years(period: Duration) -> Iterator[int]:
    """Yield by how many years a period may change the year: rounded down, and rounded up."""
    for size, year in ((period.months, 12), (period.days + period.business_days, 365)):
        yield from (size // year, -(-size // year))


def _moved(day: date, sign: int, period: Duration, slip: int) -> date | None:
    """Return a day moved by the months and days of a period; ``None`` if the calendar has no such day."""
    by_months = add_months(day, sign * period.months)
    if by_months is None:
        return None
    try:
        return by_months + timedelta(days=sign * period.days + slip)
    except OverflowError:
        return None


def _days_in(text: str, notation: Context) -> Iterator[date]:
    found = (value for one in Mentions.in_text(text, notation).of(DATE_KIND) for value in one.candidates)
    yield from (value.day for value in found if isinstance(value, CalendarDate))


def _periods_in(text: str, notation: Context) -> Iterator[Duration]:
    for one in Mentions.in_text(text, notation).of(DURATION_KIND):
        yield from one.candidates
    yield from _ranks_in(text)
    yield from (Duration(days=int(match["number"])) for match in _DAY_NUMBER.finditer(text))
    if _NEXT_DAY.search(text):
        yield Duration(days=1)


def _ranks_in(text: str) -> Iterator[Duration]:
    """Yield the distance of numbered days and anniversaries: *the third Business Day before* is three of them."""
    for match in _ORDINAL.finditer(text):
        number, unit = int(match["number"] or _RANK_WORDS[match["word"].lower()]), match["unit"].lower()
        months = {"anniversary": 12, "year": 12, "month": 1}.get(unit)
        if match["working"]:
            yield Duration(business_days=number)
        else:
            yield Duration(days=number) if months is None else Duration(months=months * number)


def computation_of(answer: StatedText, sources: Sources) -> Computation | None:
    """Return what can be computed for an answer; ``None`` if the standard does not have ruling C-22."""
    if not sources.context.parameters.clarifications.untyped_specifics:
        return None
    return Computation(answer, sources)
