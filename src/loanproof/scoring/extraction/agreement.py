"""How far a single value agrees with the expected one: same characters, mandated form, same meaning, or in part."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from loanproof.core import Reason
from loanproof.provenance import has_mandated_form
from loanproof.scoring.extraction.bullets import is_bullet_at_maturity
from loanproof.scoring.extraction.date_formulas import is_formula, is_formula_of
from loanproof.scoring.extraction.forms import Forms, is_among
from loanproof.scoring.extraction.plainer_texts import plainer_texts
from loanproof.scoring.extraction.remarks import first_of_several, without_remarks
from loanproof.scoring.extraction.said_in_two import contradicts_itself, is_range_of_grid
from loanproof.scoring.extraction.same_writing import differs_in_remarks, is_doublet_of, is_same_writing, words_around
from loanproof.standards import CURRENCY, Label, MandatedForm
from loanproof.values import (
    DATE_KIND,
    FACILITY_TYPE_KIND,
    MARGIN_KIND,
    MONEY_KIND,
    REFERENCE_RATE_KIND,
    REPAYMENT_KIND,
    Ambiguous,
    Comparison,
    Money,
    Read,
    Reading,
    Relation,
    compare_with_elective_tenors,
    tokenize,
)

if TYPE_CHECKING:
    from loanproof.scoring.extraction.context import ExtractionContext
    from loanproof.scoring.extraction.stated import Stated
    from loanproof.standards import EvalStandard
    from loanproof.values import Kind

_UNREAD = Comparison(relation=Relation.DIFFERENT, reason=Reason.NOT_READABLE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """The label that a value earns against the expected one; None if it is a different value."""

    label: Label | None
    reason: Reason
    detail: str = ""
    ruling: str | None = None

    @property
    def is_right(self) -> bool:
        """Whether the value is the expected one, in any form."""
        return self.label is not None and self.label.is_right


def agree(forms: Forms, given: Stated, context: ExtractionContext) -> Agreement:
    """Compare a given value with the expected one, in the order of the contract: exact, mandated, equal, in part.

    A text that is not right as a whole is compared again: without its remarks, then by the first of several things
    that it names (a partial match at best), then without the words around the value.
    """
    kind = given.of_kind
    if kind is None:
        return Agreement(label=None, reason=Reason.NOT_READABLE)
    agreement = _agree(kind, forms, given, context)
    is_exact = agreement.label is Label.CORRECT
    if kind is DATE_KIND and not is_exact and _is_quoted(forms, given) and context.parameters.clarifications.companions:
        return Agreement(label=Label.CORRECT, reason=Reason.EXACT)
    if agreement.is_right or given.text is None:
        return agreement
    if context.parameters.clarifications.companions:
        for text in without_remarks(kind, given.text):
            head = _agree_plainly(kind, forms, given.other(text), context)
            if head.is_right:
                return head
    # A text that its reader understands as a whole is not taken apart.
    if agreement.label is not None or given.candidates:
        return agreement
    first = first_of_several(given.text) if context.parameters.clarifications.companions else None
    if first is not None and (again := _agree_plainly(kind, forms, given.other(first), context)).is_right:
        return replace(again, label=Label.PARTIAL, reason=Reason.LIST_EXTRA)
    return _agree_plainly(kind, forms, given, context)


def _agree_plainly(kind: Kind[Any], forms: Forms, given: Stated, context: ExtractionContext) -> Agreement:
    """Compare a value as it is and, if its reader cannot read it, without the words around it."""
    agreement = _agree(kind, forms, given, context)
    if agreement.label is not None or given.candidates or given.text is None:
        return agreement
    for plain in plainer_texts(kind, given.text):
        again = _agree(kind, forms, given.other(plain.text), context)
        if again.label is not None:
            label, reason = again.label.limited_to(plain.at_best), again.reason
            if reason is Reason.EXACT and label is not Label.CORRECT:  # the whole text is not exact
                reason = Reason.CANONICAL_EQUAL
            return replace(again, label=label, reason=plain.reason or reason)
    return agreement


def _agree(kind: Kind[Any], forms: Forms, given: Stated, context: ExtractionContext) -> Agreement:
    """Compare one text as it is written with the expected value; kinds with rules of their own come last."""
    if contradicts_itself(given, context):
        return Agreement(label=None, reason=Reason.WORDS_AND_FIGURES_DIFFER)
    if is_among(given, (*_sources(kind, forms), *forms.accepted)):
        return Agreement(label=Label.CORRECT, reason=Reason.EXACT)
    best = _best_comparison(kind, forms, given, context)
    if best.relation.agrees:
        return _equal(kind, forms, given, best, context)
    if is_among(given, (forms.value,)):  # words of the source that no reader understands
        return Agreement(label=Label.CORRECT, reason=Reason.EXACT)
    if kind is MONEY_KIND:
        best = _rounded(forms, given, best, context)
    if kind is DATE_KIND and best.relation is Relation.DIFFERENT:
        best = _with_day_rule(forms, given, best)
    if kind is MARGIN_KIND and is_range_of_grid(forms, given):
        best = Comparison(relation=Relation.PARTIAL, reason=Reason.GRID_INCOMPLETE)
    if kind is REPAYMENT_KIND and best.reason is Reason.DETAIL_MISSING and is_bullet_at_maturity(forms, given, context):
        return Agreement(label=Label.CORRECT, reason=Reason.CANONICAL_EQUAL)
    if best.relation is Relation.PARTIAL:
        return _partial(kind, best, context)
    if kind is DATE_KIND and _is_its_formula(forms, given, context):
        return Agreement(label=Label.PARTIAL, reason=Reason.FORMULA_GIVEN)
    return Agreement(label=None, reason=best.reason, detail=best.detail)


def is_mandated(given: Stated, standard: EvalStandard) -> bool:
    """Return whether a value is right however the document writes it: its form is the one that the contract prescribes.

    A text with an amount has that form but is not right by it: the contract matches amounts character by character.
    """
    form = standard.contract.fields[given.field].form
    if form is None or (form is MandatedForm.AMOUNT_AND_CURRENCY and given.text is not None):
        return False
    return has_mandated_form(given.plain, given.reading, form)


def _sources(kind: Kind[Any], forms: Forms) -> tuple[Stated, ...]:
    """Return the document's own forms of a value; a formula is not one of them if the case gives an exact date."""
    if kind is not DATE_KIND or forms.value.plain is None or is_formula(forms.value):
        return forms.sources
    return tuple(form for form in forms.sources if not is_formula(form))


