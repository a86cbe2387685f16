"""How a single value agrees with the expected one: the same characters, the mandated form, the same meaning, a part."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from loanproof.core import FieldName, Reason
from loanproof.scoring.extraction.date_formulas import is_formula, is_formula_of
from loanproof.scoring.extraction.forms import Forms, is_among
from loanproof.scoring.extraction.plain_values import Plain, plain_of, text_of
from loanproof.scoring.extraction.plainer_texts import plainer_texts
from loanproof.scoring.extraction.same_writing import differs_in_remarks, is_same_writing
from loanproof.standards import Label, MandatedForm
from loanproof.values import (
    CURRENCY_KIND,
    DATE_KIND,
    FACILITY_TYPE_KIND,
    MARGIN_KIND,
    MONEY_KIND,
    REFERENCE_RATE_KIND,
    Ambiguous,
    Comparison,
    Money,
    Read,
    Reading,
    Relation,
    Unreadable,
    candidates_of,
    tokenize,
)

if TYPE_CHECKING:
    from loanproof.scoring.extraction.scene import Scene
    from loanproof.values import Kind

_ORDER = list(Relation)
_ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_UNREAD = Comparison(relation=Relation.DIFFERENT, reason=Reason.NOT_READABLE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """The label that a value has earned against the expected one; none where it is another value."""

    label: Label | None
    reason: Reason
    detail: str = ""
    ruling: str | None = None

    @property
    def is_right(self) -> bool:
        """Whether the value is the expected one, in the same form or another."""
        return self.label is not None and self.label.is_right


def agree(name: FieldName, forms: Forms, given: Plain, scene: Scene) -> Agreement:
    """Compare a given value with the expected one, by the order of the contract: exact, mandated, equal, in part.

    A text that says more than one value, or less, is compared by what it says of the value, and is worth less for it.
    """
    kind = scene.kind_of(name)
    if kind is None:
        return Agreement(label=None, reason=Reason.NOT_READABLE)
    agreement = _agree(name, kind, forms, given, scene)
    text = text_of(given)
    if agreement.label is not None or text is None or candidates_of(scene.read(kind, text)):
        return agreement
    for plain in plainer_texts(kind, text):
        again = _agree(name, kind, forms, plain.text, scene)
        if again.label is not None:
            return replace(again, label=again.label.limited_to(plain.at_best), reason=plain.reason or again.reason)
    return agreement


def _agree(name: FieldName, kind: Kind[Any], forms: Forms, given: Plain, scene: Scene) -> Agreement:
    text = text_of(given)
    if text is not None and is_among(text, (*_sources(kind, forms, scene), *forms.accepted), scene):
        return Agreement(label=Label.CORRECT, reason=Reason.EXACT)
    best = _best_comparison(kind, forms, given, scene)
    if best.relation in (Relation.EXACT, Relation.EQUAL):
        return _equal(name, kind, forms, given, best, scene)
    if text is not None and _is_value(forms, text, scene):
        return Agreement(label=Label.CORRECT, reason=Reason.EXACT)
    if kind.name == MONEY_KIND.name:
        best = _rounded(forms, given, best, scene)
    if kind.name == DATE_KIND.name and best.relation is Relation.DIFFERENT:
        best = _under_rules(forms, given, best, scene)
    if best.relation is Relation.PARTIAL:
        return _partial(kind, best, scene)
    if kind.name == DATE_KIND.name and _is_its_formula(forms, given, scene):
        return Agreement(label=Label.PARTIAL, reason=Reason.FORMULA_GIVEN)
    return Agreement(label=None, reason=best.reason, detail=best.detail)


def compare_readings(kind: Kind[Any], expected: Reading[Any], given: Reading[Any]) -> Comparison:
    """Compare two readings: the best pair of meanings decides, and an ambiguity is named."""
    pairs = ((one, other) for one in candidates_of(expected) for other in candidates_of(given))
    best = min((kind.compare(*pair) for pair in pairs), key=lambda found: _ORDER.index(found.relation), default=None)
    if best is None:
        unread = next(reading for reading in (expected, given) if isinstance(reading, Unreadable))
        return Comparison(relation=Relation.DIFFERENT, reason=Reason.NOT_READABLE, detail=unread.why)
    for reading in (expected, given):
        if isinstance(reading, Ambiguous) and best.relation is not Relation.DIFFERENT:
            return Comparison(relation=best.relation, reason=reading.reason, detail=best.detail)
    return best


def is_mandated(name: FieldName, given: Plain, scene: Scene) -> bool:
    """Tell whether a value is written in the form that the contract prescribes for its field."""
    match scene.standard.contract.fields[name].form:
        case MandatedForm.AMOUNT_AND_CURRENCY:
            return isinstance(given, Mapping)
        case MandatedForm.ISO_4217:
            codes = {one.code for one in candidates_of(scene.read(CURRENCY_KIND, given))}
            return isinstance(given, str) and given.strip() in codes
        case MandatedForm.ISO_8601_DATE:
            return isinstance(given, str) and _ISO_DATE.fullmatch(given.strip()) is not None
        case MandatedForm.YES_OR_NO:
            return given in ("Y", "N") or isinstance(given, bool)
        case None:
            return False


def _sources(kind: Kind[Any], forms: Forms, scene: Scene) -> tuple[str, ...]:
    """Return the forms of the document; a formula is none where the exact date is asked for and known."""
    if kind.name != DATE_KIND.name or forms.value is None or is_formula(forms.value, scene):
        return forms.sources
    return tuple(form for form in forms.sources if not is_formula(form, scene))


def _is_its_formula(forms: Forms, given: Plain, scene: Scene) -> bool:
    """Tell whether a date is given by the formula that it follows from, as the case or the documents have it."""
    reading = scene.read(DATE_KIND, given)
    formulas = [form for form in forms.sources if is_formula(form, scene)]
    known = (compare_readings(DATE_KIND, scene.read(DATE_KIND, form), reading).relation for form in formulas)
    return Relation.EQUAL in known or is_formula_of(forms.value, given, scene)


def _under_rules(forms: Forms, given: Plain, best: Comparison, scene: Scene) -> Comparison:
    """Compare a date under the Business Day rule that the document puts beside the expected one."""
    expected, reading = scene.read(DATE_KIND, forms.value), scene.read(DATE_KIND, given)
    for quote in forms.quotes:
        for found in DATE_KIND.find(tokenize(quote), scene.context):
            stated = scene.read(DATE_KIND, quote[found.span.start :])
            ruled = compare_readings(DATE_KIND, stated, reading)
            is_same_day = compare_readings(DATE_KIND, expected, stated).relation is Relation.EQUAL
            if is_same_day and ruled.relation is Relation.PARTIAL:
                return ruled
    return best


def _is_value(forms: Forms, text: str, scene: Scene) -> bool:
    """Tell whether a text is the expected value to the letter, as source text that no reader understands."""
    value = text_of(forms.value)
    return value is not None and is_among(text, (value,), scene)


def _best_comparison(kind: Kind[Any], forms: Forms, given: Plain, scene: Scene) -> Comparison:
    found = (_best_of(kind, forms, reading, scene) for reading in scene.readings(kind, given))
    return min(found, key=lambda one: _ORDER.index(one.relation))


def _best_of(kind: Kind[Any], forms: Forms, reading: Reading[Any], scene: Scene) -> Comparison:
    wanted = (scene.read(kind, form) for form in forms.readable)
    found = (compare_readings(kind, _in_case_currency(kind, one, scene), reading) for one in wanted)
    return min(found, key=lambda one: _ORDER.index(one.relation), default=_UNREAD)


def _in_case_currency(kind: Kind[Any], reading: Reading[Any], scene: Scene) -> Reading[Any]:
    """Return an expected amount in dollars as the case's own currency resolves it, where the document does not."""
    if kind.name != MONEY_KIND.name or not isinstance(reading, Ambiguous):
        return reading
    owners = (scene.case.expected.fields, *(tranche.fields for tranche in scene.case.expected.tranches))
    named = [field for owner in owners if (field := owner.get(FieldName.CURRENCY)) is not None]
    codes = {one.code for field in named for one in candidates_of(scene.read(CURRENCY_KIND, plain_of(field.value)))}
    fitting = tuple(one for one in reading.candidates if one.currency in codes)
    if not fitting:
        return reading
    return Read(value=fitting[0]) if len(fitting) == 1 else replace(reading, candidates=fitting)


