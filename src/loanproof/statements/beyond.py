"""Finds answers that allow what their own bound forbids: ``the maximum is 4.00:1; the Borrower may exceed it``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from loanproof.core import Reason, SingleWords, Words, WordTable, load_words
from loanproof.statements.comparison import Contradiction
from loanproof.values import Operator, Phrases

if TYPE_CHECKING:
    from loanproof.statements.statement import Statement
    from loanproof.statements.text import StatedText

_Side: TypeAlias = Literal["above", "below"]


class _Beyond(WordTable):
    allowing: Words
    going: dict[_Side, Words]
    pointing: Words
    other_case: SingleWords


_WORDS = load_words(__package__, "beyond", _Beyond)
_ALLOWING, _POINTING_BACK = Phrases.of([(True, _WORDS.allowing)]), Phrases.of([(True, _WORDS.pointing)])
_GOING_BEYOND = Phrases.of(_WORDS.going.items())
_OTHER_CASE, _SEMICOLON = frozenset(_WORDS.other_case), frozenset(";")
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
