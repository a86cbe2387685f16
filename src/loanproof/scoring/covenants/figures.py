"""Comparison of texts by their figures: caps, limbs, conditions, and thresholds that no single figure states."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from loanproof.core import Reason
from loanproof.standards import Label
from loanproof.values import (
    DURATION_KIND,
    EQUAL,
    MONEY_KIND,
    PERCENTAGE_KIND,
    RATIO_KIND,
    THRESHOLD_KIND,
    Comparison,
    Kind,
    NumberLocale,
    Relation,
    content_words,
    different,
    holds_half,
    partial,
    prose_parts,
    same_typography,
)

if TYPE_CHECKING:
    from loanproof.scoring.context import ScoringContext
    from loanproof.values import Context

LEVEL_KINDS: frozenset[Kind[Any]] = frozenset({MONEY_KIND, PERCENTAGE_KIND, RATIO_KIND})
_KINDS = LEVEL_KINDS | {DURATION_KIND}
_CHOICE = re.compile(r"\b(?:(greater|higher)|lesser|lower) of\b", re.IGNORECASE)
# Words that choose between figures; "USD 5m and 10% of EBITDA" leaves open which of them counts.
_CHOOSING = re.compile(
    r"\b(?:great|high|larg|less|low|small|max|min|more|plus|exceed|add|further)|[<>]|\+", re.IGNORECASE
)
_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_GREATER, _LESSER = "greater", "lesser"


def notations(notation: Context) -> tuple[Context, ...]:
    """Return the notations in which an output may write figures: that of the document, English and German."""
    locales = dict.fromkeys((notation.number_locale, NumberLocale.EN, NumberLocale.DE))
    return tuple(replace(notation, number_locale=locale) for locale in locales)


def figures_of(text: str, notation: Context, kinds: frozenset[Kind[Any]] = _KINDS) -> frozenset[str]:
    """Return the canonical forms of the amounts, percentages, ratios and periods in a text, or of some kinds only."""
    parts = prose_parts(text, notation)
    return frozenset(part.kind.canonical(part.candidates[0]) for part in parts if part.kind in kinds)


def compare_figures(expected: str, given: str, notation: Context) -> Comparison:
    """Compare two texts by their figures: all agree, some are missing, or there is a different one.

    A single figure without its currency or unit agrees in part. Texts without figures are compared by their words.
    """
    if same_typography(expected, given):
        return Comparison(relation=Relation.EXACT, reason=Reason.EXACT)
    wanted, readings = figures_of(expected, notation), [figures_of(given, one) for one in notations(notation)]
    # An output may write figures in another notation; the one that agrees counts, else that of the document.
    found = next((figures for figures in readings if figures == wanted), readings[0])
    if not wanted:
        agrees = holds_half(expected, content_words(given)) and not found and _same_order(expected, given)
        return EQUAL if agrees else different()
    if {_choice(expected), _choice(given)} == {_GREATER, _LESSER}:
        return different()
    if wanted == found:
        is_chosen = len(wanted) < 2 or _choice(expected) is None or _CHOOSING.search(given)
        return EQUAL if is_chosen else partial(Reason.DETAIL_MISSING)
    if found:
        return partial(Reason.LIST_INCOMPLETE) if found < wanted else different()
    loose = THRESHOLD_KIND.compare_texts(expected, given, notation)
    if loose.relation is Relation.PARTIAL:
        return loose
    return different() if any(character.isdigit() for character in given) else partial(Reason.DETAIL_MISSING)


def label_of_wrong(text: str, context: ScoringContext) -> tuple[Label, str | None]:
    """Return the label of a wrong value, and the ruling that sets it if its figures do not appear in the documents."""
    if context.figures_appear(text):
        return Label.FAIL, None
    return context.parameters.covenants.wrong_value_nowhere, "C-09"


def _same_order(expected: str, given: str) -> bool:
    """Return whether the numbers that two texts share come in the same order: ``2:3`` is not ``3:2``."""
    numbers = [list(dict.fromkeys(_NUMBER.findall(text))) for text in (expected, given)]
    one, other = ([number for number in side if number in numbers[0] and number in numbers[1]] for side in numbers)
    return one == other


def _choice(text: str) -> str | None:
    """Return which of its figures a text takes, or None if it does not choose: ``the greater of USD 5m and 10%``."""
    chosen = _CHOICE.search(text)
    if chosen is None:
        return None
    return _GREATER if chosen[1] else _LESSER
