"""The threshold of a covenant: its value and comparison, in any form, with its steps.

It is checked in two passes. The first compares both sides and says what a quote must support. The second makes the
checks once the citations are assessed, because a threshold in another form needs a verbatim quote of the source form.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.provenance import Claim
from loanproof.scoring.checks import Check
from loanproof.scoring.covenants.dimensions import Dimension
from loanproof.scoring.covenants.figures import compare_figures, figures_of, label_of_wrong
from loanproof.scoring.covenants.levels import (
    StepText,
    as_percentages,
    comparing,
    means_also,
    notation_of,
    read_levels,
    without_comparison,
)
from loanproof.scoring.covenants.said_levels import check_said, turned_operator
from loanproof.scoring.covenants.testing_days import by_tests
from loanproof.scoring.covenants.words import says_nothing, text_of
from loanproof.scoring.stale import find_stale, tell_stale
from loanproof.scoring.wording import place_of, quoted
from loanproof.standards import Label
from loanproof.values import (
    EQUAL,
    THRESHOLD_KIND,
    THRESHOLD_SCHEDULE_KIND,
    Comparison,
    Operator,
    Relation,
    Schedule,
    same_typography,
    states_roughly,
    tokenize,
)

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCovenant
    from loanproof.outputs import CovenantOutput
    from loanproof.scoring.context import ScoringContext
    from loanproof.scoring.covenants.levels import Levels
    from loanproof.values import Context

_OPERATOR_WORDS = {
    None: "",
    Operator.AT_MOST: "at most",
    Operator.BELOW: "below",
    Operator.AT_LEAST: "at least",
    Operator.ABOVE: "above",
    Operator.EQUALS: "exactly",
}
_NOT_WRITTEN = frozenset({Reason.UNIT_MISSING, Reason.CURRENCY_MISSING})
_STEPS_NOT_GIVEN = frozenset({Reason.STEPS_MISSING, Reason.DETAIL_MISSING})


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdComparison:
    """The comparison of a given threshold with the expected one.

    Attributes:
        expected: The expected threshold, or that of the first expected step.
        given: The given threshold, or that of the first given step.
        value: How the given value compares with the expected one; None if there is nothing to compare.
        operators: How each given operator compares with the expected one; a missing operator is compared too.
        is_source_form: Whether the output contains the characters of the source.
        is_stepped: Whether either side has several levels, and the opening levels do not differ.
        claim: What a quote must support.
        texts: The threshold and the steps as the output writes them.
    """

    expected: str | None
    given: str | None
    value: Comparison | None = None
    operators: tuple[Comparison, ...] = ()
    is_source_form: bool = False
    is_stepped: bool = False
    claim: Claim
    texts: tuple[str, ...] = ()


def compare_threshold(
    expected: ExpectedCovenant, given: CovenantOutput, context: ScoringContext
) -> ThresholdComparison:
    """Compare the threshold of a reported covenant with the expected one."""
    notation, wanted_steps, said_steps = context.notation, steps_of(expected), given_steps(given)
    written = text_of(given.threshold)
    stated = None if says_nothing(written, context.absence) else written
    sought = expected.threshold or next((step.threshold for step in wanted_steps), None)
    said = stated or next((step.threshold for step in said_steps), None)
    texts = tuple(text for text in (stated, *(step.threshold for step in said_steps)) if text is not None)
    bare = ThresholdComparison(expected=sought, given=said, claim=Claim(), texts=texts)
    if sought is None or said is None:
        return bare if said is None else replace(bare, claim=context.claim_of(said))
    wanted = read_levels(expected.threshold, wanted_steps, notation)
    given_notation = notation_of(expected.threshold, stated, notation)
    found = as_percentages(read_levels(stated, said_steps, given_notation), wanted)
    if not wanted or not found:
        if wanted and not any(character.isdigit() for character in said):
            return bare  # a text without figures, such as "as soon as available", is not a threshold
        value = _compare_unread(sought, wanted_steps, said, context)
        return replace(
            bare,
            value=value,
            operators=_compare_keyed(expected, given, context),
            claim=_claim(bare, value, context),
            is_source_form=value.relation is Relation.EXACT,
        )
    # A wrong opening level decides by itself; otherwise all levels are compared.
    opening = _compare_openings(expected.threshold, stated, notation, given_notation)
    is_opening_wrong = opening.relation is Relation.DIFFERENT or opening.reason is Reason.AMBIGUOUS_CURRENCY
    value = opening if is_opening_wrong else _compare_levels(*by_tests(wanted, found, expected.testing_frequency))
    if said_steps and opening.reason in _NOT_WRITTEN:  # the steps decide, as if the opening level were written in full
        full = as_percentages(read_levels(expected.threshold, said_steps, given_notation), wanted)
        whole = _compare_levels(*by_tests(wanted, full, expected.testing_frequency))
        value = opening if whole.relation.agrees else whole
    return replace(
        bare,
        value=value,
        operators=_compare_operators(expected, given, wanted, found, context),
        is_source_form=_has_form(sought, said),
        is_stepped=len(wanted) + len(found) > 2 and not is_opening_wrong,
        claim=_with_steps(_claim(bare, value, context), expected, given, value, context),
    )


def check_threshold(
    expected: ExpectedCovenant, compared: ThresholdComparison, *, is_quoted: bool, context: ScoringContext
) -> tuple[Check, ...]:
    """Check a threshold; ``is_quoted`` says whether a verbatim quote supports the source form."""
    if compared.expected is None:
        return tuple(_invented(expected, compared.given or "", context))
    if compared.given is None or compared.value is None:
        said = f"The threshold is {quoted(compared.expected)}{place_of(expected)}"
        message = f"{said}; the output says {quoted(compared.given)}."
        return (Check(Label.PARTIAL, Reason.THRESHOLD_MISSING, message, aspect=Dimension.THRESHOLD),)
    checks = [_value_check(expected, compared, context)]
    if compared.value.relation in (Relation.EXACT, Relation.EQUAL):
        checks = [_form_check(expected, compared, context, is_quoted=is_quoted)]
    operators = _operator_checks(expected, compared, context)
    has_direction = any(one.code is Reason.OPERATOR_DIRECTION for one in operators)
    has_right_steps = compared.is_stepped and compared.value.relation.agrees
    words = check_said(expected, compared.texts, context, has_direction=has_direction, has_right_steps=has_right_steps)
    return (*checks, *operators, *words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The opening level of a threshold, read once for all comparisons; ``levels`` is empty if it cannot be read."""

    text: str | None
    levels: Levels = ()

    @classmethod
    def of(cls, text: str | None, context: ScoringContext) -> Opening:
        """Read the opening level of a threshold as it is written."""
        return cls(text=text, levels=() if text is None else read_levels(text, (), context.notation)[:1])

    def equals(self, other: Opening) -> bool:
        """Return whether both have the same value and unit; texts that cannot be read must be the same text."""
        if self.text is None or other.text is None:
            return False
        if not self.levels or not other.levels:
            return same_typography(self.text, other.text)
        return _compare_levels(self.levels, other.levels).relation is Relation.EQUAL


