"""Finds answers that allow what their own bound forbids: ``the maximum is 4.00:1; the Borrower may exceed it``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from loanproof.core import Reason, SingleWords, Words, WordTable, load_words
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.vocabulary.negations import DENYING
from loanproof.values import Operator, Phrases

if TYPE_CHECKING:
    from loanproof.statements.statement import Statement
    from loanproof.statements.texts.text import StatedText

_Side: TypeAlias = Literal["above", "below"]
_AtBound: TypeAlias = Literal["kept", "broken"]


class _Beyond(WordTable):
    allowing: Words
    going: dict[_Side, Words]
    pointing: Words
    other_case: SingleWords
    exactly: SingleWords
    other_values: SingleWords
    at_bound: dict[_AtBound, Words]


_WORDS = load_words(__package__, "beyond", _Beyond)
_ALLOWING, _POINTING_BACK = Phrases.of([(True, _WORDS.allowing)]), Phrases.of([(True, _WORDS.pointing)])
_GOING_BEYOND = Phrases.of(_WORDS.going.items())
_OTHER_CASE, _SEMICOLON = frozenset(_WORDS.other_case), frozenset(";")
_ENDS_OF_CLAUSE = frozenset({",", ";", "(", *_WORDS.other_values})
_EXACTLY, _AT_BOUND = frozenset(_WORDS.exactly), Phrases.of(_WORDS.at_bound.items())
_KEPT_BY = {"kept": (Operator.AT_MOST, Operator.AT_LEAST), "broken": (Operator.ABOVE, Operator.BELOW)}
_OTHER, _DENYING = {"kept": "broken", "broken": "kept"}, DENYING | {"t"}
_REACH = 8  # tokens from "exactly 4.00:1" to what is said of it
_BROKEN_BOUND = {"above": Operator.AT_MOST, "below": Operator.AT_LEAST}  # the bound that each direction breaks


def allowed_beyond(answer: StatedText, known: Sequence[Statement]) -> Iterator[Contradiction]:
    """Yield a contradiction if an answer allows going beyond a bound of its source, as in ``may exceed it``.

    A sentence that limits this to a case, for example with ``unless``, is not a contradiction.
    """
    bounds = [one.bound for one in known if one.bound is not None]
    for side, given in _allowed(answer):
        if bounds and all(one.means.same_direction(_BROKEN_BOUND[side]) for one in bounds):
            yield Contradiction(Reason.DIRECTION_TURNED, bounds[0].words, given)
            return


def _allowed(answer: StatedText) -> Iterator[tuple[str, str]]:
    """Yield each direction in which an answer allows going beyond a bound, with the words that say so."""
    tokens = answer.tokens
    for _, at, after in _ALLOWING.each_in(tokens):
        going = _GOING_BEYOND.match(tokens, after)
        pointing = None if going is None else _POINTING_BACK.match(tokens, going[1])
        if going is None or pointing is None:
            continue
        start, end = answer.between_marks(at, at, _SEMICOLON)[0], answer.sentence_of(at)[1]
        if not any(tokens[one].lower in _OTHER_CASE for one in range(start, end)):
            yield going[0], tokens.text(at, pointing[1])


def said_at_bound(
    answer: StatedText, given: Sequence[Statement], known: Sequence[Statement]
) -> Iterator[Contradiction]:
    """Yield a contradiction if an answer says of exactly the bound what its source says only beyond it, or the reverse.

    ``Exactly 4.00:1 is already a breach`` contradicts a limit that is kept at 4.00:1. A source that names a default or
    the condition of a duty is not compared, because its comparison is of what must not be.
    """
    bounds = [one.bound for one in known if one.bound is not None]
    if not bounds or any(one.of_default or one.is_trigger or one.is_open for one in bounds):
        return
    for one in given:
        for means, shown in _said_of_exactly(answer, one):
            if all(bound.means not in _KEPT_BY[means] for bound in bounds):
                yield Contradiction(Reason.DIRECTION_TURNED, bounds[0].words, shown)
                return


def _said_of_exactly(answer: StatedText, one: Statement) -> Iterator[tuple[str, str]]:
    """Yield whether a bound counts as kept or broken at exactly the value of a statement, with the words for it."""
    tokens = answer.tokens
    first, after = answer.position(one.span.start), answer.position(one.span.end)
    if tokens[first - 1].lower not in _EXACTLY:
        return
    last = min(answer.between_marks(first, after, _ENDS_OF_CLAUSE)[1], after + _REACH)
    found = next(_AT_BOUND.each_in(tokens, after, last), None)
    if found is not None:
        is_denied = any(tokens[at].lower in _DENYING for at in range(after, found[1]))
        yield _OTHER[found[0]] if is_denied else found[0], tokens.text(first - 1, found[2])
