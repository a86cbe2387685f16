"""Statements about a level of a covenant, its threshold or a waived level, compared with the source (C-21)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from loanproof.cases import CovenantFrequency
from loanproof.core import Reason
from loanproof.scoring.checks import Check
from loanproof.scoring.covenants.dimensions import Dimension
from loanproof.scoring.covenants.figures import LEVEL_KINDS, figures_of
from loanproof.scoring.wording import place_of, quoted, tell
from loanproof.standards import Label
from loanproof.statements import Contradiction, read_statement, stated_in, value_contradictions

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCitation, ExpectedCovenant
    from loanproof.scoring.context import ScoringContext
    from loanproof.values import Context, Operator

_JOINT = re.compile(r"\b(?:or|alternatively)\b", re.IGNORECASE)
_FIGURES_OF_SUMS, _MAX_JOINTS = 2, 8  # a level of two figures may be offered against another; "or" is read so often
_LONG_LEVEL = 12  # words; a longer text may be a copy of the clause
_WORDS_OF_DAYS = frozenset({"after", "before", "by", "from", "later", "earlier", "until"})
# A level "each quarter" may only say how often it is tested.
_RHYTHM_WORDS = {
    CovenantFrequency.WEEKLY: ("week",),
    CovenantFrequency.MONTHLY: ("month",),
    CovenantFrequency.QUARTERLY: ("quarter",),
    CovenantFrequency.ANNUAL: ("year", "annum", "annual"),
}


def check_said(
    expected: ExpectedCovenant,
    given: Sequence[str],
    context: ScoringContext,
    *,
    has_direction: bool,
    has_right_steps: bool = False,
) -> Iterator[Check]:
    """Yield a check for each way in which the words of a threshold or step contradict the document.

    ``has_direction`` means that the check of the operator already reports a wrong direction (A-37), so that the words
    do not report it again. ``has_right_steps`` means that all levels and their days are those of the case: a level
    *after 31 December* is then no contradiction of the one *on or before* it.
    """
    written = (expected.threshold, *(step.threshold for step in expected.steps))
    levels = [level for level in dict.fromkeys(written) if level]
    shown = quoted("; ".join(levels))
    for text in given:
        for one in level_contradictions(expected, levels, text, expected.citations, context):
            is_of_day = has_right_steps and not _WORDS_OF_DAYS.isdisjoint(one.given.lower().split())
            if one.code is not Reason.DIRECTION_TURNED or not (has_direction or is_of_day):
                said = f"The threshold is {shown}{place_of(expected)}; the output says {quoted(text)}"
                message = f"{said}: {tell(one, shown)}."
                yield Check(Label.FAIL, one.code, message, ruling="C-21", aspect=Dimension.THRESHOLD)


def level_contradictions(
    expected: ExpectedCovenant,
    levels: Sequence[str],
    given: str,
    places: Sequence[ExpectedCitation],
    context: ScoringContext,
) -> Iterator[Contradiction]:
    """Yield how the words of a level contradict the case: another comparison, period or ratio, denied, or left open."""
    if not context.parameters.clarifications.statements or given in levels:
        return
    bound = "" if expected.operator is None else f"must be {expected.operator.words} "
    gold = "; ".join(f"{bound}{level}" for level in levels)
    named = [f"{name} {level}" for name in expected.names for level in levels]
    quotes = [one.quote for one in places]
    words = given.lower().split()
    if len(words) > _LONG_LEVEL and any(" ".join(words) in " ".join(quote.lower().split()) for quote in quotes):
        return  # a copy of the clause, whose "shall not" may come before the copied words
    own = _RHYTHM_WORDS.get(expected.testing_frequency, ())
    found = list(value_contradictions(given, gold, [*named, *quotes], context.notation))
    for one in found or _another_level(levels, given, quotes, context.notation):
        if one.code is not Reason.PERIOD_DIFFERS or not any(word in one.given.lower() for word in own):
            yield one


def _another_level(
    levels: Sequence[str], given: str, quotes: Sequence[str], notation: Context
) -> Iterator[Contradiction]:
    """Yield a contradiction if an ``or`` offers a second level of several figures, one of which no source has.

    ``The greater of USD 5m and 10% of assets`` is one level. Behind the ``or`` there must be as many figures again, of
    the same kinds: ``or less, every six months`` offers nothing.
    """
    wanted, known = (_levels_in(texts, notation) for texts in (levels, quotes))
    if len(wanted) < _FIGURES_OF_SUMS:
        return
    for joint in islice(_JOINT.finditer(given), _MAX_JOINTS):
        front, behind = given[: joint.start()], given[joint.end() :]
        offered = _levels_in([behind], notation)
        if len(offered) >= len(wanted) and offered - wanted - known and wanted <= _levels_in([front], notation):
            yield Contradiction(Reason.ALTERNATIVES_GIVEN, front.strip(), behind.strip())
            return


def _levels_in(texts: Sequence[str], notation: Context) -> frozenset[str]:
    return frozenset().union(*(figures_of(text, notation, LEVEL_KINDS) for text in texts))


def turned_operator(text: str | None, context: ScoringContext) -> Operator | None:
    """Return the operator of a level that a text calls prohibited or a breach: ``above 4.75:1 is a breach``.

    Return None if the text does not reverse its comparison in this way.
    """
    if text is None or not context.parameters.clarifications.statements:
        return None
    stated = stated_in(text, context.notation)
    bounds = (read_statement(stated, value.span).bound for value in stated.values[:1])
    return next((one.means for one in bounds if one is not None and one.is_turned), None)
