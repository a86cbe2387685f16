"""Checks that an answer stays within its documents: which of its values appear there, and which are invented."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from loanproof.core import Reason, SingleWords, Words, WordTable, load_words
from loanproof.provenance import Claim
from loanproof.scoring.checks import Check
from loanproof.scoring.qa.facts import is_covered, states_any, wording_of
from loanproof.scoring.qa.told_ratios import tells_ratio
from loanproof.scoring.wording import quoted
from loanproof.standards import Label
from loanproof.statements import Polarity, StatedText, polarity_at, stated_in
from loanproof.values import FREQUENCY_KIND, PARTY_KIND, PLAIN_TEXT_KIND, ROUGHLY, Duration, part_of, parts_of

if TYPE_CHECKING:
    from loanproof.cases import QaCase
    from loanproof.core import Span
    from loanproof.scoring.context import ScoringContext
    from loanproof.scoring.qa.specifics import Computation
    from loanproof.statements import StatedValue
    from loanproof.values import Context, Part


class _Scope(WordTable):
    associations: Words
    market: SingleWords
    practices: SingleWords
    usual: SingleWords


_WORDS = load_words(__package__, "scope", _Scope)
# References to what associations publish or to what the market does.
_MARKET = "|".join(_WORDS.market)
_MARKET_REFERENCE = re.compile(
    rf"\b(?:{'|'.join(_WORDS.associations)}|(?:{_MARKET}) (?:{'|'.join(_WORDS.practices)})"
    rf"|(?:{'|'.join(_WORDS.usual)}) (?:in|for) (?:the|this) (?:{_MARKET}))",
    re.IGNORECASE,
)
_MAX_TOKENS_BEFORE = 2  # how far before a figure a word such as "roughly" may stand
_JOINED_NAMES = re.compile(r"\s+(?:and|&)\s+|,\s+and\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The values that an answer asserts, without those in the question and those that the case calls derivable.

    Attributes:
        values: All of them.
        nowhere: Those that appear in no document.
        miscalculated: Values that the answer computes wrongly while showing how; they are not in ``values``.
    """

    values: tuple[StatedValue, ...]
    nowhere: tuple[StatedValue, ...]
    miscalculated: tuple[StatedValue, ...] = ()

    @property
    def share(self) -> Fraction:
        """The share of the values that appear in the documents; 1 if there are no values."""
        if not self.values:
            return Fraction(1)
        return 1 - Fraction(len(self.nowhere), len(self.values))

    @property
    def claim(self) -> Claim:
        """What the quotes must support."""
        return Claim(parts=tuple(dict.fromkeys(value.part for value in self.values)))


class _Origin(Enum):
    """Where a value of an answer is from."""

    KNOWN = auto()
    """From the question, the case, a rule, or the quotes; it needs no support."""
    HELD = auto()
    """From the documents."""
    WRONG = auto()
    """From a visible mistake of the answer, which is not an invention."""
    NOWHERE = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Origins:
    """Tells where the values of an answer are from.

    Attributes:
        stated: The values that it asserts.
        allowed: The values of the question, and those that the case calls derivable.
        facts: The values of the expected facts.
        quotes, quoted: The cited passages, and their values.
        reads_statements: Whether what the answer says of a value is read (C-21).
    """

    statement: StatedText
    stated: Sequence[StatedValue]
    question: str
    allowed: frozenset[Part[Any]]
    facts: frozenset[Part[Any]]
    quotes: Sequence[StatedText]
    quoted: frozenset[Part[Any]]
    context: ScoringContext
    computation: Computation | None
    reads_statements: bool

    def of(self, value: StatedValue) -> _Origin:
        """Return where a value is from."""
        part, computation = value.part, self.computation
        if self._is_known(value):
            return _Origin.KNOWN
        if self.context.appears(part):
            # A value that is elsewhere in the documents, but also follows from the quotes, needs no quote of its own.
            is_own = computation is None or _is_in(part, self.quoted) or not computation.reckons(part)
            return _Origin.HELD if is_own else _Origin.KNOWN
        if _is_in(part, self.facts) or _is_two_known_names(part, self.context):
            return _Origin.KNOWN
        if computation is not None and computation.gives(part):
            return _Origin.KNOWN
        is_worked_out = computation is not None and computation.shows(value)
        return _Origin.WRONG if is_worked_out else _Origin.NOWHERE

    def _is_known(self, value: StatedValue) -> bool:
        """Return whether a value is said already: asked, derivable, told again, rounded, a rhythm or a known ratio."""
        return (
            _is_in(value.part, self.allowed)
            or _is_said_loosely(value.part, self.stated)
            or self._is_rounded(value)
            or _is_known_rhythm(value, self.statement, self.question, self.context)
            or (self.reads_statements and tells_ratio(value, self.statement, self.quotes))
        )

    def _is_rounded(self, value: StatedValue) -> bool:
        known = (one for one in self.quoted | self.allowed if one.kind is value.part.kind)
        return _is_said_roughly(value, self.statement) and any(
            one.compare(value.part).reason is Reason.ROUNDED for one in known
        )


