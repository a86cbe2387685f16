"""Checks whether the sources contain a number of an answer for the same thing that the answer counts."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cached_property
from itertools import combinations, islice
from typing import TYPE_CHECKING

from loanproof.scoring.qa.specifics.counting import counted_in, listed_after, most_listed
from loanproof.scoring.qa.specifics.words import WORDS
from loanproof.statements import stated_in

if TYPE_CHECKING:
    from decimal import Decimal

    from loanproof.scoring.qa.specifics.computed import Computation
    from loanproof.scoring.qa.specifics.counting import Counted
    from loanproof.scoring.qa.specifics.sources import Sources
    from loanproof.statements import StatedText

_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_NUMBER_WORDS = {number: frozenset(words) for number, words in WORDS.said_otherwise.items()}
_RECURRING = frozenset({*WORDS.synonyms["instalment"], "quarter", "period", "month", "year", "date", "interval"})
_CLOSING = frozenset(WORDS.closing)
_HOURS_OF_A_DAY = 24
_MAX_NUMBERS = 20  # how many numbers are combined to explain another
_MAX_MISCOUNT = 3  # a number more than three times the longest list is not a miscount of it


class NumberSupport(StrEnum):
    """How a number relates to its sources."""

    IN_ORDER = "in order"
    NOWHERE = "nowhere"
    MISCOUNTED = "miscounted"
    OF_ANOTHER = "of another"
    AGAINST_QUOTE = "against the own quote"


class Numbers:
    """Checks the numbers of one answer against its sources."""

    def __init__(self, answer: StatedText, sources: Sources, computation: Computation) -> None:
        self._answer = answer
        self._sources = sources
        self._computation = computation

    @cached_property
    def _listed(self) -> int:
        """The length of the longest list in the answer and the cited clauses."""
        return most_listed(self._answer, self._sources.clauses)

    @cached_property
    def _quoted(self) -> tuple[Counted, ...]:
        quotes = (stated_in(quote, self._answer.notation) for quote in self._sources.quotes)
        return tuple(one for quote in quotes for one in counted_in(quote, ()))

    def assess(self, one: Counted) -> NumberSupport:
        """Return how a number relates to its sources; a count up to the length of the longest list is in order."""
        if one.numbers & self._sources.allowed_numbers:
            return NumberSupport.IN_ORDER
        announced = listed_after(one, self._answer)
        if announced:
            return NumberSupport.IN_ORDER if one.size in announced else NumberSupport.MISCOUNTED
        documents = [document.numbers for document in self._sources.documents]
        held = [numbers[one_of] for numbers in documents for one_of in one.numbers & numbers.keys()]
        if any(near & one.counts for near in held):
            return NumberSupport.AGAINST_QUOTE if self._is_against_quote(one) else NumberSupport.IN_ORDER
        if one.is_structure or (not one.counts and (held or not one.is_figure)) or self._is_said_otherwise(one):
            return NumberSupport.IN_ORDER
        if not one.is_limit and (one.size <= self._listed or self._is_worked_out(one)):
            return NumberSupport.IN_ORDER
        if held:
            return NumberSupport.OF_ANOTHER
        is_count = not one.is_limit and bool(one.counts) and one.size <= _MAX_MISCOUNT * self._listed
        return NumberSupport.MISCOUNTED if is_count else NumberSupport.NOWHERE

    @cached_property
    def _words(self) -> frozenset[str]:
        texts = (*self._sources.clauses, self._sources.case.question)
        return frozenset(word for text in texts for word in _WORD.findall(text.lower()))

    def _is_said_otherwise(self, one: Counted) -> bool:
        """Return whether the source gives a number in other words (*twice*), or in days and the answer in hours."""
        if any(self._words & _NUMBER_WORDS.get(number, frozenset()) for number in one.numbers):
            return True
        days, rest = divmod(one.size, _HOURS_OF_A_DAY)
        documents = (document.numbers for document in self._sources.documents)
        return "hour" in one.counts and not rest and any("day" in held.get(str(days), ()) for held in documents)

    def _is_worked_out(self, one: Counted) -> bool:
        """Return whether a number is the sum or product of two others, or counts payments or periods between days."""
        others = self._others - {one.size}
        if any(one.size in (first + second, first * second) for first, second in combinations(sorted(others), 2)):
            return True
        if one.counts & _RECURRING and one.size - 1 in others and self._words & _CLOSING:
            return True  # nineteen instalments and a final one make twenty
        is_whole = one.size == one.size.to_integral_value()
        return bool(one.counts & _RECURRING) and is_whole and self._computation.gives_count(int(one.size))

    @cached_property
    def _others(self) -> frozenset[Decimal]:
        """The numbers that an answer may have combined: its own and those of its passages."""
        texts = (self._answer, *(stated_in(text, self._answer.notation) for text in self._sources.passages))
        found = (one.size for text in texts for one in counted_in(text, ()))
        return frozenset(islice(dict.fromkeys(found), _MAX_NUMBERS))

    def _is_against_quote(self, one: Counted) -> bool:
        """Return whether a quote counts the same thing, and no quote has this number."""
        same = [other for other in self._quoted if other.counts & one.counts]
        return bool(same) and not any(other.numbers & one.numbers for other in self._quoted)