def _is_its_formula(forms: Forms, given: Stated, context: ExtractionContext) -> bool:
    """Return whether a date is given as the formula that it follows from, as the case or the documents state it."""
    formulas = [form for form in forms.sources if is_formula(form)]
    known = (DATE_KIND.compare_readings(form.reading, given.reading).relation for form in formulas)
    return Relation.EQUAL in known or is_formula_of(forms.value, given, context)


def _is_quoted(forms: Forms, given: Stated) -> bool:
    """Return whether a date is given as a quote writes it, perhaps with words behind it: ``or any earlier date …``."""
    words = " ".join((given.text or "").split()).casefold()
    found = DATE_KIND.find(tokenize(given.text or ""), given.context)
    if not any(words in " ".join(quote.split()).casefold() for quote in forms.quotes) or len(found) != 1:
        return False
    date = DATE_KIND.part(*found[0].candidates)
    wanted = DATE_KIND.part(*forms.value.candidates) if forms.value.candidates else None
    return found[0].span.start == 0 and wanted is not None and wanted.compare(date).relation is Relation.EQUAL


def _with_day_rule(forms: Forms, given: Stated, best: Comparison) -> Comparison:
    """Compare a date with the expected one together with the Business Day rule that a quote adds to it.

    Only a partial match is used; without one the comparison stays as it is.
    """
    for quote in forms.quotes:
        for found in DATE_KIND.find(tokenize(quote), given.context):
            stated = DATE_KIND.read(quote[found.span.start :], given.context)  # with the rule that follows the date
            ruled = DATE_KIND.compare_readings(stated, given.reading)
            is_same_day = DATE_KIND.compare_readings(forms.value.reading, stated).relation is Relation.EQUAL
            if is_same_day and ruled.relation is Relation.PARTIAL:
                return ruled
    return best


