"""Whether a wrong value stands anywhere in the documents: taken from another place, or from nowhere.

How a value is written never matters. A rate stands where the same rate does, in any unit, but a figure with another
unit is another rate; a party stands with its own legal form only. Judgements, such as a class or a yes, assert no
text of their own, so a wrong one is never an invention.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from loanproof.core import FieldName
from loanproof.provenance import Part, claim_of_text, locate
from loanproof.scoring.extraction.bare_figures import stands_without_unit
from loanproof.scoring.extraction.plain_values import texts_of
from loanproof.scoring.extraction.words import answers_nothing
from loanproof.standards import ValueKind
from loanproof.values import (
    COMMITMENT_FEE_KIND,
    CURRENCY_KIND,
    FACILITY_TYPE_KIND,
    KINDS,
    LAW_KIND,
    MARGIN_KIND,
    MONEY_KIND,
    PARTY_KIND,
    PERCENTAGE_KIND,
    REFERENCE_RATE_KIND,
    REPAYMENT_KIND,
    YES_NO_KIND,
    CommitmentFee,
    FacilityTypes,
    Law,
    Margin,
    Money,
    Party,
    Percentage,
    ReferenceRate,
    ReferenceRates,
    Relation,
    Repayment,
    candidates_of,
    compare_parties,
    content_words,
    holds_half,
)

if TYPE_CHECKING:
    from loanproof.documents import Facts
    from loanproof.scoring.extraction.plain_values import Plain
    from loanproof.scoring.extraction.scene import Scene

_NAMES = frozenset({LAW_KIND.name, PARTY_KIND.name, REFERENCE_RATE_KIND.name, CURRENCY_KIND.name})
_CAPITALISED = re.compile(r"\b[A-Z]\w{2,40}")
_LONG_FIGURE = re.compile(r"[0-9]{4,}")
_BETWEEN_DIGITS = re.compile(r"(?<=[0-9])[ ,.'’](?=[0-9])")
_SAME = (Relation.EXACT, Relation.EQUAL)


def is_present(name: FieldName, value: Plain, scene: Scene) -> bool:
    """Tell whether a value stands in any of the documents; a list stands where each of its items does."""
    if scene.standard.kind_of(name) is ValueKind.CONDITIONS:
        return all(has_counterpart(text, scene) for text in texts_of("", value))
    kind = scene.kind_of(name)
    if kind is None:
        return True
    readings = tuple(one for reading in scene.readings(kind, value) for one in candidates_of(reading))
    if not readings and isinstance(value, tuple):
        return all(is_present(name, item, scene) for item in value)
    texts = texts_of(kind.name, value)
    if not readings:
        return all(prose_is_present(text, scene) for text in texts) and (
            kind.name not in _NAMES or all(_names_are_present(text, scene) for text in texts)
        )
    test = _TESTS.get(kind.name)
    if test is None:
        return any(facts.stands(kind, kind.canonical(one)) for facts in _facts(scene) for one in readings) or any(
            locate(Part(kind=kind.name, text=text, field=name), facts) for facts in _facts(scene) for text in texts
        )
    return any(test(one, facts) for facts in _facts(scene) for one in readings) or (
        kind.name == PARTY_KIND.name and all(is_wording(text, scene) for text in texts)
    )


def has_counterpart(item: str, scene: Scene) -> bool:
    """Tell whether some paragraph of the documents holds half of the content words of a condition."""
    return any(holds_half(item, words) for words in scene.words_of_paragraphs())


def prose_is_present(text: str, scene: Scene) -> bool:
    """Tell whether all amounts, dates, rates, periods and names of a text stand in the documents.

    A text without any asserts nothing that could be invented, but for a figure that no reader takes for a value.
    """
    parts = claim_of_text(text).parts
    if not parts:
        return _figures_are_present(text, scene)
    return all(any(_stands(part, facts) for facts in _facts(scene)) for part in parts)


def _figures_are_present(text: str, scene: Scene) -> bool:
    """Tell whether the long figures of a text stand in the documents, however their digits are grouped."""
    written = scene.once(("ungrouped",), lambda: tuple(_ungrouped(source.document.text) for source in scene.documents))
    return all(any(figure in one for one in written) for figure in _LONG_FIGURE.findall(_ungrouped(text)))


def _ungrouped(text: str) -> str:
    return _BETWEEN_DIGITS.sub("", text)


def _names_are_present(text: str, scene: Scene) -> bool:
    """Tell whether the capitalised words of a name that no reader knows stand in the documents.

    What answers nothing, such as ``TBD`` or ``see Clause 5``, names nothing that could be invented.
    """
    if answers_nothing(text):
        return True
    named = [word for word in _CAPITALISED.findall(text) if content_words(word)]
    return all(is_wording(word, scene) for word in named)


def _facts(scene: Scene) -> Iterable[Facts]:
    return (source.facts for source in scene.documents)


def _stands(part: Part, facts: Facts) -> bool:
    kind = KINDS[part.kind]
    test = _TESTS.get(part.kind)
    if test is None:
        return bool(locate(part, facts))
    return any(test(one, facts) for one in candidates_of(kind.parse(part.text, facts.context)))


def is_wording(text: str, scene: Scene) -> bool:
    """Tell whether the words of a text stand in the documents as they are given."""
    wanted = _folded(text)
    return any(wanted in folded for folded in scene.once(("folded",), lambda: _folded_texts(scene)))


def _folded_texts(scene: Scene) -> tuple[str, ...]:
    return tuple(_folded(source.document.text) for source in scene.documents)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _judgement(value: object, facts: Facts) -> bool:
    del value, facts
    return True


def _party(value: Party, facts: Facts) -> bool:
    return any(
        compare_parties(one, value).relation in _SAME for found in facts.found(PARTY_KIND) for one in found.candidates
    )


def _facility_type(value: FacilityTypes, facts: Facts) -> bool:
    """A class is a judgement; the words of a facility that has none must stand in the text."""
    named = [facility.name for facility in value.facilities if facility.name]
    return all(locate(Part(kind=FACILITY_TYPE_KIND.name, text=name), facts) for name in named)


def _repayment(value: Repayment, facts: Facts) -> bool:
    """The class is a judgement; amounts and rates of instalments must stand in the text."""
    amounts = [amount for amount in (value.amount, *(row.amount for row in value.rows)) if amount is not None]
    return all(
        facts.stands(MONEY_KIND, amount.canonical) if isinstance(amount, Money) else _rate(amount, facts)
        for amount in amounts
    )


def _reference_rate(value: ReferenceRates, facts: Facts) -> bool:
    return all(_one_rate(rate, facts) for rate in value.rates)


def _one_rate(rate: ReferenceRate, facts: Facts) -> bool:
    if rate.fixed_at is not None:
        return _rate(rate.fixed_at, facts)
    return any(
        one.family is rate.family and (rate.style is None or one.style is rate.style)
        for found in facts.found(REFERENCE_RATE_KIND)
        for rates in found.candidates
        for one in rates.rates
    )


def _law(value: Law, facts: Facts) -> bool:
    """Several laws named together stand where each of them does."""
    return all(facts.stands(LAW_KIND, code) for code in value.codes)


def _margin(value: Margin, facts: Facts) -> bool:
    return all(_rate(rate, facts) for rate in value.rates)


def _commitment_fee(value: CommitmentFee, facts: Facts) -> bool:
    rates = [row.value for row in value.rows] + ([] if value.value is None else [value.value])
    return all(_rate(rate, facts) for rate in rates)


def _rate(rate: Percentage, facts: Facts) -> bool:
    """Tell whether a rate stands in the text; a table may give its figure without a unit."""
    return bool(facts.stands(PERCENTAGE_KIND, rate.canonical)) or stands_without_unit(rate, facts)


_TESTS: Mapping[str, Callable[[Any, Facts], bool]] = {
    PARTY_KIND.name: _party,
    FACILITY_TYPE_KIND.name: _facility_type,
    REPAYMENT_KIND.name: _repayment,
    REFERENCE_RATE_KIND.name: _reference_rate,
    LAW_KIND.name: _law,
    MARGIN_KIND.name: _margin,
    COMMITMENT_FEE_KIND.name: _commitment_fee,
    PERCENTAGE_KIND.name: lambda value, facts: _rate(value, facts),
    YES_NO_KIND.name: _judgement,
}