def steps_of(expected: ExpectedCovenant) -> tuple[StepText, ...]:
    """Return the steps of an expected covenant as they are written."""
    return tuple(StepText(start=step.from_, end=step.to, threshold=step.threshold) for step in expected.steps)


def given_steps(given: CovenantOutput) -> tuple[StepText, ...]:
    """Return the steps of a reported covenant as they are written."""
    return tuple(
        StepText(start=step.period.start, end=step.period.end, threshold=text_of(step.threshold))
        for step in given.steps
    )


def _compare_unread(expected: str, steps: tuple[StepText, ...], given: str, context: ScoringContext) -> Comparison:
    """Compare two texts by their figures, and by those of any steps, if one of them cannot be read as a threshold."""
    wanted, found = figures_of(expected, context.notation), figures_of(given, context.notation)
    if wanted == found and states_roughly(tokenize(given)) and not states_roughly(tokenize(expected)):
        return Comparison(relation=Relation.PARTIAL, reason=Reason.DETAIL_DIFFERS, detail="it is stated only roughly")
    if wanted < found:  # the output adds figures; if the case has steps, they must be among these
        levels = wanted.union(*(figures_of(step.threshold or "", context.notation) for step in steps))
        if steps and not found <= levels:
            return Comparison(relation=Relation.DIFFERENT, reason=Reason.ROW_DIFFERS)
        return Comparison(relation=Relation.PARTIAL, reason=Reason.DETAIL_DIFFERS, detail="several values")
    return compare_figures(expected, given, context.notation)


