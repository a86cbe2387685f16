"""Compares a written value with the expected one: exactly, within the tolerance for rates, or as precisely as shown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from loanproof.benchmarks import Quantity, QuantityMention, Unit, read_value
from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.values import (
    LAW_KIND,
    NO_CONTEXT,
    REFERENCE_RATE_KIND,
    SECTION_KIND,
    YES_NO_KIND,
    Kind,
    Read,
    Relation,
    Wording,
    content_words,
    same_typography,
    says_nothing,
    tokenize,
)

if TYPE_CHECKING:
    from loanproof.values import Absence, Context


class _StatementWords(WordTable):
    statements: Words
    short: dict[str, Words]
    denials: SingleWords
    no_denial: Words


_WORDS = load_words(__package__, "statements", _StatementWords)
_STATEMENTS = Wording(_WORDS.statements)  # "none" says nothing elsewhere, but is the value of a term that a deal lacks
_SHORT_FORMS = [
    (re.compile(rf"\b(?:{'|'.join(full)})\b", re.IGNORECASE), short) for short, full in _WORDS.short.items()
]
_DENIAL = re.compile(rf"\b(?:{'|'.join(_WORDS.denials)}|[a-z]{{2,10}}n['’]t)\b", re.IGNORECASE)
_NO_DENIAL = re.compile(rf"\b(?:{'|'.join(_WORDS.no_denial)})\b", re.IGNORECASE)


class Agreement(StrEnum):
    """How a value compares with the expected one."""

    AGREES = "agrees"
    UNIT_MISSING = "unit missing"
    DIFFERS = "differs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tolerance:
    """How far a figure may be off.

    Attributes:
        bps: The tolerance in basis points, for rates; ``None`` if there is no tolerance.
        is_inclusive: Whether an error of exactly the tolerance is accepted.
        rounds: Whether a figure without a tolerance may be rounded to the precision it shows. If not, only a figure
            that cannot be written out (66⅔ %) may be rounded.
    """

    bps: Decimal | None = None
    is_inclusive: bool = True
    rounds: bool = False

    def accepts(self, error: Decimal, *, step: Decimal) -> bool:
        """Return whether an error is accepted in a figure whose last digit is worth ``step``."""
        if self.bps is None:
            return not error or abs(error) * 2 <= step
        return abs(error) <= self.bps if self.is_inclusive else abs(error) < self.bps


STRICT = Tolerance()
AS_SHOWN = Tolerance(rounds=True)


def tolerance_for(unit: Unit, tolerance: Tolerance) -> Tolerance:
    """Return the tolerance for a figure in this unit: other units than basis points are compared as shown."""
    return tolerance if unit is Unit.BPS else AS_SHOWN


def is_stated(text: str | None, absence: Absence) -> bool:
    """Return whether a text says something: a blank, ``n/a`` and ``unknown`` do not, but ``none`` does."""
    return text is not None and (_STATEMENTS.is_all_of(text) or is_named(text, absence))


def is_named(text: str | None, absence: Absence) -> bool:
    """Return whether a text names something, such as a publication; ``none`` and ``TBD`` name nothing."""
    return text is not None and not absence.source(text) and not absence.nobody(text)


def compare_values(expected: str, given: str, notation: Context, tolerance: Tolerance) -> Agreement:
    """Compare two values: by their figures if the expected value has any, otherwise by their words."""
    if same_typography(expected, given):
        return Agreement.AGREES
    wanted, found = read_value(expected, notation), read_value(given, notation)
    if not wanted:
        return _compare_words(expected, given)
    if len(wanted) != len(found):  # a figure too many or too few makes it another value
        return Agreement.DIFFERS
    pairs = list(zip(wanted, found, strict=True))
    if all(_agree(one, other, tolerance) for one, other in pairs):
        return Agreement.AGREES
    return Agreement.UNIT_MISSING if all(_lacks_unit(one, other) for one, other in pairs) else Agreement.DIFFERS


def _agree(expected: QuantityMention, given: QuantityMention, tolerance: Tolerance) -> bool:
    return any(_same(one, other, tolerance) for one in expected.candidates for other in given.candidates)


def _same(expected: Quantity, given: Quantity, tolerance: Tolerance) -> bool:
    """Return whether two quantities count the same thing and are equal within the tolerance."""
    expected, given = expected.like(given), given.like(expected)
    if not expected.counts_as(given) or expected.is_range != given.is_range:
        return False
    if expected.is_share is not given.is_share and (expected.is_rate or given.is_rate):
        return False  # 40% of the Margin is not 40% per annum
    allowed = tolerance_for(expected.unit, tolerance)
    # A figure without a last digit, such as 66⅔, cannot be written out: the other one may always be its rounding.
    is_endless = not (expected.step and given.step)
    step = (given.step or expected.step) if allowed.rounds or is_endless else Decimal(0)
    errors = expected.low - given.low, expected.high - given.high
    return all(allowed.accepts(error, step=step) for error in errors)


def _lacks_unit(expected: QuantityMention, given: QuantityMention) -> bool:
    """Return whether a figure is the expected one without its unit or currency."""
    for one in expected.candidates:
        for other in given.candidates:
            # Without its unit, a rate may be written in basis points or as a percentage.
            figures = {one.low, one.low / 100} if one.unit is Unit.BPS else {one.low}
            bare = other.unit is Unit.MISSING or (one.currency is not None and other.currency is None)
            if bare and other.low in figures and not one.is_range:
                return True
    return False


def _compare_words(expected: str, given: str) -> Agreement:
    """Compare values without quantities: yes and no by their meaning, other texts by whether most words are shared.

    They differ if they name different laws, reference rates or numbers, or if only one of them denies something.
    """
    answers = YES_NO_KIND.read(expected), YES_NO_KIND.read(given)
    if all(isinstance(answer, Read) for answer in answers):
        equal = YES_NO_KIND.compare_texts(expected, given).relation in (Relation.EXACT, Relation.EQUAL)
        return Agreement.AGREES if equal else Agreement.DIFFERS
    for kind in (LAW_KIND, REFERENCE_RATE_KIND):
        one, other = _named(kind, expected), _named(kind, given)
        if one and other and one != other:
            return Agreement.DIFFERS
    words, others = content_words(_shortened(expected)), content_words(_shortened(given))
    if _figures(words) != _figures(others):
        return Agreement.DIFFERS
    denies = is_denied(expected)
    if denies is not is_denied(given):
        return Agreement.DIFFERS
    if denies and (says_nothing(expected) or says_nothing(given)):  # a plain "none" agrees with any denial
        return Agreement.AGREES
    is_alike = 2 * len(words & others) > min(len(words), len(others))
    return Agreement.AGREES if is_alike else Agreement.DIFFERS


def _named(kind: Kind[Any], text: str) -> frozenset[str]:
    """Return the laws or the families of reference rates that a text names."""
    values = (value for found in kind.find(tokenize(text), NO_CONTEXT) for value in found.candidates)
    if kind is LAW_KIND:
        return frozenset(code for value in values for code in value.codes)
    return frozenset(rate.family.value for value in values for rate in value.rates)


def _figures(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if any(character.isdigit() for character in word))


def is_denied(text: str) -> bool:
    """Return whether a text denies something; *not to be unreasonably withheld* denies nothing."""
    return count_denials(text) > 0


def count_denials(text: str) -> int:
    """Return how many words of a text deny something."""
    return len(_DENIAL.findall(_NO_DENIAL.sub(" ", text)))


def without_denials(text: str) -> str:
    """Return a text without the words that deny something, to see what it denies."""
    return _DENIAL.sub(" ", text)


def _shortened(text: str) -> str:
    """Return a text with terms in their short forms and without clause numbers, which only name a place."""
    for clause in reversed(SECTION_KIND.find(tokenize(text), NO_CONTEXT)):
        text = f"{text[: clause.span.start]} {text[clause.span.end :]}"
    for full, short in _SHORT_FORMS:
        text = full.sub(short, text)
    return text
