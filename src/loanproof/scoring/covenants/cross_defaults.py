"""Cross default and cross acceleration: whether there is one, its kind, and its thresholds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.cases import CrossDefaultKind, confirmed_quotes
from loanproof.provenance import Claim
from loanproof.scoring.checks import Check
from loanproof.scoring.covenants.components import (
    Cited,
    Component,
    FlagResult,
    check_components,
    incomplete,
    silent,
    wrong,
)
from loanproof.scoring.covenants.contradicted import contradicted
from loanproof.scoring.covenants.figures import compare_figures
from loanproof.scoring.covenants.words import COVENANT_WORDS, is_unsaid, says_nothing, text_of
from loanproof.scoring.wording import place_of, quoted, tell
from loanproof.values import MONEY_KIND, Relation, Wording

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCovenant, ExpectedCrossDefault
    from loanproof.outputs import CovenantOutput, CrossDefaultOutput
    from loanproof.scoring.checks import Check
    from loanproof.scoring.context import ScoringContext
    from loanproof.values import Absence

FLAG = "cross default"
# The whole text is an upper bound: debt of up to so much would count, and none above it.
_UPPER_BOUND = re.compile(
    r"(?:up to|at most|no more than|not more than|not exceeding|(?:a )?maximum(?: of)?)\s[^0-9]{0,8}[0-9][0-9.,]*\s?"
    r"(?:[a-z]{1,8})?(?: in (?:aggregate|total))?",
    re.IGNORECASE,
)
_NO_THRESHOLD = Wording(COVENANT_WORDS.no_threshold)


def check_own_cross_default(
    expected: ExpectedCovenant, given: CovenantOutput, context: ScoringContext, *, says_null: bool
) -> tuple[FlagResult, ...]:
    """Check the cross default of a covenant itself; for one that the case does not expect, only citations count."""
    wanted, said = expected.cross_default, given.cross_default
    if wanted is None or (not wanted.present and said is not None and said.is_present is False):
        if said is None:
            return ()
        cited = Cited(citations=said.citations, claim=Claim())
        return (FlagResult(check=check_components(FLAG, (), context), cited=(cited,)),)
    if said is None or is_silent(said, context.absence):
        return (FlagResult(check=silent(FLAG, place_of(expected), context)),)
    cited = Cited(citations=said.citations, claim=claim_of_cross_default(wanted, said, context))
    return (FlagResult(check=check_cross_default(wanted, said, context, says_null=says_null), cited=(cited,)),)


def check_cross_default(
    expected: ExpectedCrossDefault, given: CrossDefaultOutput, context: ScoringContext, *, says_null: bool
) -> Check:
    """Check a cross default that the output states; ``says_null`` means that its threshold is an explicit null."""
    if not expected.present:
        components: list[Component] = [] if given.is_present is False else [wrong("the document has none")]
    elif given.is_present is False:
        components = [wrong("the document has one, the output says that there is none")]
    else:
        components = list(_components(expected, given, context, says_null=says_null))
    return check_components(FLAG, components, context)


def claim_of_cross_default(
    expected: ExpectedCrossDefault | None, given: CrossDefaultOutput, context: ScoringContext
) -> Claim:
    """Return what the quotes must support: the given thresholds, each in its expected form if it is right."""
    wanted = () if expected is None else _expected_thresholds(expected)
    parts = [
        part
        for said in _given_thresholds(given, context.absence)
        for part in context.claim_of(next((one for one in wanted if _agrees(one, said, context)), said)).parts
    ]
    confirmed = () if expected is None else confirmed_quotes(expected)
    return Claim(parts=tuple(dict.fromkeys(parts)), confirmed=confirmed)


def is_silent(given: CrossDefaultOutput, absence: Absence) -> bool:
    """Return whether a cross default states none of its components."""
    parts = given.is_present, given.kind, given.threshold
    return all(is_unsaid(part, absence) for part in parts) and not given.thresholds


def read_kind(text: str | None) -> CrossDefaultKind | None:
    """Return the kind of cross default that a text names, by the words *acceleration*, *payment* and *default*."""
    words = (text or "").lower().replace("_", " ").replace("-", " ")
    if "accelerat" in words:
        return CrossDefaultKind.CROSS_ACCELERATION
    if "payment" in words:
        return CrossDefaultKind.CROSS_PAYMENT_DEFAULT
    return CrossDefaultKind.CROSS_DEFAULT if "default" in words else None


def _components(
    expected: ExpectedCrossDefault, given: CrossDefaultOutput, context: ScoringContext, *, says_null: bool
) -> Iterator[Component]:
    """Yield what is missing or wrong in the kind and the thresholds of a cross default that exists."""
    if expected.kind is not None and read_kind(given.kind) is not expected.kind:
        variant = expected.kind.value.replace("_", " ")
        yield incomplete(
            f"the variant is {variant}{place_of(expected)}, not {quoted((given.kind or '').replace('_', ' '))}"
        )
    wanted = _expected_thresholds(expected)
    said = tuple(
        text for one in _given_thresholds(given, context.absence) for text in _split_amounts(one, wanted, context)
    )
    if not wanted:
        if said:
            yield wrong(f"it has no threshold, not {quoted('; '.join(said))}")
        elif not says_null and context.absence.open_flag(text_of(given.threshold) or ""):
            yield incomplete("it is not said that there is no threshold")
        return
    # A given threshold must agree with one of the expected ones, at least in part; each of these must be given.
    for text in said:
        if all(_compare(one, text, context) is Relation.DIFFERENT for one in wanted):
            yield wrong(f"the threshold is {quoted('; '.join(wanted))}{place_of(expected)}, not {quoted(text)}")
    for text in said:
        quotes = [citation.quote for citation in expected.citations]
        found = () if text in wanted else contradicted(text, "; ".join(wanted), quotes, context)
        yield from (wrong(tell(difference, quoted(text))) for difference in found)
        if context.parameters.clarifications.statements and _UPPER_BOUND.fullmatch(text.strip()):
            yield wrong(f"the debt is at least the threshold, not {quoted(text)}")
    for one in wanted:
        if not any(_agrees(one, text, context) for text in said):
            yield incomplete(f"the threshold {quoted(one)}{place_of(expected)} is left out or given in part")


def _expected_thresholds(expected: ExpectedCrossDefault) -> tuple[str, ...]:
    return tuple(one for one in (expected.threshold, *expected.thresholds) if one is not None)


def _given_thresholds(given: CrossDefaultOutput, absence: Absence) -> tuple[str, ...]:
    texts = (text_of(value) for value in (given.threshold, *given.thresholds))
    return tuple(dict.fromkeys(text for text in texts if text is not None and not _is_no_threshold(text, absence)))


def _is_no_threshold(text: str, absence: Absence) -> bool:
    """Return whether a text says that there is no threshold: ``none``, ``no minimum amount``."""
    has_figure = any(map(str.isdigit, text))
    return says_nothing(text, absence) or (not has_figure and (absence.denied_flag(text) or _NO_THRESHOLD.opens(text)))


def _split_amounts(text: str, wanted: tuple[str, ...], context: ScoringContext) -> tuple[str, ...]:
    """Return the thresholds in a text: its amounts if several are expected and it names several, else the text."""
    if len(wanted) < 2 or any(_agrees(one, text, context) for one in wanted):
        return (text,)
    amounts = tuple(part.written for part in context.claim_of(text).parts if part.kind is MONEY_KIND)
    return amounts if len(amounts) > 1 else (text,)


def _compare(expected: str, given: str, context: ScoringContext) -> Relation:
    return compare_figures(expected, given, context.notation).relation


def _agrees(expected: str, given: str, context: ScoringContext) -> bool:
    return _compare(expected, given, context) in (Relation.EXACT, Relation.EQUAL)