def _best_comparison(kind: Kind[Any], forms: Forms, given: Stated, context: ExtractionContext) -> Comparison:
    """Return the best comparison over the notations in which a value may be read, stopping at the first that agrees."""
    best = _UNREAD
    for number, reading in enumerate(given.readings):
        found = _best_of(kind, forms, reading, context)
        best = found if number == 0 or found.relation.rank < best.relation.rank else best
        if best.relation.agrees:
            return best
    return best


def _best_of(kind: Kind[Any], forms: Forms, reading: Reading[Any], context: ExtractionContext) -> Comparison:
    """Return the best comparison of one reading with the expected value and the document's forms of it."""
    value = _in_case_currency(kind, forms.value.reading, context)
    sources = (_in_case_currency(kind, form.reading, context) for form in forms.sources)
    wanted = ([] if forms.value.plain is None else [value]) + [_narrowed(kind, value, one) for one in sources]
    compare = kind.compare_readings
    if kind is REFERENCE_RATE_KIND and context.parameters.clarifications.elective_tenors:
        compare = compare_elective
    return min((compare(one, reading) for one in wanted), key=lambda one: one.relation.rank, default=_UNREAD)


def _narrowed(kind: Kind[Any], value: Reading[Any], source: Reading[Any]) -> Reading[Any]:
    """Return a form of the document without the meanings that the expected value rules out.

    ``Dollars`` may mean many currencies, but only one if the case says that US dollars are meant.
    """
    if not isinstance(source, Ambiguous) or not isinstance(value, Read):
        return source
    fitting = tuple(
        one for one in source.candidates if kind.compare(value.value, one).relation is not Relation.DIFFERENT
    )
    return _restricted(source, fitting)


def compare_elective(expected: Reading[Any], given: Reading[Any]) -> Comparison:
    """Compare reference rates whose tenors the borrower may choose (C-26)."""
    if not isinstance(expected, Read) or not isinstance(given, Read):
        return REFERENCE_RATE_KIND.compare_readings(expected, given)
    return compare_with_elective_tenors(expected.value, given.value)


def _in_case_currency(kind: Kind[Any], reading: Reading[Any], context: ExtractionContext) -> Reading[Any]:
    """Return an expected amount whose currency is ambiguous, such as ``$5 million``, in the currencies of the case."""
    if kind is not MONEY_KIND or not isinstance(reading, Ambiguous):
        return reading
    owners = (context.case.expected.fields, *(tranche.fields for tranche in context.case.expected.tranches))
    named = [field for owner in owners if (field := owner.get(CURRENCY)) is not None]
    forms = (context.expected.forms(CURRENCY, field) for field in named)
    codes = {one.code for form in forms for one in form.value.candidates}
    fitting = tuple(one for one in reading.candidates if one.currency in codes)
    return _restricted(reading, fitting)


def _restricted(reading: Ambiguous[Any], fitting: tuple[Any, ...]) -> Reading[Any]:
    """Return an ambiguous reading with the fitting meanings only; unchanged if none fits."""
    if not fitting:
        return reading
    return Read(value=fitting[0]) if len(fitting) == 1 else replace(reading, candidates=fitting)


