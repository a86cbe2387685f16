"""Frequencies in running text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from loanproof.values.frequency.forms import FREQUENCY_STARTS, month_of_each, read_frequency, rhythm_of_months
from loanproof.values.frequency.value import Frequency
from loanproof.values.frequency.words import LOOKED_AT
from loanproof.values.reading import NO_CONTEXT, Context, Found, Read
from loanproof.values.text.tokens import Tokens

_SENTENCE_ENDS = frozenset({".", ";"})


def find_frequencies(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[Frequency], ...]:
    """Find every frequency in running text, except the period that a test covers."""
    results: list[Found[Frequency]] = []
    days: list[_Day] = []
    end = 0
    for at in FREQUENCY_STARTS.within(tokens):
        found = read_frequency(tokens, at, context=context) if at >= end else None
        if found is None:
            continue
        belongs = end > 0 and at == end + 1 and tokens[end].lower == "of"  # "each quarter of each year" is quarterly
        end = found.end
        if tokens[at - 1].lower not in LOOKED_AT and not belongs:
            month = month_of_each(tokens, at, end)
            days += [] if month is None else [_Day(len(results), month, at, end)]
            results.append(Found(span=tokens.span(at, end), reading=found.reading))
    return tuple(_with_days_joined(tokens, results, days))


class _Day(NamedTuple):
    """A day of each year: which result it is, its month, and where it is."""

    result: int
    month: int
    start: int
    end: int


def _with_days_joined(tokens: Tokens, results: list[Found[Frequency]], days: list[_Day]) -> Iterator[Found[Frequency]]:
    """Yield the results; days of one sentence are one rhythm: ``by each April 1, and by each October 1``."""
    joined: dict[int, Found[Frequency] | None] = {}
    for group in _by_sentence(tokens, days):
        rhythm = rhythm_of_months([one.month for one in group])
        if rhythm is not None:
            span = tokens.span(group[0].start, group[-1].end)
            joined |= dict.fromkeys(one.result for one in group[1:])
            joined[group[0].result] = Found(span=span, reading=Read(value=Frequency(rhythm=rhythm)))
    for at, one in enumerate(results):
        found = joined.get(at, one)
        if found is not None:
            yield found


def _by_sentence(tokens: Tokens, days: list[_Day]) -> list[list[_Day]]:
    """Return the days grouped by sentence, where a sentence has several."""
    groups: list[list[_Day]] = []
    for one in days:
        last = groups[-1][-1] if groups else None
        is_new = last is None or any(token.text in _SENTENCE_ENDS for token in tokens.items[last.end : one.start])
        groups.append([one]) if is_new else groups[-1].append(one)
    return [group for group in groups if len(group) > 1]
