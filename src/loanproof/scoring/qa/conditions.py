"""Compares conditions with a bound, such as *if Leverage is below 3.50:1*, and what applies on each side of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason
from loanproof.statements import Bound, Contradiction, consequent_of, gives_verbatim, is_one_value

if TYPE_CHECKING:
    from loanproof.statements import StatedText, StatedValue, Statement


class Known(NamedTuple):
    """A quote with what it says about a fact, at each place where it mentions the fact."""

    quote: StatedText
    statements: Sequence[Statement]


def with_bound_of_source(one: Statement, answer: StatedText, known: Sequence[Known]) -> Statement:
    """Return a statement with the bound of its source if it expresses the same bound in another way.

    An answer that repeats a quote word for word has its bound, even if the quote leaves out the words before it. And
    an answer may state what applies on the other side of a threshold: *60% while Leverage is 3.50:1 or more* for
    *40% if Leverage is below 3.50:1*.
    """
    for quote, other in _each(known):
        if gives_verbatim(answer, one.span, quote, other.span) or _is_stated_from_other_side(one, answer, other, quote):
            return replace(one, bound=None if other.bound is None else _bound_of_source(one.bound, other.bound))
    return one


def _bound_of_source(own: Bound | None, source: Bound) -> Bound:
    """Return the bound of a source, as open, free and certain as the answer's own one."""
    return replace(
        own or Bound(means=source.means, words=source.words),
        means=source.means,
        words=source.words,
        of_default=source.of_default,
        is_required=source.is_required,
        is_turned=source.is_turned,
        is_trigger=source.is_trigger,
        is_kept=source.is_kept,
    )


def exchanged_consequents(
    given: Sequence[Statement], answer: StatedText, known: Sequence[Known]
) -> Iterator[Contradiction]:
    """Yield the first value that an answer applies on the side of a threshold where its source applies another."""
    for one in given:
        pairs = [(quote, other, _consequents(one, answer, other, quote)) for quote, other in _each(known)]
        found = [(other, values) for _, other, values in pairs if values is not None]
        # One agreement is enough, because a source may state several conditions.
        if found and not any(_agrees(one, other, values) for other, values in found):
            source, said = found[0][1]
            yield Contradiction(Reason.SUBJECT_EXCHANGED, source.part.written, said.part.written)
            return


def _each(known: Sequence[Known]) -> Iterator[tuple[StatedText, Statement]]:
    return ((quote, other) for quote, statements in known for other in statements)


def _is_stated_from_other_side(one: Statement, answer: StatedText, other: Statement, quote: StatedText) -> bool:
    values = _consequents(one, answer, other, quote)
    return values is not None and not is_one_value(*values) and _agrees(one, other, values)


def _agrees(one: Statement, other: Statement, values: tuple[StatedValue, StatedValue]) -> bool:
    """Return whether both give the same value for the same side, or different values for opposite sides."""
    is_same_side = one.bound is None or other.bound is None or one.bound.means.same_direction(other.bound.means)
    return is_one_value(*values) is is_same_side


def _consequents(
    one: Statement, answer: StatedText, other: Statement, quote: StatedText
) -> tuple[StatedValue, StatedValue] | None:
    """Return the values that source and answer apply under their conditions.

    ``None`` if either has no bound or no such value, or if the answer's value is of another kind or not in the quote.
    """
    if one.bound is None or other.bound is None:
        return None
    said, source = consequent_of(answer, one.span), consequent_of(quote, other.span)
    if said is None or source is None or said.part.kind is not source.part.kind:
        return None
    return (source, said) if any(is_one_value(value, said) for value in quote.values) else None