def scope_of(
    statement: StatedText, case: QaCase, context: ScoringContext, computation: Computation | None = None
) -> Scope:
    """Return the values that an answer asserts, checked against the documents; a denied value is not asserted.

    A value that the case expects as a fact is never invented; if no document contains it, it needs no support. The
    same is true of what ``computation`` derives from the cited passages (C-22).
    """
    expected, notation = case.expected, statement.notation
    quotes = computation.sources.quotes if computation is not None else ()
    reads_statements = context.parameters.clarifications.statements

    def is_denied(span: Span) -> bool:
        return polarity_at(statement, span) is not Polarity.STATED if reads_statements else statement.denies(span)

    supposed = () if computation is None else [one for one in statement.values if computation.supposes(one)]
    stated = [value for value in statement.values if not (value in supposed or is_denied(value.span))]
    origins = _Origins(
        statement=statement,
        stated=stated,
        question=case.question,
        allowed=_parts((case.question, *expected.derivable), notation),
        facts=_parts([form for fact in expected.facts for form in fact.any], notation),
        quotes=[stated_in(quote, notation) for quote in quotes],
        quoted=_parts(quotes, notation),
        context=context,
        computation=computation,
        reads_statements=reads_statements,
    )
    found = [(value, origins.of(value)) for value in stated]
    return Scope(
        values=tuple(value for value, origin in found if origin in (_Origin.HELD, _Origin.NOWHERE)),
        nowhere=tuple(value for value, origin in found if origin is _Origin.NOWHERE),
        miscalculated=tuple(value for value, origin in found if origin is _Origin.WRONG),
    )


def _is_in(part: Part[Any], known: Iterable[Part[Any]]) -> bool:
    return any(is_covered(part, one) for one in known)


def _is_said_loosely(part: Part[Any], stated: Sequence[StatedValue]) -> bool:
    """Return whether a number of days repeats a number of Business Days that the same answer states in full."""
    days = {one.days for one in part.candidates if isinstance(one, Duration) and one.length == (0, one.days, 0)}
    others = (one for value in stated for one in value.part.candidates if isinstance(one, Duration))
    return any(one.business_days in days for one in others if one.business_days)


def _is_known_rhythm(value: StatedValue, statement: StatedText, question: str, context: ScoringContext) -> bool:
    """Return whether a period only tells how often: *every six months* where question or documents say *half-year*."""
    asked = StatedText(text=question, notation=statement.notation)
    known = [part_of(FREQUENCY_KIND, one, question) for one in FREQUENCY_KIND.find(asked.tokens, asked.notation)]
    for one in FREQUENCY_KIND.find(statement.tokens, statement.notation):
        if one.span.overlaps(value.span):
            rhythm = part_of(FREQUENCY_KIND, one, statement.text)
            return context.appears(rhythm) or any(rhythm.compare(other).relation.agrees for other in known)
    return False