def _compare_levels(wanted: Levels, found: Levels) -> Comparison:
    one, other = (without_comparison(levels) for levels in (wanted, found))
    if len(one) == len(other) == 1:
        return THRESHOLD_KIND.compare(one[0].value, other[0].value)
    return THRESHOLD_SCHEDULE_KIND.compare(Schedule(levels=one), Schedule(levels=other))


def _compare_openings(
    expected: str | None, given: str | None, notation: Context, given_notation: Context
) -> Comparison:
    """Compare the opening levels; if one side has only steps, they count as equal and the levels decide."""
    if expected is None or given is None:
        return EQUAL
    wanted, found = read_levels(expected, (), notation)[:1], read_levels(given, (), given_notation)[:1]
    compared = _compare_levels(wanted, as_percentages(found, wanted))
    if compared.relation is Relation.DIFFERENT and means_also(given, wanted[0].value, notation):
        return Comparison(relation=Relation.PARTIAL, reason=Reason.AMBIGUOUS_CURRENCY, detail="it has several meanings")
    return compared


def _compare_operators(
    expected: ExpectedCovenant, given: CovenantOutput, wanted: Levels, found: Levels, context: ScoringContext
) -> tuple[Comparison, ...]:
    """Compare the expected operator with each one that the output gives, under its own key or in the threshold."""
    own = comparing(expected.operator, context.notation)
    operator = wanted[0].value.operator if own is None else own.operator
    base = replace(wanted[0].value, operator=operator)
    keyed = comparing(given.operator, context.notation)
    written = turned_operator(text_of(given.threshold), context) or found[0].value.operator
    stated = {written, None if keyed is None else keyed.operator} - {None}  # both must be right if they differ
    return tuple(THRESHOLD_KIND.compare(base, replace(base, operator=one)) for one in sorted(stated or {None}, key=str))


def _compare_keyed(
    expected: ExpectedCovenant, given: CovenantOutput, context: ScoringContext
) -> tuple[Comparison, ...]:
    """Compare the operators that both sides give under their own keys, for a threshold that cannot be read."""
    own, keyed = (comparing(side.operator, context.notation) for side in (expected, given))
    return () if own is None or keyed is None else (THRESHOLD_KIND.compare(own, replace(own, operator=keyed.operator)),)


def _has_form(expected: str, given: str) -> bool:
    """Return whether a text contains the characters of the source, ignoring spaces and case."""
    folded = ("".join(text.lower().split()).strip(".") for text in (expected, given))
    return next(folded) in next(folded) or same_typography(expected, given)


def _claim(bare: ThresholdComparison, value: Comparison, context: ScoringContext) -> Claim:
    """Return what a quote must support: the expected value, or the given one if it is wrong."""
    # The quote of a right value in another form has the source form, so the expected text is what it must support.
    text = bare.given if value.relation is Relation.DIFFERENT else bare.expected
    return context.claim_of(text)


def _with_steps(
    claim: Claim, expected: ExpectedCovenant, given: CovenantOutput, value: Comparison, context: ScoringContext
) -> Claim:
    """Return the claim with the given steps added, unless the value is wrong or the case expects no steps."""
    if value.relation is Relation.DIFFERENT or not expected.steps:
        return claim
    steps = [context.claim_of(text_of(step.threshold)).parts for step in given.steps]
    return Claim(parts=tuple(dict.fromkeys((*claim.parts, *(part for parts in steps for part in parts)))))


def _value_check(expected: ExpectedCovenant, compared: ThresholdComparison, context: ScoringContext) -> Check:
    """Return the check of a value that is stale, differs, or agrees only in part."""
    stale = _stale(expected, compared, context)
    if stale is not None:
        return stale
    rule, value = context.parameters.covenants, compared.value or EQUAL
    said = f"The threshold is {quoted(compared.expected)}{place_of(expected)}; the output says {quoted(compared.given)}"
    if value.relation is Relation.PARTIAL and value.reason in _STEPS_NOT_GIVEN:
        message = f"{said} and does not give all of its steps with their days: {_steps_in_words(expected)}."
        return Check(rule.steps_missing, Reason.STEPS_MISSING, message, ruling="A-37", aspect=Dimension.THRESHOLD)
    if value.relation is Relation.PARTIAL:
        message = f"{said}, which agrees only in part{_detail_in_words(value)}."
        return Check(Label.PARTIAL, value.reason, message, aspect=Dimension.THRESHOLD)
    if compared.is_stepped:  # the opening level is right, so a step must be wrong
        message = f"{said} with other steps than those of the document: {_steps_in_words(expected)}."
        return Check(rule.step_wrong, Reason.STEP_WRONG, message, ruling="A-37", aspect=Dimension.THRESHOLD)
    label, ruling = label_of_wrong(compared.given or "", context)
    where = "" if ruling is None else ", which does not appear in the document"
    return Check(label, Reason.THRESHOLD_WRONG, f"{said}{where}.", ruling=ruling, aspect=Dimension.THRESHOLD)