def _equal(name: FieldName, kind: Kind[Any], forms: Forms, given: Plain, best: Comparison, scene: Scene) -> Agreement:
    """Return the label of a value of the same meaning: correct in the mandated or source form, else semantic."""
    strict = scene.standard.parameters.strict_source_form
    text, value = text_of(given), text_of(forms.value)
    is_value = text is not None and value is not None and is_among(text, (value,), scene)
    is_asked = is_mandated(name, given, scene)
    if is_value and not is_asked:
        return Agreement(label=Label.CORRECT, reason=Reason.EXACT)
    if is_asked or _is_named_as_asked(name, kind, text, scene):
        if not strict or (is_value and not forms.sources):
            return Agreement(label=Label.CORRECT, reason=Reason.MANDATED_FORM, ruling="A-02")
        return Agreement(label=Label.SEMANTIC_MATCH, reason=Reason.CANONICAL_EQUAL, ruling="A-02")
    exact = tuple(form for form in (value, *forms.sources, *forms.accepted) if form is not None)
    if text is not None and differs_in_remarks(kind, text, exact, scene):
        return Agreement(label=Label.CORRECT, reason=Reason.EXACT)
    if is_same_writing(kind, forms, given, scene):
        return Agreement(label=Label.CORRECT, reason=Reason.CANONICAL_EQUAL, detail=best.detail)
    return Agreement(label=Label.SEMANTIC_MATCH, reason=best.reason, detail=best.detail)


