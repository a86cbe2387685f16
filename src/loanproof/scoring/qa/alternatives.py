"""Finds values that an answer offers as alternatives to the right ones, which leaves open which of them is right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.scoring.qa.facts import mentions_of
from loanproof.statements import Contradiction, Polarity, StatedText, Statement, polarity_at, read_statement, stated_in
from loanproof.values import Operator

if TYPE_CHECKING:
    from loanproof.core import Span

_MAX_COUNTED = 12


def alternatives_in(
    given: Sequence[Statement],
    answer: StatedText,
    right: Sequence[str],
    levels: Sequence[str],
    known: Sequence[Statement],
) -> Iterator[Contradiction]:
    """Yield the first alternative that an answer offers and that is none of the ``right`` values.

    Of the right values ``levels`` only say when another holds, so that no *or* joins the two without a bound: *40% or
    50%* for *40% if it is below 50%*.
    """
    is_at_most = any(one.bound is not None and one.bound.means is Operator.AT_MOST for one in known)
    for one in given:
        if _explains(one, given, answer):
            continue
        if is_at_most and _counts_up(one, answer):  # "one, two or three" offers no alternative to "at most three"
            continue
        for span in _offered_beside(one, answer):
            other = span.of(answer.text)
            is_bare = one.bound is None and read_statement(answer, span).bound is None
            is_right = _is_any(other, right, answer) and not (is_bare and _is_any(other, levels, answer))
            if not (is_right or _is_for_another_period(one, answer)):
                yield Contradiction(Reason.ALTERNATIVES_GIVEN, "", f"{one.span.of(answer.text)} or {other}")
                return


def _is_any(written: str, forms: Iterable[str], answer: StatedText) -> bool:
    """Return whether a value is one of several, in whatever form."""
    value = stated_in(written, answer.notation)
    return any(any(True for _ in mentions_of(value, form)) for form in forms)


def _explains(one: Statement, given: Sequence[Statement], answer: StatedText) -> bool:
    """Return whether a bracket only explains what the words before it state: *a Payment Date (1 May or 1 November)*."""
    opening = answer.text.rfind("(", 0, one.span.start)
    is_inside = opening > answer.text.rfind(")", 0, one.span.start)
    return is_inside and any(other.span.end <= opening and not other.alternatives for other in given)


def _counts_up(one: Statement, answer: StatedText) -> bool:
    """Return whether a text counts from one up to a number, which means *at most*: *one, two or three Loans*."""
    at = next((at for at, (_, span) in enumerate(answer.numbers) if span.overlaps(one.span)), None)
    if at is None or not answer.numbers[at][0].isdigit() or int(answer.numbers[at][0]) > _MAX_COUNTED:
        return False
    last = int(answer.numbers[at][0])
    counted = [number for number, _ in answer.numbers[max(0, at + 1 - last) : at + 1]]
    return counted == [str(number) for number in range(1, last + 1)]


def _is_for_another_period(one: Statement, answer: StatedText) -> bool:
    """Return whether the alternatives are for different periods: *$550,000 a quarter, or $2,200,000 a year*."""
    said = [read_statement(answer, span) for span in (one.span, *one.alternatives)]
    periods = {other.per.means for other in said if other.per is not None}
    return len(periods) > len(one.alternatives)


def values_offered(given: Iterable[Statement], text: StatedText) -> Iterator[str]:
    """Yield the values that a text offers as alternatives, as they are written."""
    return (span.of(text.text) for one in given for span in _offered_beside(one, text))


def _offered_beside(one: Statement, text: StatedText) -> Iterator[Span]:
    return (span for span in one.alternatives if polarity_at(text, span) is Polarity.STATED)