def _equal(kind: Kind[Any], forms: Forms, given: Stated, best: Comparison, context: ExtractionContext) -> Agreement:
    """Return the label of a value with the same meaning: correct in the mandated or source form, else semantic."""
    strict = context.parameters.strict_source_form  # then only the form of the source is correct
    is_value = is_among(given, (forms.value,))
    is_asked = is_mandated(given, context.standard)
    if is_value and not is_asked:
        return Agreement(label=Label.CORRECT, reason=Reason.EXACT)
    if is_asked or _is_named_as_asked(kind, forms, given, context):
        if not strict or (is_value and not forms.sources):
            return Agreement(label=Label.CORRECT, reason=Reason.MANDATED_FORM, ruling="A-02")
        return Agreement(label=Label.SEMANTIC_MATCH, reason=Reason.CANONICAL_EQUAL, ruling="A-02")
    exact = (forms.value, *forms.sources, *forms.accepted)
    written = [form for form in exact if form.text is not None]
    if differs_in_remarks(kind, given, written) or is_doublet_of(given, written):
        return Agreement(label=Label.CORRECT, reason=Reason.EXACT)
    if is_same_writing(kind, forms, given):
        return Agreement(label=Label.CORRECT, reason=Reason.CANONICAL_EQUAL, detail=best.detail)
    return Agreement(label=Label.SEMANTIC_MATCH, reason=best.reason, detail=best.detail)


def _is_named_as_asked(kind: Kind[Any], forms: Forms, given: Stated, context: ExtractionContext) -> bool:
    """Return whether a value uses the name that the contract asks for, whatever the document calls it.

    For a facility type this is a label of the contract, such as ``Term loan``; for a reference rate it is the market
    name, such as ``EURIBOR 6M``. A rate that is said to be fixed needs no name.
    """
    text = given.text
    if text is None:
        return False
    if kind is FACILITY_TYPE_KIND:
        names = tuple(map(given.other, context.standard.contract.fields[given.field].choices))
        return is_among(given, names) or _has_true_attributes(given, (*names, forms.value, *forms.sources), context)
    if kind is not REFERENCE_RATE_KIND:
        return False
    rates = [rate for one in given.candidates for rate in one.rates]
    return all(rate.family.value.casefold() in text.casefold() for rate in rates)


def _has_true_attributes(given: Stated, names: tuple[Stated, ...], context: ExtractionContext) -> bool:
    """Return whether the words around the name of a facility all appear in the documents: ``Sterling term loan``."""
    if not context.parameters.clarifications.companions:
        return False
    around = (rest for name in names for rest in words_around(given, name))
    return any(all(map(context.has_word, rest)) for rest in around)


def _partial(kind: Kind[Any], best: Comparison, context: ExtractionContext) -> Agreement:
    """Return the agreement for a part of the value: a partial match, unless a ruling sets another label."""
    parameters = context.parameters
    label, ruling = Label.PARTIAL, None
    if best.reason is Reason.ROUNDED and kind is MONEY_KIND:
        label, ruling = parameters.money.rounded, "A-32"
    elif best.reason is Reason.GRID_INCOMPLETE and kind is MARGIN_KIND:
        label, ruling = parameters.margin.opening_only, "A-29"
    elif best.reason is Reason.WRONG_OPTION:
        label, ruling = parameters.margin.base_rate_option, "A-29"
    return Agreement(label=label, reason=best.reason, detail=best.detail, ruling=ruling)


def _rounded(forms: Forms, given: Stated, best: Comparison, context: ExtractionContext) -> Comparison:
    """Return the comparison of amounts under the contract's limit between a rounded amount and a wrong one (A-32)."""
    if best.relation is Relation.PARTIAL and best.reason is not Reason.ROUNDED:
        return best
    units = context.parameters.money.rounding_units
    wanted = [one for form in forms.readable for one in form.candidates]
    if any(_is_rounding(one, other, units) for one in wanted for other in given.candidates):
        return Comparison(relation=Relation.PARTIAL, reason=Reason.ROUNDED, detail=best.detail)
    reason = Reason.DIFFERENT if best.reason is Reason.ROUNDED else best.reason
    return Comparison(relation=Relation.DIFFERENT, reason=reason, detail=best.detail)


def _is_rounding(expected: Money, given: Money, units: Decimal) -> bool:
    same_currency = expected.currency == given.currency
    return same_currency and 0 < abs(expected.amount - given.amount) <= units * given.step