def _stale(expected: ExpectedCovenant, compared: ThresholdComparison, context: ScoringContext) -> Check | None:
    """Return the check of a threshold that is in force on another day than the case asks about, or None."""
    given = Opening.of(compared.given, context)
    stage = find_stale(expected.lineage, lambda value: Opening.of(value, context).equals(given), context)
    if stage is None:
        return None
    check = tell_stale(stage, expected.lineage, compared.given, context.claim_of, context)
    return replace(check, aspect=Dimension.THRESHOLD)


def _invented(expected: ExpectedCovenant, given: str, context: ScoringContext) -> Iterator[Check]:
    """Yield a check if the document sets no threshold and the given one does not appear in it.

    A figure that does appear, such as the cap of a carve-out, is left to the quotes, which must support it.
    """
    if not context.figures_appear(given):
        label, ruling = label_of_wrong(given, context)
        message = f"The document sets no threshold{place_of(expected)}; {quoted(given)} does not appear in it."
        yield Check(label, Reason.THRESHOLD_WRONG, message, ruling=ruling, aspect=Dimension.THRESHOLD)


def _form_check(
    expected: ExpectedCovenant, compared: ThresholdComparison, context: ScoringContext, *, is_quoted: bool
) -> Check:
    """Return the check of a value that agrees, by the form in which it is written (A-36)."""
    rule = context.parameters.covenants
    said = f"The threshold is {quoted(compared.expected)}{place_of(expected)}, as the output says"
    if compared.is_source_form:
        return Check(Label.CORRECT, Reason.EXACT, f"{said}.", aspect=Dimension.THRESHOLD)
    said = f"{said} in another form ({quoted(compared.given)})"
    if is_quoted:
        code, label, message = Reason.CANONICAL_EQUAL, rule.other_form_with_quote, f"{said}; a quote has the source."
    else:
        code, label = Reason.THRESHOLD_NOT_QUOTED, rule.other_form_without_quote
        message = f"{said}; no verbatim quote has the form of the source."
    return Check(label, code, message, ruling="A-36", aspect=Dimension.THRESHOLD)


def _operator_checks(
    expected: ExpectedCovenant, compared: ThresholdComparison, context: ScoringContext
) -> tuple[Check, ...]:
    rule = context.parameters.covenants
    labels = {
        Reason.OPERATOR_MISSING: (rule.operator_missing, "does not say whether it is a floor or a ceiling"),
        Reason.OPERATOR_STRICTNESS: (rule.strictness_wrong, "takes the limit itself the other way"),
        Reason.OPERATOR_DIRECTION: (rule.direction_wrong, "turns the direction round"),
    }
    wanted = f"{_OPERATOR_WORDS[expected.operator]} {quoted(compared.expected)}".strip()
    return tuple(
        Check(
            labels[one.reason][0],
            one.reason,
            f"The test is {wanted}{place_of(expected)}; the output {labels[one.reason][1]}.",
            ruling="A-37",
            aspect=Dimension.THRESHOLD,
        )
        for one in compared.operators
        if one.reason in labels
    )


def _steps_in_words(expected: ExpectedCovenant) -> str:
    days = (f"to {step.to}" if step.from_ is None else f"from {step.from_}" for step in expected.steps)
    steps = (f"{step.threshold} {day}" for step, day in zip(expected.steps, days, strict=True))
    return "; ".join(steps) or "it has none"


def _detail_in_words(value: Comparison) -> str:
    names = {
        Reason.CURRENCY_MISSING: "the currency is missing",
        Reason.UNIT_MISSING: "the unit is missing",
        Reason.RANGE_GIVEN: "it is a range",
    }
    told = value.detail or names.get(value.reason, "")
    return f" ({told})" if told else ""
