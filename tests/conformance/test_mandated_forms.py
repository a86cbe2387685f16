"""The form that the contract prescribes for a field is the same for the extraction rules and for the scorer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from loanproof.core import FieldId
from loanproof.provenance import DocumentSet, ExtractionRule, check_extraction_rules
from loanproof.scoring.extraction.agreement import is_mandated
from loanproof.scoring.extraction.plain_values import to_plain
from loanproof.scoring.extraction.stated import Reader, Stated
from loanproof.values import NO_CONTEXT

if TYPE_CHECKING:
    from loanproof.documents import Document
    from loanproof.standards import EvalStandard

IN_FORM = [
    ("facility_amount", {"amount": 500_000_000, "currency": "USD"}),
    ("currency", "USD"),
    ("currency", " USD "),
    ("currency", "CNY"),
    ("maturity_date", "2031-03-15"),
    ("maturity_date", " 2031-03-15"),
    ("negative_pledge", "Y"),
    ("negative_pledge", "N"),
    ("negative_pledge", True),
]
NOT_IN_FORM = [
    ("facility_amount", {"amount": 500_000_000}),
    ("facility_amount", "500,000,000"),
    ("currency", "usd"),
    ("currency", "US Dollars"),
    ("currency", "RMB"),
    ("currency", "CNH"),
    ("currency", "$"),
    ("currency", "ABC"),
    ("maturity_date", "2031-02-30"),
    ("maturity_date", "15 March 2031"),
    ("maturity_date", "20310315"),
    ("negative_pledge", "Yes"),
]
TEXTS_WITH_AMOUNTS = [("facility_amount", "USD 500,000,000"), ("facility_amount", "USD 500m")]


def stated(field: str, value: object, standard: EvalStandard) -> Stated:
    return Reader(standard, NO_CONTEXT).read(FieldId(field), to_plain(value))


@pytest.fixture(scope="module")
def documents(agreement: Document, contract: EvalStandard) -> DocumentSet:
    return DocumentSet([agreement], contract)


@pytest.mark.ruling("A-02")
@pytest.mark.parametrize("is_in_form", [True, False])
def test_rules_and_scorer_see_the_same_form(is_in_form: bool, documents: DocumentSet, contract: EvalStandard) -> None:
    for field, value in IN_FORM if is_in_form else NOT_IN_FORM:
        one = stated(field, value, contract)
        assert has_form(one, documents, contract) is is_in_form, (field, value)
        assert is_mandated(one, contract) is is_in_form, (field, value)


@pytest.mark.ruling("A-02")
@pytest.mark.parametrize(("field", "value"), TEXTS_WITH_AMOUNTS)
def test_a_text_with_number_and_currency_is_in_form_but_right_only_as_the_document_writes_it(
    field: str, value: str, documents: DocumentSet, contract: EvalStandard
) -> None:
    one = stated(field, value, contract)
    assert has_form(one, documents, contract)
    assert not is_mandated(one, contract)


def test_a_field_without_mandated_form_is_in_any(documents: DocumentSet, contract: EvalStandard) -> None:
    one = stated("tenor", "5 years", contract)
    assert has_form(one, documents, contract)
    assert not is_mandated(one, contract)


def has_form(one: Stated, documents: DocumentSet, standard: EvalStandard) -> bool:
    rules = check_extraction_rules(one, (), documents=documents, standard=standard)
    return ExtractionRule.MANDATED_FORM not in {check.rule for check in rules.checks if not check.passed}