def _is_said_roughly(value: StatedValue, statement: StatedText) -> bool:
    """Return whether the answer itself says that a value is rounded: *roughly 41.58 million dollars*."""
    at = statement.position(value.span.start)
    return any(statement.tokens[one].lower in ROUGHLY for one in range(max(0, at - _MAX_TOKENS_BEFORE), at))


def _is_two_known_names(part: Part[Any], context: ScoringContext) -> bool:
    """Return whether a name is really several names joined by *and*, each of which is in the documents.

    A name without a legal form is not recognised by itself, so it is read together with the next one.
    """
    pieces = _JOINED_NAMES.split(part.written) if part.kind is PARTY_KIND else ()
    return len(pieces) > 1 and all(context.has_wording(piece.strip()) for piece in pieces)


def _parts(texts: Sequence[str], context: Context) -> frozenset[Part[Any]]:
    return frozenset(part for text in texts for part in stated_in(text, context).parts)


def invented(scope: Scope, context: ScoringContext) -> Iterator[Check]:
    """Yield a check for each value that appears in no document."""
    for text in dict.fromkeys(value.part.written for value in scope.nowhere):
        message = f"The answer says {text}, which does not appear in the documents and cannot be derived."
        label = context.parameters.refusal.asserted_value_nowhere
        yield Check(label, Reason.VALUE_NOT_IN_DOCUMENT, message, ruling="C-11")


def miscalculated(scope: Scope) -> Iterator[Check]:
    """Yield a check for each value that the answer computes wrongly."""
    for text in dict.fromkeys(value.part.written for value in scope.miscalculated):
        message = f"The answer works out {text}, which does not follow from the cited passages."
        yield Check(Label.FAIL, Reason.CALCULATION_ERROR, message, ruling="C-22")


def imported(statement: StatedText, case: QaCase, context: ScoringContext) -> Iterator[Check]:
    """Yield a check for each reference to the market that is in neither the documents nor the question."""
    sources = [case.question, *(source.whole_text for source in context.documents)]
    for phrase in dict.fromkeys(match[0].lower() for match in _MARKET_REFERENCE.finditer(statement.text)):
        written = re.compile(r"\b" + r"\s+".join(map(re.escape, phrase.split())), re.IGNORECASE)
        if not any(written.search(source) for source in sources):
            message = f"The answer brings in {quoted(phrase)}, to which the documents do not refer."
            yield Check(Label.FAIL, Reason.OUT_OF_SCOPE_CLAIM, message)


def claim_of_wording(statement: StatedText, case: QaCase, quotes: Sequence[str], context: ScoringContext) -> Claim:
    """Return the words that the quotes must contain to support the facts that are not typed values.

    The words are taken from the given quotes, or from the gold quotes if no given quote has any form of the fact. A
    fact whose words are not in the gold quotes (a yes, a count, a conclusion) needs no support.
    """
    gold = [citation.quote for citation in case.expected.citations]
    parts: list[Part[Any]] = []
    for fact in case.expected.facts:
        is_typed = any(stated_in(form, statement.notation).values for form in fact.any)
        shown = (
            None if is_typed or not states_any(statement, fact.any) else _wording(gold, fact.any, statement.notation)
        )
        if shown is None:
            continue
        carried = _wording(quotes, fact.any, statement.notation)
        words = parts_of(PLAIN_TEXT_KIND, carried or shown)
        parts += [part for part in words if carried is None or _is_located(part, quotes, context)]
    return Claim(parts=tuple(dict.fromkeys(parts)))


def _wording(quotes: Sequence[str], forms: Sequence[str], context: Context) -> str | None:
    texts = [stated_in(quote, context) for quote in quotes]
    found = (wording_of(text, form) for form in forms for text in texts)
    return next((words for words in found if words), None)


def _is_located(part: Part[Any], quotes: Sequence[str], context: ScoringContext) -> bool:
    source = next(iter(context.documents))
    return any(source.locate_in(quote, part) for quote in quotes)
