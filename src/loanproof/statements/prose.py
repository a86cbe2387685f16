"""Whether a short text contradicts the one it stands for: a condition, a cap, a trigger, a gap in words.

Held against each other are what is said about each value, who acts for whom, and words that exclude each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.statements.comparison import Contradiction, Source, compare_statements
from loanproof.statements.opposites import CLASSES, members_in
from loanproof.statements.reading import read_statement, roles_in_text
from loanproof.statements.statement import Polarity, Said, Statement
from loanproof.statements.text import StatedText, stated_in
from loanproof.values import Operator, Relation

if TYPE_CHECKING:
    from loanproof.statements.values import StatedValue
    from loanproof.values import Context


_LONGEST = 2000  # characters
_MOST = 40  # values of a text that are read


def contradictions(
    given: str, expected: str, quotes: Sequence[str], notation: Context, *, assumed: Operator | None = None
) -> Iterator[Contradiction]:
    """Yield each part in which a text contradicts the one it stands for.

    Args:
        given: The text.
        expected: What it stands for.
        quotes: Where that stands; what ``expected`` leaves unsaid is read there.
        notation: How figures are written.
        assumed: How the values are bounded where neither says so: a cap is at most.
    """
    said = stated_in(given[:_LONGEST], notation)
    sources = [stated_in(text[:_LONGEST], notation) for text in (expected, *quotes)]
    for value in said.values[:_MOST]:
        yield from _of_value(value, said, sources, assumed)
    yield from _of_roles(said, sources)
    yield from _of_classes(said, sources)


def _of_value(
    value: StatedValue, said: StatedText, sources: Sequence[StatedText], assumed: Operator | None
) -> Iterator[Contradiction]:
    one = read_statement(said, value.span)
    known: list[Statement] = []
    for source in sources:
        known += [read_statement(source, other.span) for other in source.values[:_MOST] if _is_same(other, value)]
    if known and one.polarity is Polarity.DENIED:
        yield Contradiction(Reason.FACT_DENIED, value.part.written, said.text)
    if assumed is not None:
        told = Said(means=assumed, words=assumed.value)
        known = [other if other.bound is not None else replace(other, bound=told) for other in known]
    yield from compare_statements([one], Source(known, {}))


def _is_same(one: StatedValue, other: StatedValue) -> bool:
    return one.part.compare(other.part).relation is not Relation.DIFFERENT


def _of_roles(said: StatedText, sources: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield who gives or takes instead of another; the first source that says it counts."""
    own, known = roles_in_text(said), [roles_in_text(source) for source in sources]
    known = [one for one in known if own.act is None or one.act is None or own.act == one.act]
    pairs = ((own.giver, [one.giver for one in known]), (own.taker, [one.taker for one in known]))
    for given, others in pairs:
        right = next((other for other in others if other is not None), None)
        if given is not None and right is not None and not given.means & right.means:
            yield Contradiction(Reason.SUBJECT_EXCHANGED, right.words, given.words)


def _of_classes(said: StatedText, sources: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield words of a text that exclude those of its source, class by class."""
    for phrases in CLASSES:
        own, *known = (members_in(phrases, text.tokens, 0, len(text.tokens)) for text in (said, *sources))
        right = next((found for found in known if found), {})
        if own and right and not own.keys() & right.keys():
            yield Contradiction(Reason.DIFFERENT, ", ".join(right.values()), ", ".join(own.values()))
