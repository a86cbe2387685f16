"""Whether a number of an answer stands in its sources for what the answer counts with it."""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from loanproof.scoring.qa.specifics.counting import counted_in, listed_after, most_listed
from loanproof.statements import stated_in

if TYPE_CHECKING:
    from loanproof.scoring.qa.specifics.counting import Counted
    from loanproof.scoring.qa.specifics.sources import Sources
    from loanproof.statements import StatedText

_FAR_FROM_A_COUNT = 3  # times as many as are listed: that is no miscount


class NumberVerdict(StrEnum):
    """What a number is to its sources."""

    IN_ORDER = "in order"
    NOWHERE = "nowhere"
    MISCOUNTED = "miscounted"
    OF_ANOTHER = "of another"
    AGAINST_QUOTE = "against the own quote"


class Numbers:
    """Holds the numbers of one answer against its sources."""

    def __init__(self, answer: StatedText, sources: Sources) -> None:
        self._answer = answer
        self._sources = sources

    @cached_property
    def _listed(self) -> int:
        """How many things the longest list of the answer or of the cited clauses has."""
        return most_listed(self._answer, self._sources.clauses)

    @cached_property
    def _quoted(self) -> tuple[Counted, ...]:
        quotes = (stated_in(quote, self._answer.notation) for quote in self._sources.quotes)
        return tuple(one for quote in quotes for one in counted_in(quote, ()))

    def judge(self, one: Counted) -> NumberVerdict:
        """Return what a number is. A count of what is listed is in order, and so is every part of such a list."""
        if one.numbers & self._sources.allowed_numbers:
            return NumberVerdict.IN_ORDER
        announced = listed_after(one, self._answer)
        if announced:
            return NumberVerdict.IN_ORDER if one.size in announced else NumberVerdict.MISCOUNTED
        documents = [document.numbers for document in self._sources.documents]
        held = [numbers[one_of] for numbers in documents for one_of in one.numbers & numbers.keys()]
        if any(near & one.counts for near in held):
            return NumberVerdict.AGAINST_QUOTE if self._is_against_quote(one) else NumberVerdict.IN_ORDER
        if one.is_structure or (not one.counts and (held or not one.is_figure)):
            return NumberVerdict.IN_ORDER
        if not one.is_limit and one.size <= self._listed:
            return NumberVerdict.IN_ORDER
        if held:
            return NumberVerdict.OF_ANOTHER
        is_count = not one.is_limit and bool(one.counts) and one.size <= _FAR_FROM_A_COUNT * self._listed
        return NumberVerdict.MISCOUNTED if is_count else NumberVerdict.NOWHERE

    def _is_against_quote(self, one: Counted) -> bool:
        """Tell whether a quote counts the same with another number, and none has this one."""
        same = [other for other in self._quoted if other.counts & one.counts]
        return bool(same) and not any(other.numbers & one.numbers for other in self._quoted)
