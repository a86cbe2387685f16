"""The bound of a value by what an answer says elsewhere: the very words of a quote, or what holds beyond the line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason
from loanproof.statements import Contradiction, consequent_of, gives_verbatim, is_one_value

if TYPE_CHECKING:
    from loanproof.statements import StatedText, StatedValue, Statement


class Known(NamedTuple):
    """What a quote says about a fact, at each place where it holds it."""

    quote: StatedText
    statements: Sequence[Statement]


def with_bound_of_source(one: Statement, answer: StatedText, known: Sequence[Known]) -> Statement:
    """Return a statement with the bound of its source where that is only said in another way.

    A quote may leave out what is before it (``if the Borrower was not in compliance, … until five days after``), so
    that its very words have its bound. And an answer may tell what holds on the other side of a line: ``60% while
    Leverage is 3.50:1 or more`` for ``40% if Leverage is below 3.50:1``.
    """
    for quote, other in _each(known):
        if gives_verbatim(answer, one.span, quote, other.span) or _is_told_from_beyond(one, answer, other, quote):
            return replace(
                one,
                bound=other.bound,
                of_default=other.of_default,
                is_required=other.is_required,
                is_trigger=other.is_trigger,
                is_kept=other.is_kept,
                is_turned=other.is_turned,
            )
    return one


def exchanged_consequents(
    given: Sequence[Statement], answer: StatedText, known: Sequence[Known]
) -> Iterator[Contradiction]:
    """Yield the first value that an answer lets hold on the side of a line where another holds in its source."""
    for one in given:
        pairs = [(quote, other, _consequents(one, answer, other, quote)) for quote, other in _each(known)]
        found = [(other, values) for _, other, values in pairs if values is not None]
        if found and not any(_agrees(one, other, values) for other, values in found):
            source, said = found[0][1]
            yield Contradiction(Reason.SUBJECT_EXCHANGED, source.part.written, said.part.written)
            return


def _each(known: Sequence[Known]) -> Iterator[tuple[StatedText, Statement]]:
    return ((quote, other) for quote, statements in known for other in statements)


def _is_told_from_beyond(one: Statement, answer: StatedText, other: Statement, quote: StatedText) -> bool:
    values = _consequents(one, answer, other, quote)
    return values is not None and not is_one_value(*values) and _agrees(one, other, values)


def _agrees(one: Statement, other: Statement, values: tuple[StatedValue, StatedValue]) -> bool:
    """Return whether the same value holds on the same side, or another on the other one."""
    is_same_side = one.bound is None or other.bound is None or one.bound.means.same_direction(other.bound.means)
    return is_one_value(*values) is is_same_side


def _consequents(
    one: Statement, answer: StatedText, other: Statement, quote: StatedText
) -> tuple[StatedValue, StatedValue] | None:
    """Return what holds on the side of a line that source and answer name: two values of a kind that the source has."""
    if one.bound is None or other.bound is None:
        return None
    said, source = consequent_of(answer, one.span), consequent_of(quote, other.span)
    if said is None or source is None or said.part.kind is not source.part.kind:
        return None
    return (source, said) if any(is_one_value(value, said) for value in quote.values) else None