def _is_named_as_asked(name: FieldName, kind: Kind[Any], text: str | None, scene: Scene) -> bool:
    """Tell whether a value has the name that the contract asks for, whatever the document calls it.

    A type of facility is given by its label in the contract, such as ``Term loan``; a reference rate by its market
    name and tenor, such as ``EURIBOR 6M``, or said to be fixed.
    """
    if text is None:
        return False
    if kind.name == FACILITY_TYPE_KIND.name:
        return is_among(text, scene.standard.contract.fields[name].choices, scene)
    if kind.name != REFERENCE_RATE_KIND.name:
        return False
    rates = [rate for one in candidates_of(scene.read(kind, text)) for rate in one.rates]
    return all(rate.family.value.casefold() in text.casefold() for rate in rates)


def _partial(kind: Kind[Any], best: Comparison, scene: Scene) -> Agreement:
    parameters = scene.standard.parameters
    label, ruling = Label.PARTIAL, None
    if best.reason is Reason.ROUNDED and kind.name == MONEY_KIND.name:
        label, ruling = parameters.money.rounded, "A-32"
    elif best.reason is Reason.GRID_INCOMPLETE and kind.name == MARGIN_KIND.name:
        label, ruling = parameters.margin.opening_only, "A-29"
    elif best.reason is Reason.WRONG_OPTION:
        label, ruling = parameters.margin.base_rate_option, "A-29"
    return Agreement(label=label, reason=best.reason, detail=best.detail, ruling=ruling)


def _rounded(forms: Forms, given: Plain, best: Comparison, scene: Scene) -> Comparison:
    """Apply the border of the contract between a rounded amount and a wrong one."""
    if best.relation is Relation.PARTIAL and best.reason is not Reason.ROUNDED:
        return best
    units = scene.standard.parameters.money.rounding_units
    offered = candidates_of(scene.read(MONEY_KIND, given))
    wanted = [one for form in forms.readable for one in candidates_of(scene.read(MONEY_KIND, form))]
    if any(_is_rounding(one, other, units) for one in wanted for other in offered):
        return Comparison(relation=Relation.PARTIAL, reason=Reason.ROUNDED, detail=best.detail)
    reason = Reason.DIFFERENT if best.reason is Reason.ROUNDED else best.reason
    return Comparison(relation=Relation.DIFFERENT, reason=reason, detail=best.detail)


def _is_rounding(expected: Money, given: Money, units: Decimal) -> bool:
    same_currency = expected.currency == given.currency
    return same_currency and 0 < abs(expected.amount - given.amount) <= units * given.step
